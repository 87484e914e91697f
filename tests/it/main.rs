//! Whole servers through the facade.

#[path = "../../examples/every_type/types.rs"]
mod every_type;
mod schemas;
