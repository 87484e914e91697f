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

use model::kind::Kind;
use proc_macro::TokenStream;

/// Makes a tool of an async function.
///
/// Owned parameters come from the model, borrowed ones from the server: `name: String` is an argument, `db: &Db` is lent by
/// the state ([`Provides`]), `ctx: &Context` is the request. The function stays an ordinary function that a test can call.
/// Its doc comment is the description, and so are the doc comments of its owned parameters.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[derive(ToolInput)]
/// enum Region {
///     Eu,
///     Us,
/// }
///
/// /// Returns the numbers of invoices that are past their due date, oldest first.
/// #[tool(
///     readonly,
///     when = "the user asks who needs a payment reminder",
///     instead(get_invoice = "the details of one invoice are wanted"),
///     header = "Region"
/// )]
/// async fn find_overdue_invoices(
///     /// Fewest days past due.
///     #[arg(default = 1, min = 1)]
///     min_days_overdue: u32,
///     /// Part of the customer's name.
///     #[arg(max_len = 80, example = "Acme")]
///     customer_name: Option<String>,
///     /// Ledger to search.
///     region: Region,
///     ctx: &Context,
/// ) -> Json<Vec<u32>> {
///     Json(Vec::new())
/// }
///
/// /// Returns one invoice as text.
/// #[tool(readonly, when = "the user names one invoice")]
/// async fn get_invoice(
///     /// The invoice's number.
///     number: u32,
/// ) -> Result<String, Failure> {
///     Err(Failure::validation(format!("there is no invoice {number}")))
/// }
///
/// # #[derive(Provides)]
/// # struct App;
/// let tools: taffrail::Tools<App> = tools![find_overdue_invoices, get_invoice];
/// ```
///
/// # Arguments
///
/// | argument | says |
/// |---|---|
/// | `readonly`, `additive` or `destructive` | what the tool does to the world: exactly one; the protocol's hints follow |
/// | `idempotent` | a second identical call changes nothing more |
/// | `closed_world` | it touches only what the server itself keeps |
/// | `name = "…"`, `title = "…"` | the name on the wire, by default the function's; the title for people, by default the name in words |
/// | `when = "…"`, `not_when = "…"` | when to call it and when not; with two tools or more each says `when` |
/// | `instead(path = "…", …)` | which neighbour to call in which other situation; a path, so it cannot go stale |
/// | `header = "Region"`, `header(region = "Region", …)` | mirrors a parameter as `Mcp-Param-Region` |
/// | `needs(…)` | client capabilities without which it cannot run: `elicitation`, `elicitation_url`, `sampling`, `sampling_tools`, `roots` |
/// | `uses(…)` | the same capabilities, where it can do without: it looks at `ctx.can_ask(…)` first |
/// | `irreversible`, `reversible_by = path` | whether what it does can be undone, and by which tool; a destructive tool says one of them |
/// | `confirm(fallback = refuse)`, `confirm(fallback = dry_run_only)` | it asks the user for consent; where the client cannot ask, every call is refused, or dry runs are left. A destructive tool says it |
/// | `max_affected = 50` | how many things one call may affect; `.affecting(count)` on the confirmation says how many it is about |
/// | `charges = "…"`, `sends = "…"` | whom or what it charges, what it sends and to whom: sentences of the description |
/// | `scope = "…"`, `scopes("…", …)` | scopes that a caller must hold |
/// | `timeout = "30s"` | its own limit on the time of one call |
/// | `task`, `task(required)` | a call becomes a task where the client declares that it takes tasks; with `required`, other clients are refused instead of waiting. Needs the feature `tasks` |
/// | `task(explicit)` | as `task`, from where the function awaits `ctx.begin_task()` |
/// | `icon = "https://…"`, `icon("…", mime_type = "…", sizes("48x48"), theme = "dark")` | a picture of it, for people; repeatable |
/// | `allow(guardrail, reason = "…")` | waives a guardrail, in writing |
/// | `crate = ::path` | where the library is, if not at `::taffrail` |
///
/// # Parameters
///
/// `#[arg(…)]` on an owned parameter, and on a field of a [`ToolInput`] struct:
///
/// | argument | says |
/// |---|---|
/// | `default`, `default = …` | what stands in when it is left out |
/// | `min = …`, `max = …` | the range of a number |
/// | `min_len = …`, `max_len = …` | the length of a string in characters, of a list in items |
/// | `pattern = "…"` | a regular expression that a string matches |
/// | `example = …` | a value that shows what is meant; repeatable |
/// | `header = "…"` | mirrors it as `Mcp-Param-…` |
/// | `secret` | its value is shown nowhere |
/// | `flatten` | the fields of its [`ToolInput`] struct become parameters of the tool |
/// | `name = "…"` | its name on the wire |
/// | `allow(guardrail, reason = "…")` | waives a guardrail, in writing |
///
/// # Destructive tools
///
/// A destructive tool takes `dry_run: DryRun` and returns a `Guarded`, which only a preview or the user's consent makes: see
/// `DryRun` for the few lines that this takes.
///
/// # Names
///
/// The function's name is taken in the type namespace too, by the type that `tools![…]` asks. It therefore collides with a
/// module or type of the same name.
#[proc_macro_attribute]
pub fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::tool(arguments.into(), item.into()).into()
}

