//! GR-72 and GR-83 in the fields of a result.

use syn::{Data, DeriveInput, Field};

use super::{result, width};
use crate::attr::container::ContainerAttr;
use crate::attr::waiver::Waiver;
use crate::diagnostic::Errors;

/// Everything about the fields. `container` is what stands on the type.
pub(crate) fn fields(input: &DeriveInput, container: &ContainerAttr, errors: &Errors) {
    let fields: Vec<&Field> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => return,
    };
    let mut wide = false;
    for field in &fields {
        result::unordered(&field.ty, "a result", errors);
        let own = ContainerAttr::parse(&field.attrs, "tool_output", errors);
        let is_wide = field.ident.as_ref().is_some_and(|ident| width::is_wide_field(ident, &field.ty));
        idle(&own.waivers, is_wide, errors);
        wide |= is_wide;
        let waived = own.waivers.iter().chain(&container.waivers).any(|waiver| waiver.is("wide_integer"));
        if let Some(ident) = field.ident.as_ref().filter(|_| is_wide && !waived) {
            width::field(ident, &field.ty, errors);
        }
    }
    idle(&container.waivers, wide, errors);
}

fn idle(waivers: &[Waiver], is_wide: bool, errors: &Errors) {
    for waiver in waivers.iter().filter(|waiver| !(is_wide && waiver.is("wide_integer"))) {
        errors.push(waiver.idle());
    }
}
