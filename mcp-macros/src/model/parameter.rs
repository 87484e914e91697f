//! One argument that the model fills: an owned parameter of a tool, or a field of a `#[derive(ToolInput)]` struct.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, Ident, LitStr, Type};

use super::doc::Doc;
use super::name::{self, Case};
use super::types::{Unowned, is_dry_run, is_page_request, is_string, option_inner, shown, unowned};
use crate::attr::arg::ArgAttr;
use crate::attr::serde::SerdeAttr;
use crate::attr::{Keyed, waiver};
use crate::check::owned;
use crate::diagnostic::{Errors, Fault};

/// An argument, its type spelt as its author spelt it.
pub(crate) struct Parameter<'a> {
    pub(crate) ident: &'a Ident,
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) doc: Doc,
    pub(crate) arg: ArgAttr,
    pub(crate) default: Option<Default>,
    /// The header that mirrors it, wherever that was written.
    pub(crate) header: Option<LitStr>,
}

/// What stands in for an argument that is left out.
pub(crate) struct Default {
    pub(crate) key: Ident,
    /// `None` is the type's own default.
    pub(crate) value: Option<Expr>,
}

impl<'a> Parameter<'a> {
    /// `noun` is what the user calls it: "parameter" of a tool or "field", which the model fills; "argument" of a prompt or
    /// "variable" of a URI, which the client fills.
    pub(crate) fn new(
        noun: &str,
        ident: &'a Ident,
        ty: &'a Type,
        attrs: &[Attribute],
        errors: &Errors,
    ) -> Self {
        let mut arg = ArgAttr::parse(attrs, errors);
        let parameter = Self {
            ident,
            name: arg.name.as_ref().map_or_else(|| name::plain(ident), |name| name.value.value()),
            ty,
            doc: Doc::from_attrs(attrs),
            default: arg.default.take().map(|Keyed { key, value }| Default { key, value }),
            header: arg.header.as_ref().map(|header| header.value.clone()),
            arg,
        };
        parameter.check_owned(noun, errors);
        if parameter.is_flattened() {
            parameter.check_flattened(errors);
        } else {
            parameter.check_described(noun, errors);
            name::check_argument_name(&parameter.name, parameter.name_tokens(), errors);
        }
        parameter
    }

    /// Takes over what `#[serde(…)]` says on a field.
    pub(crate) fn with_serde(mut self, serde: SerdeAttr, case: Option<Case>, errors: &Errors) -> Self {
        match (serde.rename, &self.arg.name) {
            (Some(rename), Some(name)) if rename.value.value() != self.name => {
                errors.push(
                    Fault::at(
                        &rename.value,
                        format!(
                            "field `{}` has two names: `{}` in `#[serde(…)]`, `{}` in `#[arg(…)]`",
                            self.ident,
                            rename.value.value(),
                            self.name
                        ),
                    )
                    .help("write the same name in both, or remove one of the two"),
                );
            }
            (Some(rename), None) => {
                self.name = rename.value.value();
                name::check_argument_name(&self.name, &rename.value, errors);
            }
            (None, None) => self.name = case.map_or(self.name.clone(), |case| case.of_field(&self.name)),
            (_, Some(_)) => {}
        }
        if let Some(Keyed { key, value }) = serde.default {
            match &self.default {
                None => self.default = Some(Default { key, value }),
                Some(_) => errors
                    .push(Fault::at(&key, "`default` is given twice").help("keep the one in `#[arg(…)]`")),
            }
        }
        self
    }

    pub(crate) fn is_flattened(&self) -> bool {
        self.arg.flatten.is_some()
    }

    /// Whether it is of a type that says nothing about what is accepted, by waiver.
    pub(crate) fn is_untyped(&self) -> bool {
        self.waives("untyped_argument")
    }

