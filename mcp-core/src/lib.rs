//! What a Model Context Protocol tool *is*: the traits that macros implement, arguments, results, failures
//! and schemas. No I/O and no executor; `taffrail-runtime` serves what is described here.
//!
//! Users depend on `taffrail`, which re-exports all of it.

mod argument;
mod ask;
mod cache;
mod completion;
mod context;
mod declaration;
mod description;
mod effect;
mod failure;
mod feature;
mod icon;
#[cfg(feature = "logging")]
mod log;
#[doc(hidden)]
pub mod private;
mod prompt;
pub mod protocol;
mod provides;
mod reply;
mod resource;
mod safe_path;
pub mod schema;
#[cfg_attr(not(feature = "tasks"), path = "no_tasks.rs")]
mod tasks;
mod tool;
mod tools;
pub mod uri;
mod write_access;

pub use argument::{
    Argument, Choice, Entry, Faults, Field, FromText, HeaderParam, HeaderTree, Items, Length, Measured,
    ObjectSchema, Pattern, Place, Range, Ranged, Secret, Slot, TextArguments, TextRule, Textual, ToolInput,
    Violation, Violations,
};
pub use ask::{
    Answer, Asker, Confirm, Confirmation, Consent, Consented, DryRun, Elicit, Elicitation, Fallback, Form,
    FormAnswers, FormChoice, FormField, FormLength, FormPart, FormRange, FormText, FormTextRule, Format,
    Guarded, GuardedReply, Intent, Numbers, PageUrl, Permit, Preview, Proof, Question, QuestionKind,
    UnsafeUrl, UrlElicitation,
};
#[cfg(feature = "sampling")]
pub use ask::{Priority, Sampled, Sampling, SamplingTool, ToolChoice, ToolResult, ToolUse};
#[cfg(feature = "roots")]
pub use ask::{Root, Roots};
pub use cache::{Cache, CacheScope};
pub use completion::{Completer, Completion, CompletionCall, IntoCompletion};
pub use context::{ClientInfo, Context, Host, Progress};
pub use declaration::{
    Capability, Consequences, Declaration, Declared, IdleWaivers, Instead, Remark, Source, TaskBegin,
    TaskSupport, Undo, Waiver,
};
pub use description::MAX_DESCRIPTION;
pub use effect::Effect;
pub use failure::{Categorise, Category, FAILURE_META, Failure, ToolFailure};
#[doc(hidden)]
pub use feature::FeatureTasks;
pub use icon::{Icon, Theme};
pub use prompt::{Prompt, PromptArgument, PromptCall, PromptDefinition, Prompts};
#[cfg(feature = "logging")]
pub use protocol::LogLevel;
pub use provides::Provides;
pub use reply::{
    Annotations, Audience, Audio, Content, Contents, Cursor, EmbeddedResource, Image, IntoContents,
    IntoPrompt, IntoReply, Json, Message, MessageContent, MessageResource, Outcome, Page, PageRequest,
    PromptReply, Reading, Refusal, Reply, ResourceLink, Role, Structured, Text,
};
pub use resource::{Resource, ResourceCall, ResourceDefinition, Resources};
pub use safe_path::{ContainedPath, SafePath};
pub use tool::{Call, Definition, Running, Tool, Work};
pub use tools::{Identity, Tools};
pub use write_access::WriteAccess;
