//! The subcommands that are no transport.

use super::message::parsed;
use super::process::probe;
use std::process::{Output, Stdio};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = probe().args(arguments).stdin(Stdio::null()).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn list_shows_the_tools_for_people_and_for_programs() {
    let (status, stdout, stderr) = run(&["list"]);
    assert_eq!((status, &*stderr), (Some(0), ""));
    assert!(
        stdout
            .lines()
            .any(|line| line.trim_start().starts_with("add ") && line.contains("Does what `add` says."))
    );
    let (status, stdout, _) = run(&["list", "--json"]);
    assert_eq!(status, Some(0));
    let tools = parsed(&stdout);
    let names: Vec<_> = tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names.contains(&"add"), "{names:?}");
}

#[test]
fn call_prints_the_result_and_tells_failure_by_its_status() {
    assert_eq!(run(&["call", "add", "a=40", "b=2"]), (Some(0), "42\n".into(), String::new()));
    assert_eq!(run(&["call", "add", r#"{"a": 1, "b": -3}"#]).1, "-2\n");
    let (status, stdout, stderr) = run(&["call", "fail"]);
    assert_eq!((status, &*stdout), (Some(1), ""));
    assert!(stderr.contains("over the limit"), "{stderr}");
    let (status, stdout, _) = run(&["call", "fail", "--json"]);
    assert_eq!((status, &parsed(&stdout)["isError"]), (Some(1), &true.into()));
    let (status, stdout, stderr) = run(&["call", "crash"]);
    assert_eq!((status, &*stdout), (Some(1), ""));
    assert!(stderr.contains("-32603"), "{stderr}");
}

#[test]
fn call_shows_progress_beside_the_data() {
    let (status, stdout, stderr) = run(&["call", "progress", "steps=1", "text=half way"]);
    assert_eq!((status, &*stdout), (Some(0), "1 steps\n"));
    assert!(stderr.contains("1 of 1: half way"), "{stderr}");
}

#[test]
fn misuse_is_told_on_stderr_with_status_2() {
    for (arguments, said) in [
        (&["lst"][..], "there is no subcommand `lst`; did you mean `list`?"),
        (&["call"], "`call` needs the name of a tool"),
        (&["call", "ad"], "there is no tool `ad`; did you mean `add`?"),
        (&["call", "add", "c=1"], "the tool `add` has no argument `c`"),
        (&["call", "add", "a=x"], "`a` takes a whole number, not `x`"),
        (&["http", "--adr", "x"], "did you mean `--addr`?"),
    ] {
        let (status, stdout, stderr) = run(arguments);
        assert_eq!((status, &*stdout), (Some(2), ""), "{arguments:?}");
        assert!(stderr.contains(said), "{stderr}");
    }
}

#[test]
fn help_and_version_are_data() {
    let (status, stdout, stderr) = run(&["--help"]);
    assert_eq!((status, &*stderr), (Some(0), ""));
    assert!(stdout.starts_with("probe 1.2.3: a Model Context Protocol server with 11 tools."), "{stdout}");
    assert!(stdout.contains("Usage: probe [--grace MS] [COMMAND]"), "{stdout}");
    assert!(stdout.contains("How long calls may go on"), "{stdout}");
    assert_eq!(run(&["--version"]), (Some(0), "probe 1.2.3\n".into(), String::new()));
}

#[test]
fn http_05_http_refuses_a_public_address_and_says_what_to_do() {
    let (status, stdout, stderr) = run(&["http", "--addr", "0.0.0.0:0"]);
    assert_eq!((status, &*stdout), (Some(1), ""));
    assert!(stderr.contains("without authentication"), "{stderr}");
    // Whoever starts the program has its options and not its source.
    assert!(
        stderr.contains("with `--insecure-public \"reason\"`") && !stderr.contains("HttpConfig"),
        "{stderr}"
    );
}

#[test]
fn http_faults_of_the_command_line_are_faults_of_the_server() {
    let (status, _, stderr) = run(&["http", "--allow-origin", "example.com"]);
    assert_eq!(status, Some(1));
    assert!(stderr.contains("`example.com` is not an origin"), "{stderr}");
}

#[test]
fn check_lists_advice_and_fails_only_when_told_to() {
    let (status, stdout, stderr) = run(&["check"]);
    assert_eq!((status, &*stderr), (Some(0), ""));
    assert!(stdout.ends_with(" pieces of advice.\n"), "{stdout}");
    let (status, stdout, _) = run(&["check", "--json"]);
    let shown = parsed(&stdout);
    assert_eq!(status, Some(0));
    let some = shown["advice"].as_array().unwrap();
    assert!(some.iter().all(|advice| advice["guardrail"].is_string() && advice["help"].is_string()));
    let guardrail = some[0]["guardrail"].as_str().unwrap();
    assert_eq!(run(&["check", guardrail, "--deny"]).0, Some(1));
    assert_eq!(run(&["check", "endpoint_mirror", "--deny"]), (Some(0), "No advice.\n".into(), String::new()));
}
