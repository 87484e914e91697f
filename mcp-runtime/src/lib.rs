//! What serves `taffrail` tools.

pub mod error;
pub mod limit;
mod race;
#[path = "standin.rs"]
pub mod dispatch;
pub mod transport;

pub use dispatch::Service;
pub use error::ServeError;
pub use limit::{Limits, RateLimit};
#[cfg(feature = "http")]
pub use transport::http::{HttpBody, HttpConfig, HttpServer, HttpService};