    /// The type of the value that is there when the argument is given.
    pub(crate) fn given_type(&self) -> &'a Type {
        option_inner(self.ty).unwrap_or(self.ty)
    }

    pub(crate) fn waives(&self, guardrail: &str) -> bool {
        waiver::waived(&self.arg.waivers, guardrail)
    }

    /// Where its name on the wire is written.
    pub(crate) fn name_tokens(&self) -> TokenStream {
        self.arg
            .name
            .as_ref()
            .map_or_else(|| self.ident.to_token_stream(), |name| name.value.to_token_stream())
    }

    /// GR-18.
    fn check_described(&self, noun: &str, errors: &Errors) {
        // A variable of a URI is described by the template around it, and a dry run describes itself.
        if !self.doc.is_missing() || noun == "variable" || is_dry_run(self.ty) {
            return;
        }
        let meant = owned::meant_otherwise(noun, self.ident, self.ty);
        errors.push(meant.unwrap_or_else(|| {
            Fault::at(self.ident, format!("{noun} `{}` has no description", self.ident))
                .note(format!(
                    "{} fills an undescribed {} by guessing",
                    caller(noun),
                    if noun == "field" { "parameter" } else { noun }
                ))
                .help(format!(
                    "write `/// What it means, with an example.` on the line above `{}`",
                    self.ident
                ))
        }));
    }

    fn check_flattened(&self, errors: &Errors) {
        for key in self.arg.keys_of_one_value() {
            errors.push(
                Fault::at(key, format!("`{key}` does not go together with `flatten`"))
                    .note(format!(
                        "the fields of `{}` become parameters; the struct itself is not one",
                        shown(self.ty)
                    ))
                    .help(self.on_a_field(&key.to_string())),
            );
        }
        if let Some(default) = &self.default {
            errors.push(
                Fault::at(&default.key, "`default` does not go together with `flatten`")
                    .note(format!(
                        "the fields of `{}` become parameters; the struct itself is not one",
                        shown(self.ty)
                    ))
                    .help(self.on_a_field("default")),
            );
        }
    }

    /// Where a word belongs that stands on a flattened struct. Nobody can write on the fields of ours.
    pub(crate) fn on_a_field(&self, key: &str) -> String {
        if is_page_request(self.ty) {
            return format!("remove `{key}`: `{}` has its own `limit` and `cursor`", shown(self.ty));
        }
        format!("remove `{key}`, or move it to a field of `{}`: `#[arg({key} …)]`", shown(self.ty))
    }

    /// Owned means owned: nothing inside may borrow, and the type must be known.
    fn check_owned(&self, noun: &str, errors: &Errors) {
        let (ident, caller) = (self.ident, caller(noun));
        errors.push(match unowned(self.ty) {
            None => {
                if caller == MODEL && !self.is_untyped() {
                    owned::fillable(ident, self.ty, errors);
                }
                return;
            }
            Some(Unowned::Reference(reference)) => {
                let fault = Fault::at(
                    reference,
                    format!("`{ident}` is filled by {caller} and cannot be a reference"),
                );
                let elem = shown(&reference.elem);
                fault.help(if elem == "str" {
                    "use `String`".to_owned()
                } else {
                    format!("own it: `{elem}`")
                })
            }
            Some(Unowned::Lifetime(lifetime)) => {
                Fault::at(lifetime, format!("`{ident}` is filled by {caller} and cannot have a lifetime"))
                    .help("use an owned type, such as `String`")
            }
            Some(Unowned::ImplTrait(ty)) => Fault::at(
                ty,
                if caller == MODEL {
                    "a parameter of a tool cannot be `impl Trait`"
                } else {
                    "an argument cannot be `impl Trait`"
                },
            )
            .note("its type decides the schema, so it must be one type")
            .help("name a type: `String`, `bool`, a number, or a type with `#[derive(ToolInput)]`"),
        });
    }

    /// A literal in place of a value of this type: text literals become owned text.
    pub(crate) fn literal_needs_owning(&self) -> bool {
        is_string(self.ty)
    }
}

const MODEL: &str = "the model";

/// Whoever fills what is called so.
fn caller(noun: &str) -> &'static str {
    if matches!(noun, "argument" | "variable") { "the client" } else { MODEL }
}
