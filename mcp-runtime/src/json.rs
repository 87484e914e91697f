//! Objects as JSON.

use serde_json::{Map, Value};

/// An object of these members. The macro of `serde_json` would bring a map of its own into every binary.
pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut object = Value::Object(Map::new());
    for (name, value) in members {
        object[name] = value;
    }
    object
}
