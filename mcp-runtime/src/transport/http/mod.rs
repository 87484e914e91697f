//! Streamable HTTP: every message is a POST, every answer is JSON, or an event stream when something is told before the end.
//!
//! Spec: basic/transports/http. [`Service::serve_http`](crate::Service::serve_http) listens by itself;
//! [`HttpService`] is a tower service to mount in a router.

mod admission;
mod body;
mod config;
mod cors;
mod kept;
mod legacy;
mod patient;
mod post;
mod refusal;
mod serve;
mod sse;

pub use body::HttpBody;
pub use config::HttpConfig;
pub use post::HttpService;
pub use serve::HttpServer;
