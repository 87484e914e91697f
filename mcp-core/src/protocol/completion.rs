//! `completion/complete` on the wire (*Completion*).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::tools::separate;
use super::{Id, Params, ResultWriter};
use crate::argument::found::Name;
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

#[derive(Deserialize)]
struct RawReference<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    uri: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawArgument<'a> {
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    value: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawContext<'a> {
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
}

impl<'a> CompletionParams<'a> {
    /// Reads them.
    ///
    /// # Errors
    /// What is missing or of the wrong type.
    pub fn read(params: &Params<'a>) -> Result<Self, String> {
        let reference: RawReference<'a> = object(params.reference).ok_or("`ref` must be an object")?;
        let reference = match text(reference.kind).as_deref() {
            Some("ref/prompt") => {
                Reference::Prompt(text(reference.name).ok_or("`ref.name` must be a string")?)
            }
            Some("ref/resource") => {
                Reference::Resource(text(reference.uri).ok_or("`ref.uri` must be a string")?)
            }
            _ => return Err(String::from("`ref.type` must be \"ref/prompt\" or \"ref/resource\"")),
        };
        let argument: RawArgument<'a> = object(params.argument).ok_or("`argument` must be an object")?;
        let name = text(argument.name).ok_or("`argument.name` must be a string")?;
        let value = text(argument.value).ok_or("`argument.value` must be a string")?;
        let arguments = match params.context {
            None => TextArguments::default(),
            Some(context) => {
                let context: RawContext<'a> = object(Some(context)).ok_or("`context` must be an object")?;
                let arguments = context.arguments.map(|raw| TextArguments::parse(raw.get()));
                arguments
                    .transpose()
                    .map_err(|violations| format!("`context.arguments`: {violations}"))?
                    .unwrap_or_default()
            }
        };
        Ok(Self { reference, argument: name, value, arguments })
    }
}

fn object<'a, T: Deserialize<'a>>(raw: Option<&'a RawValue>) -> Option<T> {
    let json = raw?.get();
    // The reader would take a list for a struct.
    json.starts_with('{').then(|| serde_json::from_str(json).ok()).flatten()
}

fn text(raw: Option<&RawValue>) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Name<'_>>(raw?.get()).ok().map(|Name(text)| text)
}

impl ResultWriter {
    /// The suggestions for an argument.
    ///
    /// # Errors
    /// None: suggestions are plain data. The signature is that of the JSON writer.
    pub fn completion(&self, id: &Id<'_>, completion: &Completion) -> serde_json::Result<Vec<u8>> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire<'a> {
            values: &'a [String],
            total: usize,
            has_more: bool,
        }
        let values = completion.values();
        let wire = Wire { values, total: completion.count(), has_more: completion.count() > values.len() };
        let mut out = Vec::with_capacity(512);
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(b"\"completion\":");
        serde_json::to_writer(&mut out, &wire)?;
        self.close(&mut out, None);
        Ok(out)
    }
}
