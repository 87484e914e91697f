//! `docs/guardrails.md` says of every guardrail what the compiler says, and this keeps it true: the page is made of the
//! fixtures under `tests/ui`. `UPDATE_EXPECT=1 cargo test --test guardrails` writes it anew.

mod entries;
mod tests;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// One guardrail.
struct Entry {
    number: u16,
    title: &'static str,
    outcome: Outcome,
    held: Held,
}

/// What becomes of the mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Refuse,
    Deny,
    Advise,
    Auto,
}

/// What holds it.
enum Held {
    /// A program that does not compile, and the nearest one that does; under `tests/ui`, without their endings.
    Fixtures { fail: &'static str, pass: &'static str, waiver: &'static str },
    /// Advice of this name.
    Advice(&'static str),
    /// What makes the mistake impossible, or stops the server, and where.
    Built(&'static str, &'static str),
    /// Not held yet.
    Open,
}

impl Outcome {
    fn sentence(self) -> &'static str {
        match self {
            Self::Refuse => "refused",
            Self::Deny => "refused until it is waived",
            Self::Advise => "advised",
            Self::Auto => "impossible",
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn page() -> String {
    let mut page = String::from(
        "# Guardrails\n\nEvery mistake in the design of a tool that this library knows, what becomes of it, and what to write \
         instead. *Refused* and *refused until it is waived* are compile errors; a waiver is written on the item, \
         as its message says: `#[tool(…, allow(name, reason = \"…\"))]`. *Advised* never blocks a build: `Service::advice()` and the subcommand `check` list it. This page is made of the \
         fixtures under `tests/ui` and the names of tests, and is checked against them.\n",
    );
    let mut shown: Vec<&str> = Vec::new();
    let tests = tests::by_guardrail();
    for entry in entries::all() {
        let _ = write!(page, "\n## GR-{:02} {}\n\n", entry.number, entry.title);
        section(entry, &mut shown, &mut page);
        if let Some(tests) = tests.get(&entry.number) {
            let _ = writeln!(page, "\nTested by {}.", tests.join(", "));
        }
    }
    page
}

fn section(entry: &Entry, shown: &mut Vec<&'static str>, page: &mut String) {
    let outcome = entry.outcome.sentence();
    let _ = match &entry.held {
        Held::Open => {
            writeln!(page, "Outcome: {outcome}, once the part of the library that it is about is built.")
        }
        Held::Advice(name) => writeln!(page, "Outcome: {outcome}, as `{name}`."),
        Held::Built(how, place) => writeln!(page, "Outcome: {outcome}. {how} See `{place}`."),
        Held::Fixtures { fail, pass, waiver } => {
            let waiver = if waiver.is_empty() { String::new() } else { format!(" (`{waiver}`)") };
            let _ = writeln!(page, "Outcome: {outcome}{waiver}.\n\nThis does not compile:\n");
            let _ = writeln!(page, "```rust,ignore\n{}```\n", read(&format!("tests/ui/{fail}.rs")));
            let _ = writeln!(page, "```text\n{}```\n", read(&format!("tests/ui/{fail}.stderr")));
            if shown.contains(pass) {
                writeln!(page, "What compiles is in `tests/ui/{pass}.rs`, shown above.")
            } else {
                shown.push(pass);
                writeln!(page, "This does:\n\n```rust,ignore\n{}```", read(&format!("tests/ui/{pass}.rs")))
            }
        }
    };
}

#[test]
fn the_page_of_guardrails_is_what_the_fixtures_say() {
    let path = root().join("docs/guardrails.md");
    let page = page();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(path, page).unwrap();
        return;
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == page,
        "docs/guardrails.md is stale: run `UPDATE_EXPECT=1 cargo test --test guardrails`"
    );
}

#[test]
fn every_guardrail_has_its_place() {
    let numbers: Vec<u16> = entries::all().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=155).collect::<Vec<_>>());
    for entry in entries::all() {
        if let Held::Built(_, place) = &entry.held {
            assert!(root().join(place).exists(), "GR-{:02}: there is no {place}", entry.number);
        }
        if let (Held::Fixtures { waiver, .. }, Outcome::Deny) = (&entry.held, entry.outcome) {
            assert!(!waiver.is_empty(), "GR-{:02} is denied and names no waiver", entry.number);
        }
    }
}

/// The texts in a list of names that only its own crate can name.
fn listed(path: &str, name: &str) -> Vec<String> {
    let source = read(path);
    let start =
        source.find(&format!("const {name}: &[&str] = &[")).unwrap_or_else(|| panic!("{path}: no {name}"));
    let (list, _) = source[start..].split_once("];").unwrap();
    let mut names: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    names.sort();
    names
}

/// Macros and runtime cannot share a list, because neither depends on the other.
#[test]
fn macros_and_runtime_know_the_same_guardrails() {
    let [blocking, advising] =
        ["BLOCKING", "ADVISING"].map(|name| listed("mcp-macros/src/model/guardrail.rs", name));
    let advised = listed("mcp-runtime/src/advice/waivers.rs", "ADVISED");
    // The one that advises, and blocks beyond what clients keep.
    let mut known: Vec<String> = advising.into_iter().chain(["long_description".to_owned()]).collect();
    known.sort();
    assert_eq!(known, advised);
    for entry in entries::all() {
        match entry.held {
            Held::Advice(name) => assert!(advised.iter().any(|known| known == name), "{name}"),
            Held::Fixtures { waiver, .. } if !waiver.is_empty() => {
                assert!(blocking.iter().any(|known| known == waiver), "{waiver}");
            }
            _ => {}
        }
    }
}

#[test]
fn there_are_enough_fixtures_and_each_failing_one_has_its_message() {
    let mut count = 0;
    for kind in fs::read_dir(root().join("tests/ui")).unwrap() {
        for side in ["fail", "pass"] {
            let Ok(folder) = fs::read_dir(kind.as_ref().unwrap().path().join(side)) else { continue };
            for file in folder.map(|file| file.unwrap().path()).filter(|file| is_source(file)) {
                count += 1;
                let told = side == "pass" || file.with_extension("stderr").exists();
                assert!(told, "{} has no message", file.display());
            }
        }
    }
    assert!(count >= 130, "{count} fixtures");
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}
