//! What else is written in an attribute. A message that offers a word must not offer one that is there already: whoever
//! obeys it would write it twice.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt as _;

use crate::diagnostic::nearest;

/// Words that may stand in one attribute as often as there is something to say.
const REPEATED: &[&str] = &["allow", "example", "header", "icon", "instead", "scope"];

/// The words that begin the arguments of an attribute, and those that were offered for others.
#[derive(Default)]
pub(crate) struct Words {
    arguments: Vec<String>,
    waived: Vec<String>,
}

impl Words {
    pub(crate) fn of(tokens: &TokenStream) -> Self {
        let mut words = Self::default();
        words.add(tokens);
        words
    }

    /// Takes over another attribute of the same name on the same item.
    pub(crate) fn add(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let arguments =
            tokens.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
        for argument in arguments {
            match argument {
                [TokenTree::Ident(allow), TokenTree::Group(waiver), ..] if allow == "allow" => {
                    self.waived.extend(first(waiver.stream()));
                }
                [TokenTree::Ident(word), ..] => self.arguments.push(word.unraw().to_string()),
                _ => {}
            }
        }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.arguments.iter().any(|argument| argument == word)
    }

    /// Whether `word` is there, if only misspelt.
    pub(crate) fn means(&self, word: &str) -> bool {
        self.arguments.iter().any(|argument| nearest(argument, [word]).is_some())
    }

    /// Whether `word` may be offered in place of another, which it then is.
    pub(crate) fn offer(&mut self, word: &str) -> bool {
        let is_free = REPEATED.contains(&word) || !self.has(word);
        self.arguments.push(word.to_owned());
        is_free
    }

    /// As [`offer`](Self::offer), for the name of a guardrail in `allow(…)`.
    pub(crate) fn offer_waiver(&mut self, guardrail: &str) -> bool {
        let is_free = !self.waived.iter().any(|waived| waived == guardrail);
        self.waived.push(guardrail.to_owned());
        is_free
    }
}

fn first(tokens: TokenStream) -> Option<String> {
    match tokens.into_iter().next()? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn a_word_is_offered_once() {
        let mut words =
            Words::of(&"readonly, title = \"A, b\", allow(no_when, reason = \"…\")".parse().unwrap());
        assert!(words.has("readonly") && !words.has("b"));
        assert!(!words.offer("title"));
        assert!(words.offer("task"));
        assert!(!words.offer("task"));
        assert!(words.offer("scope") && words.offer("scope"));
        assert!(!words.offer_waiver("no_when"));
        assert!(words.offer_waiver("wide_integer"));
    }
}
