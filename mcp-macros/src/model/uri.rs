//! URIs and templates of URIs as the compiler sees them: literals. The library reads the same ones again when a server is
//! assembled, where it also takes those that no literal gives.

/// What a variable of a template takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `{var}`.
    Segment,
    /// `{+path}`.
    Path,
    /// `{?query}`.
    Query,
}

/// A variable of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) form: Form,
}

/// What is wrong with a URI: a clause, and what to write instead.
pub(crate) type Problem = (String, Option<String>);

/// The variables of a template; none, for a URI.
pub(crate) fn variables(text: &str) -> Result<Vec<Variable>, Problem> {
    check_scheme(text)?;
    let (mut found, mut rest, mut after_variable) = (Vec::new(), text, false);
    while !rest.is_empty() {
        if found.iter().any(|variable: &Variable| variable.form == Form::Query) {
            return Err((
                String::from("nothing may follow `{?…}`"),
                Some(String::from("move it to the end")),
            ));
        }
        let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
        check_characters(literal, rest.len() < text.len() || !after.is_empty())?;
        let Some(expression) = after.strip_prefix('{') else { break };
        let (expression, after) = expression.split_once('}').ok_or_else(|| {
            let name = expression.split('/').next().unwrap_or_default();
            (String::from("a `{` has no `}`"), Some(format!("close it: `{{{name}}}`")))
        })?;
        let of_expression = expressions(expression)?;
        let is_query = of_expression.iter().all(|variable| variable.form == Form::Query);
        if after_variable && literal.is_empty() && !is_query {
            return Err((
                format!(
                    "`{{{expression}}}` directly follows another variable, so nobody can tell where one ends"
                ),
                Some(String::from("put something between them, such as `/`")),
            ));
        }
        if is_query && text.split('{').next().is_some_and(|before| before.contains('?')) {
            return Err((
                String::from("a template has either a `?` or `{?…}`"),
                Some(String::from("write what follows the `?` as a variable too: `{?a,b}`")),
            ));
        }
        found.extend(of_expression);
        (rest, after_variable) = (after, true);
    }
    Ok(found)
}

/// The scheme, if a URI has one of these.
pub(crate) fn has_scheme(uri: &str, schemes: &[&str]) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| schemes.contains(&scheme))
}

fn check_scheme(text: &str) -> Result<(), Problem> {
    let scheme = text.split_once(':').filter(|(scheme, _)| !scheme.contains(['/', '?', '#', '{']));
    let Some((scheme, rest)) = scheme else {
        let better = with_scheme(text.trim_matches('/'));
        return Err((
            String::from("is not an absolute URI"),
            Some(format!("begin with a scheme of your own, for example `{better}`")),
        ));
    };
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '+' | '-' | '.');
    if !scheme.starts_with(|first: char| first.is_ascii_lowercase()) || !scheme.chars().all(is_part) {
        let lower = scheme.to_ascii_lowercase();
        let fits = lower.starts_with(|first: char| first.is_ascii_lowercase()) && lower.chars().all(is_part);
        return Err((
            format!(
                "begins with `{scheme}:`, which is not a scheme: one begins with a lower-case letter and has lower-case letters, digits, `+`, `-` and `.` only"
            ),
            fits.then(|| format!("write `{lower}:`")),
        ));
    }
    if rest.is_empty() {
        return Err((
            String::from("has nothing after its scheme"),
            Some(format!("say which resource it is, for example `{scheme}://index` or `{scheme}://{{id}}`")),
        ));
    }
    Ok(())
}

/// What stands before the first `/` is the scheme that is meant, if it can be one.
fn with_scheme(text: &str) -> String {
    let named = text.split_once('/').map(|(scheme, rest)| format!("{scheme}://{rest}"));
    let named = named.filter(|uri| variables(uri).is_ok());
    named.unwrap_or_else(|| format!("notes://{}", if text.is_empty() { "index" } else { text }))
}

