//! What an owned parameter cannot be, as far as its spelling leaves no doubt. A bound decides about everything else; it
//! cannot say what to write instead of which type.

use syn::{GenericArgument, Ident, PathArguments, Type, TypePath};

use crate::diagnostic::{Errors, Fault};
use crate::model::types::{is_page_request, last_segment, shown};

/// Whether it is a type that the bound may still judge.
pub(crate) fn is_fillable(ty: &Type) -> bool {
    unfillable(ty).is_none()
}

/// GR-66, GR-72: reports a type that no argument can have.
pub(crate) fn fillable(ident: &Ident, ty: &Type, errors: &Errors) {
    let Some(Unfillable { place, why, instead }) = unfillable(ty) else { return };
    errors.push(
        Fault::at(
            place,
            format!("`{ident}` cannot be filled: no tool argument can have the type `{}`", shown(place)),
        )
        .note(why)
        .help(format!("write {instead}")),
    );
}

/// A type that no argument has, why, and what to write instead.
struct Unfillable<'a> {
    place: &'a Type,
    why: &'static str,
    instead: String,
}

/// The first such type.
fn unfillable(ty: &Type) -> Option<Unfillable<'_>> {
    let (why, instead) = match ty {
        Type::Group(group) => return unfillable(&group.elem),
        Type::Paren(paren) => return unfillable(&paren.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => (
            "it has one value only, so there is nothing to fill",
            "the function without this parameter".into(),
        ),
        Type::Tuple(_) => (
            "a model fills values by name, and the parts of a tuple have none",
            "a struct with named fields and `#[derive(ToolInput)]`".into(),
        ),
        Type::Array(array) => (
            "the length of a list is a constraint like any other",
            format!(
                "`Vec<{}>` with `#[arg(min_len = {count}, max_len = {count})]`",
                shown(&array.elem),
                count = shown(&array.len)
            ),
        ),
        Type::Path(path) => return unfillable_path(ty, path),
        _ => return None,
    };
    Some(Unfillable { place: ty, why, instead })
}

fn unfillable_path<'a>(ty: &'a Type, path: &'a TypePath) -> Option<Unfillable<'a>> {
    const ORDER: &str = "its order differs from run to run, so equal calls would be told apart";
    let last = path.path.segments.last()?;
    let first = &path.path.segments.first()?.ident;
    let is_alone = path.path.segments.len() == 1;
    let arguments: Vec<&Type> = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().filter_map(as_type).collect(),
        _ => Vec::new(),
    };
    let (why, instead) = match (last.ident.to_string().as_str(), arguments.as_slice()) {
        ("Option" | "Vec" | "BTreeMap", inner) => return inner.iter().find_map(|ty| unfillable(ty)),
        ("u128", []) if is_alone => (DIGITS, "`u64`, or `String` for more digits".into()),
        ("i128", []) if is_alone => (DIGITS, "`i64`, or `String` for more digits".into()),
        ("HashMap", [key, value, ..]) => (ORDER, format!("`BTreeMap<{}, {}>`", shown(key), shown(value))),
        ("HashSet", [item, ..]) => (ORDER, format!("`Vec<{}>`", shown(item))),
        // A name alone may be a type of the user's.
        ("PathBuf", []) if first == "std" => (
            "`..`, absolute paths and links would lead out of the directory",
            "`SafePath`, and open it through a `Directory`".into(),
        ),
        ("Value", []) if first == "serde_json" => (
            "its schema would say nothing, and a model would guess (`untyped_argument`)",
            "a type with `#[derive(ToolInput)]`; where anything is accepted, say why: `#[arg(allow(untyped_argument, reason = \"…\"))]`".into(),
        ),
        _ => return None,
    };
    Some(Unfillable { place: ty, why, instead })
}

const DIGITS: &str = "clients keep numbers as doubles or in 64 bits, so digits would be lost";

fn as_type(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The fault of an owned parameter that has no description because it was never meant for the model. `noun` is what it is called.
pub(crate) fn meant_otherwise(noun: &str, ident: &Ident, ty: &Type) -> Option<Fault> {
    let last = last_segment(ty)?;
    if is_page_request(ty) && matches!(noun, "parameter" | "field") {
        return Some(
            Fault::at(ty, format!("`{ident}: {}` is not flattened", shown(ty)))
                .note("`limit` and `cursor` are parameters of their own, and described already")
                .help(format!("write `#[arg(flatten)] {ident}: {}`", shown(ty))),
        );
    }
    let instead = match (last.ident.to_string().as_str(), &last.arguments) {
        // What a struct holds is the model's, whatever its type.
        _ if noun == "field" => return None,
        ("Context", PathArguments::None) => format!("write `{ident}: &Context`"),
        ("Arc" | "Rc", PathArguments::AngleBracketed(arguments)) => {
            let inner = arguments.args.first().map(shown).unwrap_or_default();
            format!(
                "write `{ident}: &{inner}`, or `{ident}: &{}` if that is the type of the state's field",
                shown(ty)
            )
        }
        _ => return None,
    };
    Some(
        Fault::at(ty, format!("`{ident}: {}` is owned, so the model would have to fill it", shown(ty)))
            .note("owned parameters come from the model, borrowed ones from the server")
            .help(instead),
    )
}
