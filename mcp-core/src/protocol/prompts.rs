//! `prompts/list` and `prompts/get` on the wire (*Prompts*).

use serde::Serialize;

use super::tools::{separate, write_message};
use super::{Id, ResultWriter};
use crate::{Icon, PromptArgument, PromptDefinition, PromptReply};

/// Writes the definition of a prompt as `prompts/list` shows it.
///
/// # Errors
/// None: the members are plain data. The signature is that of the JSON writer.
pub fn write_prompt(out: &mut Vec<u8>, definition: &PromptDefinition) -> serde_json::Result<()> {
    #[derive(Serialize)]
    struct Shown<'a> {
        name: &'a str,
        title: &'a str,
        description: &'a str,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<ShownArgument<'a>>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        icons: &'a [Icon],
    }

    #[derive(Serialize)]
    struct ShownArgument<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<&'a str>,
        #[serde(skip_serializing_if = "str::is_empty")]
        description: &'a str,
        required: bool,
    }

    impl<'a> ShownArgument<'a> {
        fn of(argument: &'a PromptArgument) -> Self {
            Self {
                name: &argument.name,
                title: argument.title.as_deref(),
                description: &argument.description,
                required: argument.required,
            }
        }
    }

    let shown = Shown {
        name: &definition.name,
        title: &definition.title,
        description: &definition.description,
        arguments: definition.arguments.iter().map(ShownArgument::of).collect(),
        icons: &definition.icons,
    };
    serde_json::to_writer(out, &shown)
}

impl ResultWriter {
    /// The result of a prompt: its messages. It has no caching hints.
    ///
    /// # Errors
    /// None: a reply is plain data. The signature is that of the JSON writer.
    pub fn prompt(&self, id: &Id<'_>, reply: &PromptReply) -> serde_json::Result<Vec<u8>> {
        let mut out = Vec::with_capacity(512);
        self.open(&mut out, id);
        if let Some(description) = reply.described() {
            separate(&mut out);
            out.extend_from_slice(b"\"description\":");
            serde_json::to_writer(&mut out, description)?;
        }
        separate(&mut out);
        out.extend_from_slice(b"\"messages\":[");
        for (at, message) in reply.messages().iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            write_message(&mut out, message)?;
        }
        out.push(b']');
        self.close(&mut out, None);
        Ok(out)
    }
}
