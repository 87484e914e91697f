//! Annotated async functions become a Model Context Protocol server; design mistakes become compile errors.
//!
//! ```no_run
//! use taffrail::prelude::*;
//!
//! /// Adds two numbers and returns the sum.
//! #[tool(readonly, closed_world)]
//! async fn add(
//!     /// The first number.
//!     a: i32,
//!     /// The second number.
//!     b: i32,
//! ) -> String {
//!     (i64::from(a) + i64::from(b)).to_string()
//! }
//!
//! fn main() -> taffrail::Result<()> {
//!     Server::new(()).tools(tools![add]).run_blocking()
//! }
//! ```
//!
//! - [`macro@tool`] makes a tool of a function: owned parameters come from the model, borrowed ones from the server.
//! - [`macro@ToolInput`] makes a type that the model can fill, [`ToolOutput`] one that can be a structured result.
//! - [`macro@ToolFailure`] makes errors that say what the model should do next; [`Categorise`] does so for foreign errors.
//! - [`macro@Provides`] makes the fields of the server's state available to tools.
//! - [`macro@prompt`] makes messages that a person picks by name, [`macro@resource`] what a client reads by its URI; [`macro@completer`]
//!   suggests values for their arguments.
//! - [`Server`] puts it together and runs it; [`Service`] serves it in other ways.
//! - [`WriteAccess`] marks a type of the state that can change something; a `readonly` tool that borrows it does not compile.
//! - [`Service::advice`] and the subcommand `check` say what could be better; `advice().deny(&[…])` makes it fail a test.
//!
//! # Asking the user
//!
//! A tool asks in the middle of a call: [`Context::elicit`] through a form with [`macro@Elicit`], [`Context::elicit_url`] on a page,
//! [`Context::confirm`] for consent. It says so, with `needs(elicitation)` or `confirm(fallback = …)`; one that does not is stopped by
//! the compiler, or at its first question where a function that it calls asks. The function is entered again from the top when the answer arrives, so what it changes
//! stands after the question, and what is slow before it stands in [`Context::once`].
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
//! use taffrail::WriteAccess;
//! use taffrail::prelude::*;
//!
//! /// Titles, each with the day on which it comes back if it is lent.
//! type Books = BTreeMap<String, Option<String>>;
//!
//! /// Lends books; `Shelf` only looks at them.
//! struct Desk(Arc<Mutex<Books>>);
//! impl WriteAccess for Desk {}
//! struct Shelf(Arc<Mutex<Books>>);
//!
//! #[derive(Provides)]
//! struct Library {
//!     desk: Desk,
//!     shelf: Shelf,
//! }
//!
//! // Calls run at the same time, so what changes is behind a lock. Its guard is dropped before the next `.await`.
//! fn open(books: &Mutex<Books>) -> MutexGuard<'_, Books> {
//!     books.lock().unwrap_or_else(PoisonError::into_inner)
//! }
//!
//! fn on_shelf(books: &Books, title: &str) -> Result<(), Failure> {
//!     match books.get(title).validation("there is no such book")? {
//!         None => Ok(()),
//!         Some(day) => Err(Failure::business(format!("it is lent until {day}"), "offer another book")),
//!     }
//! }
//!
//! #[derive(Elicit)]
//! struct Due {
//!     /// When you will bring it back.
//!     #[arg(format = "date")]
//!     day: String,
//! }
//!
//! /// Lends a book that is on the shelf, and returns until when.
//! #[tool(additive, idempotent, closed_world, needs(elicitation), when = "somebody takes a book home")]
//! async fn lend_book(
//!     /// Its title.
//!     #[arg(max_len = 80)]
//!     title: String,
//!     desk: &Desk,
//!     ctx: &Context,
//! ) -> Result<String, Failure> {
//!     on_shelf(&open(&desk.0), &title)?;
//!     let Due { day } = ctx.elicit(format!("When will you bring back {title}?")).await?;
//!     let mut books = open(&desk.0);
//!     on_shelf(&books, &title)?; // somebody else may have been quicker
//!     books.insert(title, Some(day.clone()));
//!     Ok(format!("Lent until {day}."))
//! }
//!
//! /// Returns how many books are on the shelf.
//! #[tool(readonly, closed_world, when = "somebody asks how many books there are")]
//! async fn count_books(shelf: &Shelf) -> String {
//!     open(&shelf.0).values().filter(|day| day.is_none()).count().to_string()
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let books = Arc::new(Mutex::new(Books::from([("Dune".to_owned(), None)])));
//! let library = Library { desk: Desk(books.clone()), shelf: Shelf(books) };
//! let service = Server::new(library).tools(tools![lend_book, count_books]).build()?;
//!
//! // A test of the question: the call is answered with it, and is made again with what the user said.
//! use serde_json::{Value, json};
//! let client = service.connect();
//! let mut call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
//!     "name": "lend_book",
//!     "arguments": { "title": "Dune" },
//!     "_meta": {
//!         "io.modelcontextprotocol/protocolVersion": "2026-07-28",
//!         "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
//!     },
//! }});
//! client.send(call.to_string());
//! let asked: Value = serde_json::from_str(&client.receive().await.unwrap())?;
//! call["params"]["requestState"] = asked["result"]["requestState"].clone();
//! call["params"]["inputResponses"] = json!({ "elicit-1": { "action": "accept", "content": { "day": "2026-12-24" } } });
//! client.send(call.to_string());
//! assert!(client.receive().await.unwrap().contains("Lent until 2026-12-24."));
//! # Ok(())
//! # }
//! ```
//!
//! - **What it destroys** takes `dry_run: DryRun` and the user's consent: see [`DryRun`].
//! - **Over HTTP** what was asked travels sealed through the client. Such a server says [`single_instance`](Server::single_instance),
//!   or has a [`state_key`](Server::state_key) that its instances share; without either it does not start.
//! - **At the command line** `call` asks on the terminal, or takes `--answer elicit-1.day=2026-12-24`.
//! - **In a unit test** [`Context::detached`] answers nothing.
//!
//! # Telling clients of changes
//!
//! Clients that listen hear of changes from anywhere in the program. [`Changes`] says that a resource holds something else; a
//! [`Registry`] holds tools, prompts and resources that come and go, and says so itself. What is not declared is not offered.
//!
//! ```
//! use taffrail::prelude::*;
//! use taffrail::{Change, Changes, Registry};
//!
//! #[derive(Provides)]
//! struct State {
//!     changes: Changes,
//!     registry: Registry<State>,
//! }
//!
//! /// Sets the line of the journal for this hour.
//! #[tool(additive, idempotent, closed_world)]
//! async fn write_line(
//!     /// What happened.
//!     #[arg(max_len = 500)]
//!     line: String,
//!     changes: &Changes,
//! ) -> String {
//!     changes.resource_updated("journal://today");
//!     format!("wrote {} characters", line.chars().count())
//! }
//!
//! /// The journal of today.
//! #[resource("journal://today")]
//! async fn today() -> &'static str {
//!     "Nothing happened yet."
//! }
//!
//! /// Returns the weather at the plugin's place.
//! #[tool(readonly)]
//! async fn weather() -> &'static str {
//!     "sunny"
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (changes, registry) = (Changes::new(), Registry::new());
//! let service = Server::new(State { changes: changes.clone(), registry: registry.clone() })
//!     .tools(tools![write_line])
//!     .resources(resources![today])
//!     .notifies(&changes, [Change::Contents])
//!     .changing_tools(&registry)
//!     .build()?;
//! registry.add_tools(tools![weather])?;
//! assert_eq!(service.now().definitions().count(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! # Tasks
//!
//! A call that takes longer than a client likes to wait for becomes a task, where the client declares that it takes tasks (the
//! extension `io.modelcontextprotocol/tasks`): it gets the task at once, asks for its state when it likes or is told of it, answers
//! what the task asks, and cancels it. The feature `tasks` and `#[tool(task)]` are all that it takes; the function stays as it is.
//!
#![cfg_attr(feature = "tasks", doc = "```")]
#![cfg_attr(not(feature = "tasks"), doc = "```ignore")]
//! use std::time::Duration;
//! use taffrail::prelude::*;
//! use taffrail::Tasks;
//!
//! #[derive(Elicit)]
//! struct Format {
//!     /// Frames a second.
//!     #[arg(min = 1, max = 120, default = 24)]
//!     rate: u8,
//! }
//!
//! /// Renders a film and returns where it is.
//! #[tool(
//!     additive,
//!     idempotent,
//!     when = "the user wants the film itself",
//!     needs(elicitation),
//!     task(explicit),
//!     timeout = "30m"
//! )]
//! async fn render_film(
//!     /// Which film.
//!     #[arg(max_len = 80)]
//!     title: String,
//!     ctx: &Context,
//! ) -> Result<String, Failure> {
//!     // Asked before there is a task, in the answer of the call.
//!     let Format { rate } = ctx.elicit("How smooth?").await?;
//!     ctx.begin_task().await?;
//!     for reel in 0..3 {
//!         // In a task, this becomes its message.
//!         ctx.progress_message(f64::from(reel), Some(3.0), "rendering");
//!     }
//!     Ok(format!("films/{title}-{rate}.mp4"))
//! }
//!
//! /// Counts the films in the archive, which takes its time.
//! #[tool(readonly, when = "the user asks how many films there are", task)]
//! async fn count_films() -> Json<u32> {
//!     Json(3)
//! }
//!
//! # fn main() -> Result<(), taffrail::AssemblyError> {
//! let service = Server::new(())
//!     .tools(tools![count_films, render_film])
//!     .tasks(Tasks::default().running(8).kept(Duration::from_secs(60 * 60)))
//!     .build()?;
//! # Ok(())
//! # }
//! ```
//!
//! - **Without the extension** a client waits for the call's own answer, within the time limit of calls, and is asked as by any tool:
//!   the function is entered again from the top for each answer, while a task waits in place; a tool with `task(required)`
//!   refuses such a client with -32021 before anything has run. Clients of earlier revisions always wait; their lists leave out what
//!   is nothing but a task, and a call of it says why.
//! - **`task`** makes the whole call the task. **`task(explicit)`** leaves it to the function: [`Context::begin_task`] is where the
//!   client gets its task, and a call that never gets there is answered as any other. What is asked before that point is asked in
//!   rounds; what is asked after it is asked through the task, and the function waits in place. Consent and dry runs hold as ever.
//! - **Cancelling** drops the function where it waits. A tool that fails has completed, with `isError`; only a server at fault, a
//!   panic for example, makes a task fail.
//! - **Bounds** are those of [`Tasks`]: how many run, for how long, how long their end is kept. They take no place of other calls.
//! - **At the end** of the server, tasks have [`Limits::drain`] ([`Limits::grace`] on stdio) to finish, and have failed otherwise; one
//!   that waits for an answer has failed at once. See [`Service::end_tasks`].
//! - **Several instances** share a [`TaskStore`]: a task runs where it was begun, and any instance tells of it, takes answers and
//!   cancels it. Over HTTP, a server without one must be a [`single_instance`](Server::single_instance).
//!
//! # Features
//!
//! | feature | default | brings |
//! |---|---|---|
//! | `http` | yes | Streamable HTTP, alone or as a `tower` service in your router |
//! | `tasks` | no | calls that become tasks: [*Tasks*](#tasks) |
//! | `chrono` | no | parameters and results of `NaiveDate` and `DateTime` |
//! | `url` | no | parameters and results of `Url` |
//! | `uuid` | no | parameters and results of `Uuid` |
//! | `logging`, `roots`, `sampling` | no | what the protocol has deprecated: log messages to clients, their directories, their model |

