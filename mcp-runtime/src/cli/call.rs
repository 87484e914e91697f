//! `call`: arguments from words, results to text.

use super::client::Listed;
use super::pretty;
use super::usage::{Usage, nearest};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt::Write;

/// The arguments of a call, as the text of a JSON object. Numbers keep their digits.
pub(crate) fn arguments(tool: &Listed, words: &[String]) -> Result<Box<RawValue>, Usage> {
    if let [word] = words
        && word.trim_start().starts_with('{')
    {
        let object: Result<Box<RawValue>, _> = serde_json::from_str(word);
        return object.map_err(|_| Usage::NotKeyValue { argument: word.clone() });
    }
    let mut given = Given::default();
    let faults: Vec<_> = words.iter().filter_map(|word| given.take(tool, word).err()).collect();
    if let Some(usage) = Usage::all(faults) {
        return Err(usage);
    }
    let mut text = String::from("{");
    for (index, (key, values, is_list)) in given.0.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let joined = values.join(",");
        let (open, close) = if *is_list { ("[", "]") } else { ("", "") };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{}:{open}{joined}{close}", Value::from(*key));
    }
    text.push('}');
    RawValue::from_string(text).map_err(|error| Usage::NotKeyValue { argument: error.to_string() })
}

/// Arguments by name: the JSON of their values, and whether these are the items of a list.
#[derive(Default)]
struct Given<'a>(Vec<(&'a str, Vec<String>, bool)>);

impl<'a> Given<'a> {
    /// Takes one `key=value`.
    fn take(&mut self, tool: &Listed, word: &'a str) -> Result<(), Usage> {
        let (key, value) =
            word.split_once('=').ok_or_else(|| Usage::NotKeyValue { argument: word.into() })?;
        let properties = &tool.input_schema.properties;
        let schema = properties.get(key).ok_or_else(|| Usage::UnknownArgument {
            tool: tool.name.clone(),
            key: key.into(),
            nearest: nearest(key, properties.0.iter().map(|(name, _)| &**name)),
        })?;
        let is_list = schema["type"] == "array" && !value.trim_start().starts_with('[');
        let value = typed(key, value, if is_list { &schema["items"] } else { schema })?;
        match self.0.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, values, true)) if is_list => values.push(value),
            Some(_) => return Err(Usage::Twice { key: key.into() }),
            None => self.0.push((key, vec![value], is_list)),
        }
        Ok(())
    }
}

/// One value in the JSON that its schema asks for.
fn typed(key: &str, value: &str, schema: &Value) -> Result<String, Usage> {
    let wrong = |expected| Usage::WrongType { key: key.into(), expected, value: value.into() };
    let parsed = || serde_json::from_str::<Value>(value).ok();
    match schema["type"].as_str() {
        // `1.0` is an integer too (JSON Schema 2020-12). The text goes on as it is, so that large numbers keep their digits.
        Some("integer") => match parsed() {
            Some(Value::Number(number)) if !number.as_f64().is_some_and(|value| value.fract() != 0.0) => {
                Ok(value.into())
            }
            _ => Err(wrong("a whole number")),
        },
        Some("number") => match parsed() {
            Some(Value::Number(_)) => Ok(value.into()),
            _ => Err(wrong("a number")),
        },
        Some("boolean") => match value {
            "true" | "false" => Ok(value.into()),
            _ => Err(wrong("`true` or `false`")),
        },
        Some("array") => match parsed() {
            Some(Value::Array(_)) => Ok(value.into()),
            _ => Err(wrong("a JSON array")),
        },
        Some("object") => match parsed() {
            Some(Value::Object(_)) => Ok(value.into()),
            _ => Err(wrong("a JSON object")),
        },
        Some("string") => Ok(Value::from(value).to_string()),
        // A schema of another kind: JSON where it is JSON, else text.
        _ => Ok(parsed().map_or_else(|| Value::from(value).to_string(), |_| value.into())),
    }
}

/// A result for people and pipes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

