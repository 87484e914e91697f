//! The attributes and derives of `taffrail`.
//!
//! Users depend on `taffrail`, which re-exports all of them; expansions name `::taffrail::__private` and nothing else.
//! This file has the entry points only. A macro call goes through five stages: `attr` reads what was written, `model`
//! builds our own structs from it, `check` holds the rules across parts, `expand` emits, and `recover` emits instead when
//! there were faults.

mod attr;
mod check;
mod crate_path;
mod diagnostic;
mod entry;
mod expand;
mod list;
mod model;
mod recover;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a tool of an async function.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::tool(arguments.into(), item.into()).into()
}

/// The tools of a server: paths to functions with `#[tool]`.
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    entry::tools(input.into()).into()
}

/// Makes a type that a model can fill.
#[proc_macro_derive(ToolInput, attributes(arg, serde, tool_input))]
pub fn tool_input(input: TokenStream) -> TokenStream {
    entry::tool_input(input.into()).into()
}

/// Makes a type that can be a structured result: its `Serialize` and `JsonSchema`.
#[proc_macro_derive(ToolOutput, attributes(schemars, serde, tool_output))]
pub fn tool_output(input: TokenStream) -> TokenStream {
    entry::tool_output(input.into()).into()
}

/// Makes every field of a server's state available to tools as `&T`.
#[proc_macro_derive(Provides, attributes(provides))]
pub fn provides(input: TokenStream) -> TokenStream {
    entry::provides(input.into()).into()
}

/// Makes an error type that says what the model should do next.
#[proc_macro_derive(ToolFailure, attributes(failure))]
pub fn tool_failure(input: TokenStream) -> TokenStream {
    entry::tool_failure(input.into()).into()
}
