//! Whole servers through the facade.

mod advice;
mod client;
mod completion;
mod contract;
mod legacy;
mod notes;
mod pages;
mod prompts;
mod requirements;
mod resources;
