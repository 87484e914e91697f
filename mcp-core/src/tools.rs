//! The tools of a server, as `tools![…]` names them.

use std::fmt;

use crate::Tool;

/// Who a server is: by default the crate that wrote `tools![…]`, never the framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The crate's name.
    pub name: &'static str,
    /// The crate's version.
    pub version: &'static str,
}

/// Tools for a server with state `S`, in the order in which they were named. `tools![…]` makes it.
pub struct Tools<S> {
    identity: Identity,
    tools: Vec<Box<dyn Tool<S>>>,
}

impl<S> Tools<S> {
    /// No tools yet, declared by a crate.
    #[must_use]
    pub fn new(identity: Identity) -> Self {
        Self { identity, tools: Vec::new() }
    }

    /// Adds a tool. Tools made at run time are added this way; duplicates are found when the server is
    /// assembled.
    #[must_use]
    pub fn with(mut self, tool: impl Tool<S>) -> Self {
        self.tools.push(Box::new(tool));
        self
    }

    /// Whether there is no tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The crate that declared the tools.
    #[must_use]
    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// The tools, in their order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Box<dyn Tool<S>>> {
        self.tools
    }
}

impl<S> fmt::Debug for Tools<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").field("identity", &self.identity).field("count", &self.tools.len()).finish()
    }
}
