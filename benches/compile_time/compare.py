#!/usr/bin/env python3
"""What many tools cost to compile, beside the official Rust SDK.

    python3 benches/compile_time/compare.py [--tools 100] [--rounds 3] [--release] [--folder target/compile_time]

Writes two crates with the same realistic tools (six parameters with constraints, a structured result, an error type), builds
what they depend on, and then measures the crate itself: compiled anew, and after a change of one line, with and without
incremental compilation as cargo does it by itself. Figures are processor seconds of cargo and everything it starts, the median
of the rounds, which are interleaved; so other work on the machine disturbs them little. Never a test.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RMCP = "=3.11.0"

MANIFEST = """[package]
name = "{name}"
version = "0.1.0"
edition = "2024"
publish = false

[workspace]

[dependencies]
{dependencies}
"""

TAFFRAIL = f'taffrail = {{ path = "{ROOT}", default-features = false }}\nthiserror = "2"\n'
OFFICIAL = (
    f'rmcp = {{ version = "{RMCP}", default-features = false, features = ["macros", "server", "transport-io"] }}\n'
    'schemars = "1"\nserde = { version = "1", features = ["derive"] }\n'
)

TAFFRAIL_HEAD = """use taffrail::prelude::*;
use taffrail::ToolOutput;

/// Where to search.
#[derive(Clone, Copy, Debug, ToolInput)]
pub enum Region {
    Eu,
    Us,
}

/// What was found.
#[derive(Debug, ToolOutput)]
pub struct Found {
    pub count: u32,
    pub name: Option<String>,
    pub names: Vec<String>,
}

/// What went wrong.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub enum Trouble {
    #[error("the ledger did not answer")]
    #[failure(transient, retry_after = "30s")]
    Down,
}

"""

TAFFRAIL_TOOL = """/// Finds records of kind {n} by the name of their customer, largest amount first.
#[tool(readonly, when = "the user asks for records of kind {n}", not_when = "one record is wanted")]
pub async fn find_records_{n}(
    /// Part of the customer's name.
    #[arg(min_len = 1, max_len = 80)]
    customer: String,
    /// Fewest days past due.
    #[arg(default = 1, min = 1, max = 3650)]
    days: u32,
    /// How sure a match must be.
    #[arg(min = 0.0, max = 1.0)]
    threshold: f64,
    /// Ledger to search.
    region: Region,
    /// Whether closed records count.
    #[arg(default)]
    closed: bool,
    /// Only records with one of these tags; left out, all of them.
    tags: Option<Vec<String>>,
) -> Result<Json<Found>, Trouble> {{
    if threshold > 0.99 {{
        return Err(Trouble::Down);
    }}
    let count = days + u32::from(closed) + region as u32;
    Ok(Json(Found {{ count, name: Some(customer), names: tags.unwrap_or_default() }}))
}}

"""

OFFICIAL_HEAD = """use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where to search.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    Eu,
    Us,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    pub count: u32,
    pub name: Option<String>,
    pub names: Vec<String>,
}

fn one() -> u32 {
    1
}

#[derive(Clone)]
pub struct Server {
    tool_router: ToolRouter<Self>,
}

"""

OFFICIAL_ARGUMENTS = """#[derive(Debug, Deserialize, JsonSchema)]
pub struct Arguments{n} {{
    /// Part of the customer's name.
    #[schemars(length(min = 1, max = 80))]
    pub customer: String,
    /// Fewest days past due.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 3650))]
    pub days: u32,
    /// How sure a match must be.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub threshold: f64,
    /// Ledger to search.
    pub region: Region,
    /// Whether closed records count.
    #[serde(default)]
    pub closed: bool,
    /// Only records with one of these tags; left out, all of them.
    pub tags: Option<Vec<String>>,
}}

"""

OFFICIAL_TOOL = """    /// Finds records of kind {n} by the name of their customer, largest amount first.
    #[tool(annotations(read_only_hint = true, open_world_hint = true))]
    pub async fn find_records_{n}(
        &self,
        Parameters(arguments): Parameters<Arguments{n}>,
    ) -> Result<Json<Found>, ErrorData> {{
        if arguments.threshold > 0.99 {{
            return Err(ErrorData::internal_error("the ledger did not answer", None));
        }}
        let count = arguments.days + u32::from(arguments.closed) + arguments.region as u32;
        Ok(Json(Found {{ count, name: Some(arguments.customer), names: arguments.tags.unwrap_or_default() }}))
    }}

"""


def taffrail(tools: int) -> str:
    body = "".join(TAFFRAIL_TOOL.format(n=n) for n in range(tools))
    names = ", ".join(f"find_records_{n}" for n in range(tools))
    main = f"fn main() -> taffrail::Result<()> {{\n    Server::new(()).tools(tools![{names}]).run_blocking()\n}}\n"
    return TAFFRAIL_HEAD + body + main


def official(tools: int) -> str:
    arguments = "".join(OFFICIAL_ARGUMENTS.format(n=n) for n in range(tools))
    body = "".join(OFFICIAL_TOOL.format(n=n) for n in range(tools))
    return (
        OFFICIAL_HEAD
        + arguments
        + "#[tool_router]\nimpl Server {\n"
        + body
        + "}\n\n#[tool_handler]\nimpl ServerHandler for Server {}\n\n"
        + "fn main() -> Result<(), Box<dyn std::error::Error>> {\n"
        + "    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {\n"
        + "        let server = Server { tool_router: Server::tool_router() };\n"
        + "        let running = server.serve(rmcp::transport::stdio()).await?;\n"
        + "        running.waiting().await?;\n        Ok(())\n    })\n}\n"
    )


def write(folder: pathlib.Path, name: str, dependencies: str, source: str) -> pathlib.Path:
    crate = folder / name
    (crate / "src").mkdir(parents=True, exist_ok=True)
    (crate / "Cargo.toml").write_text(MANIFEST.format(name=name, dependencies=dependencies))
    (crate / "src" / "main.rs").write_text(source)
    return crate


def seconds(crate: pathlib.Path, words: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["cargo", *words, "--quiet"], cwd=crate, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{crate.name}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def changed(crate: pathlib.Path, at: int) -> None:
    source = crate / "src" / "main.rs"
    text = source.read_text()
    marker = "> 0.99" if "> 0.99" in text else f"> 0.98{at - 1}"
    source.write_text(text.replace(marker, f"> 0.98{at}", 1))


def measure(crates: list[pathlib.Path], build: list[str], rounds: int) -> None:
    for crate in crates:
        seconds(crate, build)
    figures: dict[tuple[str, str], list[float]] = {}
    for at in range(rounds):
        for crate in crates:
            clean = ["clean", "-p", crate.name] + (["--release"] if "--release" in build else [])
            seconds(crate, clean)
            figures.setdefault((crate.name, "anew"), []).append(seconds(crate, build))
            changed(crate, at)
            figures.setdefault((crate.name, "after a change"), []).append(seconds(crate, build))
    for (name, what), values in figures.items():
        print(f"{' '.join(build):18} {name:16} {what:15} {statistics.median(values):6.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target" / "compile_time")
    options = parser.parse_args()
    crates = [
        write(options.folder, "many-taffrail", TAFFRAIL, taffrail(options.tools)),
        write(options.folder, "many-rmcp", OFFICIAL + 'tokio = { version = "1", features = ["rt-multi-thread"] }\n', official(options.tools)),
    ]
    measure(crates, ["check"], options.rounds)
    if options.release:
        measure(crates, ["build", "--release"], options.rounds)


if __name__ == "__main__":
    main()
