//! Whole servers through the facade.

mod advice;
mod client;
mod completion;
mod contract;
#[path = "../../examples/every_type/types.rs"]
mod every_type;
mod notes;
mod pages;
mod prompts;
mod requirements;
mod resources;
mod schemas;
