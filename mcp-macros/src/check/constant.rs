//! GR-16 and GR-54: what a definition is made of stands in the source.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use crate::diagnostic::{Errors, Fault};

/// Where a value that differs belongs, in place of a description.
pub(crate) const AT_START: &str =
    "read it when the server starts, and write here what is true on every machine";

/// The same, in place of a default.
pub(crate) const IN_THE_FUNCTION: &str = "take an `Option<…>`, and fill it in inside the function";

/// Reports `env!`, `option_env!` and `format!` in what becomes part of a definition.
pub(crate) fn no_environment(what: &str, instead: &str, tokens: impl ToTokens, errors: &Errors) {
    scan(what, instead, tokens.to_token_stream(), errors);
}

fn scan(what: &str, instead: &str, tokens: TokenStream, errors: &Errors) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => scan(what, instead, group.stream(), errors),
            TokenTree::Ident(ident) if is_macro(tokens.get(at + 1)) => {
                let fault = match ident.to_string().as_str() {
                    "env" | "option_env" => Fault::at(ident, format!("{what} cannot contain `{ident}!`"))
                        .note("it compiles a value from the build machine into the program, where every client can read it; it may be a secret")
                        .help(instead),
                    "format" => Fault::at(ident, format!("{what} cannot contain `format!`"))
                        .note("a definition is fixed when the program is compiled, and is the same on every machine")
                        .help("write a literal; what changes belongs into the result of the call"),
                    _ => continue,
                };
                errors.push(fault);
            }
            _ => {}
        }
    }
}

fn is_macro(next: Option<&TokenTree>) -> bool {
    matches!(next, Some(TokenTree::Punct(punct)) if punct.as_char() == '!')
}
