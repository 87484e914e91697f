//! What `tools![…]` and its siblings do with a path to something else: the path is reported once, where its declaration is
//! asked for, and nobody asks whether it could be served.

use super::{DeclaredPrompt, DeclaredResource};
use crate::{
    Call, Declared, Definition, Prompt, PromptCall, PromptDefinition, PromptReply, Reading, Resource,
    ResourceCall, ResourceDefinition, Running, Tool, Violations, Work,
};

/// An entry of a list. The inherent methods are found first where their bound holds; those of [`Unlisted`] otherwise.
#[derive(Debug)]
pub struct Listed<T>(pub T);

impl<T: Declared> Listed<T> {
    /// The tool.
    pub fn tool(self) -> T {
        self.0
    }
}

impl<T: DeclaredPrompt> Listed<T> {
    /// The prompt.
    pub fn prompt(self) -> T {
        self.0
    }
}

impl<T: DeclaredResource> Listed<T> {
    /// The resource.
    pub fn resource(self) -> T {
        self.0
    }
}

/// The methods of [`Listed`] for everything else.
pub trait Unlisted: Sized {
    /// No tool.
    fn tool(self) -> Nothing {
        Nothing
    }

    /// No prompt.
    fn prompt(self) -> Nothing {
        Nothing
    }

    /// No resource.
    fn resource(self) -> Nothing {
        Nothing
    }
}

impl<T> Unlisted for Listed<T> {}

/// Stands in for an entry that is reported. A program with one does not compile, so nothing of it ever runs.
#[derive(Debug)]
pub struct Nothing;

impl<S> Tool<S> for Nothing {
    fn definition(&self) -> Definition {
        unreachable!("the entry is an error of the compiler")
    }

    fn call<'a>(&'a self, _: Call<'a, S>) -> Result<Running<'a>, Violations> {
        unreachable!("the entry is an error of the compiler")
    }
}

impl<S> Prompt<S> for Nothing {
    fn definition(&self) -> PromptDefinition {
        unreachable!("the entry is an error of the compiler")
    }

    fn get<'a>(&'a self, _: PromptCall<'a, S>) -> Result<Work<'a, PromptReply>, Violations> {
        unreachable!("the entry is an error of the compiler")
    }
}

impl<S> Resource<S> for Nothing {
    fn definition(&self) -> ResourceDefinition {
        unreachable!("the entry is an error of the compiler")
    }

    fn read<'a>(&'a self, _: ResourceCall<'a, S>) -> Result<Work<'a, Reading>, Violations> {
        unreachable!("the entry is an error of the compiler")
    }
}
