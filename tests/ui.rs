//! What the compiler says, read by people before it was committed. A failing fixture is named for its mistake and uses its
//! item afterwards, to prove that one mistake makes no second error; the passing fixture beside it is the nearest honest
//! code. `TRYBUILD=overwrite cargo test --all-features --test ui` writes the messages anew, and with
//! `-- messages trybuild=no_effect` behind it only those of the fixtures of that name.

// rustc lists the types that would do, so the messages depend on the features; they are fixed for all of them.
#![cfg(all(feature = "chrono", feature = "url", feature = "uuid"))]

#[test]
fn messages_and_honest_neighbours() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/*/pass/*.rs");
    cases.compile_fail("tests/ui/*/fail/*.rs");
}
