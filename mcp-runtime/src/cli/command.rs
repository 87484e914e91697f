//! The subcommands and their options.

use super::usage::{Usage, nearest};
use crate::advice::ADVISED;
use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;

/// What the user wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Nothing was said.
    Unsaid,
    Help,
    /// How to call this tool.
    HelpOn {
        tool: String,
    },
    Version,
    Stdio,
    #[cfg(feature = "http")]
    Http(Http),
    List {
        json: bool,
    },
    Call {
        tool: String,
        arguments: Vec<String>,
        options: Requesting,
    },
    Read {
        uri: String,
        options: Requesting,
    },
    Prompt {
        name: String,
        arguments: Vec<String>,
        options: Requesting,
    },
    Check(Check),
}

/// Options of `call`, `read` and `prompt`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Requesting {
    pub(crate) json: bool,
    /// Whether it is only asked how.
    pub(crate) help: bool,
    /// Answers to what is asked in the middle of the request.
    pub(crate) answers: Vec<String>,
    /// A file of such answers.
    pub(crate) answers_file: Option<String>,
}

/// Options of `check`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Check {
    /// Only the advice of these guardrails; all of it when there is none.
    pub(crate) guardrails: Vec<String>,
    /// Whether advice is a failure.
    pub(crate) deny: bool,
    pub(crate) json: bool,
}

/// Options of `http`.
#[cfg(feature = "http")]
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Http {
    pub(crate) address: Option<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) insecure_public: Option<String>,
}

#[cfg(feature = "http")]
const COMMANDS: &[&str] = &["stdio", "http", "list", "call", "read", "prompt", "check", "help"];
#[cfg(not(feature = "http"))]
const COMMANDS: &[&str] = &["stdio", "list", "call", "read", "prompt", "check", "help"];

/// Reads a command line without the program's own options.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Command, Usage> {
    let mut parser = Parser::from_args(arguments);
    match next(&mut parser)? {
        None => Ok(Command::Unsaid),
        Some(Word::Plain(command)) => match &*command {
            "stdio" => alone(&mut parser, Command::Stdio),
            #[cfg(feature = "http")]
            "http" => http(&mut parser),
            "list" => list(&mut parser),
            "call" => call(&mut parser),
            "read" => read(&mut parser),
            "prompt" => prompt(&mut parser),
            "check" => check(&mut parser),
            "help" => Ok(Command::Help),
            _ => Err(Usage::UnknownCommand { nearest: nearest(&command, COMMANDS.iter().copied()), command }),
        },
        Some(Word::Option(option)) => match &*option {
            "-h" | "--help" => Ok(Command::Help),
            "-V" | "--version" => Ok(Command::Version),
            _ => Err(unknown(option, &["--help", "--version"])),
        },
    }
}

/// One word of the command line.
enum Word {
    Plain(String),
    Option(String),
}

fn next(parser: &mut Parser) -> Result<Option<Word>, Usage> {
    let word = match parser.next().map_err(|error| said(&error))? {
        None => return Ok(None),
        Some(Arg::Value(value)) => Word::Plain(value.string().map_err(|error| said(&error))?),
        Some(Arg::Long(name)) => Word::Option(format!("--{name}")),
        Some(Arg::Short(name)) => Word::Option(format!("-{name}")),
    };
    Ok(Some(word))
}

fn value(parser: &mut Parser, option: &str, value: &'static str) -> Result<String, Usage> {
    let given = parser.value().map_err(|_| Usage::MissingValue { option: option.into(), value })?;
    given.string().map_err(|error| said(&error))
}

fn said(error: &lexopt::Error) -> Usage {
    match error {
        lexopt::Error::UnexpectedValue { option, .. } => Usage::UnexpectedValue { option: option.clone() },
        lexopt::Error::MissingValue { option } => {
            Usage::MissingValue { option: option.clone().unwrap_or_default(), value: "VALUE" }
        }
        _ => Usage::NotUnicode,
    }
}

fn unknown(option: String, known: &[&str]) -> Usage {
    Usage::UnknownOption { nearest: nearest(&option, known.iter().copied()), option }
}

