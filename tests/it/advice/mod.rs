//! Advice: what each rule finds, and what it leaves alone.

mod texts;
mod values;
mod whole;

use taffrail::{Server, Tools};

/// `guardrail: item` of all advice about a server with these tools.
fn advice(tools: Tools<()>) -> Vec<String> {
    said(Server::new(()).tools(tools))
}

fn said(server: Server<()>) -> Vec<String> {
    let service = server.build().unwrap();
    service.advice().iter().map(|advice| format!("{}: {}", advice.guardrail, advice.item)).collect()
}

/// Whether there is this advice about the tools, and nothing else.
#[track_caller]
fn assert_only(tools: Tools<()>, expected: &[&str]) {
    assert_eq!(advice(tools), expected);
}
