//! Objects that are read seldom, all by one reader: a struct with `Deserialize` is a reader of its own in every binary.

use serde::de::{IgnoredAny, MapAccess};
use serde_json::value::RawValue;

use crate::argument::found::{Found, Name, Reader, read};

/// The members of these names, unread; `None` unless `json` is one object that has none of them twice. Others do not count.
///
/// ```
/// use taffrail::protocol::members;
///
/// let [name, version] = members(r#"{"version":"1.0","name":"x","title":7}"#, ["name", "version"]).unwrap();
/// assert_eq!((name.unwrap().get(), version.unwrap().get()), (r#""x""#, r#""1.0""#));
/// assert!(members(r#"{"name":"x","name":"y"}"#, ["name"]).is_none());
/// assert!(members("[]", ["name"]).is_none());
/// ```
#[must_use]
pub fn members<'a, const COUNT: usize>(
    json: &'a str,
    names: [&str; COUNT],
) -> Option<[Option<&'a RawValue>; COUNT]> {
    let mut values = [None; COUNT];
    let twice = fill(json, &names, &mut values)?;
    (!twice).then_some(values)
}

/// The member of a name, the last one where there are several; `None` where there is none, and unless `json` is one object.
#[must_use]
pub fn last_member<'a>(json: &'a str, name: &str) -> Option<&'a RawValue> {
    let mut value = [None];
    fill(json, &[name], &mut value)?;
    value[0]
}

/// Whether one of the names is there twice; `None` unless `json` is one object.
fn fill<'a>(json: &'a str, names: &[&str], values: &mut [Option<&'a RawValue>]) -> Option<bool> {
    let mut input = serde_json::Deserializer::from_str(json);
    let twice = read(&mut input, MembersReader { names, values }).ok()?;
    input.end().ok()?;
    twice
}

struct MembersReader<'a, 'de> {
    names: &'a [&'a str],
    /// A place for each name.
    values: &'a mut [Option<&'de RawValue>],
}

impl<'de> Reader<'de> for MembersReader<'_, 'de> {
    type Value = Option<bool>;

    fn found(self, _: Found<'de>) -> Option<bool> {
        None
    }

    fn object<A: MapAccess<'de>>(self, mut members: A) -> Result<Option<bool>, A::Error> {
        let mut twice = false;
        while let Some(Name(name)) = members.next_key()? {
            let at = self.names.iter().position(|wanted| *wanted == name);
            match at.and_then(|at| self.values.get_mut(at)) {
                Some(value) => twice |= value.replace(members.next_value()?).is_some(),
                None => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Some(twice))
    }
}
