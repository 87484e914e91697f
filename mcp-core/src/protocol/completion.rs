//! `completion/complete` on the wire (*Completion*).

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::json::{write_list, write_string};
use super::tools::separate;
use super::{Id, Params, ResultWriter, members, text};
use crate::{Completion, TextArguments};

/// What a completion is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// A prompt by its name.
    Prompt(Cow<'a, str>),
    /// A resource by its URI or template.
    Resource(Cow<'a, str>),
}

/// The parameters of `completion/complete`, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionParams<'a> {
    /// The prompt or resource.
    pub reference: Reference<'a>,
    /// The name of the argument.
    pub argument: Cow<'a, str>,
    /// What was typed so far.
    pub value: Cow<'a, str>,
    /// What was filled in before.
    pub arguments: TextArguments<'a>,
}

impl<'a> CompletionParams<'a> {
    /// Reads them.
    ///
    /// # Errors
    /// What is missing or of the wrong type.
    pub fn read(params: &Params<'a>) -> Result<Self, String> {
        let [kind, name, uri] =
            members_of(params.reference, ["type", "name", "uri"]).ok_or("`ref` must be an object")?;
        let reference = match kind.and_then(text).as_deref() {
            Some("ref/prompt") => {
                Reference::Prompt(name.and_then(text).ok_or("`ref.name` must be a string")?)
            }
            Some("ref/resource") => {
                Reference::Resource(uri.and_then(text).ok_or("`ref.uri` must be a string")?)
            }
            _ => return Err(String::from("`ref.type` must be \"ref/prompt\" or \"ref/resource\"")),
        };
        let [name, value] =
            members_of(params.argument, ["name", "value"]).ok_or("`argument` must be an object")?;
        let name = name.and_then(text).ok_or("`argument.name` must be a string")?;
        let value = value.and_then(text).ok_or("`argument.value` must be a string")?;
        let arguments = match params.context {
            None => TextArguments::default(),
            Some(context) => {
                let [arguments] =
                    members(context.get(), ["arguments"]).ok_or("`context` must be an object")?;
                let arguments = arguments.filter(|raw| raw.get() != "null");
                let arguments = arguments.map(|raw| TextArguments::parse(raw.get()));
                arguments
                    .transpose()
                    .map_err(|violations| format!("`context.arguments`: {violations}"))?
                    .unwrap_or_default()
            }
        };
        Ok(Self { reference, argument: name, value, arguments })
    }
}

fn members_of<'a, const COUNT: usize>(
    raw: Option<&'a RawValue>,
    names: [&str; COUNT],
) -> Option<[Option<&'a RawValue>; COUNT]> {
    members(raw?.get(), names)
}

impl ResultWriter {
    /// The suggestions for an argument.
    #[must_use]
    pub fn completion(&self, id: &Id<'_>, completion: &Completion) -> Vec<u8> {
        let (values, total) = (completion.values(), completion.count());
        let has_more = total > values.len();
        let mut out = Vec::with_capacity(512);
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(b"\"completion\":{\"values\":");
        write_list(&mut out, values, |out, value| write_string(out, value));
        out.extend_from_slice(format!(",\"total\":{total},\"hasMore\":{has_more}}}").as_bytes());
        self.close(&mut out, None);
        out
    }
}
