//! Wire shapes of protocol revision 2026-07-28, one file for each area of the specification.

mod capability;
mod completion;
mod fault;
mod id;
pub(crate) mod json;
mod legacy;
mod log;
mod members;
mod message;
mod meta;
mod prompts;
mod resources;
mod subscriptions;
mod tools;

pub use capability::ClientCapabilities;
pub use completion::{CompletionParams, Reference};
pub use fault::Fault;
pub use id::Id;
pub use json::object;
pub use legacy::{ClientAnswer, Greeting, LEGACY_VERSIONS, legacy_version, supported_versions};
pub use log::{LogLevel, LogMessage};
pub use members::{last_member, members};
pub(crate) use message::text;
pub use message::{Message, Notification, Params, Request};
pub use meta::{Meta, ProgressToken, is_traceparent};
pub use prompts::write_prompt;
pub use resources::write_resource;
pub use subscriptions::{Change, Changed, SubscriptionFilter, SubscriptionWriter};
pub(crate) use tools::printable;
pub use tools::{ResultWriter, write_definition, write_legacy_definition};

pub use crate::reply::timestamp;

/// The protocol revision that this crate speaks.
pub const PROTOCOL_VERSION: &str = "2026-07-28";

/// The `_meta` keys of the protocol.
pub mod key {
    /// The version of a request.
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// What the client can do.
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// What the client says it is.
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// The least severe log message that the client wants.
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// The request that opened the subscription that a message belongs to.
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// The extension for calls that go on after their answer, in `capabilities.extensions`.
    pub const TASKS: &str = "io.modelcontextprotocol/tasks";
    /// Who the server is.
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
}