/// The tools of a server: paths to functions with [`#[tool]`](macro@tool), and who the server is: the crate that calls this
/// macro.
///
/// What concerns several tools is checked while the program is compiled: names that are equal ignoring case, descriptions that
/// are too long, and tools that do not say when to call them although there are several.
///
/// ```
/// use taffrail::prelude::*;
///
/// mod billing {
///     use taffrail::prelude::*;
///
///     /// Refunds an invoice in full.
///     #[tool(additive, idempotent, when = "the user wants their money back")]
///     pub async fn refund() {}
/// }
///
/// /// Returns the balance in cents.
/// #[tool(readonly, when = "the user asks how much is left")]
/// async fn get_balance() -> Json<u32> {
///     Json(0)
/// }
///
/// let tools: taffrail::Tools<()> = tools![get_balance, billing::refund];
/// assert_eq!(tools.into_vec().len(), 2);
/// ```
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    entry::tools(input.into()).into()
}

/// Makes a prompt of an async function: messages that a person picks by name.
///
/// Owned parameters are the prompt's arguments. Their values arrive as text, so the types are those that can be read from
/// text: strings, numbers, booleans, fieldless enums with [`ToolInput`], and `Option` of those. `#[arg(…)]` constrains them as
/// it does a tool's, and everything that is wrong is told together. Borrowed parameters come from the server.
///
/// The function returns text, a `Message`, a list of messages or a `PromptReply`, or a `Result` of those.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[derive(ToolInput)]
/// enum Depth {
///     /// Names and comments.
///     Shallow,
///     Deep,
/// }
///
/// /// Asks for a review of some code.
/// #[prompt(title = "Code review", complete(language = languages))]
/// async fn review_code(
///     /// The code.
///     code: String,
///     /// Its programming language.
///     language: Option<String>,
///     /// How thoroughly.
///     #[arg(default = Depth::Shallow)]
///     depth: Depth,
/// ) -> Vec<Message> {
///     let how = match depth {
///         Depth::Shallow => "Look at names and comments",
///         Depth::Deep => "Look at everything",
///     };
///     let language = language.unwrap_or_else(|| "any language".into());
///     vec![Message::user(format!("{how} in this piece of {language}.")), Message::user(code)]
/// }
///
/// #[completer]
/// async fn languages(typed: String) -> Completion {
///     Completion::matching(["python", "rust", "typescript"], &typed)
/// }
///
/// let prompts: taffrail::Prompts<()> = prompts![review_code];
/// ```
///
/// # Arguments
///
/// | argument | says |
/// |---|---|
/// | `name = "…"`, `title = "…"` | the name on the wire, by default the function's; the title for people, by default the name in words |
/// | `complete(argument = path, …)` | which [`completer`](macro@completer) suggests values for an argument; enums and booleans need none |
/// | `icon = "https://…"`, `icon("…", mime_type = "…", sizes("48x48"), theme = "dark")` | a picture of it, for people; repeatable |
/// | `needs(…)`, `scope = "…"`, `scopes("…", …)`, `timeout = "30s"`, `crate = ::path` | as on a [`tool`](macro@tool) |
#[proc_macro_attribute]
pub fn prompt(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::prompt(arguments.into(), item.into()).into()
}

