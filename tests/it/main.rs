//! Whole servers through the facade.

mod advice;
mod changing;
mod client;
mod completion;
mod contract;
mod legacy;
mod logging;
mod notes;
mod pages;
mod prompts;
mod reads;
mod requests;
mod requirements;
mod resources;
mod rounds;
mod tasks;
