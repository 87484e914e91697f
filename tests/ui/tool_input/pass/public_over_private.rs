//! A public type may hold private ones: nothing of an expansion shows them.

use taffrail::prelude::*;

mod search {
    use super::*;

    /// Which things.
    #[derive(ToolInput)]
    enum Kind {
        Large,
        Small,
    }

    /// The kind under its own name.
    #[derive(ToolInput)]
    pub struct Wanted(Kind);

    /// Narrows a search.
    #[derive(ToolInput)]
    pub struct Filter {
        /// Which things.
        kind: Kind,
    }

    impl Filter {
        pub fn shown(&self) -> &'static str {
            match self.kind {
                Kind::Large => "large",
                Kind::Small => "small",
            }
        }
    }

    impl Wanted {
        pub fn is_large(&self) -> bool {
            matches!(self.0, Kind::Large)
        }
    }

    /// What went wrong inside.
    #[derive(Debug, thiserror::Error, ToolFailure)]
    #[error("the index rests")]
    #[failure(transient, retry_after = "5s")]
    pub struct Inner;

    /// What went wrong.
    #[derive(Debug, thiserror::Error, ToolFailure)]
    pub enum Trouble {
        #[error("the index rests")]
        #[failure(transient, retry_after = "5s")]
        Resting(#[source] Inner),
    }

    impl Trouble {
        pub fn new() -> Self {
            Self::Resting(Inner)
        }
    }

    #[derive(ToolOutput)]
    struct Row {
        name: String,
    }

    /// What was found.
    #[derive(ToolOutput)]
    pub struct Found {
        rows: Vec<Row>,
    }

    impl Found {
        pub fn one(name: &str) -> Self {
            Self { rows: vec![Row { name: name.to_owned() }] }
        }
    }
}

/// Finds things.
#[tool(readonly, when = "things are wanted")]
async fn find_things(
    /// What is wanted.
    wanted: search::Wanted,
    #[arg(flatten)] filter: search::Filter,
) -> Result<Json<search::Found>, search::Trouble> {
    if wanted.is_large() {
        return Err(search::Trouble::new());
    }
    Ok(Json(search::Found::one(filter.shown())))
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