/// The prompts of a server: paths to functions with [`#[prompt]`](macro@prompt). Names that are equal ignoring case do not
/// compile.
///
/// ```
/// use taffrail::prelude::*;
///
/// /// Asks for a plan of the day.
/// #[prompt]
/// async fn plan_day() -> &'static str {
///     "Plan my day."
/// }
///
/// let service = Server::new(()).prompts(prompts![plan_day]).build()?;
/// assert_eq!(service.prompts().count(), 1);
/// # Ok::<(), taffrail::AssemblyError>(())
/// ```
#[proc_macro]
pub fn prompts(input: TokenStream) -> TokenStream {
    entry::set(input.into(), Kind::Prompt).into()
}

/// Makes a resource of an async function: what a client reads by its URI. A URI with variables is a template, and the
/// function reads a whole family of resources.
///
/// Templates take the forms of RFC 6570 that can be read back: `{var}`, one or more characters without `/`; `{+path}`, with
/// `/`; and `{?a,b}` at the end, each of which may be left out. Each variable has an owned parameter of its name, and each
/// owned parameter a variable; `{+path}` and the variables of `file:` URIs are read as `SafePath`, which cannot lead out of a
/// directory. Borrowed parameters come from the server.
///
/// The function returns text, bytes (`Vec<u8>`), `Json`, `Contents` or a list of them; an `Option` of those is `None` where
/// there is no such resource, and a `Result` says what failed. A failure of the category `permission` looks as if there were no
/// such resource.
///
/// ```
/// use taffrail::prelude::*;
/// use taffrail::Directory;
///
/// #[derive(Provides)]
/// struct App {
///     notes: Vec<String>,
///     docs: Directory,
/// }
///
/// /// All notes, one a line.
/// #[resource("notes://index", mime_type = "text/plain", audience(user), cache(private = "30s"))]
/// async fn note_index(notes: &Vec<String>) -> String {
///     notes.join("\n")
/// }
///
/// /// One note.
/// #[resource("notes://{number}", mime_type = "text/plain", after(note_index))]
/// async fn note(
///     /// Its number, from 0.
///     number: usize,
///     notes: &Vec<String>,
/// ) -> Option<String> {
///     notes.get(number).cloned()
/// }
///
/// /// A page of the handbook.
/// #[resource("docs://{+path}", mime_type = "text/markdown")]
/// async fn page(path: SafePath, docs: &Directory) -> Result<Option<Vec<u8>>, Failure> {
///     docs.read(&path).await
/// }
///
/// let resources: taffrail::Resources<App> = resources![note_index, note, page];
/// ```
///
/// # Arguments
///
/// The URI or template comes first.
///
/// | argument | says |
/// |---|---|
/// | `name = "…"`, `title = "…"` | the name for programs, by default the function's; the title for people, by default the name in words |
/// | `mime_type = "…"` | what it holds; of a template, only what all of its resources hold |
/// | `mixed` | the resources of a template hold different things; each says itself what |
/// | `audience(user, assistant)`, `priority = 0.5`, `last_modified = "…"` | for whom it is, how important from 0.0 to 1.0, how old |
/// | `size = …` | how many bytes it holds, before any encoding |
/// | `cache(public = "5m")`, `cache(private = "30s")` | how long clients may keep what it holds; without it, not at all |
/// | `after(path, …)` | which resources are asked first where their URIs overlap; without it, an overlap keeps the server from starting |
/// | `client_fetchable` | anybody can fetch this `https:` URI; other `https:` URIs do not compile |
/// | `complete(variable = path, …)`, `icon…` | as on a [`prompt`](macro@prompt) |
/// | `needs(…)`, `scope = "…"`, `scopes("…", …)`, `timeout = "30s"`, `crate = ::path` | as on a [`tool`](macro@tool) |
#[proc_macro_attribute]
pub fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::resource(arguments.into(), item.into()).into()
}

