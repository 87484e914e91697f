//! Framing, metadata, cancellation and end of a connection; what the messages mean is decided in [`crate::dispatch`].

#[cfg(feature = "http")]
pub mod http;
pub(crate) mod lines;
pub mod memory;
mod shutdown;
pub mod stdio;
