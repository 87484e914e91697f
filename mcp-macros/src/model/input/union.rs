//! An enum whose variants carry data.

use syn::{DataEnum, Fields, Ident, Variant};

use super::{Alternative, Shape, named_fields, word};
use crate::attr::serde::SerdeAttr;
use crate::check;
use crate::diagnostic::{Errors, Fault};

/// The member that tells the alternatives apart, unless `#[serde(tag = "…")]` names another.
const TAG: &str = "type";

pub(super) fn alternatives<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    serde: &SerdeAttr,
    errors: &Errors,
) -> Option<Shape<'a>> {
    if data.variants.iter().all(|variant| variant.fields.is_empty()) {
        let case = serde.rename_all.as_ref().map(|case| case.value);
        // The waiver is reported as idle there.
        return super::words(ident, data, case, errors).map(Shape::Words);
    }
    let tag = serde.tag.as_ref().map_or_else(|| TAG.to_owned(), |tag| tag.value.value());
    let alternatives: Vec<Option<Alternative<'a>>> =
        data.variants.iter().map(|variant| alternative(ident, variant, &tag, serde, errors)).collect();
    let alternatives: Vec<Alternative<'a>> = alternatives.into_iter().collect::<Option<_>>()?;
    let words = alternatives.iter().map(|alternative| &alternative.word);
    check::names::variants(ident, words.map(|word| (word.ident, &*word.word)), errors);
    Some(Shape::Union { tag, alternatives })
}

fn alternative<'a>(
    owner: &Ident,
    variant: &'a Variant,
    tag: &str,
    serde: &SerdeAttr,
    errors: &Errors,
) -> Option<Alternative<'a>> {
    let word = word(variant, serde.rename_all.as_ref().map(|case| case.value), errors);
    let parameters = match &variant.fields {
        Fields::Named(fields) => named_fields(owner, fields, None, errors),
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => {
            errors.push(
                Fault::at(fields, format!("the fields of `{}` have no names", variant.ident))
                    .note("a model fills arguments by name")
                    .help(format!("write `{} {{ … }}` with named fields", variant.ident)),
            );
            return None;
        }
    };
    for parameter in parameters.iter().filter(|parameter| parameter.name == tag) {
        errors.push(
            Fault::at(parameter.name_tokens(), format!("`{tag}` already says which variant it is"))
                .help("give the field another name, or the tag: `#[serde(tag = \"…\")]` on the enum"),
        );
    }
    Some(Alternative { word, parameters })
}
