//! The tests that hold a guardrail beside its fixtures, by their names: `gr_58_60_and_61_…` holds three.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SOURCES: &[&str] = &["mcp-core", "mcp-macros", "mcp-runtime", "tests", "examples/tests"];

/// The numbers in a name: `elic_09_and_gr_56_…` has 56.
fn numbers(name: &str) -> Vec<u16> {
    let (mut found, mut inside) = (Vec::new(), false);
    for word in name.split('_') {
        match (word, word.parse()) {
            ("gr", _) => inside = true,
            (_, Ok(number)) if inside => found.push(number),
            ("and", _) => {}
            _ => inside = false,
        }
    }
    found
}

/// By guardrail, each test and the file that it stands in.
pub(crate) fn by_guardrail() -> BTreeMap<u16, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::<u16, Vec<String>>::new();
    for source in SOURCES {
        collect(root, &root.join(source), &mut found);
    }
    found.values_mut().for_each(|tests| tests.sort());
    found
}

fn collect(root: &Path, folder: &Path, found: &mut BTreeMap<u16, Vec<String>>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let file = path.strip_prefix(root).unwrap().display().to_string();
            for name in functions(&fs::read_to_string(&path).unwrap()) {
                for number in numbers(name) {
                    found.entry(number).or_default().push(format!("`{name}` ({file})"));
                }
            }
        }
    }
}

fn functions(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")?;
        line.split(['(', '<']).next()
    })
}

#[test]
fn names_of_tests_say_what_they_hold() {
    assert_eq!(numbers("gr_58_60_61_and_69_loose_parameters"), [58, 60, 61, 69]);
    assert_eq!(numbers("elic_09_and_gr_56_a_page"), [56]);
    assert!(numbers("tool_22_is_told_at_once").is_empty());
}
