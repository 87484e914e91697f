//! The command line of a server, where there is no terminal: what `call` asks, and how it is answered.

use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Ended {
    status: i32,
    stdout: String,
    stderr: String,
}

fn run(words: &[&str]) -> Ended {
    let program = env!("CARGO_BIN_EXE_conformance");
    let output = Command::new(program).args(words).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ended { status: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Fails, and prints nothing where data belongs.
fn told(status: i32, words: &[&str]) -> String {
    let ended = run(words);
    assert_eq!((ended.status, &*ended.stdout), (status, ""), "{}", ended.stderr);
    ended.stderr
}

fn printed(words: &[&str]) -> String {
    let ended = run(words);
    assert_eq!((ended.status, &*ended.stderr), (0, ""));
    ended.stdout
}

/// A file that is gone when the test is over.
struct Answers(PathBuf);

impl Answers {
    fn new(name: &str, json: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taffrail-{name}-{}.json", std::process::id()));
        std::fs::write(&path, json).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn what_is_asked_and_not_answered_is_told_with_the_way_to_answer() {
    let said = told(1, &["call", "test_delete_notes", "dry_run=false"]);
    assert!(said.contains("confirm-1: Delete 0 notes?"), "{said}");
    assert!(said.contains("--answer confirm-1.confirm=VALUE  Yes, do this; yes or no\n"), "{said}");
    assert!(said.contains("--answer confirm-1=decline\n"), "{said}");
    let said = told(1, &["call", "test_elicitation_url"]);
    assert!(
        said.contains("visit-1: Please connect your account\n  https://example.com/connect/5f3a\n"),
        "{said}"
    );
    assert!(said.contains("--answer visit-1=accept\n"), "{said}");
}

#[test]
fn destruction_is_confirmed_or_declined_on_the_command_line() {
    let call = ["call", "test_delete_notes", "dry_run=false", "--answer"];
    let done = printed(&[&call[..], &["confirm-1.confirm=yes"]].concat());
    assert!(done.contains("\"deleted\": true"), "{done}");
    for answer in ["confirm-1.confirm=no", "confirm-1=decline"] {
        let said = told(1, &[&call[..], &[answer]].concat());
        assert!(said.contains("the user declined; nothing was changed"), "{said}");
    }
    let said = told(1, &[&call[..], &["confirm-1=cancel"]].concat());
    assert!(said.contains("dismissed"), "{said}");
}

#[test]
fn forms_pages_and_several_rounds_are_answered_by_words_or_from_a_file() {
    let call = ["call", "test_elicitation", "message=Who?", "--answer", "elicit-1.username=ada"];
    let both = [&call[..], &["--answer", "elicit-1.email=ada@example.com"]].concat();
    assert_eq!(printed(&both), "User response: ada <ada@example.com>\n");
    let accepted = printed(&["call", "test_elicitation_sep1034_defaults", "--answer", "elicit-1=accept"]);
    assert_eq!(accepted, "John Doe, 30, 95.5, Active, true\n");
    let agreed = printed(&["call", "test_elicitation_url", "--answer", "visit-1=accept"]);
    assert_eq!(agreed, "The user agreed to open the page.\n");
    let file = Answers::new("rounds", r#"{"step1": {"name": "Bo"}, "step2": {"color": "red"}}"#);
    let call = ["call", "test_input_required_result_multi_round", "--answers", file.path()];
    assert_eq!(printed(&call), "Bo likes red.\n");
    let word_wins = [&call[..], &["--answer", "step1.name=Ada"]].concat();
    assert_eq!(printed(&word_wins), "Ada likes red.\n");
}

#[test]
fn prompts_ask_too() {
    let said = told(1, &["prompt", "test_input_required_result_prompt"]);
    assert!(said.contains("--answer user_context.context=VALUE"), "{said}");
    let prompt = ["prompt", "test_input_required_result_prompt", "--answer", "user_context.context=tea"];
    assert_eq!(printed(&prompt), "user: The context is tea.\n");
}

#[test]
fn what_is_only_a_task_is_waited_for_and_answered() {
    let said = told(1, &["call", "test_task_that_asks"]);
    assert!(said.contains("What is your name?"), "{said}");
    let greeted = run(&["call", "test_task_that_asks", "--answer", "elicit-1.name=Ada"]);
    assert_eq!((greeted.status, &*greeted.stdout), (0, "Hello, Ada!\n"), "{}", greeted.stderr);
    assert!(!told(1, &["call", "failing_job"]).is_empty());
}

#[test]
fn an_answer_that_the_server_does_not_accept_is_not_given_again() {
    let call = ["call", "test_elicitation", "message=Who?", "--answer", "elicit-1.username=ada"];
    let said = told(1, &call);
    assert!(said.contains("`email` must be filled in"), "{said}");
    assert!(said.contains("The answer that was given is used up."), "{said}");
}

#[test]
fn an_answer_that_fits_no_field_is_a_fault_of_the_command_line() {
    let call = |answer| told(2, &["call", "test_elicitation_sep1034_defaults", "--answer", answer]);
    let said = call("elicit-1.nmae=Ada");
    assert!(said.contains("the question `elicit-1` has no field `nmae`; did you mean `name`?"), "{said}");
    let said = call("elicit-1.age=old");
    assert!(said.contains("in the answer to `elicit-1`, `age` takes a whole number"), "{said}");
    let said = call("elicit-1=perhaps");
    assert!(said.contains("`accept`, `decline` or `cancel`, not by `perhaps`"), "{said}");
    let said = call("elicit-1");
    assert!(said.contains("`elicit-1` is no answer: write `KEY.FIELD=VALUE`"), "{said}");
    let said = told(2, &["call", "test_elicitation_sep1034_defaults", "--answers", "/nowhere/at/all.json"]);
    assert!(said.contains("the answers in `/nowhere/at/all.json` cannot be read"), "{said}");
}

#[test]
fn list_and_help_show_what_a_tool_takes() {
    let list = printed(&["list"]);
    assert!(list.contains("a=INTEGER b=INTEGER\n"), "{list}");
    assert!(list.contains("[dry_run=BOOLEAN]\n"), "{list}");
    let help = printed(&["call", "test_structured_content", "--help"]);
    assert!(help.starts_with("Adds two integers"), "{help}");
    assert!(help.contains("Usage: conformance call test_structured_content a=INTEGER b=INTEGER\n"), "{help}");
    assert!(
        help.contains("  a=INTEGER  First term.\n      required; at least -1000000; at most 1000000\n"),
        "{help}"
    );
    assert!(told(2, &["call", "test_structured", "--help"]).contains("did you mean"), "no suggestion");
}

#[test]
fn a_whole_number_may_have_a_fraction_of_nothing() {
    let sum = printed(&["call", "test_structured_content", "a=2.0", "b=4e1"]);
    assert!(sum.contains("\"sum\": 42"), "{sum}");
}

#[test]
fn all_wrong_arguments_are_told_at_once() {
    let said = told(2, &["call", "test_structured_content", "aa=1", "b=two"]);
    assert!(said.contains("no argument `aa`") && said.contains("`b` takes a whole number"), "{said}");
}

#[test]
fn why_a_call_failed_is_shown_to_the_one_who_calls_and_not_sent() {
    let ended = run(&["call", "test_error_handling", "--json"]);
    assert_eq!(ended.status, 1);
    assert!(
        ended.stdout.contains("intentionally") && !ended.stdout.contains("the cause"),
        "{}",
        ended.stdout
    );
    assert!(ended.stderr.starts_with("warning: a request failed\n"), "{}", ended.stderr);
    assert!(ended.stderr.contains("\n  cause: the cause, which no client is sent\n"), "{}", ended.stderr);
}
