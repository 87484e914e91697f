//! GR-16 and GR-54: what a definition is made of stands in the source.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use crate::diagnostic::{Errors, Fault};

/// Reports `env!`, `option_env!` and `format!` in what becomes part of a definition.
pub(crate) fn no_environment(what: &str, tokens: impl ToTokens, errors: &Errors) {
    scan(what, tokens.to_token_stream(), errors);
}

fn scan(what: &str, tokens: TokenStream, errors: &Errors) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => scan(what, group.stream(), errors),
            TokenTree::Ident(ident) if is_macro(tokens.get(at + 1)) => {
                let fault = match ident.to_string().as_str() {
                    "env" | "option_env" => Fault::at(ident, format!("`{ident}!` in {what}"))
                        .note("it would build a value of the build machine, perhaps a secret, into the program, and every client can read it")
                        .help("read it when the server starts, and write here what holds on every machine"),
                    "format" => Fault::at(ident, format!("`format!` in {what}"))
                        .note("a definition that changes invalidates every client's prompt cache")
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
