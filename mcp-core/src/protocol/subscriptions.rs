//! `subscriptions/listen` and its notifications on the wire (*Subscriptions*).

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Id, key, members};

/// A kind of change that clients can listen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// Another list of tools.
    Tools,
    /// Another list of prompts.
    Prompts,
    /// Another list of resources or templates.
    Resources,
    /// Other contents of a resource.
    Contents,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Changed {
    /// Another list of tools.
    Tools,
    /// Another list of prompts.
    Prompts,
    /// Another list of resources or templates.
    Resources,
    /// Other contents of the resource of this URI.
    Contents(String),
}

impl Changed {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> Change {
        match self {
            Self::Tools => Change::Tools,
            Self::Prompts => Change::Prompts,
            Self::Resources => Change::Resources,
            Self::Contents(_) => Change::Contents,
        }
    }

    const fn method(&self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
            Self::Contents(_) => "notifications/resources/updated",
        }
    }
}

/// What a subscription wants to hear of: what a client asked for, or the part of it that the server honours.
///
/// ```
/// use serde_json::value::RawValue;
/// use taffrail::protocol::{Change, Changed, SubscriptionFilter};
///
/// let asked = RawValue::from_string(r#"{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]}"#.into())?;
/// let filter = SubscriptionFilter::read(&asked).unwrap();
/// assert!(filter.wants(&Changed::Tools) && !filter.wants(&Changed::Prompts));
/// assert!(filter.wants(&Changed::Contents("file:///a/b".into())));
/// assert_eq!(filter.within(&[Change::Tools]).to_json(), r#"{"toolsListChanged":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubscriptionFilter {
    tools_list_changed: bool,
    prompts_list_changed: bool,
    resources_list_changed: bool,
    /// Sorted, as they are looked up.
    resource_subscriptions: Vec<String>,
    /// Sorted.
    task_ids: Vec<String>,
}

impl SubscriptionFilter {
    /// Reads `params.notifications`. What is unknown in it is ignored.
    ///
    /// # Errors
    /// A sentence, when a member has another type than the specification says, or a URI is none.
    pub fn read(raw: &RawValue) -> Result<Self, String> {
        const SHAPE: &str = "`notifications` must be an object of `toolsListChanged`, `promptsListChanged` and \
                             `resourcesListChanged`, each true or false, `resourceSubscriptions`, a list of URIs, and `taskIds`, a list of strings";
        let filter = Self::of_members(raw.get()).ok_or(SHAPE)?;
        for uri in &filter.resource_subscriptions {
            crate::uri::check(uri)
                .map_err(|problem| format!("`{uri}` in `resourceSubscriptions`: {problem}"))?;
        }
        Ok(filter)
    }

    /// `None` when it is no object, or a member of another type than it should be.
    fn of_members(json: &str) -> Option<Self> {
        let [tools, prompts, resources, uris, task_ids] = members(
            json,
            [
                "toolsListChanged",
                "promptsListChanged",
                "resourcesListChanged",
                "resourceSubscriptions",
                "taskIds",
            ],
        )?;
        Some(Self {
            tools_list_changed: truth(tools)?,
            prompts_list_changed: truth(prompts)?,
            resources_list_changed: truth(resources)?,
            resource_subscriptions: texts(uris)?,
            task_ids: texts(task_ids)?,
        })
    }

    /// What a client of an earlier revision is told of: all lists, and the resources that it has named one by one.
    #[must_use]
    pub fn legacy(resources: Vec<String>) -> Self {
        Self {
            tools_list_changed: true,
            prompts_list_changed: true,
            resources_list_changed: true,
            resource_subscriptions: sorted(resources),
            task_ids: Vec::new(),
        }
    }

