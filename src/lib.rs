//! Annotated async functions become a Model Context Protocol server; design mistakes become compile errors.

pub use taffrail_core::*;
pub use taffrail_macros::*;
pub use taffrail_runtime::{
    Advice, Arguments, AssemblyError, Cache, CacheScope, Error, Limits, Memory, Order, RateLimit, Result,
    ServeError, Server, Service, Usage,
};
#[cfg(feature = "http")]
pub use taffrail_runtime::{HttpBody, HttpConfig, HttpServer, HttpService};

/// What most servers need: `use taffrail::prelude::*;`.
pub mod prelude {
    pub use taffrail_core::{
        Categorise, Content, Context, Failure, IntoReply, Json, Page, PageRequest, Provides, Reply, Secret,
        Text, ToolFailure, ToolInput,
    };
    pub use taffrail_macros::*;
    pub use taffrail_runtime::Server;
}

/// What macro expansions name. Not public API: it changes with any release.
#[doc(hidden)]
pub mod __private {
    pub use taffrail_core::private::*;
}