/// The resources of a server: paths to functions with [`#[resource]`](macro@resource). Two that answer to one URI do not
/// compile where that shows, and keep the server from starting otherwise.
///
/// ```
/// use taffrail::prelude::*;
///
/// /// The version of the service.
/// #[resource("about://version", mime_type = "text/plain")]
/// async fn version() -> &'static str {
///     "1.0.0"
/// }
///
/// let service = Server::new(()).resources(resources![version]).build()?;
/// assert_eq!(service.resources().count(), 1);
/// # Ok::<(), taffrail::AssemblyError>(())
/// ```
#[proc_macro]
pub fn resources(input: TokenStream) -> TokenStream {
    entry::set(input.into(), Kind::Resource).into()
}

/// Makes a completer of an async function: it suggests values for an argument of a prompt or a variable of a resource, to which
/// `complete(argument = path)` binds it.
///
/// The first owned parameter is what was typed so far. Each further one is another argument that may have been filled in
/// before, by its name. Borrowed parameters come from the server. The function returns `Completion` or a list of text; at most
/// 100 are sent, and the answer says how many there are.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[completer]
/// async fn frameworks(typed: String, language: Option<String>) -> Completion {
///     let known: &[&str] = match language.as_deref() {
///         Some("python") => &["django", "flask"],
///         Some("rust") => &["axum", "actix"],
///         _ => &[],
///     };
///     Completion::matching(known.iter().copied(), &typed)
/// }
///
/// /// Asks for advice on a framework.
/// #[prompt(complete(framework = frameworks))]
/// async fn ask_about(
///     /// The programming language.
///     language: String,
///     /// The framework.
///     framework: String,
/// ) -> String {
///     format!("What should I know about {framework} in {language}?")
/// }
/// # let _: taffrail::Prompts<()> = prompts![ask_about];
/// ```
#[proc_macro_attribute]
pub fn completer(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::completer(arguments.into(), item.into()).into()
}

/// Makes a type that a model can fill.
///
/// A struct with named fields is an object; it can be flattened into a tool's parameters. A fieldless enum is a closed set of
/// words. A struct of one unnamed field is another name for that field's type.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[derive(ToolInput)]
/// struct Period {
///     /// First day, for example 2026-07-28.
///     #[arg(min_len = 10, max_len = 10)]
///     from: String,
///     /// How many days.
///     #[arg(default = 30, min = 1, max = 366)]
///     days: u32,
/// }
///
/// #[derive(ToolInput)]
/// #[serde(rename_all = "snake_case")]
/// enum Status {
///     Open,
///     PartlyPaid,
/// }
///
/// #[derive(ToolInput)]
/// struct InvoiceNumber(u32);
/// ```
///
/// An enum whose variants carry data would be a union, which models fill badly, and is refused. Where it must be,
/// `#[tool_input(allow(union_argument, reason = "…"))]` makes it one of several objects that `#[serde(tag = "…")]` tells
/// apart (`type`, if nothing is said).
///
/// Fields take `#[arg(…)]` as the parameters of a [`tool`](macro@tool) do. Of serde's attributes `rename`, `rename_all` and
/// `default` are understood, so that a type can derive serde's traits as well; all others are refused, because they would let
/// the schema and the reading differ.
#[proc_macro_derive(ToolInput, attributes(arg, serde, tool_input))]
pub fn tool_input(input: TokenStream) -> TokenStream {
    entry::tool_input(input.into()).into()
}

/// Makes a type that can be a structured result: serde's `Serialize` and schemars' `JsonSchema`, without either crate in your
/// manifest. The attributes of both are understood.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[derive(ToolOutput)]
/// #[serde(rename_all = "camelCase")]
/// struct Balance {
///     /// In cents.
///     amount_due: u32,
/// }
///
/// /// Returns what a customer owes.
/// #[tool(readonly)]
/// async fn get_balance() -> Json<Balance> {
///     Json(Balance { amount_due: 0 })
/// }
/// ```
#[proc_macro_derive(ToolOutput, attributes(schemars, serde, tool_output))]
pub fn tool_output(input: TokenStream) -> TokenStream {
    entry::tool_output(input.into()).into()
}

