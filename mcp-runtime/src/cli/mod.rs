//! The program around a server: subcommands to serve it, to look at it and to try it.

mod arguments;
mod call;
mod check;
mod client;
mod command;
mod pretty;
mod read;
mod text;
mod usage;

pub use arguments::Arguments;
pub use usage::Usage;
pub(crate) use usage::nearest;

use crate::dispatch::Service;
use crate::error::Error;
use crate::server::Server;
use crate::transport::stdio::Muffled;
use command::Command;
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
    /// - `list [--json]` shows the tools, prompts and resources; as JSON, the definitions of the tools.
    /// - `call NAME [KEY=VALUE … | JSON] [--json]` calls one and prints its result.
    /// - `read URI [--json]` prints what a resource holds.
    /// - `prompt NAME [KEY=VALUE …] [--json]` prints the messages of a prompt.
    /// - `check [GUARDRAIL …] [--deny] [--json]` shows what would make the server better: all advice, or that of the guardrails
    ///   that are named.
    /// - Without a subcommand on a terminal, it says what the server is and how to connect it to a client.
    ///
    /// Data goes to stdout, all else to stderr. The process exits with status 1 when `call`, `read` or `prompt` failed or `check --deny` showed
    /// something, and with 2 when the command line is not understood. What is logged goes to the `tracing` subscriber that the program has installed; none is
    /// installed here.
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
        let mut stdout = Vec::new();
        let status = execute(self, &arguments, std::io::stdin().is_terminal(), &mut stdout).await;
        print(&stdout)?;
        match status? {
            0 => Ok(()),
            status => std::process::exit(status),
        }
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
async fn execute<S: Send + Sync + 'static>(
    server: Server<S>,
    arguments: &Arguments,
    on_terminal: bool,
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
    let service = server.build()?;
    match command {
        Command::Unsaid if on_terminal => text::introduction(&service, arguments, stdout).await?,
        Command::Unsaid | Command::Stdio => serve_stdio(&service).await?,
        Command::Help => text::help(&service, arguments, stdout).await?,
        Command::Version => {
            let server = service.identity();
            writeln!(stdout, "{} {}", server.name, server.version)?;
        }
        Command::List { json } => list(&service, json, stdout).await?,
        Command::Call { tool, arguments: words, json } => {
            let _muffled = Muffled::new()?;
            return match call(&service, &tool, &words, json, stdout).await {
                Ok(status) => status,
                Err(usage) => Ok(misused(arguments, &usage)),
            };
        }
        Command::Read { uri, json } => {
            let _muffled = Muffled::new()?;
            return Ok(told(read::read(&service, &uri, json, stdout).await?));
        }
        Command::Prompt { name, arguments: words, json } => {
            let _muffled = Muffled::new()?;
            return match read::arguments(&words) {
                Ok(given) => Ok(told(read::prompt(&service, &name, &given, json, stdout).await?)),
                Err(usage) => Ok(misused(arguments, &usage)),
            };
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

/// The exit status of a request that was perhaps refused, which is told.
fn told(result: Result<(), client::Refused>) -> i32 {
    match result {
        Ok(()) => 0,
        Err(refused) => {
            tell(&refused.to_string());
            FAILED
        }
    }
}

async fn serve_stdio<S: Send + Sync + 'static>(service: &Service<S>) -> Result<(), Error> {
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
async fn serve_http<S: Send + Sync + 'static>(
    mut server: Server<S>,
    http: command::Http,
) -> Result<i32, Error> {
    for origin in http.origins {
        server.http_mut().origins.push(origin);
    }
    if let Some(reason) = http.insecure_public {
        server.http_mut().insecure_public = Some(reason);
    }
    let address = http.address.as_deref().unwrap_or(DEFAULT_ADDRESS);
    let service = server.build()?;
    let listening = service.listen(address).await?;
    tell(&format!("Listening on {}", listening.url()));
    listening.run().await?;
    leave_within(service.limits().grace)?;
    Ok(0)
}

async fn list<S: Send + Sync + 'static>(
    service: &Service<S>,
    json: bool,
    stdout: &mut Vec<u8>,
) -> Result<(), Error> {
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

/// Gives the exit status, or what is wrong with the command line.
async fn call<S: Send + Sync + 'static>(
    service: &Service<S>,
    name: &str,
    words: &[String],
    json: bool,
    stdout: &mut Vec<u8>,
) -> Result<Result<i32, Error>, Usage> {
    let tools = match client::tools(service).await {
        Ok((tools, _)) => tools,
        Err(error) => return Ok(Err(error.into())),
    };
    let tool = tools.iter().find(|tool| tool.name == name).ok_or_else(|| Usage::UnknownTool {
        tool: name.into(),
        nearest: usage::nearest(name, tools.iter().map(|tool| &*tool.name)),
    })?;
    let arguments = call::arguments(tool, words)?;
    let result = match client::call(service, name, &arguments).await {
        Ok(result) => result,
        Err(refused) => {
            tell(&refused.to_string());
            return Ok(Ok(FAILED));
        }
    };
    let shown = call::shown(&result);
    if json {
        stdout.extend_from_slice(result.get().as_bytes());
        stdout.push(b'\n');
    } else if shown.is_error {
        tell(&shown.text);
    } else {
        stdout.extend_from_slice(shown.text.as_bytes());
        stdout.push(b'\n');
    }
    Ok(Ok(if shown.is_error { FAILED } else { 0 }))
}

#[cfg(all(test, feature = "http"))]
mod tests {
    use std::net::SocketAddr;

    use super::{Arguments, DEFAULT_ADDRESS, execute};
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
        assert_eq!(execute(server, &arguments, true, &mut stdout).await.unwrap(), 0);
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