fn alone(parser: &mut Parser, command: Command) -> Result<Command, Usage> {
    match next(parser)? {
        None => Ok(command),
        Some(Word::Option(option)) if option == "--help" || option == "-h" => Ok(Command::Help),
        Some(Word::Option(option)) => Err(unknown(option, &["--help"])),
        Some(Word::Plain(argument)) => Err(Usage::Unexpected { argument }),
    }
}

#[cfg(feature = "http")]
fn http(parser: &mut Parser) -> Result<Command, Usage> {
    let mut http = Http::default();
    while let Some(word) = next(parser)? {
        match word {
            Word::Option(option) => match &*option {
                "--addr" => http.address = Some(value(parser, &option, "HOST:PORT")?),
                "--allow-origin" => http.origins.push(value(parser, &option, "ORIGIN")?),
                "--insecure-public" => http.insecure_public = Some(value(parser, &option, "REASON")?),
                "-h" | "--help" => return Ok(Command::Help),
                _ => {
                    return Err(unknown(
                        option,
                        &["--addr", "--allow-origin", "--insecure-public", "--help"],
                    ));
                }
            },
            Word::Plain(argument) => return Err(Usage::Unexpected { argument }),
        }
    }
    Ok(Command::Http(http))
}

fn list(parser: &mut Parser) -> Result<Command, Usage> {
    let mut json = false;
    while let Some(word) = next(parser)? {
        match word {
            Word::Option(option) if option == "--json" => json = true,
            Word::Option(option) if option == "--help" || option == "-h" => return Ok(Command::Help),
            Word::Option(option) => return Err(unknown(option, &["--json", "--help"])),
            Word::Plain(argument) => return Err(Usage::Unexpected { argument }),
        }
    }
    Ok(Command::List { json })
}

fn call(parser: &mut Parser) -> Result<Command, Usage> {
    let (words, options) = words(parser)?;
    let mut words = words.into_iter();
    Ok(match (words.next(), options.help) {
        (Some(tool), true) => Command::HelpOn { tool },
        (None, true) => Command::Help,
        (Some(tool), false) => Command::Call { tool, arguments: words.collect(), options },
        (None, false) => return Err(Usage::MissingTool),
    })
}

fn prompt(parser: &mut Parser) -> Result<Command, Usage> {
    let (words, options) = words(parser)?;
    if options.help {
        return Ok(Command::Help);
    }
    let mut words = words.into_iter();
    let name = words.next().ok_or(Usage::MissingPrompt)?;
    Ok(Command::Prompt { name, arguments: words.collect(), options })
}

fn read(parser: &mut Parser) -> Result<Command, Usage> {
    let (mut words, options) = words(parser)?;
    if options.help {
        return Ok(Command::Help);
    }
    match words.pop() {
        None => Err(Usage::MissingUri),
        Some(uri) if words.is_empty() => Ok(Command::Read { uri, options }),
        Some(argument) => Err(Usage::Unexpected { argument }),
    }
}

/// All words, and the options.
fn words(parser: &mut Parser) -> Result<(Vec<String>, Requesting), Usage> {
    let (mut words, mut options) = (Vec::new(), Requesting::default());
    while let Some(word) = next(parser)? {
        match word {
            Word::Option(option) => match &*option {
                "--json" => options.json = true,
                "--answer" => options.answers.push(value(parser, &option, "KEY.FIELD=VALUE")?),
                "--answers" => options.answers_file = Some(value(parser, &option, "FILE")?),
                "-h" | "--help" => options.help = true,
                _ => return Err(unknown(option, &["--json", "--answer", "--answers", "--help"])),
            },
            Word::Plain(word) => words.push(word),
        }
    }
    Ok((words, options))
}

fn check(parser: &mut Parser) -> Result<Command, Usage> {
    let mut check = Check::default();
    while let Some(word) = next(parser)? {
        match word {
            Word::Option(option) => match &*option {
                "--json" => check.json = true,
                "--deny" => check.deny = true,
                "-h" | "--help" => return Ok(Command::Help),
                _ => return Err(unknown(option, &["--json", "--deny", "--help"])),
            },
            Word::Plain(guardrail) if is_advised(&guardrail) => check.guardrails.push(guardrail),
            Word::Plain(guardrail) => {
                return Err(Usage::UnknownGuardrail {
                    nearest: nearest(&guardrail, ADVISED.iter().copied()),
                    guardrail,
                });
            }
        }
    }
    Ok(Command::Check(check))
}

