//! What the macros know about an item once its attributes are read: our structs, borrowing from the syntax.

pub(crate) mod completer;
pub(crate) mod doc;
pub(crate) mod duration;
pub(crate) mod failure;
pub(crate) mod form;
pub(crate) mod function;
pub(crate) mod guardrail;
pub(crate) mod input;
pub(crate) mod kind;
pub(crate) mod name;
pub(crate) mod parameter;
pub(crate) mod prompt;
pub(crate) mod provides;
pub(crate) mod remark;
pub(crate) mod resource;
pub(crate) mod tool;
pub(crate) mod types;
pub(crate) mod uri;

use quote::ToTokens as _;
use syn::{Generics, Ident};

use crate::diagnostic::{Errors, Fault};

/// Types that cross the wire are concrete, so that there is one schema of each.
pub(crate) fn refuse_generics(generics: &Generics, ident: &Ident, derive: &str, errors: &Errors) {
    if generics.lt_token.is_some() {
        errors.push(
            Fault::at(
                generics.params.to_token_stream(),
                format!("`{ident}` is generic, and `{derive}` is derived for concrete types"),
            )
            .note(if derive == "Provides" {
                "the server lends a value by its type, so the type must be concrete"
            } else {
                "a schema belongs to one concrete type"
            })
            .help(format!("write `{ident}` without parameters, with owned types in its fields")),
        );
    }
}
