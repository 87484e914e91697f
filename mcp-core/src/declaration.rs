//! What a tool says of itself, fixed at compile time.

use crate::{Definition, Effect, Fallback, Icon};

/// A type that `#[tool]` made: the tool's name and declaration as constants, so that `tools![…]` and
/// `instead(…)` can ask a *path* about them while the program is compiled.
///
/// Written by `#[tool]`; there is no reason to implement it by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a `#[tool]` function",
    note = "`tools![…]`, `instead(…)` and `reversible_by` take paths to functions that carry `#[tool(…)]`; a prompt goes into `prompts![…]`, a resource into `resources![…]`"
)]
pub trait Declared {
    /// The tool's name on the wire. Apart from [`DECLARATION`](Self::DECLARATION), so that two tools
    /// may point at each other with `instead(…)`.
    const NAME: &'static str;
    /// Everything else that is known at compile time.
    const DECLARATION: Declaration;
}

/// Everything that `#[tool(…)]` states about a tool.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The name on the wire: 1 to 128 of `A-Z a-z 0-9 _ - .`.
    pub name: &'static str,
    /// The title for people; `None` means the name in words.
    pub title: Option<&'static str>,
    /// What the tool does: its doc comment.
    pub what: &'static str,
    /// When a model should call it.
    pub when: Option<&'static str>,
    /// When a model should not call it.
    pub not_when: Option<&'static str>,
    /// The neighbours to call in other situations.
    pub instead: &'static [Instead],
    /// What it does to the world.
    pub effect: Effect,
    /// Whether a second identical call changes nothing more.
    pub idempotent: bool,
    /// Whether it touches only what the server itself keeps.
    pub closed_world: bool,
    /// Client capabilities without which it cannot run.
    pub needs: &'static [Capability],
    /// Client capabilities that it asks through where the client has them.
    pub uses: &'static [Capability],
    /// What a model and a user must know before it runs, and what keeps it from happening by mistake.
    pub consequences: Consequences,
    /// Whether a call of it may become a task, and when; `None` when it never does.
    pub task: Option<TaskSupport>,
    /// Scopes that a caller must hold.
    pub scopes: &'static [&'static str],
    /// Its own limit on the time of one call, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// Guardrails that its author waived, with reasons.
    pub waivers: &'static [Waiver],
    /// Pictures of it, for people.
    pub icons: &'static [Icon],
    /// What its source could do better, as far as a macro can see.
    pub remarks: &'static [Remark],
    /// Where it stands.
    pub source: Source,
}

impl Declaration {
    /// Whether the author waived a guardrail on this tool.
    #[must_use]
    pub const fn waives(&self, guardrail: &str) -> bool {
        let mut at = 0;
        while at < self.waivers.len() {
            if crate::private::text::same(self.waivers[at].guardrail, guardrail) {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// What a tool leaves behind, and what it takes to let it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consequences {
    /// Whether what it does can be undone, if it was said.
    pub undo: Option<Undo>,
    /// What happens when the client cannot ask the user to confirm; `None` when it does not confirm.
    pub confirm: Option<Fallback>,
    /// How many things one call may affect.
    pub max_affected: Option<u64>,
    /// Whom or what it charges.
    pub charges: Option<&'static str>,
    /// What it sends, and to whom.
    pub sends: Option<&'static str>,
}

impl Consequences {
    /// Nothing said.
    pub const NONE: Self = Self { undo: None, confirm: None, max_affected: None, charges: None, sends: None };
}

/// Whether what a tool does can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// It cannot.
    Never,
    /// By the tool of this name, read from its path.
    By(&'static str),
}

/// A neighbour to call instead: `instead(get_invoice = "one invoice is wanted")`.
#[derive(Clone, Copy, Debug)]
pub struct Instead {
    /// The neighbour's name on the wire, read from the path.
    pub tool: &'static str,
    /// The situation in which it is the right one.
    pub when: &'static str,
}

/// A guardrail that an author switched off on one item: `allow(no_when, reason = "…")`.
#[derive(Clone, Copy, Debug)]
pub struct Waiver {
    /// The guardrail's name.
    pub guardrail: &'static str,
    /// Why it does not apply here.
    pub reason: &'static str,
    /// Tells, of all tools of a server, whose waivers waive nothing. It comes with a waiver, so that a program without one has
    /// none of the rules in it. `None` where nobody asks.
    pub idle: Option<IdleWaivers>,
}

/// Faults of waivers that waive nothing, one sentence each.
pub type IdleWaivers = fn(&[&Definition]) -> Vec<String>;

/// Something in an author's source that could be better and never blocks a build, such as a blocking call in a
/// tool's body. The server's advice lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The guardrail's name.
    pub guardrail: &'static str,
    /// What could be better, and why.
    pub problem: &'static str,
    /// What to write.
    pub help: &'static str,
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

/// Where an item stands in its author's source.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The module path.
    pub module: &'static str,
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

/// How calls of a tool become tasks, for clients that declare the extension `io.modelcontextprotocol/tasks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskSupport {
    /// Whether clients without the extension are refused with -32021, instead of waiting for the call's own answer.
    pub required: bool,
    /// From when on the call is a task.
    pub begins: TaskBegin,
}

/// From when on a call is a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskBegin {
    /// The whole call is one: the client has its task before the function runs.
    AtOnce,
    /// From where the function awaits [`Context::begin_task`](crate::Context::begin_task); a call that never gets there is
    /// answered as any other.
    Explicitly,
}

/// A client capability that a tool may be unable to run without (*Basic > Per-request protocol fields*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capability {
    /// Asking the user through a form.
    Elicitation,
    /// Asking the user through a URL.
    ElicitationUrl,
    /// Asking the client's model.
    Sampling,
    /// Asking the client's model, with tools.
    SamplingTools,
    /// The client's root directories.
    Roots,
    /// Taking a task in the place of an answer: the extension `io.modelcontextprotocol/tasks`.
    Tasks,
}

impl Capability {
    /// The word that `needs(…)` and `uses(…)` take; tasks are declared with `task` instead.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Elicitation => "elicitation",
            Self::ElicitationUrl => "elicitation_url",
            Self::Sampling => "sampling",
            Self::SamplingTools => "sampling_tools",
            Self::Roots => "roots",
            Self::Tasks => "tasks",
        }
    }
}
