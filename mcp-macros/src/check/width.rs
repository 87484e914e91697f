//! GR-72: integers that clients with doubles round.

use syn::{Ident, Type};

use super::constraint::Literal;
use crate::attr::waiver::{On, Waiver, waived};
use crate::diagnostic::{Errors, Fault};
use crate::model::name::words;
use crate::model::parameter::Parameter;
use crate::model::types::{last_segment, option_inner, shown};

const WIDEST: &str = "9_007_199_254_740_991";
const MOST: i128 = (1 << 53) - 1;

/// Reports identifiers of 64 bits without a range that doubles hold. `waivers` are those of the tool.
pub(crate) fn arguments(parameters: &[&Parameter<'_>], waivers: &[Waiver], errors: &Errors) {
    for parameter in parameters.iter().filter(|parameter| is_wide(parameter)) {
        if !parameter.waives("wide_integer") && !waived(waivers, "wide_integer") {
            let range = match &parameter.arg.max {
                Some(_) => format!("lower `max` to `{WIDEST}`"),
                None => format!("write `#[arg(max = {WIDEST})]` if it is never larger"),
            };
            let text = text_for(parameter.ty);
            errors.push(
                fault(parameter.ident, parameter.ty).help(format!("take `{text}`, or {range}")).help(
                    format!(
                        "if all clients are known to keep every digit, say why: {}",
                        On::Argument.shown("wide_integer")
                    ),
                ),
            );
        }
    }
}

/// GR-72 for a field of a result.
pub(crate) fn field(ident: &Ident, ty: &Type, errors: &Errors) {
    errors.push(fault(ident, ty).help(format!("write `{ident}: {}`, or a narrower integer", text_for(ty))).help(
        "if it is never that large, say why: `#[tool_output(allow(wide_integer, reason = \"…\"))]` on the field",
    ));
}

/// Whether the argument is such an identifier.
pub(crate) fn is_wide(parameter: &Parameter<'_>) -> bool {
    let max = parameter.arg.max.as_ref();
    let bounded = max.is_some_and(|max| match Literal::of(&max.value) {
        Some(Literal::Integer(max)) => max <= MOST,
        // A constant; the compiler knows it and the macro does not.
        _ => true,
    });
    // A header has a range anyway, which the compiler checks.
    names_id(parameter.ident) && is_64_bits(parameter.ty) && !bounded && parameter.header.is_none()
}

/// Whether a field of a result is such an identifier.
pub(crate) fn is_wide_field(ident: &Ident, ty: &Type) -> bool {
    names_id(ident) && is_64_bits(ty)
}

fn fault(ident: &Ident, ty: &Type) -> Fault {
    Fault::at(ty, format!("`{ident}: {}` loses digits in clients that keep numbers as doubles", shown(ty)))
        .note("above 9007199254740991 (2^53-1) a different number arrives than was sent, so a different record is meant (`wide_integer`)")
}

/// Text in place of the number, optional if that is.
fn text_for(ty: &Type) -> &'static str {
    if option_inner(ty).is_some() { "Option<String>" } else { "String" }
}

fn names_id(ident: &Ident) -> bool {
    words(&ident.to_string()).last().is_some_and(|word| word == "id")
}

fn is_64_bits(ty: &Type) -> bool {
    let ty = option_inner(ty).unwrap_or(ty);
    last_segment(ty)
        .is_some_and(|last| ["u64", "i64", "usize", "isize"].iter().any(|wide| last.ident == wide))
}
