//! GR-109 and GR-144: what a tool's body must not do. It is a search for words, so it sees what the function itself writes and no
//! function that it calls; at run time the transport keeps stray output away from the protocol as well.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ItemFn;

use crate::diagnostic::{Errors, Fault};

/// Reports `print!`, `println!` and `stdout()` in a tool, and state that is not the server's.
pub(crate) fn no_printing(item: &ItemFn, errors: &Errors) {
    scan(item.block.to_token_stream(), errors);
}

fn scan(tokens: TokenStream, errors: &Errors) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => scan(group.stream(), errors),
            TokenTree::Ident(ident) if prints(ident, tokens.get(at + 1)) => {
                let instead = format!("`e{ident}!`, which goes to stderr, or `tracing::info!`");
                report(ident, &format!("{ident}!"), &instead, errors);
            }
            TokenTree::Ident(ident) if is_state(ident, tokens.get(at + 1)) => {
                let what = if ident == "static" { "static mut" } else { "thread_local!" };
                errors.push(
                    Fault::at(ident, format!("`{what}` in a tool keeps state outside of the server"))
                        .note(if ident == "static" {
                            "calls of all users share it, and the next process does not have it"
                        } else {
                            "a call may run on any thread, so it finds what another call left there, or nothing"
                        })
                        .help("keep it in the server's state and borrow that: `counters: &Counters`"),
                );
            }
            TokenTree::Ident(ident) if is_stdout(ident, &tokens[..at], tokens.get(at + 1)) => {
                report(ident, "stdout()", "`std::io::stderr()`", errors);
            }
            _ => {}
        }
    }
}

/// GR-109: `static mut` and `thread_local!`.
fn is_state(ident: &Ident, next: Option<&TokenTree>) -> bool {
    let mutable = matches!(next, Some(TokenTree::Ident(word)) if word == "mut");
    (ident == "static" && mutable) || (ident == "thread_local" && is_punct(next, '!'))
}

fn prints(ident: &Ident, next: Option<&TokenTree>) -> bool {
    (ident == "println" || ident == "print") && is_punct(next, '!')
}

/// `stdout()`, `io::stdout()`; not `child.stdout()`, not `fn stdout()`, not `terminal::stdout()`.
fn is_stdout(ident: &Ident, before: &[TokenTree], next: Option<&TokenTree>) -> bool {
    let called = matches!(next, Some(TokenTree::Group(group))
        if group.delimiter() == Delimiter::Parenthesis && group.stream().is_empty());
    if ident != "stdout" || !called {
        return false;
    }
    match before {
        [.., TokenTree::Ident(module), TokenTree::Punct(a), TokenTree::Punct(b)]
            if a.as_char() == ':' && b.as_char() == ':' =>
        {
            module == "io"
        }
        [.., TokenTree::Ident(word)] => word != "fn",
        [.., token] => !is_punct(Some(token), '.'),
        [] => true,
    }
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

fn report(ident: &Ident, what: &str, instead: &str, errors: &Errors) {
    errors.push(
        Fault::at(ident, format!("`{what}` writes into the protocol stream of a server on stdio"))
            .help(format!("write {instead}")),
    );
}

#[cfg(test)]
mod tests {
    use super::no_printing;
    use crate::diagnostic::Errors;

    fn faults(body: &str) -> usize {
        let errors = Errors::new();
        no_printing(&syn::parse_str(&format!("async fn f() {{ {body} }}")).unwrap(), &errors);
        let count = errors.count();
        drop(errors.finish());
        count
    }

    #[test]
    fn gr_144_sees_printing_wherever_the_body_writes_it() {
        for body in [
            "println!(\"x\");",
            "std::print!(\"x\")",
            "if a { select! { _ = b => println!(\"x\") } }",
            "let out = std::io::stdout();",
            "stdout().lock();",
        ] {
            assert_eq!(faults(body), 1, "{body}");
        }
    }

    #[test]
    fn gr_144_leaves_other_words_alone() {
        for body in [
            "eprintln!(\"x\");",
            "let println = 1;",
            "child.stdout();",
            "command.stdout(Stdio::piped());",
            "fn stdout() {}",
            "recorded::stdout();",
        ] {
            assert_eq!(faults(body), 0, "{body}");
        }
    }
}
