//! A type with `#[derive(ToolInput)]`.

mod union;

use quote::ToTokens as _;
use syn::{Attribute, Data, DataEnum, DeriveInput, Fields, FieldsNamed, Ident, Type, Variant, Visibility};

use super::doc::Doc;
use super::name::{self, Case};
use super::parameter::Parameter;
use super::types::unowned;
use crate::attr::arg::ArgAttr;
use crate::attr::container::ContainerAttr;
use crate::attr::serde::{Place, SerdeAttr};
use crate::attr::waiver::waived;
use crate::check;
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault};

/// The type and what it is to the model.
pub(crate) struct InputType<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) krate: CratePath,
    pub(crate) shape: Shape<'a>,
}

pub(crate) enum Shape<'a> {
    /// A struct with named fields: an object.
    Fields(Vec<Parameter<'a>>),
    /// A fieldless enum: a closed set of words.
    Words(Vec<Word<'a>>),
    /// A struct of one unnamed field: that field's type under another name.
    Newtype(&'a Type),
    /// An enum whose variants carry data, by waiver: one of several objects, told apart by a member.
    Union { tag: String, alternatives: Vec<Alternative<'a>> },
}

/// A variant of an enum that carries data.
pub(crate) struct Alternative<'a> {
    pub(crate) word: Word<'a>,
    pub(crate) parameters: Vec<Parameter<'a>>,
}

/// A variant of a fieldless enum.
pub(crate) struct Word<'a> {
    pub(crate) ident: &'a Ident,
    /// On the wire.
    pub(crate) word: String,
    pub(crate) doc: Doc,
}

impl<'a> InputType<'a> {
    pub(crate) fn from_syn(input: &'a DeriveInput, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let ident = &input.ident;
        super::refuse_generics(&input.generics, ident, "ToolInput", errors);
        let container = ContainerAttr::parse(&input.attrs, "tool_input", errors);
        let krate = container.crate_path(errors);
        let on_parts = matches!(&input.data, Data::Struct(data) if matches!(data.fields, Fields::Named(_)));
        let place =
            if on_parts { "move it to a field" } else { "move it to the parameter that has this type" };
        refuse_arg(&input.attrs, "on a type", place, errors);
        let serde = SerdeAttr::parse(&input.attrs, Place::Type, errors);
        let case = serde.rename_all.as_ref().map(|case| case.value);
        let shape = match &input.data {
            Data::Struct(data) => match &data.fields {
                Fields::Named(fields) => Some(Shape::Fields(named_fields(ident, fields, case, errors))),
                Fields::Unnamed(fields) => newtype(ident, fields, errors),
                Fields::Unit => {
                    errors.push(
                        Fault::at(ident, format!("`{ident}` has no fields, so a model could not fill it"))
                            .help(format!("write `struct {ident} {{ … }}`, or leave the parameter out")),
                    );
                    None
                }
            },
            Data::Enum(data) if waived(&container.waivers, "union_argument") => {
                union::alternatives(ident, data, &serde, errors)
            }
            Data::Enum(data) => words(ident, data, case, errors).map(Shape::Words),
            Data::Union(data) => {
                errors.push(
                    Fault::at(data.union_token, "a model cannot fill a `union`")
                        .help("write a struct with named fields, or a fieldless enum"),
                );
                None
            }
        };
        refuse_idle(&container, &serde, shape.as_ref(), errors);
        let shape = shape.filter(|_| errors.count() == before)?;
        Some(Self { ident, vis: &input.vis, krate, shape })
    }
}

/// What is written on the type and changes nothing about it.
fn refuse_idle(container: &ContainerAttr, serde: &SerdeAttr, shape: Option<&Shape<'_>>, errors: &Errors) {
    let is_union = matches!(shape, Some(Shape::Union { .. }));
    for waiver in container.waivers.iter().filter(|waiver| !(waiver.is("union_argument") && is_union)) {
        // A union with faults of its own has no shape, and needs the waiver all the same.
        if shape.is_some() {
            errors.push(waiver.idle());
        }
    }
    if let Some(tag) = serde.tag.as_ref().filter(|_| shape.is_some() && !is_union) {
        errors.push(crate::attr::serde::refused(&tag.key, "tag", Place::Type));
    }
    if let (Some(Shape::Newtype(_)), Some(case)) = (shape, &serde.rename_all) {
        errors.push(
            Fault::at(&case.key, "`rename_all` has no effect on a struct of one unnamed field")
                .help("remove it"),
        );
    }
}

fn named_fields<'a>(
    owner: &Ident,
    fields: &'a FieldsNamed,
    case: Option<Case>,
    errors: &Errors,
) -> Vec<Parameter<'a>> {
    let parameters: Vec<Parameter<'a>> = fields
        .named
        .iter()
        .filter_map(|field| {
            let ident = field.ident.as_ref()?;
            check::recursion::refuse(owner, &field.ty, errors);
            let serde = SerdeAttr::parse(&field.attrs, Place::Field, errors);
            Some(
                Parameter::new("field", ident, &field.ty, &field.attrs, errors)
                    .with_serde(serde, case, errors),
            )
        })
        .collect();
    check::fields(&parameters.iter().collect::<Vec<_>>(), errors);
    parameters
}

