//! The program around a server: subcommands to serve it, to look at it and to try it.

mod answers;
mod arguments;
mod call;
mod check;
mod client;
mod command;
mod complaints;
mod in_order;
mod parameters;
mod person;
mod pretty;
mod question;
mod read;
mod rounds;
#[cfg(feature = "tasks")]
mod task;
mod text;
mod usage;

pub use arguments::Arguments;
pub use usage::Usage;
pub(crate) use usage::nearest;

use crate::apart::{Apart, apart};
use crate::dispatch::{Assembly, Service};
use crate::error::Error;
#[cfg(feature = "http")]
use crate::error::ServeError;
use crate::server::Server;
use crate::transport::stdio::Muffled;
use answers::Answers;
use command::{Command, Requesting};
use person::Person;
use rounds::{Respondent, Stopped};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;

/// Where `http` listens unless told otherwise: only this machine reaches it.
#[cfg(feature = "http")]
const DEFAULT_ADDRESS: &str = "127.0.0.1:3000";
/// Exit status of a call that the tool or the server refused.
const FAILED: i32 = 1;
/// Exit status of a command line that is not understood.
const MISUSED: i32 = 2;

impl<S: Send + Sync + 'static> Server<S> {
    /// Does what the command line says: the whole `main` of most servers.
    ///
    /// - `stdio` serves the client that started the program. It is the default when standard input is not a terminal.
    /// - `http [--addr HOST:PORT] [--allow-origin ORIGIN]` serves over HTTP, by default at 127.0.0.1:3000.
    /// - `list [--json]` shows the tools with their arguments, the prompts and resources; as JSON, the definitions of the tools.
    ///   `call NAME --help` says more of the arguments of one tool.
    /// - `call NAME [KEY=VALUE … | JSON] [--json]` calls one and prints its result. What the tool asks in mid-call is asked on the
    ///   terminal, or answered by `--answer KEY.FIELD=VALUE` and `--answers FILE`; so it is with `read` and `prompt`.
    /// - `read URI [--json]` prints what a resource holds.
    /// - `prompt NAME [KEY=VALUE …] [--json]` prints the messages of a prompt.
    /// - `check [GUARDRAIL …] [--deny] [--json]` shows what would make the server better: all advice, or that of the guardrails
    ///   that are named.
    /// - Without a subcommand on a terminal, it says what the server is and how to connect it to a client.
    ///
    /// Data goes to stdout, all else to stderr. The process exits with status 1 when `call`, `read` or `prompt` failed or `check --deny` showed
    /// something, and with 2 when the command line is not understood. What is logged goes to the `tracing` subscriber that the program has
    /// installed. Without one nothing is logged, but `call`, `read` and `prompt` show warnings and errors on stderr: the causes
    /// of a failure, which no client is sent.
    ///
    /// # Errors
    /// When the server cannot be assembled or cannot serve.
    ///
    /// ```no_run
    /// # use taffrail::prelude::*;
    /// # /// Returns the greeting of this house.
    /// # #[tool(readonly, closed_world)]
    /// # async fn greeting() -> &'static str { "welcome" }
    /// #[tokio::main]
    /// async fn main() -> taffrail::Result {
    ///     Server::new(()).tools(tools![greeting]).run().await
    /// }
    /// ```
    pub async fn run(self) -> Result<(), Error> {
        self.run_with(Arguments::from_env()).await
    }

    /// As [`run`](Self::run), for a `main` that is not async: starts a runtime with a thread for each processor.
    ///
    /// # Errors
    /// When the runtime cannot be started, the server cannot be assembled or cannot serve; and inside a runtime, as with
    /// `#[tokio::main]`, where [`run`](Self::run) is the right one.
    ///
    /// ```no_run
    /// # use taffrail::prelude::*;
    /// # /// Returns the greeting of this house.
    /// # #[tool(readonly, closed_world)]
    /// # async fn greeting() -> &'static str { "welcome" }
    /// fn main() -> taffrail::Result {
    ///     Server::new(()).tools(tools![greeting]).run_blocking()
    /// }
    /// ```
    pub fn run_blocking(self) -> Result<(), Error> {
        if tokio::runtime::Handle::try_current().is_ok() {
            return Err(std::io::Error::other(
                "`run_blocking()` starts a runtime and is called inside one: write `run().await`",
            )
            .into());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.run())
    }

    /// As [`run`](Self::run), with what is left of a command line from which the program has taken its own options.
    ///
    /// # Errors
    /// When the server cannot be assembled or cannot serve.
    pub async fn run_with(self, arguments: Arguments) -> Result<(), Error> {
        running(self.into_assembly(), arguments).await
    }
}

/// What a program does that is nothing but a server.
fn running(assembly: Assembly, arguments: Arguments) -> Apart<'static, Result<(), Error>> {
    apart(async move {
        let mut stdout = Vec::new();
        let status = execute(assembly, &arguments, Surroundings::find(), &mut stdout).await;
        print(&stdout)?;
        match status? {
            0 => Ok(()),
            status => std::process::exit(status),
        }
    })
}

