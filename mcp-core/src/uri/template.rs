//! Templates whose variables can be read back from a URI: `{var}`, `{+path}` and `{?query}` of RFC 6570.

use std::borrow::Cow;

use super::{check_characters, check_scheme, decode};
use crate::TextArguments;

/// A URI with variables, such as `notes://{user}/{id}`.
///
/// Of RFC 6570 it takes the forms that can be matched back: `{var}`, one or more characters without `/`; `{+path}`, with `/`;
/// and `{?a,b}` at the end, each of which may be left out. Values are decoded once.
///
/// ```
/// use taffrail::uri::UriTemplate;
///
/// let template = UriTemplate::parse("notes://{user}/{id}{?lang}")?;
/// let found = template.matches("notes://ann%20b/7?lang=de").unwrap();
/// assert_eq!((found.get("user"), found.get("id"), found.get("lang")), (Some("ann b"), Some("7"), Some("de")));
/// assert!(template.matches("notes://ann/7/8").is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriTemplate {
    text: String,
    pub(super) parts: Vec<Part>,
    /// The variables of `{?…}`.
    pub(super) query: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Literal(String),
    /// `{var}`.
    Segment(String),
    /// `{+path}`.
    Path(String),
}

/// Nobody has URIs that are longer; matching needs memory in proportion.
const LONGEST: usize = 8192;

impl UriTemplate {
    /// Reads a template.
    ///
    /// # Errors
    /// What is wrong, as a clause.
    pub fn parse(text: &str) -> Result<Self, String> {
        check_scheme(text)?;
        let (mut parts, mut query) = (Vec::new(), Vec::new());
        let mut rest = text;
        while !rest.is_empty() {
            if !query.is_empty() {
                return Err(String::from("nothing may follow `{?…}`"));
            }
            let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
            if !literal.is_empty() {
                check_literal(literal)?;
                parts.push(Part::Literal(literal.to_owned()));
            }
            let Some(expression) = after.strip_prefix('{') else { break };
            let (expression, after) =
                expression.split_once('}').ok_or_else(|| String::from("a `{` has no `}`"))?;
            match expression.strip_prefix('?') {
                Some(names) => query = names.split(',').map(name).collect::<Result<_, _>>()?,
                None => parts.push(variable(expression, parts.last())?),
            }
            rest = after;
        }
        let template = Self { text: text.to_owned(), parts, query };
        template.check()?;
        Ok(template)
    }

    fn check(&self) -> Result<(), String> {
        let literals = || {
            self.parts.iter().filter_map(|part| match part {
                Part::Literal(text) => Some(text),
                _ => None,
            })
        };
        if !self.query.is_empty() && literals().any(|text| text.contains('?')) {
            return Err(String::from("a template has either a `?` or `{?…}`"));
        }
        let names: Vec<&str> = self.variables().collect();
        if names.is_empty() {
            return Err(String::from("it has no variables, so it is a URI and no template"));
        }
        match names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            Some((_, twice)) => Err(format!("the variable `{twice}` stands in it twice")),
            None => Ok(()),
        }
    }

    /// The template as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names of its variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let in_parts = self.parts.iter().filter_map(|part| match part {
            Part::Literal(_) => None,
            Part::Segment(name) | Part::Path(name) => Some(name.as_str()),
        });
        in_parts.chain(self.query.iter().map(String::as_str))
    }

    /// The values of its variables in a URI; `None` when the URI is not of this form.
    #[must_use]
    pub fn matches<'u>(&self, uri: &'u str) -> Option<TextArguments<'u>> {
        if uri.len() > LONGEST || !uri.is_ascii() {
            return None;
        }
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) if !self.query.is_empty() => (path, Some(query)),
            _ => (uri, None),
        };
        let mut found = self.match_parts(path)?;
        if let Some(query) = query {
            self.match_query(query, &mut found)?;
        }
        Some(TextArguments::from_pairs(found))
    }

    fn match_parts<'u>(&self, path: &'u str) -> Option<Vec<(Cow<'u, str>, Cow<'u, str>)>> {
        if let Some(Part::Literal(first)) = self.parts.first()
            && !path.starts_with(first.as_str())
        {
            return None;
        }
        let bytes = path.as_bytes();
        let ends = self.reachable(bytes);
        let can = |part: usize, at: usize| ends.get(part).and_then(|row| row.get(at)) == Some(&true);
        if !can(0, 0) {
            return None;
        }
        let (mut found, mut at) = (Vec::new(), 0);
        for (index, part) in self.parts.iter().enumerate() {
            let end = match part {
                Part::Literal(text) => at + text.len(),
                // The longest value that leaves a match for the rest.
                Part::Segment(_) | Part::Path(_) => {
                    let run = bytes.get(at..)?.iter().take_while(|byte| part.takes(**byte)).count();
                    (at + 1..=at + run).rev().find(|end| can(index + 1, *end))?
                }
            };
            if let Part::Segment(name) | Part::Path(name) = part {
                found.push((Cow::Owned(name.clone()), decode(path.get(at..end)?)?));
            }
            at = end;
        }
        Some(found)
    }

    /// For each part and position, whether the parts from there on match the text from there on. Filled from the end, so
    /// that no text makes matching slow.
    fn reachable(&self, bytes: &[u8]) -> Vec<Vec<bool>> {
        let mut last = vec![false; bytes.len() + 1];
        last[bytes.len()] = true;
        let mut rows = vec![last];
        for part in self.parts.iter().rev() {
            let mut row = vec![false; bytes.len() + 1];
            let next = &rows[rows.len() - 1];
            for at in (0..bytes.len()).rev() {
                row[at] = match part {
                    Part::Literal(text) => bytes[at..].starts_with(text.as_bytes()) && next[at + text.len()],
                    part => part.takes(bytes[at]) && (next[at + 1] || row[at + 1]),
                };
            }
            rows.push(row);
        }
        rows.reverse();
        rows
    }

    fn match_query<'u>(&self, query: &'u str, found: &mut Vec<(Cow<'u, str>, Cow<'u, str>)>) -> Option<()> {
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=')?;
            let known = self.query.iter().any(|known| known == name);
            let twice = found.iter().any(|(earlier, _)| earlier == name);
            if !known || twice || value.contains('#') {
                return None;
            }
            found.push((Cow::Borrowed(name), decode(value)?));
        }
        Some(())
    }
}

