//! Annotated async functions become a Model Context Protocol server; design mistakes become compile errors.

pub use taffrail_core::*;
pub use taffrail_macros::*;

/// What most servers need: `use taffrail::prelude::*;`.
pub mod prelude {
    pub use taffrail_core::{
        Categorise, Content, Context, Failure, IntoReply, Json, Page, PageRequest, Provides, Reply, Secret,
        Text, ToolFailure, ToolInput,
    };
    pub use taffrail_macros::*;
}

/// What macro expansions name. Not public API: it changes with any release.
#[doc(hidden)]
pub mod __private {
    pub use taffrail_core::private::*;
}
