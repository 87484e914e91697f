//! The command line as a program sees it before the server does.

use super::usage::Usage;
use std::ffi::OsString;

/// A program's arguments, from which it takes its own options before it hands the rest to
/// [`Server::run_with`](crate::Server::run_with).
///
/// The options that were taken are shown by `--help`, and stand in the snippet that connects the server to a client.
///
/// ```
/// use taffrail::Arguments;
///
/// let mut arguments = Arguments::from_env();
/// let data = arguments.option("data", "DIR", "Where the database is kept")?;
/// assert_eq!(data, None);
/// # Ok::<(), taffrail::Usage>(())
/// ```
#[derive(Debug, Clone)]
pub struct Arguments {
    program: String,
    rest: Vec<OsString>,
    own: Vec<Own>,
    /// What was taken, as it must be given again to start the same server.
    taken: Vec<OsString>,
}

/// An option of the program itself.
#[derive(Debug, Clone)]
pub(crate) struct Own {
    pub(crate) name: &'static str,
    pub(crate) value: Option<&'static str>,
    pub(crate) help: &'static str,
}

impl Arguments {
    /// The arguments that the process was started with.
    #[must_use]
    pub fn from_env() -> Self {
        let mut arguments = std::env::args_os();
        let program = arguments.next().unwrap_or_default();
        Self::new(program, arguments)
    }

    /// Arguments from elsewhere; `program` is what the user types to start it.
    pub fn new(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        let program = program.into();
        let name =
            std::path::Path::new(&program).file_name().unwrap_or(&program).to_string_lossy().into_owned();
        Self {
            program: name,
            rest: arguments.into_iter().map(Into::into).collect(),
            own: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Takes `--name VALUE` or `--name=VALUE`, wherever it stands before a `--`; the last one counts.
    ///
    /// # Errors
    /// When it is given without a value.
    pub fn option(
        &mut self,
        name: &'static str,
        value: &'static str,
        help: &'static str,
    ) -> Result<Option<OsString>, Usage> {
        self.own.push(Own { name, value: Some(value), help });
        let flag = format!("--{name}");
        let mut found = None;
        while let Some(index) = self.position(&flag) {
            let first = self.rest.remove(index);
            let inline = first.to_str().and_then(|text| text.split_once('='));
            found = Some(match inline {
                Some((_, given)) => given.into(),
                None if index < self.rest.len() => self.rest.remove(index),
                None => return Err(Usage::MissingValue { option: flag, value }),
            });
        }
        if let Some(found) = &found {
            self.taken.extend([flag.into(), found.clone()]);
        }
        Ok(found)
    }

    /// Takes `--name`, wherever it stands before a `--`.
    ///
    /// # Errors
    /// When it is given with a value.
    pub fn flag(&mut self, name: &'static str, help: &'static str) -> Result<bool, Usage> {
        self.own.push(Own { name, value: None, help });
        let flag = format!("--{name}");
        let mut found = false;
        while let Some(index) = self.position(&flag) {
            if self.rest.remove(index) != *flag {
                return Err(Usage::UnexpectedValue { option: flag });
            }
            found = true;
        }
        if found {
            self.taken.push(flag.into());
        }
        Ok(found)
    }

    /// Where `--name` or `--name=…` stands.
    fn position(&self, flag: &str) -> Option<usize> {
        let own = self.rest.iter().take_while(|argument| *argument != "--");
        own.map(|argument| argument.to_str().unwrap_or_default()).position(|argument| {
            argument == flag || argument.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='))
        })
    }

    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    pub(crate) fn own(&self) -> &[Own] {
        &self.own
    }

    pub(crate) fn taken(&self) -> &[OsString] {
        &self.taken
    }

    pub(crate) fn rest(&self) -> &[OsString] {
        &self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(line: &str) -> Arguments {
        Arguments::new("/usr/bin/ledger", line.split_whitespace())
    }

    #[test]
    fn own_options_are_taken_before_and_after_the_subcommand() {
        for line in ["--data dir list --json", "list --data=dir --json", "list --json --data dir"] {
            let mut arguments = arguments(line);
            assert_eq!(arguments.option("data", "DIR", ""), Ok(Some("dir".into())), "{line}");
            assert_eq!(arguments.rest(), ["list", "--json"], "{line}");
            assert_eq!(arguments.taken(), ["--data", "dir"], "{line}");
            assert_eq!(arguments.program(), "ledger");
        }
    }

    #[test]
    fn names_that_only_begin_alike_and_what_follows_two_dashes_are_left() {
        let mut arguments = arguments("--database x call t -- --data y");
        assert_eq!(arguments.option("data", "DIR", ""), Ok(None));
        assert_eq!(arguments.rest().len(), 7);
    }

    #[test]
    fn an_option_without_its_value_is_a_fault_and_not_a_default() {
        let mut arguments = arguments("list --data");
        let usage = arguments.option("data", "DIR", "").unwrap_err();
        assert_eq!(usage.to_string(), "`--data` needs a value: `--data DIR`");
        assert_eq!(self::arguments("list --quiet").flag("quiet", ""), Ok(true));
        assert!(self::arguments("list --quiet=yes").flag("quiet", "").is_err());
    }
}
