//! What the messages tell to write, written: each of these is the help of a failing fixture, taken by its word.

use taffrail::prelude::*;

/// `new_name_for_an_unfit_type`, `untyped_argument`, `types_beside_other_mistakes`.
#[derive(ToolInput)]
struct Anything {
    /// Something.
    something: u32,
}

/// `new_name_for_an_unfit_type`.
#[derive(ToolInput)]
struct Wanted(Anything);

/// `attribute_without_effect`.
#[derive(ToolInput)]
struct Filter(u32);

/// `two_words_alike`.
#[derive(ToolInput)]
enum Door {
    Open,
    Opened,
    #[arg(name = "Shut")]
    Closed,
}

/// `union_with_faults`.
#[derive(ToolInput)]
#[tool_input(allow(union_argument, reason = "both are asked for equally often"))]
enum Either {
    ById {
        /// The number.
        id: u32,
    },
    ByKind {
        /// The kind.
        kind: String,
        /// What it means, with an example.
        name: String,
    },
    Other,
}

/// `enum_that_carries_data`. Give one of the two.
#[derive(ToolInput)]
struct OneOf {
    /// The number, if that is known.
    id: Option<u32>,
    /// The name, if that is known.
    name: Option<String>,
}

/// Finds things.
#[tool(readonly)]
async fn find_things(
    /// A value.
    value: Anything,
    /// Values.
    values: Vec<Anything>,
    /// What is wanted.
    wanted: Wanted,
    /// At most.
    #[arg(min = 1)]
    filter: Filter,
    /// Which door.
    door: Door,
    /// Either way.
    either: Either,
    /// One of them.
    one: OneOf,
) {
    let _ = (value.something, values, wanted.0.something, filter.0, door, either, one.id, one.name);
}

fn main() {
    let _ = (Door::Open, Door::Opened, Door::Closed);
    let _ = (Either::ById { id: 1 }, Either::ByKind { kind: "a".into(), name: "b".into() }, Either::Other);
    let _: taffrail::Tools<()> = tools![find_things];
}
