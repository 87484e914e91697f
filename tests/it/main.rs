//! Whole servers through the facade.

mod advice;
mod client;
mod contract;
#[path = "../../examples/every_type/types.rs"]
mod every_type;
mod requirements;
mod schemas;
