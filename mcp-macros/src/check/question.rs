//! GR-132: what asks says so. A search for words, which sees no function that the tool calls: what that asks is refused when
//! it is asked.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::diagnostic::{Errors, Fault};
use crate::model::kind::Kind;
use crate::model::tool::Input;
use crate::model::types::last_segment;

/// The methods of `Context` that ask, and what each asks of the client.
const ASKING: &[(&str, &str)] = &[
    ("elicit", "elicitation"),
    ("elicit_url", "elicitation_url"),
    ("confirm", "elicitation"),
    ("sample", "sampling"),
    ("roots", "roots"),
    ("roots_keyed", "roots"),
];

/// Refuses the first question of a function whose attribute says that it asks nothing.
pub(crate) fn declared(item: &syn::ItemFn, inputs: &[Input<'_>], kind: Kind, errors: &Errors) {
    let context = inputs.iter().find_map(|input| match input {
        Input::State { ident, ty } if last_segment(ty).is_some_and(|last| last.ident == "Context") => {
            Some(*ident)
        }
        _ => None,
    });
    let asked = context.and_then(|context| find(item.block.to_token_stream(), context));
    let Some((method, capability)) = asked else { return };
    let (name, attribute) = (&item.sig.ident, kind.noun());
    errors.push(
        Fault::at(&method, format!("`{name}` asks with `{method}`, and its attribute does not say so"))
            .note("what a client must be able to do is known before anything runs, so that one that cannot is refused at once")
            .help(format!("write `#[{attribute}(…, needs({capability}))]`")),
    );
}

/// The first method that asks, called on the context.
fn find(tokens: TokenStream, context: &Ident) -> Option<(Ident, &'static str)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().find_map(|(at, token)| match (token, &tokens[at + 1..]) {
        (TokenTree::Group(group), _) => find(group.stream(), context),
        (TokenTree::Ident(name), [TokenTree::Punct(dot), TokenTree::Ident(method), rest @ ..])
            if name == context && dot.as_char() == '.' && is_called(rest) =>
        {
            let asking = ASKING.iter().find(|(asking, _)| method == asking);
            asking.map(|(_, capability)| (method.clone(), *capability))
        }
        _ => None,
    })
}

/// Parentheses follow, perhaps after `::<T>`.
fn is_called(rest: &[TokenTree]) -> bool {
    match rest.first() {
        Some(TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(colon)) => colon.as_char() == ':',
        _ => false,
    }
}
