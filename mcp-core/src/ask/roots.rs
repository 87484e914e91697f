//! The client's root directories. A deprecated feature of the protocol, behind the feature `roots`.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::{Place, Question, QuestionKind};
use crate::{Context, Failure};

/// A directory that the client says the user works in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Its address; `file://` in all that count.
    pub uri: String,
    /// Its name for people.
    pub name: Option<String>,
}

/// The directories that the client says the user works in. Guidance, and no access control: the client is not trusted
/// (*Roots > Security Considerations*).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots(Vec<Root>);

impl Roots {
    fn read(response: &Value) -> Self {
        let roots = response["roots"].as_array().map(Vec::as_slice).unwrap_or_default();
        let root = |root: &Value| {
            let uri = root["uri"].as_str()?;
            let name = root["name"].as_str().map(str::to_owned);
            uri.starts_with("file://").then(|| Root { uri: uri.to_owned(), name })
        };
        Self(roots.iter().filter_map(root).collect())
    }

    /// The roots; what is no `file://` address is left out.
    pub fn iter(&self) -> impl Iterator<Item = &Root> {
        self.0.iter()
    }

    /// A path inside one of the roots, without `.` and `..`; relative paths start at the first root. Symbolic links are not
    /// followed here: resolve them before you rely on the result.
    ///
    /// # Errors
    /// A failure of category `validation`, when the path is in none of them.
    pub fn within(&self, path: impl AsRef<Path>) -> Result<PathBuf, Failure> {
        let path = path.as_ref();
        let roots: Vec<PathBuf> = self.0.iter().filter_map(|root| directory(&root.uri)).collect();
        let base = roots.first().map(|root| root.join(path));
        let inside =
            base.as_deref().and_then(plain).filter(|path| roots.iter().any(|root| path.starts_with(root)));
        inside.ok_or_else(|| {
            let listed: Vec<String> = roots.iter().map(|root| format!("`{}`", root.display())).collect();
            Failure::validation(format!(
                "`{}` is outside of the directories that the user works in",
                path.display()
            ))
            .accepts(format!("paths inside {}", listed.join(", ")))
        })
    }
}

/// The directory of a `file://` address.
fn directory(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    if !path.starts_with('/') {
        return None;
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.extend(u8::try_from(high * 16 + low));
                rest = &after[2..];
            }
            (b'%', ..) => return None,
            (byte, ..) => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    plain(Path::new(&String::from_utf8(bytes).ok()?))
}

/// The path without `.` and `..`; `None` when it climbs above its start or is not absolute.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            part => plain.push(part),
        }
    }
    plain.is_absolute().then_some(plain)
}

impl Context {
    /// Asks the client for its root directories. The tool says `needs(roots)`.
    ///
    /// # Errors
    /// When the answer could not be had.
    #[deprecated(
        note = "roots are deprecated since 2026-07-28; take directories as parameters, resource URIs or configuration"
    )]
    pub async fn roots(&self) -> Result<Roots, Failure> {
        let key = Place::next(self, QuestionKind::Roots).key(QuestionKind::Roots);
        self.roots_as(key).await
    }

    /// As [`roots`](Self::roots), with a name of its own on the wire.
    ///
    /// # Errors
    /// When the answer could not be had.
    #[deprecated(
        note = "roots are deprecated since 2026-07-28; take directories as parameters, resource URIs or configuration"
    )]
    pub async fn roots_keyed(&self, key: &'static str) -> Result<Roots, Failure> {
        self.roots_as(key.into()).await
    }

    async fn roots_as(&self, key: String) -> Result<Roots, Failure> {
        let response = self.ask(Question::new(key, QuestionKind::Roots, "{}".into())).await?;
        Ok(Roots::read(&response))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn root_02_paths_outside_of_the_roots_are_refused() {
        let roots = Roots::read(&json!({"roots": [
            {"uri": "file:///home/ada/my%20work", "name": "Work"}, {"uri": "https://example.com/"}, {"uri": "file:///srv"},
        ]}));
        assert_eq!(roots.iter().count(), 2);
        for (path, inside) in [
            ("notes/a.txt", Some("/home/ada/my work/notes/a.txt")),
            ("./notes/../b.txt", Some("/home/ada/my work/b.txt")),
            ("/srv/data", Some("/srv/data")),
            ("../secrets", None),
            ("/etc/passwd", None),
            ("/home/ada/my workshop", None),
            ("/srv/../etc", None),
            ("../../../../../../..", None),
        ] {
            assert_eq!(roots.within(path).ok(), inside.map(PathBuf::from), "{path}");
        }
        assert!(Roots::default().within("a").is_err());
    }
}
