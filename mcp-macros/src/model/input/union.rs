//! An enum whose variants carry data.

use syn::{DataEnum, Fields, Ident, Variant};

use super::{Alternative, Parameter, Shape, Word, named_fields, word};
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
    let case = serde.rename_all.as_ref().map(|case| case.value);
    let words: Vec<Word<'a>> = data.variants.iter().map(|variant| word(variant, case, errors)).collect();
    check::names::variants(ident, words.iter().map(|word| (word.ident, &*word.word)), errors);
    let parameters: Vec<_> =
        data.variants.iter().map(|variant| parameters(ident, variant, &tag, errors)).collect();
    let parameters = parameters.into_iter().collect::<Option<Vec<_>>>()?;
    let alternatives = words.into_iter().zip(parameters);
    let alternatives = alternatives.map(|(word, parameters)| Alternative { word, parameters }).collect();
    Some(Shape::Union { tag, alternatives })
}

fn parameters<'a>(
    owner: &Ident,
    variant: &'a Variant,
    tag: &str,
    errors: &Errors,
) -> Option<Vec<Parameter<'a>>> {
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
            Fault::at(parameter.name_tokens(), format!("`{tag}` is the tag that names the variant"))
                .help("give the field another name, or the tag: `#[serde(tag = \"…\")]` on the enum"),
        );
    }
    Some(parameters)
}
