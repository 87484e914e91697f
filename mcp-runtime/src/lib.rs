//! What serves `taffrail` tools: dispatch, stdio, Streamable HTTP and the command line.
//!
//! [`Server`] puts a server together; [`Server::run`] is the whole `main` of most programs. [`Server::build`] gives a [`Service`]
//! to serve in other ways: [`Service::serve_stdio`], [`Service::serve_http`], [`Service::http`] for somebody's router,
//! [`Service::serve_lines`] for any byte stream, [`Service::connect`] for tests.

pub mod advice;
mod apart;
pub mod changes;
pub mod cli;
pub mod consent;
mod directory;
pub mod dispatch;
pub mod error;
mod legacy;
pub mod limit;
mod lock;
mod order;
mod race;
pub mod registry;
mod round;
pub mod seal;
pub mod server;
#[cfg_attr(not(feature = "tasks"), path = "no_tasks.rs")]
mod tasks;
pub mod transport;

#[doc(hidden)]
pub use advice::IDLE_WAIVERS;
pub use advice::{Advice, AdviceList, DeniedAdvice};
pub use changes::Changes;
pub use cli::{Arguments, Usage};
pub use consent::{ConsentStore, UseOnce};
pub use directory::Directory;
pub use dispatch::{AssemblyError, Order, Service};
pub use error::{Error, Result, ServeError};
pub use limit::{Limits, RateLimit};
pub use registry::{Edit, Registry, RegistryError};
pub use seal::{StateKey, WeakKey};
pub use server::Server;
pub use taffrail_core::protocol::Change;
#[cfg(feature = "tasks")]
pub use tasks::{InMemoryTasks, Stored, TaskRecord, TaskStore, Tasks};
#[cfg(feature = "http")]
pub use transport::http::{HttpBody, HttpConfig, HttpServer, HttpService};
pub use transport::memory::Memory;
