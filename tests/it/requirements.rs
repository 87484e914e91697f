//! `docs/requirements.md` says which test holds which requirement. The names of the tests are the source: this
//! keeps the table true, and refuses a requirement without a test unless the table says why it is left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const TABLE: &str = "docs/requirements.md";
const SOURCES: &[&str] = &[
    "mcp-core/src",
    "mcp-core/tests",
    "mcp-macros/src",
    "mcp-runtime/src",
    "mcp-runtime/tests",
    "tests",
    "examples/tests",
];
const LEFT_OUT: &str = "left out: ";
/// Introduces files that hold a requirement without a test function: compile-fail fixtures above all.
const FILES: &str = "files: ";

/// `http_23_to_26_and_40_the_headers_agree` holds HTTP-23 to HTTP-26 and HTTP-40.
fn ids_of(name: &str, areas: &[String]) -> Vec<String> {
    let (mut ids, mut area, mut last, mut range) = (Vec::new(), None, None, false);
    for word in name.split('_') {
        let number = word.parse::<u32>().ok().filter(|_| word.len() == 2);
        match (word, number, area) {
            (_, Some(number), Some(area)) => {
                let first = if range { last.map_or(number, |last: u32| last + 1) } else { number };
                ids.extend((first..=number).map(|number| format!("{area}-{number:02}")));
                (last, range) = (Some(number), false);
            }
            ("to", ..) if last.is_some() => range = true,
            ("and", ..) => {}
            _ => match areas.iter().find(|known| known.eq_ignore_ascii_case(word)) {
                Some(known) => (area, last) = (Some(known), None),
                None => break,
            },
        }
    }
    ids
}

/// The names of all functions in the sources, with the file that they stand in.
fn functions(folder: &Path, found: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            functions(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let names = text.lines().filter_map(|line| {
                let line = line.trim_start();
                let line = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")?;
                line.split(['(', '<']).next()
            });
            found.extend(names.map(|name| (name.to_owned(), file.clone())));
        }
    }
}

/// The tests of each requirement, by id.
fn tests(areas: &[String]) -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    SOURCES.iter().for_each(|folder| functions(&root.join(folder), &mut found));
    found.sort();
    let mut tests = BTreeMap::<String, Vec<String>>::new();
    for (name, file) in found {
        let file = file.strip_prefix(&*root.to_string_lossy()).unwrap_or(&file).trim_start_matches('/');
        for id in ids_of(&name, areas) {
            tests.entry(id).or_default().push(format!("`{name}` ({file})"));
        }
    }
    tests
}

/// The cells of a row that states a requirement.
fn cells(row: &str) -> Option<[&str; 4]> {
    let cells: Vec<_> = row.strip_prefix("| ")?.strip_suffix('|')?.split(" | ").map(str::trim).collect();
    let cells: [&str; 4] = cells.try_into().ok()?;
    let (area, number) = cells[0].split_once('-')?;
    (!area.is_empty() && area.bytes().all(|byte| byte.is_ascii_uppercase()) && number.parse::<u32>().is_ok())
        .then_some(cells)
}

fn assert_files_exist(files: &str) {
    for file in files.trim_start_matches(FILES).split(", ") {
        assert!(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(file).exists(),
            "{TABLE} names {file}, which is not there"
        );
    }
}

#[test]
fn requirements_are_held_by_the_tests_that_the_table_names() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    let table = fs::read_to_string(&path).unwrap();
    let mut areas: Vec<_> =
        table.lines().filter_map(cells).map(|[id, ..]| id.split('-').next().unwrap().to_owned()).collect();
    areas.dedup();
    let tests = tests(&areas);
    let (mut fresh, mut bare) = (String::new(), Vec::new());
    for line in table.lines() {
        let row = cells(line).map(|[id, level, what, before]| {
            let files = before.find(FILES).map(|at| before[at..].to_owned());
            files.iter().for_each(|files| assert_files_exist(files));
            let mut now: Vec<_> = tests.get(id).cloned().into_iter().flatten().chain(files).collect();
            if now.is_empty() && before.starts_with(LEFT_OUT) {
                now.push(before.to_owned());
            } else if now.is_empty() {
                bare.push(id);
            }
            let now = now.join(", ");
            format!("| {id} | {level} | {what} | {now} |")
        });
        fresh.push_str(row.as_deref().unwrap_or(line));
        fresh.push('\n');
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &fresh).unwrap();
    } else {
        assert!(fresh == table, "{TABLE} is out of date: run this test with UPDATE_EXPECT=1");
    }
    assert!(bare.is_empty(), "no test, and no `{LEFT_OUT}…` in {TABLE}: {}", bare.join(", "));
}

#[test]
fn names_of_tests_are_read_as_lists_of_ids() {
    let areas = ["HTTP".to_owned(), "SEC".to_owned()];
    assert_eq!(
        ids_of("http_23_to_25_40_and_sec_04_the_rest_01", &areas),
        ["HTTP-23", "HTTP-24", "HTTP-25", "HTTP-40", "SEC-04"]
    );
    assert!(ids_of("the_rest_of_http_01", &areas).is_empty());
}
