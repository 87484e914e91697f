//! Advice: what would make a server better and never keeps it from starting.
//!
//! Rules say what they find without looking at waivers. What was waived is taken out here, in one place, so that a waiver
//! that waives nothing is seen as well.

mod descriptions;
mod effects;
mod names;
mod parameters;
mod results;
mod together;
mod waivers;
mod words;

use std::fmt;

use serde::Serialize;
use taffrail_core::{Definition, Remark};

pub use waivers::IDLE_WAIVERS;
pub(crate) use waivers::{ADVISED, ServerWaiver, idle};

/// One piece of advice about one item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// The guardrail's name, as `allow(…)` takes it.
    pub guardrail: &'static str,
    /// What it is about, for people: "tool `find`", "parameter `days` of tool `find`" or "the server".
    pub item: String,
    /// The file in which the item stands, if a macro wrote it.
    pub file: Option<&'static str>,
    /// The line in that file, from 1.
    pub line: Option<u32>,
    /// What could be better, and why.
    pub problem: String,
    /// What to write.
    pub help: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.guardrail, self.item, self.problem)?;
        if let (Some(file), Some(line)) = (self.file, self.line) {
            write!(f, "\n  --> {file}:{line}")?;
        }
        write!(f, "\n  help: {}", self.help)
    }
}

/// All advice about a server, in the order of its tools.
///
/// One line in a test turns advice into a failure, all of it or what a team has chosen:
///
/// ```
/// # use taffrail::{Definition, Effect, Identity, Server, Tools};
/// # fn server() -> Server<()> { Server::new(()) }
/// # fn main() -> taffrail::Result {
/// server().build()?.advice().deny(&["thin_description", "near_duplicate_tools"])?;
/// # server().build()?.advice().deny_all()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdviceList(Vec<Advice>);

impl AdviceList {
    /// Fails when there is advice of these guardrails.
    ///
    /// # Errors
    /// That advice, or the names that no guardrail has.
    pub fn deny(&self, guardrails: &[&str]) -> Result<(), DeniedAdvice> {
        let unknown: Vec<String> = guardrails.iter().filter_map(|name| waivers::unknown(name)).collect();
        let denied: Vec<Advice> =
            self.0.iter().filter(|advice| guardrails.contains(&advice.guardrail)).cloned().collect();
        if unknown.is_empty() && denied.is_empty() { Ok(()) } else { Err(DeniedAdvice { unknown, denied }) }
    }

    /// Fails when there is any advice.
    ///
    /// # Errors
    /// All advice.
    pub fn deny_all(&self) -> Result<(), DeniedAdvice> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(DeniedAdvice { unknown: Vec::new(), denied: self.0.clone() })
    }

    /// Only the advice of these guardrails.
    pub(crate) fn only(self, guardrails: &[String]) -> Self {
        Self(
            self.0
                .into_iter()
                .filter(|advice| guardrails.iter().any(|name| name == advice.guardrail))
                .collect(),
        )
    }
}

impl std::ops::Deref for AdviceList {
    type Target = [Advice];

    fn deref(&self) -> &[Advice] {
        &self.0
    }
}

impl IntoIterator for AdviceList {
    type Item = Advice;
    type IntoIter = std::vec::IntoIter<Advice>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a AdviceList {
    type Item = &'a Advice;
    type IntoIter = std::slice::Iter<'a, Advice>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for AdviceList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, advice) in self.0.iter().enumerate() {
            let gap = if at == 0 { "" } else { "\n" };
            writeln!(f, "{gap}{advice}")?;
        }
        Ok(())
    }
}

/// Advice that a team does not want to have.
#[derive(Clone, PartialEq, Eq)]
pub struct DeniedAdvice {
    unknown: Vec<String>,
    denied: Vec<Advice>,
}

impl DeniedAdvice {
    /// The advice.
    pub fn denied(&self) -> impl Iterator<Item = &Advice> {
        self.denied.iter()
    }
}