    /// The part of it that is of these kinds. Tasks are no kind of change: which of them are known is not decided here.
    #[must_use]
    pub fn within(self, kinds: &[Change]) -> Self {
        Self {
            tools_list_changed: self.tools_list_changed && kinds.contains(&Change::Tools),
            prompts_list_changed: self.prompts_list_changed && kinds.contains(&Change::Prompts),
            resources_list_changed: self.resources_list_changed && kinds.contains(&Change::Resources),
            resource_subscriptions: if kinds.contains(&Change::Contents) {
                self.resource_subscriptions
            } else {
                Vec::new()
            },
            task_ids: Vec::new(),
        }
    }

    /// The tasks that it names, each once.
    #[must_use]
    pub fn task_ids(&self) -> &[String] {
        &self.task_ids
    }

    /// The same, with these tasks.
    #[must_use]
    pub fn with_task_ids(self, task_ids: Vec<String>) -> Self {
        Self { task_ids: sorted(task_ids), ..self }
    }

    /// How many resources it names.
    #[must_use]
    pub fn resources(&self) -> usize {
        self.resource_subscriptions.len()
    }

    /// Whether a change is wanted. A resource is wanted when it is named, or is part of one that is.
    #[must_use]
    pub fn wants(&self, changed: &Changed) -> bool {
        match changed {
            Changed::Tools => self.tools_list_changed,
            Changed::Prompts => self.prompts_list_changed,
            Changed::Resources => self.resources_list_changed,
            Changed::Contents(uri) => self.named(uri).is_some(),
        }
    }

    /// The named resource that a URI is, or is part of.
    #[must_use]
    pub fn named(&self, uri: &str) -> Option<&str> {
        let find = |uri: &str| {
            let at = self.resource_subscriptions.binary_search_by(|named| (**named).cmp(uri)).ok()?;
            self.resource_subscriptions.get(at).map(String::as_str)
        };
        // Whatever a URI is part of is one of its beginnings: looked up, not searched for.
        let ends = uri.char_indices().rev().filter(|(_, c)| matches!(c, '/' | '?' | '#')).map(|(at, _)| at);
        find(uri).or_else(|| ends.into_iter().find_map(|at| find(&uri[..at]).or_else(|| find(&uri[..=at]))))
    }

