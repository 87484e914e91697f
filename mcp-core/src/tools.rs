//! The tools of a server, as `tools![…]` names them.

use std::fmt;
use std::sync::Arc;

use crate::{Call, Definition, Running, Tool, Violations};

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
        self.add(Box::new(tool));
        self
    }

    /// Not generic over the tool, and called where `tools![…]` names one.
    #[inline(never)]
    pub(crate) fn add(&mut self, tool: Box<dyn Tool<S>>) {
        self.tools.push(tool);
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

    /// The same tools, each with the state that it borrows from: what a server of any state is made of.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use taffrail::Tools;
    /// # fn of_an_application(tools: Tools<String>) {
    /// let tools: Tools<()> = tools.with_state(&Arc::new("the state".to_owned()));
    /// # }
    /// ```
    #[must_use]
    pub fn with_state(self, state: &Arc<S>) -> Tools<()>
    where
        S: Send + Sync + 'static,
    {
        let with_state =
            |tool| -> Box<dyn Tool<()>> { Box::new(WithState { state: Arc::clone(state), tool }) };
        Tools { identity: self.identity, tools: self.tools.into_iter().map(with_state).collect() }
    }

    /// The tools, in their order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Box<dyn Tool<S>>> {
        self.tools
    }
}

/// A tool and the state that it borrows from.
struct WithState<S> {
    state: Arc<S>,
    tool: Box<dyn Tool<S>>,
}

impl<S: Send + Sync + 'static> Tool<()> for WithState<S> {
    fn definition(&self) -> Definition {
        self.tool.definition()
    }

    fn call<'a>(&'a self, Call { context, arguments, .. }: Call<'a, ()>) -> Result<Running<'a>, Violations> {
        self.tool.call(Call { state: &*self.state, context, arguments })
    }
}

impl<S> fmt::Debug for Tools<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").field("identity", &self.identity).field("count", &self.tools.len()).finish()
    }
}