fn is_advised(guardrail: &str) -> bool {
    ADVISED.contains(&guardrail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, String> {
        let arguments: Vec<OsString> = line.split_whitespace().map(Into::into).collect();
        parse(&arguments).map_err(|usage| usage.to_string())
    }

    #[test]
    fn subcommands_and_their_options_are_read() {
        assert_eq!(parsed(""), Ok(Command::Unsaid));
        assert_eq!(parsed("stdio"), Ok(Command::Stdio));
        assert_eq!(parsed("--version"), Ok(Command::Version));
        assert_eq!(parsed("list --help"), Ok(Command::Help));
        assert_eq!(parsed("list --json"), Ok(Command::List { json: true }));
        let json = || Requesting { json: true, ..Requesting::default() };
        let (tool, arguments) = ("find".into(), vec!["days=3".into(), "--x".into()]);
        let call = Command::Call { tool, arguments, options: json() };
        assert_eq!(parsed("call find days=3 --json -- --x"), Ok(call));
        let options = Requesting {
            json: false,
            help: false,
            answers: vec!["confirm-1.confirm=yes".into(), "visit-1=decline".into()],
            answers_file: Some("a.json".into()),
        };
        let call = Command::Call { tool: "drop".into(), arguments: vec![], options };
        let line = "call drop --answer confirm-1.confirm=yes --answers a.json --answer=visit-1=decline";
        assert_eq!(parsed(line), Ok(call));
        assert_eq!(parsed("read a:b --json"), Ok(Command::Read { uri: "a:b".into(), options: json() }));
        let options = Requesting::default();
        let prompt = Command::Prompt { name: "ask".into(), arguments: vec!["a=b".into()], options };
        assert_eq!(parsed("prompt ask a=b"), Ok(prompt));
        let check = Check { guardrails: vec!["no_boundary".into()], deny: true, json: false };
        assert_eq!(parsed("check no_boundary --deny"), Ok(Command::Check(check)));
    }

    #[cfg(feature = "http")]
    #[test]
    fn http_takes_an_address_and_origins() {
        let http = Http {
            address: Some("127.0.0.1:0".into()),
            origins: vec!["https://a".into(), "https://b".into()],
            insecure_public: None,
        };
        assert_eq!(
            parsed("http --addr=127.0.0.1:0 --allow-origin https://a --allow-origin https://b"),
            Ok(Command::Http(http))
        );
        assert_eq!(parsed("http --addr"), Err("`--addr` needs a value: `--addr HOST:PORT`".into()));
        assert_eq!(
            parsed("http --adr x"),
            Err("there is no option `--adr` here; did you mean `--addr`?".into())
        );
    }

    #[test]
    fn what_is_not_known_is_named_with_the_nearest_that_is() {
        assert_eq!(parsed("lst"), Err("there is no subcommand `lst`; did you mean `list`?".into()));
        assert_eq!(parsed("frobnicate"), Err("there is no subcommand `frobnicate`".into()));
        assert_eq!(
            parsed("--versoin"),
            Err("there is no option `--versoin` here; did you mean `--version`?".into())
        );
        assert_eq!(
            parsed("list --jsn"),
            Err("there is no option `--jsn` here; did you mean `--json`?".into())
        );
        assert_eq!(
            parsed("check no_bundary"),
            Err("there is no advice `no_bundary`; did you mean `no_boundary`?".into())
        );
        assert_eq!(parsed("list x"), Err("`x` is one word too many".into()));
        assert_eq!(parsed("list --json=1"), Err("`--json` takes no value".into()));
        assert_eq!(parsed("read a b"), Err("`b` is one word too many".into()));
        assert_eq!(parsed("read"), Err("`read` needs the URI of a resource; `list` shows them".into()));
        assert_eq!(parsed("prompt"), Err("`prompt` needs the name of a prompt; `list` shows them".into()));
        assert_eq!(parsed("call --help"), Ok(Command::Help));
        assert_eq!(parsed("call find days=3 --help"), Ok(Command::HelpOn { tool: "find".into() }));
        assert_eq!(
            parsed("call x --answer"),
            Err("`--answer` needs a value: `--answer KEY.FIELD=VALUE`".into())
        );
        assert_eq!(parsed("call"), Err("`call` needs the name of a tool; `list` shows them".into()));
    }
}
