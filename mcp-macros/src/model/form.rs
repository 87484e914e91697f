//! A type with `#[derive(Elicit)]`: a form, or a set of words to choose from in one.

use quote::ToTokens as _;
use syn::{Attribute, Data, DataEnum, DeriveInput, Field, Fields, Ident, LitStr, Type, Variant};

use super::doc::Doc;
use super::name::{self, Case};
use super::parameter::{Default as Fallback, Parameter};
use super::types::unowned;
use crate::attr::Keyed;
use crate::attr::container::ContainerAttr;
use crate::attr::form::FormAttr;
use crate::attr::serde::{Place, SerdeAttr};
use crate::check;
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault};

/// The type and what it is to the user.
pub(crate) struct FormType<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    pub(crate) shape: FormShape<'a>,
    /// Where `enum_names` stands, if it does.
    pub(crate) enum_names: Option<Ident>,
    /// Lints that are off for the type.
    pub(crate) allows: Vec<&'a Attribute>,
}

pub(crate) enum FormShape<'a> {
    /// A struct with named fields: a form.
    Fields(Vec<FormFieldModel<'a>>),
    /// A fieldless enum: words to choose from.
    Words(Vec<FormWord<'a>>),
}

/// One field of a form.
pub(crate) struct FormFieldModel<'a> {
    pub(crate) parameter: Parameter<'a>,
    pub(crate) title: String,
    /// The title as it was written, if it was.
    pub(crate) written_title: Option<LitStr>,
    /// The variant of `Format`.
    pub(crate) format: Option<Keyed<&'static str>>,
}

/// A variant of a fieldless enum.
pub(crate) struct FormWord<'a> {
    pub(crate) ident: &'a Ident,
    /// On the wire.
    pub(crate) word: String,
    /// What the user sees; empty for the word itself.
    pub(crate) title: String,
}

impl<'a> FormType<'a> {
    pub(crate) fn from_syn(input: &'a DeriveInput, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let ident = &input.ident;
        super::refuse_generics(&input.generics, ident, "Elicit", errors);
        let container = ContainerAttr::parse(&input.attrs, "elicit", errors);
        let krate = container.crate_path(errors);
        check::form::container(&container, errors);
        let serde = SerdeAttr::parse(&input.attrs, Place::Type, errors);
        let case = serde.rename_all.as_ref().map(|case| case.value);
        let shape = match &input.data {
            Data::Struct(data) => fields(ident, &data.fields, case, errors).map(FormShape::Fields),
            Data::Enum(data) => words(ident, data, case, errors).map(FormShape::Words),
            Data::Union(data) => {
                errors.push(
                    Fault::at(data.union_token, "a user cannot fill in a `union`")
                        .help("write a struct with named fields"),
                );
                None
            }
        };
        if let (Some(key), Some(shape)) = (&container.enum_names, &shape) {
            check::form::enum_names(key, ident, shape, errors);
        }
        let shape = shape.filter(|_| errors.count() == before)?;
        let allows = input.attrs.iter().filter(|attr| attr.path().is_ident("allow")).collect();
        Some(Self { ident, krate, shape, enum_names: container.enum_names, allows })
    }
}

fn fields<'a>(
    ident: &Ident,
    fields: &'a Fields,
    case: Option<Case>,
    errors: &Errors,
) -> Option<Vec<FormFieldModel<'a>>> {
    let Fields::Named(named) = fields else {
        errors.push(
            Fault::at(ident, format!("the fields of `{ident}` have no names"))
                .note("a form shows each field by its name")
                .help(format!("write `struct {ident} {{ … }}` with at least one field")),
        );
        return None;
    };
    if named.named.is_empty() {
        errors.push(
            Fault::at(ident, format!("`{ident}` has no fields, so there would be nothing to fill in"))
                .help("add a field; for a yes or no there is `ctx.confirm(…)`"),
        );
    }
    let models: Vec<_> = named.named.iter().filter_map(|field| field_model(field, case, errors)).collect();
    check::form::fields(&models, errors);
    Some(models)
}

