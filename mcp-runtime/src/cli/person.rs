//! Somebody at the terminal, who answers what a server asks.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};

use serde_json::{Map, Value, json};

use super::question::{Field, Kind, Question};

/// A user who reads what is asked and types answers.
pub(crate) struct Person {
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
}

/// What somebody typed for a field.
enum Typed {
    Value(Value),
    /// Nothing, so that the field is left out.
    Nothing,
    /// No answer to the whole question, but this.
    Action(&'static str),
}

impl Person {
    /// The one who sits at the terminal that this program was started on, when there is one.
    pub(crate) fn at_terminal() -> Option<Self> {
        let there = io::stdin().is_terminal() && io::stderr().is_terminal();
        there.then(|| Self::new(BufReader::new(io::stdin()), io::stderr()))
    }

    pub(crate) fn new(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> Self {
        Self { input: Box::new(input), output: Box::new(output) }
    }

    /// Asks, and gives what the protocol calls the answer: an action, with content when it is to accept.
    pub(crate) fn answer(&mut self, question: &Question) -> io::Result<Value> {
        writeln!(self.output, "\n{}", question.message)?;
        match &question.kind {
            Kind::Page(url) => self.open(url),
            Kind::Form(fields) => self.fill_in(fields),
        }
    }

    fn open(&mut self, url: &str) -> io::Result<Value> {
        writeln!(self.output, "  {url}\nOpen this page if you agree to, then press Enter. {WAYS_OUT}")?;
        let action = match self.line("")? {
            None => "cancel",
            Some(line) => way_out(&line).unwrap_or("accept"),
        };
        Ok(json!({ "action": action }))
    }

    fn fill_in(&mut self, fields: &[Field]) -> io::Result<Value> {
        writeln!(self.output, "{WAYS_OUT}")?;
        let mut content = Map::new();
        for field in fields {
            match self.field(field)? {
                Typed::Value(value) => drop(content.insert(field.name.clone(), value)),
                Typed::Nothing => {}
                Typed::Action(action) => return Ok(json!({ "action": action })),
            }
        }
        Ok(json!({ "action": "accept", "content": content }))
    }

    /// Asks until what is typed fits.
    fn field(&mut self, field: &Field) -> io::Result<Typed> {
        let title = field.title.as_deref().unwrap_or(&field.name);
        if let Some(description) = &field.description {
            writeln!(self.output, "{description}")?;
        }
        let default = field.default.as_ref().map(shown);
        let kept = match &default {
            Some(default) => format!(" [{default}]"),
            None if !field.required => " [none]".into(),
            None => String::new(),
        };
        loop {
            let Some(line) = self.line(&format!("{title} ({}){kept}: ", field.takes()))? else {
                return Ok(Typed::Action("cancel"));
            };
            if let Some(action) = way_out(&line) {
                return Ok(Typed::Action(action));
            }
            match (&*line, &field.default) {
                ("", Some(default)) => return Ok(Typed::Value(default.clone())),
                ("", None) if !field.required => return Ok(Typed::Nothing),
                ("", None) if !field.is_list() => writeln!(self.output, "This must be filled in.")?,
                (typed, _) => match field.read(typed) {
                    Ok(value) => return Ok(Typed::Value(value)),
                    Err(problem) => writeln!(self.output, "{problem}")?,
                },
            }
        }
    }

    /// The next line without its end; `None` when there are no more.
    fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

/// How to answer a whole question otherwise.
const WAYS_OUT: &str = "(`:decline` says no, `:cancel` leaves it open)";

fn way_out(line: &str) -> Option<&'static str> {
    match line.trim() {
        ":decline" => Some("decline"),
        ":cancel" => Some("cancel"),
        _ => None,
    }
}

/// A default as somebody would type it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::{Arc, Mutex};

    use super::super::question::Asked;
    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What somebody who types this answers to a form, and what they see.
    fn typed(lines: &'static str) -> (Value, String) {
        let result = r#"{"resultType":"input_required","inputRequests":{"elicit-1":{"method":"elicitation/create","params":{
            "mode":"form","message":"Who?","requestedSchema":{"type":"object","properties":{
                "name":{"type":"string","title":"Your name"},
                "age":{"type":"integer","minimum":0,"description":"In years."},
                "sure":{"type":"boolean","default":true}},"required":["name"]}}}}}"#;
        answered(result, lines)
    }

    fn answered(result: &str, lines: &'static str) -> (Value, String) {
        let asked = Asked::by(result).unwrap().unwrap();
        let screen = Screen::default();
        let answer = Person::new(Cursor::new(lines), screen.clone()).answer(&asked.questions[0]).unwrap();
        let seen = screen.0.lock().unwrap().clone();
        (answer, String::from_utf8(seen).unwrap())
    }

    #[test]
    fn fields_are_asked_one_by_one() {
        let (answer, seen) = typed("Ada\n36\nn\n");
        assert_eq!(answer, json!({"action": "accept", "content": {"name": "Ada", "age": 36, "sure": false}}));
        assert_eq!(
            seen,
            "\nWho?\n(`:decline` says no, `:cancel` leaves it open)\n\
             Your name (text): In years.\nage (a whole number from 0) [none]: sure (yes or no) [yes]: "
        );
    }

    #[test]
    fn enter_keeps_the_default_and_leaves_out_what_may_be_left_out() {
        let (answer, _) = typed("Ada\r\n\n\n");
        assert_eq!(answer, json!({"action": "accept", "content": {"name": "Ada", "sure": true}}));
    }

    #[test]
    fn what_does_not_fit_is_asked_again() {
        let (answer, seen) = typed("\nAda\nold\n36\n\n");
        assert_eq!(answer["content"]["age"], 36);
        assert!(seen.contains("This must be filled in.\n"), "{seen}");
        assert!(seen.contains("`age` takes a whole number from 0, not `old`\n"), "{seen}");
    }

    #[test]
    fn a_form_may_be_declined_or_cancelled_at_any_field() {
        assert_eq!(typed("Ada\n:decline\n").0, json!({"action": "decline"}));
        assert_eq!(typed(" :cancel \n").0, json!({"action": "cancel"}));
        // The end of the input is no agreement.
        assert_eq!(typed("Ada\n36\n").0, json!({"action": "cancel"}));
    }

    #[test]
    fn a_page_is_shown_whole_and_opened_by_the_user_alone() {
        let result = r#"{"resultType":"input_required","inputRequests":{"visit-1":{"method":"elicitation/create","params":{
            "mode":"url","message":"Connect.","url":"https://example.com/a?b=c"}}}}"#;
        let (answer, seen) = answered(result, "\n");
        assert_eq!(answer, json!({"action": "accept"}));
        assert!(seen.contains("  https://example.com/a?b=c\n"), "{seen}");
        assert_eq!(answered(result, ":decline\n").0, json!({"action": "decline"}));
        assert_eq!(answered(result, "").0, json!({"action": "cancel"}));
    }
}
