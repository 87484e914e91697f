//! Expansions under every lint that a team may have turned on.

#![deny(warnings, missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(
    unused_qualifications,
    trivial_numeric_casts,
    single_use_lifetimes,
    unused_lifetimes,
    non_ascii_idents
)]
#![deny(rust_2018_idioms, let_underscore_drop, explicit_outlives_requirements, unit_bindings)]
#![forbid(unsafe_code)]

use taffrail::prelude::*;
use taffrail::{Tool, Tools};

/// A store.
#[derive(Debug)]
pub struct Db {
    names: Vec<String>,
}

/// The state.
#[derive(Debug, Provides)]
pub struct App {
    db: Db,
}

/// Where.
#[derive(Debug, Clone, Copy, ToolInput)]
pub enum Region {
    /// Europe.
    Eu,
    /// America.
    Us,
}

/// A tenant.
#[derive(Debug, Clone, Copy, ToolInput)]
pub struct Tenant(u64);

/// What to look for.
#[derive(Debug, ToolInput)]
pub struct Filter {
    /// Part of the name.
    #[arg(min_len = 1, max_len = 40, example = "Acme")]
    name: String,
    /// Fewest days.
    #[arg(default = 1, min = 1, max = 365)]
    days: u32,
}

/// What was found.
#[derive(Debug, Clone, Copy, ToolOutput)]
pub struct Found {
    /// How many.
    count: u32,
}

/// What went wrong.
#[derive(Debug, Clone, Copy, ToolFailure)]
pub enum Lost {
    /// It is down.
    #[failure(transient, retry_after = "30s")]
    Down,
    /// It is forbidden.
    #[failure(permission, action = "ask_the_owner")]
    Forbidden,
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("lost")
    }
}

impl std::error::Error for Lost {}

/// Finds things and counts them.
///
/// # Errors
/// When they are lost.
#[tool(readonly, when = "things are lost", header(tenant = "Tenant"))]
pub async fn find(
    #[arg(flatten)] filter: Filter,
    /// A tenant.
    #[arg(max = 9_007_199_254_740_991)]
    tenant: Tenant,
    /// A region.
    region: Option<Region>,
    /// Words.
    words: Vec<String>,
    /// Whether to.
    #[arg(default)]
    whether: bool,
    /// More.
    more: Option<String>,
    db: &Db,
    ctx: &Context,
) -> Result<Json<Found>, Lost> {
    if db.names.contains(&filter.name) || whether || ctx.is_cancelled() {
        return Err(if filter.days > 3 { Lost::Down } else { Lost::Forbidden });
    }
    let count = words.len() + usize::from(more.is_some()) + usize::from(tenant.0 > 0);
    let count = count + usize::from(matches!(region, Some(Region::Eu)));
    Ok(Json(Found { count: u32::try_from(count).unwrap_or(u32::MAX) }))
}

/// Says hello.
#[tool(readonly, when = "somebody says hello")]
async fn hello() -> &'static str {
    "hello"
}

/// Is old.
#[tool(readonly, when = "nothing newer is there")]
#[deprecated(note = "use `hello`")]
pub async fn old() {}

#[test]
fn what_is_expanded_passes_every_lint() {
    let tools: Tools<App> = tools![find, hello];
    assert_eq!(tools.into_vec().len(), 2);
    let definition = Tool::<App>::definition(&hello {});
    assert_eq!(definition.name, "hello");
}

/// Asks for a look at something.
#[prompt(title = "Look", complete(name = names), icon = "https://example.com/look.png")]
pub async fn look(
    /// A name.
    #[arg(min_len = 1)]
    name: String,
    /// Where.
    #[arg(default = Region::Eu)]
    region: Region,
    /// Whose.
    tenant: Option<Tenant>,
    db: &Db,
) -> Vec<Message> {
    vec![Message::user(format!("{name} {region:?} {tenant:?} {}", db.names.len()))]
}

/// Suggests names.
#[completer]
pub async fn names(typed: String, region: Option<Region>, db: &Db) -> Completion {
    let _ = region;
    Completion::matching(db.names.iter().map(String::as_str), &typed)
}

/// One name.
#[resource("names://{name}{?region}", after(all_names), mime_type = "text/plain", priority = 0.5, complete(name = names))]
pub async fn one_name(
    /// The name.
    name: String,
    region: Option<Region>,
    db: &Db,
) -> Option<String> {
    let _ = region;
    db.names.iter().find(|known| **known == name).cloned()
}

/// All names.
#[resource("names://all", cache(public = "1m"))]
pub async fn all_names(db: &Db) -> String {
    db.names.join("\n")
}

#[test]
fn prompts_and_resources_are_clean_as_well() {
    let prompts: taffrail::Prompts<App> = prompts![look];
    let resources: taffrail::Resources<App> = resources![one_name, all_names];
    assert_eq!((prompts.into_vec().len(), resources.into_vec().len()), (1, 2));
}