pub(crate) fn shown(result: &RawValue) -> Shown {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Result {
        #[serde(default)]
        content: Vec<Value>,
        #[serde(default)]
        is_error: bool,
        structured_content: Option<Box<RawValue>>,
    }
    let Ok(result) = serde_json::from_str::<Result>(result.get()) else {
        return Shown { text: result.get().to_owned(), is_error: false };
    };
    let structured = result.structured_content.as_ref().map(|structured| structured.get());
    let blocks = result.content.iter().map(block);
    // The block that repeats the structured content is for models; people get it indented.
    let blocks: Vec<_> =
        blocks.map(|text| if structured == Some(&text) { pretty::indented(&text) } else { text }).collect();
    Shown { text: blocks.join("\n"), is_error: result.is_error }
}

/// A content block as text.
pub(super) fn block(block: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match block["type"].as_str() {
        Some("text") => text(&block["text"]),
        Some("resource") if block["resource"]["text"].is_string() => text(&block["resource"]["text"]),
        Some("resource") => format!("[resource {}]", text(&block["resource"]["uri"])),
        Some("resource_link") => format!("[link {}]", text(&block["uri"])),
        Some(kind) => {
            let size = block["data"].as_str().map_or(0, str::len) / 4 * 3;
            format!("[{kind} {}, about {size} bytes; `--json` shows it]", text(&block["mimeType"]))
        }
        None => block.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tool() -> Listed {
        serde_json::from_value(json!({
            "name": "find",
            "inputSchema": {"type": "object", "properties": {
                "days": {"type": "integer"}, "share": {"type": "number"}, "all": {"type": "boolean"},
                "name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
                "filter": {"type": "object"},
            }},
        }))
        .unwrap()
    }

    fn made(words: &[&str]) -> Result<String, String> {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        arguments(&tool(), &words).map(|raw| raw.get().to_owned()).map_err(|usage| usage.to_string())
    }

    #[test]
    fn values_take_the_type_of_the_schema() {
        assert_eq!(
            made(&["days=9007199254740993", "share=0.5", "all=true", "name=7", "tags=a", "tags=b=\"c\"", "filter={\"x\":1}"]),
            Ok(r#"{"days":9007199254740993,"share":0.5,"all":true,"name":"7","tags":["a","b=\"c\""],"filter":{"x":1}}"#.into())
        );
        assert_eq!(made(&["days=1.0"]), Ok(r#"{"days":1.0}"#.into()));
        assert_eq!(made(&["days=-2e3"]), Ok(r#"{"days":-2e3}"#.into()));
        assert_eq!(made(&[r#"tags=["a"]"#]), Ok(r#"{"tags":["a"]}"#.into()));
        assert_eq!(made(&[r#"{"days": 3}"#]), Ok(r#"{"days": 3}"#.into()));
        assert_eq!(made(&[]), Ok("{}".into()));
    }

    #[test]
    fn what_does_not_fit_the_schema_is_told() {
        assert_eq!(made(&["days=three"]), Err("`days` takes a whole number, not `three`".into()));
        assert_eq!(made(&["days=1.5"]), Err("`days` takes a whole number, not `1.5`".into()));
        assert_eq!(made(&["days="]), Err("`days` takes a whole number, not ``".into()));
        assert_eq!(made(&["all=yes"]), Err("`all` takes `true` or `false`, not `yes`".into()));
        assert_eq!(
            made(&["day=3"]),
            Err("the tool `find` has no argument `day`; did you mean `days`?".into())
        );
        assert_eq!(made(&["days=3", "days=4"]), Err("`days` is given twice and takes one value".into()));
        assert_eq!(made(&["days"]), Err("`days` is neither `key=value` nor a JSON object".into()));
        assert_eq!(made(&["{nope"]), Err("`{nope` is neither `key=value` nor a JSON object".into()));
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        assert_eq!(
            made(&["dayz=3", "all=yes", "share=0.5", "nmae=x"]),
            Err("the tool `find` has no argument `dayz`; did you mean `days`?\n\
                 `all` takes `true` or `false`, not `yes`\n\
                 the tool `find` has no argument `nmae`; did you mean `name`?"
                .into())
        );
    }

    #[test]
    fn results_are_text_and_say_what_is_not() {
        let result = RawValue::from_string(
            json!({"content": [{"type": "text", "text": "two\nlines"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}],
                   "isError": true})
            .to_string(),
        )
        .unwrap();
        let text = "two\nlines\n[image image/png, about 3 bytes; `--json` shows it]".into();
        assert_eq!(shown(&result), Shown { text, is_error: true });
    }
}