/// Makes every field of a server's state available to tools as `&T`, and the state itself, and the request's `Context`.
///
/// ```
/// use taffrail::prelude::*;
///
/// struct Db;
/// struct Mailer;
///
/// #[derive(Provides)]
/// struct App {
///     db: Db,
///     mailer: Mailer,
///     #[provides(skip)]
///     replica: Db,
/// }
///
/// /// Sends a reminder.
/// #[tool(additive, allow(not_idempotent, reason = "a second reminder does no harm"))]
/// async fn remind(db: &Db, mailer: &Mailer, ctx: &Context) {}
///
/// let tools: taffrail::Tools<App> = tools![remind];
/// ```
#[proc_macro_derive(Provides, attributes(provides))]
pub fn provides(input: TokenStream) -> TokenStream {
    entry::provides(input.into()).into()
}

/// Makes a form that a user can fill in, or a set of words to choose from in one.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[derive(Elicit)]
/// enum Meal {
///     /// No meat.
///     Vegetarian,
///     /// With fish.
///     Fish,
/// }
///
/// #[derive(Elicit)]
/// struct Guest {
///     /// As your friends call you.
///     #[arg(min_len = 1, max_len = 40)]
///     name: String,
///     meal: Meal,
///     #[arg(min = 0, max = 10, default = 0)]
///     children: u8,
///     /// The day of arrival.
///     #[arg(format = "date", title = "Arrival")]
///     arrives: String,
/// }
/// ```
///
/// Fields are text, `bool`, integers, `f64`, fieldless enums with `Elicit`, `Vec` of such enums, and `Option` of all of these. A field's
/// doc comment is its description. `#[arg(…)]` on a field takes fewer words than on a parameter, because clients draw forms from a
/// small part of JSON Schema:
///
/// | argument | says |
/// |---|---|
/// | `default`, `default = …` | what the form is filled in with |
/// | `min = …`, `max = …` | the range of a number |
/// | `min_len = …`, `max_len = …` | the length of text in characters, of a list in items |
/// | `format = "…"` | of text: `email`, `uri`, `date` or `date-time` |
/// | `title = "…"` | the label, by default the name in words |
/// | `name = "…"` | its name on the wire |
/// | `allow(guardrail, reason = "…")` | waives a guardrail, in writing |
///
/// The titles of a choice go out in `oneOf`. Some clients of 2025-11-25 know only `enumNames`, which the protocol has deprecated: with
/// `#[elicit(enum_names)]` on the enum, all clients of that revision get the titles there, wherever one word is to be chosen. Clients
/// of 2025-06-18 always do, those of the current revision never.
#[proc_macro_derive(Elicit, attributes(arg, elicit, serde))]
pub fn elicit(input: TokenStream) -> TokenStream {
    entry::elicit(input.into()).into()
}

/// Makes an error type that says what the model should do next. Its `Display` is what the model reads; itself and its sources
/// go to the log and are never sent.
///
/// ```
/// use taffrail::prelude::*;
///
/// #[derive(Debug, ToolFailure)]
/// enum LedgerError {
///     #[failure(transient, retry_after = "30s")]
///     Down,
///     #[failure(validation, accepts = "a date after today")]
///     BadDate,
///     #[failure(permission, action = "ask_the_owner")]
///     NotYours,
///     #[failure(business, action = "escalate_to_human")]
///     OverLimit { limit: u32 },
///     #[failure(transparent)]
///     Other(Failure),
/// }
/// # impl std::fmt::Display for LedgerError {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
/// #         f.write_str("failed")
/// #     }
/// # }
/// # impl std::error::Error for LedgerError {}
///
/// assert!(Failure::from(LedgerError::Down).text().contains("30 s"));
/// ```
///
/// A transient failure says when to try again (`retry_after = unknown` if nobody knows), a permission or business failure says
/// what can be done about it (`action`), and a validation failure may say what is accepted.
#[proc_macro_derive(ToolFailure, attributes(failure))]
pub fn tool_failure(input: TokenStream) -> TokenStream {
    entry::tool_failure(input.into()).into()
}