/// What the program was started on.
struct Surroundings {
    /// Whether somebody just tries what the program does, and no client has started it.
    on_terminal: bool,
    /// The one to ask what a server asks of its user.
    person: Option<Person>,
    /// Whether the whole process is for this, so that it may be given a log.
    is_process: bool,
}

impl Surroundings {
    /// Keeps stdout for the result alone, and shows on stderr what a client is not told.
    fn quiet(&self) -> std::io::Result<Muffled> {
        if self.is_process {
            complaints::show();
        }
        Muffled::new()
    }

    fn find() -> Self {
        Self { on_terminal: std::io::stdin().is_terminal(), person: Person::at_terminal(), is_process: true }
    }
}

/// Writes to stdout; a reader that has seen enough, like `head`, is no error.
fn print(text: &[u8]) -> std::io::Result<()> {
    match std::io::stdout().write_all(text).and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn tell(text: &str) {
    // There is nowhere left to say that stderr is gone.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Does what the command line says; data goes to `stdout`. Gives the exit status.
async fn execute(
    server: Assembly,
    arguments: &Arguments,
    here: Surroundings,
    stdout: &mut Vec<u8>,
) -> Result<i32, Error> {
    let command = match command::parse(arguments.rest()) {
        Ok(command) => command,
        Err(usage) => return Ok(misused(arguments, &usage)),
    };
    #[cfg(feature = "http")]
    let (server, command) = match command {
        Command::Http(http) => return serve_http(server, http).await,
        command => (server, command),
    };
    let service = server.assemble()?;
    match command {
        Command::Unsaid if here.on_terminal => text::introduction(&service, arguments, stdout).await?,
        Command::Unsaid | Command::Stdio => serve_stdio(&service).await?,
        Command::Help => text::help(&service, arguments, stdout).await?,
        Command::HelpOn { tool } => {
            let (tools, _) = client::tools(&service).await?;
            return match find(&tools, &tool) {
                Ok(tool) => Ok(parameters::help(tool, arguments, stdout).map(|()| 0)?),
                Err(usage) => Ok(misused(arguments, &usage)),
            };
        }
        Command::Version => {
            let server = service.identity();
            writeln!(stdout, "{} {}", server.name, server.version)?;
        }
        Command::List { json } => list(&service, json, stdout).await?,
        Command::Call { tool, arguments: words, options } => {
            let _muffled = here.quiet()?;
            let result = call(&service, (&tool, &words), &options, here.person, stdout).await;
            return Ok(ended(arguments, result));
        }
        Command::Read { uri, options } => {
            let _muffled = here.quiet()?;
            let params = json!({ "uri": uri });
            let result = request(&service, "resources/read", params, &options, here.person).await;
            return Ok(ended(arguments, result.map(|result| read::contents(&result, options.json, stdout))));
        }
        Command::Prompt { name, arguments: words, options } => {
            let _muffled = here.quiet()?;
            let result = match read::arguments(&words) {
                Ok(given) => {
                    let params = json!({ "name": name, "arguments": given });
                    request(&service, "prompts/get", params, &options, here.person).await
                }
                Err(usage) => Err(usage.into()),
            };
            return Ok(ended(arguments, result.map(|result| read::messages(&result, options.json, stdout))));
        }
        Command::Check(options) => return check::run(&service, options, stdout),
        #[cfg(feature = "http")]
        Command::Http(_) => {}
    }
    Ok(0)
}

fn misused(arguments: &Arguments, usage: &Usage) -> i32 {
    tell(&format!("{usage}\nTry `{} --help`.", arguments.program()));
    MISUSED
}

/// The exit status of a request; why there is no result is told.
fn ended(arguments: &Arguments, result: Result<i32, Stopped>) -> i32 {
    match result {
        Ok(status) => status,
        Err(Stopped::Misused(usage)) => misused(arguments, &usage),
        Err(stopped) => {
            tell(&stopped.to_string());
            FAILED
        }
    }
}

async fn serve_stdio(service: &Service) -> Result<(), Error> {
    service.serve_stdio().await?;
    leave_within(service.limits().grace)?;
    Ok(())
}

/// Sees to it that the process ends: a blocking call that never ends would keep the runtime from ending with `main`.
fn leave_within(grace: Duration) -> std::io::Result<()> {
    let watch = std::thread::Builder::new().name("taffrail-exit".into());
    watch.spawn(move || {
        std::thread::sleep(grace.max(Duration::from_millis(100)));
        std::process::exit(0);
    })?;
    Ok(())
}

#[cfg(feature = "http")]
async fn serve_http(mut server: Assembly, http: command::Http) -> Result<i32, Error> {
    for origin in http.origins {
        server.transports.http.origins.push(origin);
    }
    if let Some(reason) = http.insecure_public {
        server.transports.http.insecure_public = Some(reason);
    }
    let address = http.address.as_deref().unwrap_or(DEFAULT_ADDRESS);
    let service = server.assemble()?;
    let listening = service.listen(address).await.map_err(ServeError::by_flag)?;
    tell(&format!("Listening on {}", listening.url()));
    listening.run().await?;
    leave_within(service.limits().grace)?;
    Ok(0)
}

async fn list(service: &Service, json: bool, stdout: &mut Vec<u8>) -> Result<(), Error> {
    let (tools, raw) = client::tools(service).await?;
    if json {
        writeln!(stdout, "{}", raw.get())?;
        return Ok(());
    }
    text::list(&tools, stdout)?;
    text::mirrored(service, stdout)?;
    text::others(service, stdout)?;
    Ok(())
}

fn find<'a>(tools: &'a [client::Listed], name: &str) -> Result<&'a client::Listed, Usage> {
    tools.iter().find(|tool| tool.name == name).ok_or_else(|| Usage::UnknownTool {
        tool: name.into(),
        nearest: usage::nearest(name, tools.iter().map(|tool| &*tool.name)),
    })
}