impl Part {
    /// Whether a value of the variable may hold a character.
    pub(super) fn takes(&self, byte: u8) -> bool {
        match self {
            Self::Literal(_) => false,
            Self::Segment(_) => byte.is_ascii_graphic() && !matches!(byte, b'/' | b'?' | b'#'),
            Self::Path(_) => byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#'),
        }
    }
}

fn check_literal(literal: &str) -> Result<(), String> {
    if literal.contains('}') {
        return Err(String::from("a `}` has no `{`"));
    }
    if literal.contains('#') {
        return Err(String::from("a template has no fragment (`#`)"));
    }
    check_characters(literal)
}

fn variable(expression: &str, before: Option<&Part>) -> Result<Part, String> {
    if matches!(before, Some(Part::Segment(_) | Part::Path(_))) {
        return Err(format!(
            "`{{{expression}}}` follows a variable at once, so nobody can tell where one ends; put something between them"
        ));
    }
    match expression.strip_prefix('+') {
        Some(path) => name(path).map(Part::Path),
        None => name(expression).map(Part::Segment),
    }
}

fn name(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !text.is_empty() && text.chars().all(is_part) && !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "`{{{text}}}` cannot be matched back; a template takes `{{var}}`, `{{+path}}` and `{{?query}}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
        let found = UriTemplate::parse(template).unwrap().matches(uri)?;
        Some(found.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    fn pairs(pairs: &[(&str, &str)]) -> Option<Vec<(String, String)>> {
        Some(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn res_08_the_three_forms_are_matched_back() {
        assert_eq!(read("test://template/{id}/data", "test://template/123/data"), pairs(&[("id", "123")]));
        assert_eq!(read("test://template/{id}/data", "test://template/1/2/data"), None);
        assert_eq!(read("test://template/{id}/data", "test://template//data"), None);
        assert_eq!(read("file:///{+path}", "file:///a/b%20c.md"), pairs(&[("path", "a/b c.md")]));
        assert_eq!(read("x:{+path}/raw", "x:a/raw/raw"), pairs(&[("path", "a/raw")]));
        assert_eq!(read("x:{name}.{ext}", "x:a.b.c"), pairs(&[("name", "a.b"), ("ext", "c")]));
        assert_eq!(read("x:a{?q,lang}", "x:a"), pairs(&[]));
        assert_eq!(read("x:a{?q,lang}", "x:a?lang=de&q="), pairs(&[("lang", "de"), ("q", "")]));
        for uri in ["x:a?r=1", "x:a?q=1&q=2", "x:a?q", "x:a?", "x:a?q=1#f", "x:b?q=1"] {
            assert_eq!(read("x:a{?q,lang}", uri), None, "{uri}");
        }
        assert_eq!(read("x:{a}?k={b}", "x:1?k=2"), pairs(&[("a", "1"), ("b", "2")]));
    }

    #[test]
    fn values_that_are_no_text_match_nothing() {
        for uri in ["x:%ff", "x:%", "x:%1", "x:ä", "x:"] {
            assert_eq!(read("x:{a}", uri), None, "{uri}");
        }
        assert_eq!(read("x:{a}", &format!("x:{}", "a".repeat(LONGEST))), None);
    }

    #[test]
    fn gr_122_other_forms_are_refused_with_a_reason() {
        for (template, reason) in [
            ("notes/{id}", "not absolute"),
            ("Notes:{id}", "no scheme"),
            ("x:{#id}", "matched back"),
            ("x:{/id}", "matched back"),
            ("x:{&id}", "matched back"),
            ("x:{id*}", "matched back"),
            ("x:{id:3}", "matched back"),
            ("x:{a,b}", "matched back"),
            ("x:{}", "matched back"),
            ("x:{a}{b}", "follows a variable"),
            ("x:{a}/{a}", "twice"),
            ("x:{?q}/b", "nothing may follow"),
            ("x:?a=1{?q}", "either"),
            ("x:{a", "has no `}`"),
            ("x:a}{b}", "has no `{`"),
            ("x:a b{c}", "space"),
            ("x:a#{c}", "fragment"),
            ("x:abc", "no variables"),
            ("{scheme}:abc", "not absolute"),
        ] {
            let error = UriTemplate::parse(template).unwrap_err();
            assert!(error.contains(reason), "{template}: {error}");
        }
    }
}
