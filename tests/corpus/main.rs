//! Honest code is left alone: tools of different fields, none of which waives a guardrail.

mod calendar;
mod devices;
mod files;
mod http;
mod images;
mod mail;
mod payments;
mod search;
mod shared;
mod shell;
mod sql;

use std::fmt::Write as _;

use taffrail::{Server, Tools};

/// The advice about the tools of one field.
fn advice<S: Default + Send + Sync + 'static>(tools: Tools<S>, all: &mut String) -> usize {
    let count = Server::new(S::default()).tools(tools).build().unwrap();
    let _ = write!(all, "{}", count.advice());
    count.definitions().count()
}

#[test]
fn forty_honest_tools_compile_without_a_waiver_and_have_no_advice() {
    let mut told = String::new();
    let counts = [
        advice(files::tools(), &mut told),
        advice(sql::tools(), &mut told),
        advice(http::tools(), &mut told),
        advice(mail::tools(), &mut told),
        advice(calendar::tools(), &mut told),
        advice(payments::tools(), &mut told),
        advice(search::tools(), &mut told),
        advice(shell::tools(), &mut told),
        advice(devices::tools(), &mut told),
        advice(images::tools(), &mut told),
    ];
    assert!(counts.iter().sum::<usize>() >= 40, "{counts:?}");
    assert_eq!(told, "");
}

#[test]
fn the_corpus_waives_nothing() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let waives = text.contains("reason =") && !path.ends_with("main.rs");
        assert!(!waives, "{} waives a guardrail", path.display());
    }
}