fn newtype<'a>(ident: &Ident, fields: &'a syn::FieldsUnnamed, errors: &Errors) -> Option<Shape<'a>> {
    let mut all = fields.unnamed.iter();
    let (Some(field), None) = (all.next(), all.next()) else {
        errors.push(
            Fault::at(fields, format!("the fields of `{ident}` have no names"))
                .note("a model fills arguments by name")
                .help(format!("write `struct {ident} {{ … }}` with named fields; one unnamed field alone is a new name for its type")),
        );
        return None;
    };
    refuse_arg(&field.attrs, "on an unnamed field", "move it to the parameter that has this type", errors);
    let serde = SerdeAttr::parse(&field.attrs, Place::Field, errors);
    for key in
        serde.rename.iter().map(|rename| &rename.key).chain(serde.default.iter().map(|default| &default.key))
    {
        errors.push(Fault::at(key, format!("`{key}` has no effect on an unnamed field")).help("remove it"));
    }
    check::recursion::refuse(ident, &field.ty, errors);
    if unowned(&field.ty).is_some() {
        errors.push(
            Fault::at(&field.ty, format!("`{ident}` is filled by the model and cannot be a reference"))
                .help("use an owned type, such as `String`"),
        );
    }
    Some(Shape::Newtype(&field.ty))
}

fn words<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    case: Option<Case>,
    errors: &Errors,
) -> Option<Vec<Word<'a>>> {
    if data.variants.is_empty() {
        errors.push(
            Fault::at(ident, format!("`{ident}` has no variants, so no value would be accepted"))
                .help("add a variant for each word that is accepted, or leave the parameter out"),
        );
    }
    let with_data = data.variants.iter().find(|variant| !variant.fields.is_empty());
    if let Some(first) = with_data {
        errors.push(refuse_union(ident, first));
    }
    let words: Vec<Word<'a>> = data.variants.iter().map(|variant| word(variant, case, errors)).collect();
    check::names::variants(ident, words.iter().map(|word| (word.ident, &*word.word)), errors);
    with_data.is_none().then_some(words)
}

/// GR-65.
fn refuse_union(ident: &Ident, variant: &Variant) -> Fault {
    Fault::at(
        &variant.fields,
        format!("variant `{}` carries data, so `{ident}` would become a union", variant.ident),
    )
    .note("models fill unions badly, and some clients refuse their schemas (`union_argument`)")
    .help("write a struct with an optional field for each alternative, and say in its description which to give; or write two tools")
    .help("if it must be, say why: `#[tool_input(allow(union_argument, reason = \"…\"))]` on the enum")
}

fn word<'a>(variant: &'a Variant, case: Option<Case>, errors: &Errors) -> Word<'a> {
    let serde = SerdeAttr::parse(&variant.attrs, Place::Variant, errors);
    let arg = ArgAttr::parse(&variant.attrs, errors);
    for key in arg.keys_of_one_value().into_iter().filter(|key| *key != "name").chain(&arg.flatten) {
        errors.push(Fault::at(key, format!("`{key}` has no effect on a variant")).help(of_variant(key)));
    }
    let plain = name::plain(&variant.ident);
    let cased = case.map_or_else(|| plain.clone(), |case| case.of_variant(&plain));
    let word = match (&serde.rename, &arg.name) {
        (Some(rename), Some(name)) if rename.value.value() != name.value.value() => {
            errors.push(
                Fault::at(
                    &name.value,
                    format!(
                        "variant `{plain}` has two names: `{}` in `#[arg(…)]`, `{}` in `#[serde(…)]`",
                        name.value.value(),
                        rename.value.value()
                    ),
                )
                .help("keep one of the two"),
            );
            cased
        }
        (_, Some(name)) => name.value.value(),
        (Some(rename), None) => rename.value.value(),
        (None, None) => cased,
    };
    Word { ident: &variant.ident, word, doc: Doc::from_attrs(&variant.attrs) }
}

/// What to do with a word of a parameter that stands on a variant.
fn of_variant(key: &Ident) -> &'static str {
    // An enum can have these where it is a parameter.
    if ["default", "example", "header", "secret"].iter().any(|word| key == word) {
        "move it to the parameter that has this type; a variant takes `#[arg(name = \"…\")]`"
    } else {
        "remove it; a variant takes `#[arg(name = \"…\")]`"
    }
}

fn refuse_arg(attrs: &[Attribute], place: &str, help: &str, errors: &Errors) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        errors.push(
            Fault::at(attr.path().to_token_stream(), format!("`#[arg]` has no effect {place}")).help(help),
        );
    }
}
