//! GR-132: what asks, or begins a task, says so. A search for words, which sees no function that the tool calls: what that asks is refused when
//! it is asked.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::diagnostic::{Errors, Fault};
use crate::model::kind::Kind;
use crate::model::tool::Input;
use crate::model::types::last_segment;

/// What a function whose calls do something has to say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// What it needs of the client.
    Needs(&'static str),
    Confirm,
    Task,
}

/// The methods of `Context` that have to be declared, and how.
const DECLARED: &[(&str, Word)] = &[
    ("elicit", Word::Needs("elicitation")),
    ("elicit_url", Word::Needs("elicitation_url")),
    ("confirm", Word::Confirm),
    ("sample", Word::Needs("sampling")),
    ("roots", Word::Needs("roots")),
    ("roots_keyed", Word::Needs("roots")),
    ("begin_task", Word::Task),
];

/// What the attribute of a function says.
#[derive(Clone, Copy)]
pub(crate) struct Says {
    /// That it asks anything at all.
    pub(crate) asks: bool,
    /// That it confirms, where only tools can say so.
    pub(crate) confirms: bool,
    /// That its calls may become tasks, likewise.
    pub(crate) becomes_task: bool,
}

impl Says {
    /// Of something that can neither confirm nor become a task.
    pub(crate) fn needs(asks: bool) -> Self {
        Self { asks, confirms: false, becomes_task: false }
    }

    fn says(self, word: Word) -> bool {
        match word {
            Word::Needs(_) => self.asks,
            Word::Confirm => self.confirms,
            Word::Task => self.becomes_task,
        }
    }
}

/// Refuses the first call of each kind that the attribute of a function does not speak of.
pub(crate) fn declared(item: &syn::ItemFn, inputs: &[Input<'_>], kind: Kind, says: Says, errors: &Errors) {
    let context = inputs.iter().find_map(|input| match input {
        Input::State { ident, ty } if last_segment(ty).is_some_and(|last| last.ident == "Context") => {
            Some(*ident)
        }
        _ => None,
    });
    let Some(context) = context else { return };
    let body = item.block.to_token_stream();
    let undeclared = |word: Word| !says.says(word);
    let found = find(body.clone(), context, &|word| word != Word::Task && undeclared(word));
    if let Some((method, word)) = found {
        errors.push(undeclared_question(&item.sig.ident, &method, word, kind));
    }
    let begins = find(body, context, &|word| word == Word::Task && undeclared(word));
    if let Some((method, _)) = begins {
        errors.push(undeclared_task(&item.sig.ident, &method, kind));
    }
}

fn undeclared_question(name: &Ident, method: &Ident, word: Word, kind: Kind) -> Fault {
    let attribute = kind.noun();
    let help = match word {
        Word::Needs(capability) => format!("write `#[{attribute}(…, needs({capability}))]`"),
        _ if kind == Kind::Tool => {
            "write `#[tool(…, confirm(fallback = refuse))]`, which says what happens where nobody can be asked".into()
        }
        _ => format!("only a tool confirms: ask with `elicit`, and write `#[{attribute}(…, needs(elicitation))]`"),
    };
    Fault::at(method, format!("`{name}` asks with `{method}`, and its attribute does not say so"))
        .note("what a client must be able to do is known before anything runs, so that one that cannot is refused at once")
        .help(help)
}

fn undeclared_task(name: &Ident, method: &Ident, kind: Kind) -> Fault {
    let fault = Fault::at(method, format!("`{name}` begins a task, and its attribute does not say so"));
    if kind == Kind::Tool {
        fault
            .note("what calls may become is known before anything runs, so that each client gets what it can take")
            .help("write `#[tool(…, task(explicit))]`")
    } else {
        fault.note("only the call of a tool becomes a task").help("do the work in a tool, or leave this out")
    }
}

/// The first method of a wanted kind that is called on the context.
fn find(tokens: TokenStream, context: &Ident, wanted: &dyn Fn(Word) -> bool) -> Option<(Ident, Word)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().find_map(|(at, token)| match (token, &tokens[at + 1..]) {
        (TokenTree::Group(group), _) => find(group.stream(), context, wanted),
        (TokenTree::Ident(name), [TokenTree::Punct(dot), TokenTree::Ident(method), rest @ ..])
            if name == context && dot.as_char() == '.' && is_called(rest) =>
        {
            let (_, word) = DECLARED.iter().find(|(declared, word)| method == declared && wanted(*word))?;
            Some((method.clone(), *word))
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
