//! What a Model Context Protocol tool *is*: the traits that macros implement, arguments, results, failures
//! and schemas. No I/O and no executor; `taffrail-runtime` serves what is described here.
//!
//! Users depend on `taffrail`, which re-exports all of it.

mod argument;
mod context;
mod declaration;
mod description;
mod effect;
mod failure;
#[doc(hidden)]
pub mod private;
pub mod protocol;
mod provides;
mod reply;
pub mod schema;
mod tool;
mod tools;
mod write_access;

pub use argument::{
    Argument, Choice, Entry, Faults, Field, HeaderParam, HeaderTree, Items, Length, Measured, ObjectSchema,
    Pattern, Place, Range, Ranged, Secret, Slot, TextRule, Textual, ToolInput, Violation, Violations,
};
pub use context::{ClientInfo, Context, Host, Progress};
pub use declaration::{Capability, Declaration, Declared, Instead, Source, Waiver};
pub use description::MAX_DESCRIPTION;
pub use effect::Effect;
pub use failure::{Categorise, Category, FAILURE_META, Failure, ToolFailure};
pub use provides::Provides;
pub use reply::{
    Annotations, Audience, Audio, Content, Cursor, EmbeddedResource, Image, IntoReply, Json, Outcome, Page,
    PageRequest, Refusal, Reply, ResourceLink, Text,
};
pub use tool::{Call, Definition, Running, Tool};
pub use tools::{Identity, Tools};
pub use write_access::WriteAccess;
