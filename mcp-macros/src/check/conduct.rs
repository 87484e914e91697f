//! GR-96, 99, 145 and 147: what a tool's body had better not do. A search for words, which sees no function that the tool
//! calls, so it advises and never refuses.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ItemFn;

use crate::model::remark::Remark;

/// Everything that the body could do better, in the order of the source.
pub(crate) fn remarks(item: &ItemFn) -> Vec<Remark> {
    let mut remarks = Vec::new();
    scan(item.block.to_token_stream(), &mut remarks);
    remarks
}

fn scan(tokens: TokenStream, remarks: &mut Vec<Remark>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            // What is handed to the blocking pool may block.
            TokenTree::Group(group) if !is_handed_over(&tokens[..at]) => scan(group.stream(), remarks),
            TokenTree::Ident(ident) => remarks.extend(remark(ident, &tokens, at)),
            _ => {}
        }
    }
}

fn is_handed_over(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(name)] if name == "spawn_blocking" || name == "block_in_place")
}

fn remark(ident: &Ident, tokens: &[TokenTree], at: usize) -> Option<Remark> {
    let word = ident.to_string();
    let (before, after) = (Before(&tokens[..at]), tokens.get(at + 1));
    let called = is_group(after);
    let span = ident.span();
    match word.as_str() {
        "unwrap" | "expect" if before.is_lock() && called => Some(may_panic(
            &format!(".{word}()"),
            "a poisoned lock is still a lock: write `.unwrap_or_else(std::sync::PoisonError::into_inner)`, or \
             `.ok().transient(\"…\")?`",
            span,
        )),
        "unwrap" | "expect" if before.is_method() && called => {
            Some(may_panic(&format!(".{word}()"), RETURN_A_FAILURE, span))
        }
        "todo" | "unimplemented" | "panic" | "unreachable" if is_punct(after, '!') => {
            Some(may_panic(&format!("{word}!"), RETURN_A_FAILURE, span))
        }
        "unwrap_or_default" if before.follows_await() && called => Some(swallowed(span)),
        "sleep" if before.is_in("thread") && called => {
            Some(blocking("std::thread::sleep", "write `tokio::time::sleep(…).await`", span))
        }
        "block_on" if called => Some(blocking("block_on", "write `.await`", span)),
        "fs" if before.is_in("std") && is_punct(after, ':') => Some(blocking(
            "std::fs",
            "use `tokio::fs`, or move the work into `tokio::task::spawn_blocking`",
            span,
        )),
        "net" if before.is_in("std") && is_stream(tokens, at) => {
            Some(blocking("std::net", "use `tokio::net`", span))
        }
        "blocking" if before.is_in("reqwest") => {
            Some(blocking("reqwest::blocking", "use the asynchronous client", span))
        }
        "spawn" if (before.is_in("tokio") || before.is_in("task")) && called => Some(detached(span)),
        _ => None,
    }
}

/// The tokens in front of a word.
struct Before<'a>(&'a [TokenTree]);

impl Before<'_> {
    fn is_method(&self) -> bool {
        is_punct(self.0.last(), '.')
    }

    /// A lock of the standard library is taken in front.
    fn is_lock(&self) -> bool {
        matches!(self.0, [.., TokenTree::Ident(name), TokenTree::Group(nothing), TokenTree::Punct(dot)]
            if ["lock", "read", "write"].iter().any(|lock| name == lock) && nothing.stream().is_empty() && dot.as_char() == '.')
    }

    /// `module::` stands in front.
    fn is_in(&self, module: &str) -> bool {
        matches!(self.0, [.., TokenTree::Ident(name), TokenTree::Punct(a), TokenTree::Punct(b)]
            if name == module && a.as_char() == ':' && b.as_char() == ':')
    }

    /// `.await.` stands in front.
    fn follows_await(&self) -> bool {
        matches!(self.0, [.., TokenTree::Ident(name), TokenTree::Punct(dot)] if name == "await" && dot.as_char() == '.')
    }
}

/// `net::TcpStream`, which connects; `net::IpAddr` does nothing.
fn is_stream(tokens: &[TokenTree], at: usize) -> bool {
    let name = tokens.get(at + 3);
    matches!(name, Some(TokenTree::Ident(name)) if ["TcpStream", "TcpListener", "UdpSocket"].iter().any(|socket| name == socket))
}

fn is_group(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(_)))
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

const RETURN_A_FAILURE: &str =
    "return a failure that says what to do: `.validation(\"…\")?`, or a `#[derive(ToolFailure)]` error";

fn may_panic(what: &str, help: &str, span: Span) -> Remark {
    Remark {
        guardrail: "may_panic",
        problem: format!("`{what}` may panic, and the model then gets \"internal error\" only"),
        help: help.into(),
        span,
    }
}

fn swallowed(span: Span) -> Remark {
    Remark {
        guardrail: "swallowed_failure",
        problem:
            "`unwrap_or_default` turns a failed lookup into an empty one; the model reads \"nothing found\""
                .into(),
        help: "return the failure: `.transient(\"…\")?`".into(),
        span,
    }
}

fn blocking(what: &str, help: &str, span: Span) -> Remark {
    Remark {
        guardrail: "blocking_call",
        problem: format!("`{what}` blocks the thread, and every other call on it waits"),
        help: help.into(),
        span,
    }
}

fn detached(span: Span) -> Remark {
    Remark {
        guardrail: "detached_task",
        problem: "spawned work goes on when the call is cancelled".into(),
        help: "use `ctx.spawn(…)`, which ends with the call".into(),
        span,
    }
}

#[cfg(test)]
mod tests {
    use super::remarks;

    fn named(body: &str) -> Vec<&'static str> {
        let item = syn::parse_str(&format!("async fn f() {{ {body} }}")).unwrap();
        remarks(&item).into_iter().map(|remark| remark.guardrail).collect()
    }

    #[test]
    fn gr_99_145_and_147_are_seen_in_the_body() {
        assert_eq!(named("let a = b.unwrap(); c.expect(\"d\");"), ["may_panic", "may_panic"]);
        assert_eq!(named("if a { todo!() }"), ["may_panic"]);
        let item = syn::parse_quote!(
            async fn f() {
                a.lock().unwrap();
                b.read(c).unwrap();
            }
        );
        let help: Vec<bool> =
            remarks(&item).iter().map(|remark| remark.help.contains("PoisonError")).collect();
        assert_eq!(help, [true, false], "a lock is told apart from a read");
        assert_eq!(named("std::thread::sleep(a); std::fs::read(b)"), ["blocking_call", "blocking_call"]);
        assert_eq!(named("tokio::spawn(async {});"), ["detached_task"]);
        assert_eq!(named("find().await.unwrap_or_default()"), ["swallowed_failure"]);
    }

    #[test]
    fn honest_bodies_get_no_remark() {
        for body in [
            "a.unwrap_or(1)",
            "ctx.spawn(async {});",
            "tokio::fs::read(a).await",
            "tokio::time::sleep(a).await",
            "tokio::task::spawn_blocking(move || std::fs::read(path)).await",
            "let address: std::net::IpAddr = a;",
            "options.unwrap_or_default()",
            "fn spawn() {}",
        ] {
            assert!(named(body).is_empty(), "{body}: {:?}", named(body));
        }
    }
}
