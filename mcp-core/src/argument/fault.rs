//! What is wrong with the arguments of a call, collected so that all of it is told at once.

use std::fmt::{self, Write as _};

/// How many violations are told in full; the rest is counted.
const MOST_TOLD: usize = 20;

/// Everything that is not acceptable about the arguments of one call.
///
/// ```
/// use taffrail::{Violation, Violations};
///
/// let violations = Violations::from(vec![Violation { argument: "limit".into(), problem: "must be at most 100, is 500".into() }]);
/// assert_eq!(violations.to_string(), "`limit` must be at most 100, is 500");
/// ```
#[derive(Clone, Debug)]
pub struct Violations {
    found: Vec<Violation>,
}

/// One argument that is not acceptable, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The argument's path, for example `filters.region` or `lines[2].amount`; empty for the whole object.
    pub argument: String,
    /// What is wrong and what would be right, as the end of a sentence that starts with the argument.
    pub problem: String,
}

impl Violations {
    /// The violations, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Violation> {
        self.found.iter()
    }

    /// How many there are; never 0 in an `Err`.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

impl From<Vec<Violation>> for Violations {
    fn from(found: Vec<Violation>) -> Self {
        Self { found }
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.found.as_slice() {
            return only.fmt(f);
        }
        write!(f, "{} arguments are not acceptable:", self.found.len())?;
        for violation in self.found.iter().take(MOST_TOLD) {
            write!(f, "\n- {violation}")?;
        }
        match self.found.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(f, "\n- and {more} more"),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.argument.is_empty() {
            return write!(f, "the arguments {}", self.problem);
        }
        write!(f, "`{}` {}", self.argument, self.problem)
    }
}

impl std::error::Error for Violations {}

/// Collects violations while arguments are read.
#[derive(Debug, Default)]
pub struct Faults {
    found: Vec<Violation>,
}

impl Faults {
    /// The place of the whole arguments object.
    pub fn root(&mut self) -> Place<'_> {
        Place { faults: self, path: Path { parent: None, step: Step::Root } }
    }

    /// Everything found, unless it is nothing.
    ///
    /// # Errors
    /// The violations, when there are any.
    pub fn into_result(self) -> Result<(), Violations> {
        if self.found.is_empty() { Ok(()) } else { Err(Violations { found: self.found }) }
    }
}

/// Where in the arguments a value stands, and where to put what is wrong with it.
#[derive(Debug)]
pub struct Place<'a> {
    faults: &'a mut Faults,
    path: Path<'a>,
}

/// A path is written out only when something is wrong there, so it lives on the stack until then.
#[derive(Clone, Copy, Debug)]
struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Field(&'a str),
    Item(usize),
}

impl Place<'_> {
    /// The place of a member.
    pub fn field<'b>(&'b mut self, name: &'b str) -> Place<'b> {
        Place { faults: self.faults, path: Path { parent: Some(&self.path), step: Step::Field(name) } }
    }

    /// The place of a list item.
    pub fn item(&mut self, index: usize) -> Place<'_> {
        Place { faults: self.faults, path: Path { parent: Some(&self.path), step: Step::Item(index) } }
    }

    /// The same place, lent on.
    pub fn here(&mut self) -> Place<'_> {
        Place { faults: self.faults, path: self.path }
    }

    /// Records that a member was left out. Each argument of each tool asks for it in place, so the rest is not.
    #[cold]
    #[inline(never)]
    pub(super) fn missing(&mut self, name: &str) {
        self.field(name).refuse("is missing");
    }

    /// Records what is wrong here, as the end of a sentence that starts with the argument: "must be …".
    pub fn refuse(&mut self, problem: impl Into<String>) {
        let mut argument = String::new();
        self.path.write(&mut argument);
        self.faults.found.push(Violation { argument, problem: problem.into() });
    }
}

impl Path<'_> {
    fn write(&self, out: &mut String) {
        if let Some(parent) = self.parent {
            parent.write(out);
        }
        match self.step {
            Step::Root => {}
            Step::Field(name) if out.is_empty() => out.push_str(name),
            Step::Field(name) => {
                out.push('.');
                out.push_str(name);
            }
            Step::Item(index) => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "[{index}]");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_violations_are_told_together_with_their_paths() {
        let mut faults = Faults::default();
        let mut root = faults.root();
        root.field("lines").item(2).field("amount").refuse("must be at least 1, is 0");
        root.field("region").refuse("is missing");
        let text = faults.into_result().unwrap_err().to_string();
        assert_eq!(
            text,
            "2 arguments are not acceptable:\n- `lines[2].amount` must be at least 1, is 0\n- `region` is missing"
        );
    }

    #[test]
    fn a_flood_of_violations_stays_bounded() {
        let mut faults = Faults::default();
        for index in 0..1000 {
            faults.root().item(index).refuse("is wrong");
        }
        let text = faults.into_result().unwrap_err().to_string();
        assert!(text.ends_with("- and 980 more"), "{text}");
    }
}