fn check_characters(literal: &str, is_template: bool) -> Result<(), Problem> {
    const MARKS: &str = "-._~:/?#[]@!$&'()*+,;=";
    let mut rest = literal.chars();
    while let Some(c) = rest.next() {
        let problem = match c {
            '%' if rest.by_ref().take(2).filter(char::is_ascii_hexdigit).count() == 2 => continue,
            '%' => (
                String::from("has a `%` that no two hexadecimal digits follow"),
                Some(String::from("write `%25`")),
            ),
            ' ' => (String::from("has a space"), Some(String::from("write `%20`"))),
            '}' => (
                String::from("has a `}` without `{`"),
                Some(String::from("write `{name}` for a variable, `%7D` for the character")),
            ),
            '#' if is_template => (
                String::from("is a template with a fragment (`#`)"),
                Some(String::from("leave the fragment out")),
            ),
            c if c.is_ascii_alphanumeric() || MARKS.contains(c) => continue,
            c if c.is_control() => (
                String::from("has a control character"),
                Some(format!("remove it, or write `{}`", encoded(c))),
            ),
            c => (
                format!("has a `{c}`, which a URI cannot hold as it is"),
                Some(format!("write `{}`", encoded(c))),
            ),
        };
        return Err(problem);
    }
    Ok(())
}

fn encoded(c: char) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn expressions(expression: &str) -> Result<Vec<Variable>, Problem> {
    let one = |name: &str, form| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name =
            !name.is_empty() && name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit());
        if is_name { Ok(Variable { name: name.to_owned(), form }) } else { Err(unmatchable(expression)) }
    };
    if let Some(names) = expression.strip_prefix('?') {
        return names.split(',').map(|name| one(name, Form::Query)).collect();
    }
    match expression.strip_prefix('+') {
        Some(path) => Ok(vec![one(path, Form::Path)?]),
        None => Ok(vec![one(expression, Form::Segment)?]),
    }
}

fn unmatchable(expression: &str) -> Problem {
    (format!("has `{{{expression}}}`, which cannot be read back from a URI"), Some(readable(expression)))
}

/// The same variables in forms that can be read back.
fn readable(expression: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names =
        expression.split(|c| !is_part(c)).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    match names.collect::<Vec<_>>().as_slice() {
        [] => String::from("write `{var}` for a part without `/`, `{+path}` for one with `/`"),
        [name] => format!("write `{{{name}}}` for a part without `/`, `{{+{name}}}` for one with `/`"),
        names => format!("write `{{{}}}`, or `{{?{}}}` at the end", names.join("}/{"), names.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, variables};

    fn names(text: &str) -> Vec<(String, Form)> {
        variables(text).unwrap().into_iter().map(|variable| (variable.name, variable.form)).collect()
    }

    #[test]
    fn gr_121_variables_are_found_in_their_forms() {
        assert_eq!(names("notes://index"), []);
        assert_eq!(
            names("x://{a}/b/{+c}{?d,e}"),
            [
                ("a".into(), Form::Segment),
                ("c".into(), Form::Path),
                ("d".into(), Form::Query),
                ("e".into(), Form::Query)
            ]
        );
    }

    #[test]
    fn gr_122_what_is_no_uri_is_told_with_what_to_write() {
        for (text, problem) in [
            ("notes/{id}", "not an absolute URI"),
            ("/notes", "not an absolute URI"),
            ("Notes:a", "scheme"),
            ("1x:a", "scheme"),
            ("x:", "nothing after"),
            ("x:a b", "space"),
            ("x:ä", "`ä`"),
            ("x:%zz", "hexadecimal"),
            ("x:a}b", "without `{`"),
            ("x:{a", "no `}`"),
            ("x:{a}#b", "fragment"),
            ("x:{#a}", "read back"),
            ("x:{a*}", "read back"),
            ("x:{a,b}", "read back"),
            ("x:{a}{b}", "follows another variable"),
            ("x:{?a}/b", "nothing may follow"),
        ] {
            let (said, _) = variables(text).unwrap_err();
            assert!(said.contains(problem), "{text}: {said}");
        }
        assert!(variables("x:a#b").is_ok());
    }
}
