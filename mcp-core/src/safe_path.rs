//! Paths from a URI that cannot leave the directory they are for.

use std::fmt;

use serde::de::Deserializer;
use serde_json::Value;

use crate::argument::FromText;
use crate::schema::Schema;
use crate::{Argument, Place};

/// A relative path that stays below wherever it is put: the value of `{+path}`, checked.
///
/// It has one or more names separated by `/`; none is `..`, `.` or empty, none holds `\`, a NUL or another control character,
/// nor an escape (`%2e`) that survived decoding. There is no way to the text as a file system path but through a directory
/// that resolves it and checks where it leads (`Directory` of the runtime), so that it cannot be joined by mistake.
///
/// ```
/// use taffrail::SafePath;
///
/// assert_eq!(SafePath::new("guides/start.md").unwrap().to_string(), "guides/start.md");
/// for escape in ["../etc/passwd", "/etc/passwd", "a/../../b", "a\\b", "%2e%2e/b", "a//b", ""] {
///     assert!(SafePath::new(escape).is_err(), "{escape}");
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SafePath(String);

impl SafePath {
    /// Checks a path that was decoded already.
    ///
    /// # Errors
    /// What is wrong, as the end of a sentence that starts with the argument.
    pub fn new(path: &str) -> Result<Self, &'static str> {
        if path.starts_with('/') {
            return Err("must be a relative path");
        }
        for name in path.split('/') {
            match name {
                "" => return Err("must not have an empty part"),
                "." | ".." => return Err("must not have `.` or `..` as a part"),
                name if name.contains('\\') || name.chars().any(char::is_control) => {
                    return Err("must not hold a backslash or a control character");
                }
                name if is_escaped(name) => return Err("must not hold an encoded character"),
                // A drive or a stream of a file, where such things exist.
                name if cfg!(windows) && name.contains(':') => return Err("must not hold a colon"),
                _ => {}
            }
        }
        Ok(Self(path.to_owned()))
    }

    /// Its names, from the top.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }

    /// The last name.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }
}

/// Whether `%` and two digits are left after decoding: somebody encoded twice.
fn is_escaped(name: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let bytes = name.as_bytes();
    (0..bytes.len()).any(|at| bytes[at] == b'%' && is_digit(bytes.get(at + 1)) && is_digit(bytes.get(at + 2)))
}

impl fmt::Display for SafePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Argument for SafePath {
    type Rule = ();

    fn schema((): &()) -> Schema {
        String::schema(&Default::default())
    }

    fn decode<'de, D: Deserializer<'de>>(
        input: D,
        (): &(),
        mut at: Place<'_>,
    ) -> Result<Option<Self>, D::Error> {
        let Some(text) = String::decode(input, &Default::default(), at.here())? else { return Ok(None) };
        Ok(checked(&text, at))
    }

    fn encode(&self) -> Value {
        Value::from(self.0.as_str())
    }
}

impl FromText for SafePath {
    type Rule = ();

    fn from_text(text: &str, (): &(), at: Place<'_>) -> Option<Self> {
        checked(text, at)
    }

    fn shown(&self) -> Value {
        self.encode()
    }
}

fn checked(text: &str, mut at: Place<'_>) -> Option<SafePath> {
    match SafePath::new(text) {
        Ok(path) => Some(path),
        Err(problem) => {
            at.refuse(problem);
            None
        }
    }
}

/// A type that a path from a URI may be read as: [`SafePath`], and nothing that could be joined to a directory unchecked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a contained path; use `SafePath`",
    label = "a path from a URI, unchecked",
    note = "`..`, `%2e%2e`, absolute paths and links would lead out of the directory",
    note = "take `path: SafePath` and `directory: &Directory` (`taffrail::Directory`, a field of the server's state), and write `directory.read(&path).await?`",
    note = "every variable of a `file:` URI is a path; in another URI, write `{{name}}` in place of `{{+name}}` for a part without `/`"
)]
pub trait ContainedPath: FromText {}

impl ContainedPath for SafePath {}

impl<T: ContainedPath> ContainedPath for Option<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn res_14_paths_that_lead_elsewhere_are_refused() {
        for path in [
            "..", "a/..", "../a", "./a", "/a", "//a", "a//b", "a/", "", "a\0b", "a\\..\\b", "%2e%2e",
            "a%2Fb", "a\nb",
        ] {
            assert!(SafePath::new(path).is_err(), "{path:?}");
        }
        for path in ["a", "a/b.md", "..a", "a..b/c", "100%", "50% off", "ä/日本"] {
            assert_eq!(SafePath::new(path).map(|path| path.to_string()), Ok(path.to_owned()));
        }
    }
}
