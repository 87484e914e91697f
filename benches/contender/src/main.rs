//! Our side of the comparison with other frameworks: `bench-taffrail stdio`, or `bench-taffrail http PORT` on 127.0.0.1 with the
//! endpoint `/mcp`. Serves `add`, `echo` and `$TOOLS` (100 unless set) more tools that are listed and never called.

use std::net::Ipv4Addr;

use taffrail::prelude::*;
use taffrail::{Call, Definition, Running, Tool, Violations};

#[derive(ToolOutput)]
struct Sum {
    /// Both terms together.
    sum: i64,
}

/// Add two integers
#[tool(readonly, closed_world, when = "two integers are to be added")]
async fn add(
    /// First term
    #[arg(min = -9_007_199_254_740_991, max = 9_007_199_254_740_991)]
    a: i64,
    /// Second term
    #[arg(min = -9_007_199_254_740_991, max = 9_007_199_254_740_991)]
    b: i64,
) -> Json<Sum> {
    Json(Sum { sum: a + b })
}

/// Give the text back
#[tool(readonly, closed_world, when = "a text is wanted back")]
async fn echo(
    /// What to give back
    text: String,
) -> String {
    text
}

/// Shape of a report.
#[derive(ToolInput)]
#[serde(rename_all = "lowercase")]
enum Format {
    Json,
    Text,
    Markdown,
}

/// Search the workspace: walk a directory and report the files that match
#[tool(readonly, when = "files of the workspace are looked for")]
async fn dummy(
    /// Directory to start from, relative to the workspace root
    path: String,
    /// Most results to return
    #[arg(min = 1, max = 1000)]
    limit: u32,
    /// How sure a match must be
    #[arg(min = 0.0, max = 1.0)]
    threshold: f64,
    /// Shape of the report
    format: Format,
    /// Descend into folders
    #[arg(default = false)]
    recursive: bool,
    /// Only files with one of these tags
    tags: Option<Vec<String>>,
) -> String {
    let format = match format {
        Format::Json => "json",
        Format::Text => "text",
        Format::Markdown => "markdown",
    };
    format!("{path}:{limit}:{threshold}:{format}:{recursive}:{}", tags.unwrap_or_default().join(","))
}

/// The same tool under another name: how a program serves tools whose names it learns at run time.
struct Variant(usize);

impl<S> Tool<S> for Variant
where
    dummy: Tool<S>,
{
    fn definition(&self) -> Definition {
        let mut definition = Tool::<S>::definition(&dummy {});
        definition.name = format!("dummy_{:04}", self.0).into();
        definition
    }

    fn call<'a>(&'a self, call: Call<'a, S>) -> Result<Running<'a>, Violations> {
        dummy {}.call(call)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::var("TOOLS").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let mut tools = tools![add, echo];
    for number in 0..count {
        tools = tools.with(Variant(number));
    }
    let service =
        Server::new(()).tools(tools).no_rate_limit("the load generator is the only client").build()?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["stdio"] => service.serve_stdio().await?,
        ["http", port] => service.serve_http((Ipv4Addr::LOCALHOST, port.parse::<u16>()?)).await?,
        _ => return Err("usage: bench-taffrail stdio | http PORT".into()),
    }
    Ok(())
}