// The links to what tasks bring lead nowhere without them.
#![cfg_attr(not(feature = "tasks"), allow(rustdoc::broken_intra_doc_links))]

pub use taffrail_core::*;
pub use taffrail_macros::*;
pub use taffrail_runtime::{
    Advice, AdviceList, Arguments, AssemblyError, Change, Changes, ConsentStore, DeniedAdvice, Directory,
    Edit, Error, Limits, Memory, Order, RateLimit, Registry, RegistryError, Result, ServeError, Server,
    Service, StateKey, Usage, UseOnce, WeakKey,
};
#[cfg(feature = "http")]
pub use taffrail_runtime::{HttpBody, HttpConfig, HttpServer, HttpService};
#[cfg(feature = "tasks")]
pub use taffrail_runtime::{InMemoryTasks, Stored, TaskRecord, TaskStore, Tasks};

/// What most servers need: `use taffrail::prelude::*;`.
pub mod prelude {
    pub use taffrail_core::{
        Answer, Categorise, Completion, Content, Contents, Context, DryRun, Elicit, Failure, Guarded,
        IntoReply, Json, Message, Page, PageRequest, Provides, Reply, SafePath, Secret, Text, ToolFailure,
        ToolInput,
    };
    pub use taffrail_macros::*;
    pub use taffrail_runtime::Server;
}

/// What macro expansions name. Not public API: it changes with any release.
#[doc(hidden)]
pub mod __private {
    pub use taffrail_core::private::*;
    pub use taffrail_runtime::IDLE_WAIVERS;
}

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
#[derive(Debug)]
pub struct ReadmeDoctests;