    /// The filter as it is acknowledged.
    #[must_use]
    pub fn to_json(&self) -> String {
        let wanted = |wanted: bool| wanted.then(|| String::from("true"));
        let named = |texts: &[String]| (!texts.is_empty()).then(|| Value::from(texts).to_string());
        let members = [
            ("toolsListChanged", wanted(self.tools_list_changed)),
            ("promptsListChanged", wanted(self.prompts_list_changed)),
            ("resourcesListChanged", wanted(self.resources_list_changed)),
            ("resourceSubscriptions", named(&self.resource_subscriptions)),
            ("taskIds", named(&self.task_ids)),
        ];
        let members = members.into_iter().filter_map(|(name, value)| Some(format!("\"{name}\":{}", value?)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    }
}

/// Whether something is wanted; it is not where nothing is said.
fn truth(raw: Option<&RawValue>) -> Option<bool> {
    match raw.map(RawValue::get) {
        Some("true") => Some(true),
        None | Some("false") => Some(false),
        Some(_) => None,
    }
}

fn texts(raw: Option<&RawValue>) -> Option<Vec<String>> {
    let Some(raw) = raw else { return Some(Vec::new()) };
    let Value::Array(items) = raw.get().parse().ok()? else { return None };
    let texts = items.into_iter().map(|item| if let Value::String(text) = item { Some(text) } else { None });
    texts.collect::<Option<_>>().map(sorted)
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Writes the notifications of one subscription; each names the request that opened it, where there was one.
#[derive(Clone, Debug)]
pub struct SubscriptionWriter {
    id: Option<Id<'static>>,
}

impl SubscriptionWriter {
    /// A writer for the subscription that a request opened.
    #[must_use]
    pub fn new(id: Id<'static>) -> Self {
        Self { id: Some(id) }
    }

    /// A writer for clients of earlier revisions, which are told of changes without having opened anything.
    #[must_use]
    pub fn legacy() -> Self {
        Self { id: None }
    }

    /// The first message: what of the filter is honoured.
    #[must_use]
    pub fn acknowledged(&self, honoured: &SubscriptionFilter) -> Vec<u8> {
        let filter = format!(",\"notifications\":{}", honoured.to_json());
        self.written("notifications/subscriptions/acknowledged", &filter)
    }

    /// A change.
    #[must_use]
    pub fn changed(&self, changed: &Changed) -> Vec<u8> {
        let uri = match changed {
            Changed::Contents(uri) => format!(",\"uri\":{}", Value::from(uri.as_str())),
            _ => String::new(),
        };
        self.written(changed.method(), &uri)
    }

    /// A task as it is now; `members` are all of its members.
    #[must_use]
    pub fn task(&self, members: &str) -> Vec<u8> {
        self.written("notifications/tasks", &format!(",{members}"))
    }

    /// That the server ends the subscription, where that is said before the result (*Cancellation*).
    #[must_use]
    pub fn cancelled(&self, reason: &str) -> Vec<u8> {
        let id = self.id.as_ref().map_or("null", Id::as_json);
        let members = format!(",\"requestId\":{id},\"reason\":{}", Value::from(reason));
        self.written("notifications/cancelled", &members)
    }

    fn written(&self, method: &str, members: &str) -> Vec<u8> {
        let params = match &self.id {
            Some(id) => format!("\"_meta\":{{\"{}\":{}}}{members}", key::SUBSCRIPTION_ID, id.as_json()),
            None => members.trim_start_matches(',').to_owned(),
        };
        format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{{{params}}}}}").into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<SubscriptionFilter, String> {
        SubscriptionFilter::read(&RawValue::from_string(json.into()).unwrap())
    }

    #[test]
    fn sub_02_every_member_is_optional_and_types_are_checked() {
        assert_eq!(read("{}").unwrap().to_json(), "{}");
        assert_eq!(read(r#"{"toolsListChanged":false,"x":1}"#).unwrap().to_json(), "{}");
        for wrong in [
            "[]",
            "null",
            "7",
            r#"{"toolsListChanged":1}"#,
            r#"{"toolsListChanged":null}"#,
            r#"{"resourceSubscriptions":"a:b"}"#,
            r#"{"resourceSubscriptions":[1]}"#,
            r#"{"resourceSubscriptions":["no uri"]}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sub_06_the_id_keeps_its_type() {
        for id in ["1", "\"1\"", "9007199254740993"] {
            let writer = SubscriptionWriter::new(Id::parse(id).unwrap().into_owned());
            for message in [writer.changed(&Changed::Tools), writer.cancelled("over")] {
                let text = String::from_utf8(message).unwrap();
                assert!(text.contains(&format!("subscriptionId\":{id}}}")), "{text}");
            }
        }
    }

    #[test]
    fn legacy_22_and_23_earlier_revisions_are_told_without_a_subscription() {
        let writer = SubscriptionWriter::legacy();
        let text = |changed| String::from_utf8(writer.changed(&changed)).unwrap();
        assert_eq!(
            text(Changed::Tools),
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}}"#
        );
        assert_eq!(
            text(Changed::Contents("a://b".into())),
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a://b"}}"#
        );
    }

    #[test]
    fn sub_07_a_part_of_a_named_resource_counts_and_a_neighbour_does_not() {
        let filter = read(r#"{"resourceSubscriptions":["file:///a/b","db://x/"]}"#).unwrap();
        let wants = |uri: &str| filter.wants(&Changed::Contents(uri.into()));
        for uri in
            ["file:///a/b", "file:///a/b/c/d", "file:///a/b#x", "file:///a/b?q=1", "db://x/", "db://x/1"]
        {
            assert!(wants(uri), "{uri}");
        }
        for uri in ["file:///a", "file:///a/bc", "file:///a/", "db://x", "db://xy/1", ""] {
            assert!(!wants(uri), "{uri}");
        }
    }
}
