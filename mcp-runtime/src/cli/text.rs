//! What the program says about itself.

use super::Arguments;
use super::client::{self, Listed};
use super::parameters;
use crate::dispatch::{ServerIdentity, Service};
use crate::error::Error;
use serde_json::json;
use std::io::Write;

/// What stands in front of the tools' first sentences at most, in characters; longer names have a line of their own.
const COLUMN: usize = 28;

const COMMANDS: &[(&str, &str)] = &[
    ("stdio", "Serve the client that started this program; the default when standard input is no terminal"),
    #[cfg(feature = "http")]
    (
        "http [--addr HOST:PORT]",
        "Serve over HTTP, by default at 127.0.0.1:3000, path /mcp unless the program says otherwise",
    ),
    #[cfg(feature = "http")]
    (
        "     [--allow-origin ORIGIN]",
        "Let web pages of this origin call, like https://app.example.com; may be repeated",
    ),
    #[cfg(feature = "http")]
    ("     [--insecure-public REASON]", "Allow an address that other machines reach, without authentication"),
    ("list [--json]", "Show the tools and what they take, the prompts and resources; as JSON, the tools"),
    ("call NAME [KEY=VALUE … | JSON]", "Call a tool and print its result; exit status 1 when it fails"),
    ("call NAME --help", "Show what a tool does and takes"),
    ("     [--json]", "Print the whole result as JSON"),
    (
        "     [--answer KEY.FIELD=VALUE]",
        "Answer what is asked in mid-call, which a terminal is asked; or KEY=decline",
    ),
    ("     [--answers FILE]", "Answer from a JSON file: {KEY: {FIELD: VALUE}, KEY: \"decline\"}"),
    ("read URI [--json]", "Print what a resource holds; answers as for `call`"),
    ("prompt NAME [KEY=VALUE …] [--json]", "Print the messages of a prompt; answers as for `call`"),
    ("check [GUARDRAIL …]", "Show what would make the server better, all of it or that of some guardrails"),
    ("     [--deny] [--json]", "Exit status 1 when there is something to show; print it as JSON"),
];
pub(super) async fn help(service: &Service, arguments: &Arguments, out: &mut Vec<u8>) -> Result<(), Error> {
    heading(service.identity(), client::tools(service).await?.0.len(), out)?;
    write!(out, "\nUsage: {}", arguments.program())?;
    for own in arguments.own() {
        match own.value {
            Some(value) => write!(out, " [--{} {value}]", own.name)?,
            None => write!(out, " [--{}]", own.name)?,
        }
    }
    writeln!(out, " [COMMAND]\n\nCommands:")?;
    for (command, help) in COMMANDS {
        entry(command, help, 34, out)?;
    }
    writeln!(out, "\nOptions:")?;
    for own in arguments.own() {
        let value = own.value.map(|value| format!(" {value}")).unwrap_or_default();
        entry(&format!("--{}{value}", own.name), own.help, 34, out)?;
    }
    entry("-h, --help", "Show this", 34, out)?;
    entry("-V, --version", "Show name and version", 34, out)?;
    Ok(())
}

/// What somebody sees who just starts the program to find out what it is.
pub(super) async fn introduction(
    service: &Service,
    arguments: &Arguments,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let server = service.identity();
    let (tools, _) = client::tools(service).await?;
    heading(server, tools.len(), out)?;
    if let Some(instructions) = &server.instructions {
        writeln!(out, "\n{instructions}")?;
    }
    writeln!(out, "\nTools:")?;
    list(&tools, out)?;
    mirrored(service, out)?;
    others(service, out)?;
    writeln!(out, "\nIt is started by a client. To connect it, put this into the client's configuration:\n")?;
    writeln!(out, "{}", snippet(&server.name, arguments)?)?;
    let program = arguments.program();
    writeln!(
        out,
        "\nTo try a tool here: `{program} call NAME KEY=VALUE`. All subcommands: `{program} --help`."
    )?;
    Ok(())
}

fn heading(server: &ServerIdentity, tools: usize, out: &mut Vec<u8>) -> std::io::Result<()> {
    let title = server.title.as_deref().filter(|title| *title != server.name);
    let title = title.map(|title| format!(" ({title})")).unwrap_or_default();
    let plural = if tools == 1 { "" } else { "s" };
    let ServerIdentity { name, version, .. } = server;
    writeln!(out, "{name} {version}{title}: a Model Context Protocol server with {tools} tool{plural}.")
}

/// The part of a client's configuration that starts this very server.
fn snippet(name: &str, arguments: &Arguments) -> Result<String, Error> {
    let command = std::env::current_exe()?.to_string_lossy().into_owned();
    let mut words: Vec<_> =
        arguments.taken().iter().map(|word| word.to_string_lossy().into_owned()).collect();
    words.push("stdio".into());
    let snippet = json!({ "mcpServers": { name: { "command": command, "args": words } } });
    Ok(serde_json::to_string_pretty(&snippet)?)
}

/// Each tool: its name, its first sentence, a mark when it changes something; and what it takes, on a line of its own.
pub(super) fn list(tools: &[Listed], out: &mut Vec<u8>) -> std::io::Result<()> {
    let width =
        tools.iter().map(|tool| tool.name.len()).filter(|length| *length <= COLUMN).max().unwrap_or(0);
    for tool in tools {
        let effect = match (tool.annotations.read_only_hint, tool.annotations.destructive_hint) {
            (true, _) => "",
            (false, false) => " [adds]",
            (false, true) => " [destructive]",
        };
        entry(&tool.name, &format!("{}{effect}", first_sentence(&tool.description)), width, out)?;
        let parameters = parameters::line(tool);
        if !parameters.is_empty() {
            entry("", &parameters, width, out)?;
        }
    }
    Ok(())
}

/// The prompts and resources, under headings of their own, where there are any.
pub(super) fn others(service: &Service, out: &mut Vec<u8>) -> std::io::Result<()> {
    let prompts: Vec<_> = service.prompts().map(|prompt| (&*prompt.name, &*prompt.description)).collect();
    let resources: Vec<_> = service.resources().map(|one| (&*one.uri, &*one.description)).collect();
    for (heading, items) in [("Prompts", prompts), ("Resources", resources)] {
        if items.is_empty() {
            continue;
        }
        let short = items.iter().map(|(name, _)| name.chars().count()).filter(|length| *length <= COLUMN);
        let width = short.max().unwrap_or(0);
        writeln!(out, "\n{heading}:")?;
        for (name, description) in items {
            entry(name, first_sentence(description), width, out)?;
        }
    }
    Ok(())
}

/// Which arguments leave the body over HTTP, so that nobody is surprised by them in a proxy's log.
pub(super) fn mirrored(service: &Service, out: &mut Vec<u8>) -> std::io::Result<()> {
    let headers: Vec<_> = service.mirrored_headers().map(|name| format!("Mcp-Param-{name}")).collect();
    if headers.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nOver HTTP these arguments also travel as headers, which proxies see: {}",
        headers.join(", ")
    )
}

fn first_sentence(description: &str) -> &str {
    let line = description.lines().next().unwrap_or_default();
    match line.find(". ") {
        Some(end) => &line[..=end],
        None => line,
    }
}

fn entry(name: &str, help: &str, width: usize, out: &mut Vec<u8>) -> std::io::Result<()> {
    if name.chars().count() > width {
        writeln!(out, "  {name}\n  {:width$}  {help}", "")
    } else {
        writeln!(out, "  {name:width$}  {help}")
    }
}
