//! `resources/list`, `resources/templates/list` and `resources/read` on the wire (*Resources*).

use serde::Serialize;

use super::tools::separate;
use super::{Id, ResultWriter};
use crate::{Annotations, Cache, Contents, Icon, ResourceDefinition};

/// Writes the definition of a resource as its list shows it: with `uriTemplate` where it has variables, with `uri` otherwise.
///
/// # Errors
/// None: the members are plain data. The signature is that of the JSON writer.
pub fn write_resource(out: &mut Vec<u8>, definition: &ResourceDefinition) -> serde_json::Result<()> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Shown<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        uri: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        uri_template: Option<&'a str>,
        name: &'a str,
        title: &'a str,
        description: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<&'a str>,
        #[serde(skip_serializing_if = "Annotations::is_empty")]
        annotations: &'a Annotations,
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<u64>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        icons: &'a [Icon],
    }

    let is_template = definition.is_template();
    let shown = Shown {
        uri: (!is_template).then_some(&*definition.uri),
        uri_template: is_template.then_some(&*definition.uri),
        name: &definition.name,
        title: &definition.title,
        description: &definition.description,
        mime_type: definition.mime_type.as_deref(),
        annotations: &definition.annotations,
        size: definition.size.filter(|_| !is_template),
        icons: &definition.icons,
    };
    serde_json::to_writer(out, &shown)
}

impl ResultWriter {
    /// What a resource holds, in answer to a request for `uri`.
    ///
    /// # Errors
    /// None: contents are plain data. The signature is that of the JSON writer.
    pub fn contents(
        &self,
        id: &Id<'_>,
        uri: &str,
        definition: &ResourceDefinition,
        items: &[Contents],
        cache: Cache,
    ) -> serde_json::Result<Vec<u8>> {
        let size: usize = items.iter().map(Contents::size).sum();
        let mut out = Vec::with_capacity(256 + size + size / 2);
        self.open(&mut out, id);
        separate(&mut out);
        out.extend_from_slice(b"\"contents\":[");
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            serde_json::to_writer(&mut out, &item.wire(uri, definition.mime_type.as_deref()))?;
        }
        out.push(b']');
        self.hint(&mut out, cache);
        self.close(&mut out, None);
        Ok(out)
    }
}
