//! `#[serde(…)]` on a `#[derive(ToolInput)]` type.
//!
//! The derive makes the schema and the deserialiser, so what serde would do to one of them only is refused: otherwise
//! the schema would promise what the deserialiser does not accept. Renames and defaults are understood, because a type
//! often derives serde's traits as well and must then agree with itself.

use syn::parse::ParseStream;
use syn::{Attribute, Expr, ExprPath, Ident, LitStr};

use super::{Keyed, arguments, named, set, value};
use crate::diagnostic::{Errors, Fault, listed, nearest};
use crate::model::name::Case;

/// What is understood of serde's attributes, on a type, a field or a variant.
#[derive(Default)]
pub(crate) struct SerdeAttr {
    pub(crate) rename: Option<Keyed<LitStr>>,
    pub(crate) rename_all: Option<Keyed<Case>>,
    /// Of an enum whose variants carry data, by waiver; refused elsewhere.
    pub(crate) tag: Option<Keyed<LitStr>>,
    /// `default`, or `default = "path"`.
    pub(crate) default: Option<Keyed<Option<Expr>>>,
}

/// Where an attribute stands, since each place has its own words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Field,
    Variant,
}

impl SerdeAttr {
    pub(crate) fn parse(attrs: &[Attribute], place: Place, errors: &Errors) -> Self {
        let mut serde = Self::default();
        for tokens in named(attrs, "serde", "#[serde(rename = \"…\")]", errors) {
            arguments(tokens.clone(), errors, |key, input| serde.argument(key, input, place, errors));
        }
        serde
    }

    fn argument(
        &mut self,
        key: Ident,
        input: ParseStream<'_>,
        place: Place,
        errors: &Errors,
    ) -> syn::Result<()> {
        match (key.to_string().as_str(), place) {
            ("rename", Place::Field | Place::Variant) if input.peek(syn::Token![=]) => {
                let name = value(&key, input, "\"…\"")?;
                set(&mut self.rename, key, name, errors);
            }
            ("rename_all", Place::Type) if input.peek(syn::Token![=]) => {
                let case = case(value(&key, input, "\"snake_case\"")?)?;
                set(&mut self.rename_all, key, case, errors);
            }
            ("tag", Place::Type) => {
                let tag = value(&key, input, "\"type\"")?;
                set(&mut self.tag, key, tag, errors);
            }
            ("default", Place::Field) => {
                let given = if input.peek(syn::Token![=]) {
                    Some(call(value(&key, input, "\"path\"")?)?)
                } else {
                    None
                };
                set(&mut self.default, key, given, errors);
            }
            (word, _) => return Err(refused(&key, word, place).into_error()),
        }
        Ok(())
    }
}

fn case(written: LitStr) -> syn::Result<Case> {
    Case::named(&written.value()).ok_or_else(|| {
        let names = || Case::NAMES.iter().map(|(name, _)| *name);
        Fault::at(&written, format!("serde knows no case `{}`", written.value()))
            .note(format!("it knows {}", listed(names(), "and")))
            .maybe_help(nearest(&written.value(), names()).map(|meant| format!("did you mean `{meant}`?")))
            .into_error()
    })
}

fn call(path: LitStr) -> syn::Result<Expr> {
    let path: ExprPath = path.parse()?;
    Ok(syn::parse_quote!(#path()))
}

/// The fault of a word that would let schema and reading differ.
pub(crate) fn refused(key: &Ident, word: &str, place: Place) -> Fault {
    let fault = Fault::at(key, format!("`#[serde({word})]` is not supported on tool arguments")).note(
        "one declaration makes both the schema and the deserialiser; serde would change only one of them",
    );
    match instead(word, place) {
        Some(instead) => fault.help(instead),
        None => fault.help("remove it, and use `#[arg(…)]` to describe the field"),
    }
}

fn instead(word: &str, place: Place) -> Option<&'static str> {
    Some(match word {
        "flatten" => "write `#[arg(flatten)]` on a field whose type derives `ToolInput`",
        "skip" | "skip_deserializing" => {
            "remove the field, or build this struct from one that has only the arguments"
        }
        "skip_serializing" | "skip_serializing_if" => "remove it; an absent `Option<…>` is never sent",
        "with" | "deserialize_with" | "serialize_with" => "wrap the type in one that derives `ToolInput`",
        "alias" => "remove it: the schema can show one name only",
        "tag" | "content" | "untagged" => {
            "remove it: an enum without data is a set of words; in place of one with data write an optional field for each alternative, or two tools"
        }
        "deny_unknown_fields" => "remove it: unknown arguments are always refused",
        "transparent" => "remove it: a struct of one unnamed field is transparent already",
        "from" | "try_from" | "into" | "remote" => {
            "derive `ToolInput` on the type whose fields the model should see"
        }
        "other" => "remove it: a value outside the enum is refused with the nearest right one",
        "rename" => "write one name for both directions: `#[serde(rename = \"…\")]` on a field or variant",
        "rename_all" => {
            "write one case for both directions: `#[serde(rename_all = \"snake_case\")]` on the type"
        }
        "default" if place == Place::Type => {
            "write `#[arg(default = …)]` on each field, so that the schema shows it"
        }
        _ => return None,
    })
}
