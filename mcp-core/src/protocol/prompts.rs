//! `prompts/list` and `prompts/get` on the wire (*Prompts*).

use super::json::{ObjectWriter, write_list, write_string};
use super::tools::{separate, write_message};
use super::{Id, ResultWriter};
use crate::{PromptArgument, PromptDefinition, PromptReply};

/// Writes the definition of a prompt as `prompts/list` shows it.
pub fn write_prompt(out: &mut Vec<u8>, definition: &PromptDefinition) {
    let mut object = ObjectWriter::open(out);
    object.text("name", &definition.name);
    object.text("title", &definition.title);
    object.text("description", &definition.description);
    if !definition.arguments.is_empty() {
        write_list(object.member("arguments"), &definition.arguments, write_argument);
    }
    object.icons(&definition.icons);
    object.close();
}

fn write_argument(out: &mut Vec<u8>, argument: &PromptArgument) {
    let mut object = ObjectWriter::open(out);
    object.text("name", &argument.name);
    object.text_if_any("title", argument.title.as_deref());
    if !argument.description.is_empty() {
        object.text("description", &argument.description);
    }
    object.truth("required", argument.required);
    object.close();
}

impl ResultWriter {
    /// The result of a prompt: its messages. It has no caching hints.
    #[must_use]
    pub fn prompt(&self, id: &Id<'_>, reply: &PromptReply) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        self.open(&mut out, id);
        if let Some(description) = reply.described() {
            separate(&mut out);
            out.extend_from_slice(b"\"description\":");
            write_string(&mut out, description);
        }
        separate(&mut out);
        out.extend_from_slice(b"\"messages\":");
        write_list(&mut out, reply.messages(), write_message);
        self.close(&mut out, None);
        out
    }
}
