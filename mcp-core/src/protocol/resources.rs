//! `resources/list`, `resources/templates/list` and `resources/read` on the wire (*Resources*).

use super::json::{ObjectWriter, write_list, write_value};
use super::tools::separate;
use super::{Id, ResultWriter};
use crate::{Cache, Contents, ResourceDefinition};

/// Writes the definition of a resource as its list shows it: with `uriTemplate` where it has variables, with `uri` otherwise.
pub fn write_resource(out: &mut Vec<u8>, definition: &ResourceDefinition) {
    let is_template = definition.is_template();
    let mut object = ObjectWriter::open(out);
    object.text(if is_template { "uriTemplate" } else { "uri" }, &definition.uri);
    object.text("name", &definition.name);
    object.text("title", &definition.title);
    object.text("description", &definition.description);
    object.text_if_any("mimeType", definition.mime_type.as_deref());
    if !definition.annotations.is_empty() {
        definition.annotations.write(object.member("annotations"));
    }
    if let Some(size) = definition.size.filter(|_| !is_template) {
        write_value(object.member("size"), &size.into());
    }
    object.icons(&definition.icons);
    object.close();
}

impl ResultWriter {
    /// What a resource holds, in answer to a request for `uri`.
    #[must_use]
    pub fn contents(
        &self,
        id: &Id<'_>,
        uri: &str,
        definition: &ResourceDefinition,
        items: &[Contents],
        cache: Cache,
    ) -> Vec<u8> {
        let size: usize = items.iter().map(Contents::size).sum();
        let mut out = Vec::with_capacity(256 + size + size / 2);
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(b"\"contents\":");
        let mime_type = definition.mime_type.as_deref();
        write_list(&mut out, items, |out, item| item.write(out, uri, mime_type));
        self.hint(&mut out, cache);
        self.close(&mut out, None);
        out
    }
}
