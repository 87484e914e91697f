//! What can be wrong with a command line.

use std::fmt;

/// Why a command line is not understood. Reported on stderr with exit status 2.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Usage {
    /// No such subcommand.
    UnknownCommand {
        /// As typed.
        command: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// No such option here.
    UnknownOption {
        /// As typed.
        option: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// An option without its value.
    MissingValue {
        /// The option.
        option: String,
        /// What its value is called.
        value: &'static str,
    },
    /// A value for an option that has none.
    UnexpectedValue {
        /// The option.
        option: String,
    },
    /// A word too many.
    Unexpected {
        /// As typed.
        argument: String,
    },
    /// `call` without the name of a tool.
    MissingTool,
    /// `read` without a URI.
    MissingUri,
    /// `prompt` without the name of a prompt.
    MissingPrompt,
    /// No such advice.
    UnknownGuardrail {
        /// As typed.
        guardrail: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// No such tool.
    UnknownTool {
        /// As typed.
        tool: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// An argument of a tool that is neither `key=value` nor a JSON object.
    NotKeyValue {
        /// As typed.
        argument: String,
    },
    /// No such argument of this tool.
    UnknownArgument {
        /// The tool.
        tool: String,
        /// As typed.
        key: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// A value that is not of the argument's type.
    WrongType {
        /// The argument.
        key: String,
        /// What it takes.
        expected: &'static str,
        /// As typed.
        value: String,
    },
    /// An argument given twice that is no list.
    Twice {
        /// The argument.
        key: String,
    },
    /// An answer that is not `KEY.FIELD=VALUE`.
    NotAnAnswer {
        /// As typed.
        answer: String,
    },
    /// An answer to a whole question that is no action.
    NotAnAction {
        /// The question.
        key: String,
        /// As typed.
        action: String,
    },
    /// No such field of a form that is asked.
    UnknownField {
        /// The question.
        key: String,
        /// As typed.
        field: String,
        /// The nearest one that exists.
        nearest: Option<String>,
    },
    /// A value that a field of a form does not take.
    UnfitAnswer {
        /// The question.
        key: String,
        /// What the field takes, as a sentence.
        problem: String,
    },
    /// A file of answers that cannot be read.
    UnreadableAnswers {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Several things are wrong, each told on a line of its own.
    Several(Vec<Usage>),
    /// Not text that every system could pass on.
    NotUnicode,
}

impl Usage {
    /// All faults as one; `None` when there are none.
    pub(crate) fn all(mut faults: Vec<Self>) -> Option<Self> {
        match faults.len() {
            0 | 1 => faults.pop(),
            _ => Some(Self::Several(faults)),
        }
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meant = |f: &mut fmt::Formatter<'_>, nearest: &Option<String>| match nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        };
        match self {
            Self::UnknownCommand { command, nearest } => {
                write!(f, "there is no subcommand `{command}`")?;
                meant(f, nearest)
            }
            Self::UnknownOption { option, nearest } => {
                write!(f, "there is no option `{option}` here")?;
                meant(f, nearest)
            }
            Self::MissingValue { option, value } => write!(f, "`{option}` needs a value: `{option} {value}`"),
            Self::UnexpectedValue { option } => write!(f, "`{option}` takes no value"),
            Self::Unexpected { argument } => write!(f, "`{argument}` is one word too many"),
            Self::MissingTool => f.write_str("`call` needs the name of a tool; `list` shows them"),
            Self::MissingUri => f.write_str("`read` needs the URI of a resource; `list` shows them"),
            Self::MissingPrompt => f.write_str("`prompt` needs the name of a prompt; `list` shows them"),
            Self::UnknownGuardrail { guardrail, nearest } => {
                write!(f, "there is no advice `{guardrail}`")?;
                meant(f, nearest)
            }
            Self::UnknownTool { tool, nearest } => {
                write!(f, "there is no tool `{tool}`")?;
                meant(f, nearest)
            }
            Self::NotKeyValue { argument } => {
                write!(f, "`{argument}` is neither `key=value` nor a JSON object")
            }
            Self::UnknownArgument { tool, key, nearest } => {
                write!(f, "the tool `{tool}` has no argument `{key}`")?;
                meant(f, nearest)
            }
            Self::WrongType { key, expected, value } => write!(f, "`{key}` takes {expected}, not `{value}`"),
            Self::Twice { key } => write!(f, "`{key}` is given twice and takes one value"),
            Self::NotAnAnswer { answer } => {
                write!(
                    f,
                    "`{answer}` is no answer: write `KEY.FIELD=VALUE`, or `KEY=decline` to decline all of it"
                )
            }
            Self::NotAnAction { key, action } => {
                write!(
                    f,
                    "`{key}` is answered by `accept`, `decline` or `cancel`, not by `{action}`; for the fields of a form write `{key}.FIELD=VALUE`"
                )
            }
            Self::UnknownField { key, field, nearest } => {
                write!(f, "the question `{key}` has no field `{field}`")?;
                meant(f, nearest)
            }
            Self::UnfitAnswer { key, problem } => write!(f, "in the answer to `{key}`, {problem}"),
            Self::UnreadableAnswers { path, problem } => {
                write!(f, "the answers in `{path}` cannot be read: {problem}")
            }
            Self::Several(faults) => faults.iter().enumerate().try_for_each(|(index, fault)| {
                let end = if index == 0 { "" } else { "\n" };
                write!(f, "{end}{fault}")
            }),
            Self::NotUnicode => f.write_str("an argument is not valid Unicode"),
        }
    }
}

impl std::error::Error for Usage {}

/// The candidate that a word was most likely meant to be.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate.to_owned())
}
