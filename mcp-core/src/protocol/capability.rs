//! What a client says it can do (*Basic > Per-request protocol fields*).

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::key;
use crate::Capability;

/// The declared capabilities of one request. Nothing is remembered from earlier ones.
#[derive(Clone, Debug, Default)]
pub struct ClientCapabilities(Value);

impl ClientCapabilities {
    /// Reads `…/clientCapabilities`; `None` unless it is an object.
    #[must_use]
    pub fn read(raw: &RawValue) -> Option<Self> {
        raw.get().parse().ok().filter(Value::is_object).map(Self)
    }

    /// Whether a capability is declared: its key holds an object, even an empty one. `elicitation: {}` means forms only.
    #[must_use]
    pub fn has(&self, capability: Capability) -> bool {
        let under = |name: &str, member: Option<&str>| {
            let declared = self.0.get(name).filter(|declared| declared.is_object());
            declared
                .is_some_and(|it| member.is_none_or(|member| it.get(member).is_some_and(Value::is_object)))
        };
        match capability {
            Capability::Elicitation => {
                // A client that names modes has exactly those.
                under("elicitation", Some("form"))
                    || (under("elicitation", None) && !under("elicitation", Some("url")))
            }
            Capability::ElicitationUrl => under("elicitation", Some("url")),
            Capability::Sampling => under("sampling", None),
            Capability::SamplingTools => under("sampling", Some("tools")),
            Capability::Roots => under("roots", None),
            // What is no object is no declaration, as for every capability.
            Capability::Tasks => under("extensions", Some(key::TASKS)),
        }
    }

    /// What is missing of what is needed, in the form of `requiredCapabilities`; `None` when nothing is.
    #[must_use]
    pub fn missing(&self, needed: &[Capability]) -> Option<Value> {
        let mut missing = json!({});
        for capability in needed.iter().filter(|capability| !self.has(**capability)) {
            let (name, member) = match capability {
                Capability::Elicitation => ("elicitation", None),
                Capability::ElicitationUrl => ("elicitation", Some("url")),
                Capability::Sampling => ("sampling", None),
                Capability::SamplingTools => ("sampling", Some("tools")),
                Capability::Roots => ("roots", None),
                Capability::Tasks => ("extensions", Some(key::TASKS)),
            };
            if missing.get(name).is_none() {
                missing[name] = json!({});
            }
            if let Some(member) = member {
                missing[name][member] = json!({});
            }
        }
        missing.as_object().is_some_and(|members| !members.is_empty()).then_some(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(declared: &Value, needed: &[Capability]) -> Option<Value> {
        let raw = serde_json::value::to_raw_value(declared).unwrap();
        ClientCapabilities::read(&raw).unwrap().missing(needed)
    }

    #[test]
    fn meta_11_missing_capabilities_are_an_object_of_objects() {
        let all = [Capability::Sampling, Capability::SamplingTools, Capability::ElicitationUrl];
        assert_eq!(
            missing(&json!({}), &all),
            Some(json!({"sampling": {"tools": {}}, "elicitation": {"url": {}}}))
        );
        assert_eq!(missing(&json!({"sampling": {}}), &[Capability::Sampling]), None);
    }

    #[test]
    fn meta_13_an_empty_object_declares_and_null_does_not() {
        assert_eq!(missing(&json!({"elicitation": {}}), &[Capability::Elicitation]), None);
        assert_eq!(
            missing(&json!({"elicitation": {}}), &[Capability::ElicitationUrl]),
            Some(json!({"elicitation": {"url": {}}}))
        );
        assert!(missing(&json!({"elicitation": null}), &[Capability::Elicitation]).is_some());
        assert!(missing(&json!({"elicitation": {"url": {}}}), &[Capability::Elicitation]).is_some());
    }
}
