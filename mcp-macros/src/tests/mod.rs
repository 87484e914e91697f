//! Expansions as people would read them. `UPDATE_EXPECT=1 cargo test -p taffrail-macros` writes them anew.

mod derives;
mod inputs;
mod recovered;
mod texts;
mod tool;

use proc_macro2::{TokenStream, TokenTree};

/// The tokens as formatted code. A `tools![…]` expansion is an expression, so it is put into a function.
fn pretty(tokens: &TokenStream) -> String {
    let file = syn::parse2(tokens.clone()).or_else(|_| syn::parse2(quote::quote!(fn main() { #tokens })));
    prettyplease::unparse(&file.expect("an expansion is valid Rust"))
}

fn parse(code: &str) -> TokenStream {
    code.parse().expect("a test's own code can be read")
}

/// Every identifier that a path in an expansion begins with and that is not absolute, `crate`, `Self` or one of ours.
fn identifiers(tokens: TokenStream) -> Vec<String> {
    let each = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(ident) => vec![ident.to_string()],
        TokenTree::Group(group) => identifiers(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    });
    each.collect()
}

/// With another crate path, the usual one is nowhere in the expansion.
fn assert_nowhere(name: &str, tokens: TokenStream) {
    assert!(!identifiers(tokens).iter().any(|ident| ident == name), "`{name}` is named in an expansion");
}
