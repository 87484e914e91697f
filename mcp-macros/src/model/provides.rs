//! A server state with `#[derive(Provides)]`.

use quote::ToTokens as _;
use syn::{Attribute, Data, DeriveInput, Field, Ident, Index, Member, Path, Type};

use super::types::shown;
use crate::attr::words::Words;
use crate::attr::{Keyed, arguments, crate_value, flag, named, set, unknown};
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault};

/// The state and what it lends.
pub(crate) struct State<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    /// One field for each type.
    pub(crate) fields: Vec<(Member, &'a Type)>,
}

impl<'a> State<'a> {
    /// Faulty fields are left out, so that the others are still there for the tools.
    pub(crate) fn from_syn(input: &'a DeriveInput, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let ident = &input.ident;
        super::refuse_generics(&input.generics, ident, "Provides", errors);
        let krate = crate_path(&input.attrs, errors);
        let fields = match &input.data {
            Data::Struct(data) => lent(ident, data.fields.iter(), errors),
            Data::Enum(data) => {
                errors.push(wrong_kind(&data.enum_token, "an enum", ident));
                Vec::new()
            }
            Data::Union(data) => {
                errors.push(wrong_kind(&data.union_token, "a union", ident));
                Vec::new()
            }
        };
        (errors.count() == before || input.generics.lt_token.is_none()).then_some(Self {
            ident,
            krate,
            fields,
        })
    }
}

fn wrong_kind(token: &dyn quote::ToTokens, kind: &str, ident: &Ident) -> Fault {
    Fault::at(token, format!("`Provides` is derived for structs, and `{ident}` is {kind}"))
        .help(format!("wrap it: `#[derive(Provides)] struct App {{ state: {ident} }}`"))
}

fn lent<'a>(
    owner: &Ident,
    fields: impl Iterator<Item = &'a Field>,
    errors: &Errors,
) -> Vec<(Member, &'a Type)> {
    let mut lent: Vec<(Member, &'a Type)> = Vec::new();
    for (index, field) in fields.enumerate() {
        let member = match &field.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        if is_skipped(&field.attrs, errors) {
            continue;
        }
        let first = lent.iter().find(|(_, ty)| shown(ty) == shown(&field.ty));
        if let Some((first, _)) = first {
            errors.push(
                Fault::at(
                    &field.ty,
                    format!(
                        "`{owner}` has two fields of type `{}`: `{}` and `{}`",
                        shown(&field.ty),
                        name(first),
                        name(&member)
                    ),
                )
                .note("a tool borrows by type, so it could not say which of them it means")
                .help("wrap one of them in a type of its own, or write `#[provides(skip)]` on it"),
            );
            continue;
        }
        lent.push((member, &field.ty));
    }
    lent
}

fn name(member: &Member) -> String {
    member.to_token_stream().to_string()
}

fn is_skipped(attrs: &[Attribute], errors: &Errors) -> bool {
    let mut skipped = false;
    for tokens in named(attrs, "provides", "#[provides(skip)]", errors) {
        arguments(tokens.clone(), errors, |key, input| {
            if key != "skip" {
                return Err(unknown("#[provides]", &key, &["skip"], &[], &mut Words::of(tokens)).into_error());
            }
            flag(&key, input)?;
            skipped = true;
            Ok(())
        });
    }
    skipped
}

fn crate_path(attrs: &[Attribute], errors: &Errors) -> CratePath {
    let mut krate: Option<Keyed<Path>> = None;
    for tokens in named(attrs, "provides", "#[provides(crate = ::path)]", errors) {
        arguments(tokens.clone(), errors, |key, input| {
            if key != "crate" {
                return Err(if key == "skip" {
                    Fault::at(&key, "`#[provides(skip)]` stands on the whole type")
                        .help("move it to the field that is not to be lent")
                } else {
                    unknown("#[provides]", &key, &["crate"], &[], &mut Words::of(tokens))
                }
                .into_error());
            }
            let path = crate_value(&key, input)?;
            set(&mut krate, key, path, errors);
            Ok(())
        });
    }
    CratePath::new(krate.as_ref(), errors)
}