impl fmt::Display for DeniedAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server has {} piece(s) of advice that are denied", self.denied.len())?;
        self.unknown.iter().try_for_each(|unknown| write!(f, "\n\n{unknown}"))?;
        self.denied.iter().try_for_each(|advice| write!(f, "\n\n{advice}"))
    }
}

/// As text, because a test shows it in this form.
impl fmt::Debug for DeniedAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for DeniedAdvice {}

/// What there is to give advice about.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) definitions: &'a [&'a Definition],
    pub(crate) instructions: Option<&'a str>,
    pub(crate) waivers: &'a [ServerWaiver],
}

impl Subject<'_> {
    /// A server of one tool is a beginning: what there is to say about its finish can wait for the second.
    fn is_first(&self) -> bool {
        self.definitions.len() <= 1
    }
}

/// All advice, without what was waived.
pub(crate) fn advise(subject: Subject<'_>) -> AdviceList {
    let found = findings(subject).into_iter();
    AdviceList(
        found
            .filter(|finding| !waivers::waived(subject, finding))
            .map(|finding| finding.advice(subject))
            .collect(),
    )
}

/// What a rule has found, before waivers.
struct Finding {
    guardrail: &'static str,
    /// The tool's position; `None` is the server as a whole.
    tool: Option<usize>,
    parameter: Option<String>,
    place: Option<(&'static str, u32)>,
    problem: String,
    help: String,
}

impl Finding {
    fn server(guardrail: &'static str, problem: String, help: impl Into<String>) -> Self {
        Self { guardrail, tool: None, parameter: None, place: None, problem, help: help.into() }
    }

    fn tool(
        guardrail: &'static str,
        tool: usize,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            guardrail,
            tool: Some(tool),
            parameter: None,
            place: None,
            problem: problem.into(),
            help: help.into(),
        }
    }

    fn of(mut self, parameter: &str) -> Self {
        self.parameter = Some(parameter.to_owned());
        self
    }

    fn remark(tool: usize, remark: &Remark) -> Self {
        let place = Some((remark.file, remark.line));
        Self { place, ..Self::tool(remark.guardrail, tool, remark.problem, remark.help) }
    }

    fn advice(self, subject: Subject<'_>) -> Advice {
        let definition = self.tool.and_then(|tool| subject.definitions.get(tool));
        let item = match (definition, &self.parameter) {
            (None, _) => "the server".to_owned(),
            (Some(definition), None) => format!("tool `{}`", definition.name),
            (Some(definition), Some(parameter)) => {
                format!("parameter `{parameter}` of tool `{}`", definition.name)
            }
        };
        let source = definition.and_then(|definition| definition.source);
        let place = self.place.or(source.map(|source| (source.file, source.line)));
        Advice {
            guardrail: self.guardrail,
            item,
            file: place.map(|(file, _)| file),
            line: place.map(|(_, line)| line),
            problem: self.problem,
            help: self.help,
        }
    }
}

/// Everything that the rules find: tool by tool, then what concerns several.
fn findings(subject: Subject<'_>) -> Vec<Finding> {
    let mut found = of_items(subject);
    names::all(subject, &mut found);
    descriptions::all(subject, &mut found);
    together::all(subject, &mut found);
    if subject.is_first() {
        found.retain(|finding| !FINISH.contains(&finding.guardrail));
    }
    found
}

/// What the rules find that look at one tool alone.
fn of_items(subject: Subject<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, definition) in subject.definitions.iter().enumerate() {
        names::one(at, definition, &mut found);
        descriptions::one(at, definition, &mut found);
        effects::one(at, definition, &mut found);
        parameters::one(at, definition, &mut found);
        results::one(at, definition, &mut found);
        found.extend(definition.remarks.iter().map(|remark| Finding::remark(at, remark)));
    }
    found
}

/// What a server of one tool is not told yet.
const FINISH: &[&str] =
    &["silent_optional", "text_only_output", "unbounded_number", "unbounded_string", "id_without_source"];