/// Calls a tool with the arguments that were typed; gives the exit status.
async fn call(
    service: &Service,
    (name, words): (&str, &[String]),
    options: &Requesting,
    person: Option<Person>,
    stdout: &mut Vec<u8>,
) -> Result<i32, Stopped> {
    let (tools, _) = client::tools(service).await?;
    let tool = find(&tools, name)?;
    let params = json!({ "name": name, "arguments": call::arguments(tool, words)? });
    let result = result(service, params, options, person).await?;
    let shown = call::shown(&result);
    if options.json {
        stdout.extend_from_slice(result.get().as_bytes());
        stdout.push(b'\n');
    } else if shown.is_error {
        tell(&shown.text);
    } else {
        stdout.extend_from_slice(shown.text.as_bytes());
        stdout.push(b'\n');
    }
    Ok(if shown.is_error { FAILED } else { 0 })
}

/// The result of a call. That of a tool which is nothing but a task is waited for.
async fn result(
    service: &Service,
    call: Value,
    options: &Requesting,
    person: Option<Person>,
) -> Result<Box<RawValue>, Stopped> {
    #[cfg(feature = "tasks")]
    if task::is_required(service, &call) {
        return task::outcome(service, call, respondent(options, person)?).await;
    }
    request(service, "tools/call", call, options, person).await
}

fn respondent(options: &Requesting, person: Option<Person>) -> Result<Respondent, Usage> {
    let answers = Answers::new(&options.answers, options.answers_file.as_deref())?;
    Ok(Respondent { answers, person })
}

/// Makes a request of which the server may ask in the middle.
async fn request(
    service: &Service,
    method: &str,
    params: Value,
    options: &Requesting,
    person: Option<Person>,
) -> Result<Box<RawValue>, Stopped> {
    let respondent = respondent(options, person)?;
    let (result, _) = rounds::complete(service, method, params, &client::capabilities(), respondent).await?;
    Ok(result)
}

#[cfg(all(test, feature = "http"))]
mod tests {
    use std::net::SocketAddr;

    use super::{Arguments, DEFAULT_ADDRESS, Surroundings, execute};
    use crate::server::Server;

    #[test]
    fn http_04_and_sec_03_by_default_only_this_machine_is_served() {
        assert!(DEFAULT_ADDRESS.parse::<SocketAddr>().unwrap().ip().is_loopback());
    }
    #[tokio::test]
    async fn on_a_terminal_the_program_says_what_it_is_and_how_to_connect_it() {
        let mut arguments = Arguments::new("/opt/ledger", ["--data", "/var/ledger"]);
        arguments.option("data", "DIR", "Where the database is kept").unwrap();
        let server = Server::new(()).name("ledger").version("1.2.3").instructions("Amounts are in yen.");
        let mut stdout = Vec::new();
        let here = Surroundings { on_terminal: true, person: None, is_process: false };
        assert_eq!(execute(server.into_assembly(), &arguments, here, &mut stdout).await.unwrap(), 0);
        let text = String::from_utf8(stdout).unwrap();
        assert!(text.starts_with("ledger 1.2.3: a Model Context Protocol server with 0 tools."), "{text}");
        assert!(text.contains("Amounts are in yen."), "{text}");
        assert!(text.contains("`ledger --help`"), "{text}");
        let snippet = &text[text.find('{').unwrap()..=text.rfind('}').unwrap()];
        let snippet: serde_json::Value = serde_json::from_str(snippet).unwrap();
        let entry = &snippet["mcpServers"]["ledger"];
        assert_eq!(entry["args"], serde_json::json!(["--data", "/var/ledger", "stdio"]));
        assert!(std::path::Path::new(entry["command"].as_str().unwrap()).is_absolute());
    }
}
