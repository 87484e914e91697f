//! What the compiler says, read by people before it was committed. A failing fixture is named for its mistake and uses its
//! item afterwards, to prove that one mistake makes no second error; the passing fixture beside it is the nearest honest
//! code. `TRYBUILD=overwrite cargo test --all-features --test ui` writes the messages anew, and with
//! `-- messages trybuild=no_effect` behind it only those of the fixtures of that name. Those of `without_tasks` need a build
//! without that feature: `cargo test --test ui`.

// rustc lists the types that would do, so the messages depend on the features; they are fixed for all of them.
#[cfg(all(feature = "chrono", feature = "tasks", feature = "url", feature = "uuid"))]
#[test]
fn messages_and_honest_neighbours() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/*/pass/*.rs");
    cases.compile_fail("tests/ui/*/fail/*.rs");
}

#[cfg(not(feature = "tasks"))]
#[test]
fn messages_without_tasks() {
    trybuild::TestCases::new().compile_fail("tests/ui/without_tasks/*.rs");
}