fn field_model<'a>(field: &'a Field, case: Option<Case>, errors: &Errors) -> Option<FormFieldModel<'a>> {
    let ident = field.ident.as_ref()?;
    let serde = SerdeAttr::parse(&field.attrs, Place::Field, errors);
    let FormAttr { mut arg, format, title } = FormAttr::parse(&field.attrs, errors);
    let ty: &Type = &field.ty;
    if unowned(ty).is_some() {
        errors.push(
            Fault::at(ty, format!("`{ident}` is filled in by the user and cannot be a reference"))
                .help("use an owned type, such as `String`"),
        );
    }
    let parameter = Parameter {
        ident,
        name: arg.name.as_ref().map_or_else(|| name::plain(ident), |name| name.value.value()),
        ty,
        doc: Doc::from_attrs(&field.attrs),
        default: arg.default.take().map(|Keyed { key, value }| Fallback { key, value }),
        header: None,
        arg,
    };
    let parameter = parameter.with_serde(serde, case, errors);
    name::check_argument_name(&parameter.name, parameter.name_tokens(), errors);
    let written_title = title.map(|title| title.value);
    let title = written_title.as_ref().map_or_else(|| in_words(&parameter.name), LitStr::value);
    Some(FormFieldModel { parameter, title, written_title, format })
}

/// `zip_code` as people write it: "Zip code".
fn in_words(name: &str) -> String {
    let mut words = name::words(name).join(" ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

fn words<'a>(
    ident: &Ident,
    data: &'a DataEnum,
    case: Option<Case>,
    errors: &Errors,
) -> Option<Vec<FormWord<'a>>> {
    if data.variants.is_empty() {
        errors.push(
            Fault::at(ident, format!("`{ident}` has no variants, so there would be nothing to choose"))
                .help("add a variant for each choice"),
        );
    }
    for variant in data.variants.iter().filter(|variant| !variant.fields.is_empty()) {
        errors.push(
            Fault::at(&variant.fields, format!("variant `{}` carries data", variant.ident))
                .note("a choice in a form is one word of a set")
                .help("remove the data, and ask for it in a field of its own"),
        );
    }
    let words: Vec<_> = data.variants.iter().map(|variant| word(variant, case, errors)).collect();
    check::names::variants(ident, words.iter().map(|word| (word.ident, &*word.word)), errors);
    Some(words)
}

fn word<'a>(variant: &'a Variant, case: Option<Case>, errors: &Errors) -> FormWord<'a> {
    let serde = SerdeAttr::parse(&variant.attrs, Place::Variant, errors);
    let attr = FormAttr::parse(&variant.attrs, errors);
    for key in attr.arg.keys_of_one_value().into_iter().filter(|key| *key != "name") {
        errors.push(
            Fault::at(key, format!("`{key}` has no effect on a variant"))
                .help("remove it; a variant takes `#[arg(name = \"…\", title = \"…\")]`"),
        );
    }
    let plain = name::plain(&variant.ident);
    let word = match (&attr.arg.name, &serde.rename) {
        (Some(name), _) => name.value.value(),
        (None, Some(rename)) => rename.value.value(),
        (None, None) => case.map_or(plain.clone(), |case| case.of_variant(&plain)),
    };
    let title = attr.title.map_or_else(|| doc_title(&variant.attrs), |title| title.value.value());
    FormWord { ident: &variant.ident, word, title }
}

/// A doc comment is the title: its final full stop is for readers of the code.
fn doc_title(attrs: &[Attribute]) -> String {
    match Doc::from_attrs(attrs) {
        Doc::Text(text) => text.trim_end_matches('.').to_owned(),
        Doc::Missing | Doc::Constant(_) => String::new(),
    }
}

impl FormFieldModel<'_> {
    /// Where its name is written.
    pub(crate) fn name_tokens(&self) -> proc_macro2::TokenStream {
        let name = self.parameter.arg.name.as_ref();
        name.map_or_else(|| self.parameter.ident.to_token_stream(), |name| name.value.to_token_stream())
    }

    /// Where its title is written, or the name that it is made of.
    pub(crate) fn title_tokens(&self) -> proc_macro2::TokenStream {
        self.written_title.as_ref().map_or_else(|| self.name_tokens(), |title| title.to_token_stream())
    }
}
