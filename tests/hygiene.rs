//! Expansions meet no name of the user's: without a prelude, among types with the names of the prelude, in modules and
//! function bodies, behind conditions, for raw identifiers and through paths.

#![no_implicit_prelude]
#![allow(dead_code, missing_docs, non_camel_case_types, non_snake_case, unreachable_pub, unused_imports)]

use ::taffrail::Tool;

/// Types and functions that an expansion could meet if it used short names.
mod shadows {
    pub struct Result;
    pub struct Option;
    pub struct Vec;
    pub struct String;
    pub struct Box;
    pub struct Default;
    pub struct Value;
    pub trait Into {}
    pub trait From {}
    pub trait Clone {}
    pub trait Send {}
    pub fn Ok() {}
    pub fn Err() {}
    pub fn Some() {}
    pub fn None() {}
    pub mod core {}
    pub mod std {}
    pub mod taffrail {}
    pub mod serde {}
    pub mod schemars {}
    pub mod serde_json {}
}

mod shadowed {
    use super::shadows::*;

    type Text = ::std::string::String;
    type Maybe<T> = ::core::option::Option<T>;

    #[derive(::core::fmt::Debug)]
    pub struct Db;

    #[derive(::core::fmt::Debug, ::taffrail::Provides)]
    pub struct App {
        db: Db,
    }

    impl App {
        pub fn new() -> Self {
            Self { db: Db }
        }
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolInput)]
    pub enum Region {
        Eu,
        Us,
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolInput)]
    pub struct Tenant(u32);

    #[derive(::core::fmt::Debug, ::taffrail::ToolInput)]
    pub struct Filter {
        /// Days.
        #[arg(default = 1, min = 1, max = 9, example = 2)]
        days: u32,
        /// Tenant.
        tenant: Maybe<Tenant>,
        /// Code.
        #[arg(pattern = "^[A-Z]+$", min_len = 1)]
        code: Text,
        /// Where.
        #[arg(header = "Region")]
        region: Region,
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolOutput)]
    pub struct Found {
        count: u32,
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolOutput)]
    pub enum State {
        Open,
        Closed { since: u32 },
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolFailure)]
    pub enum Lost {
        #[failure(transient, retry_after = unknown)]
        Forever,
    }

    impl ::core::fmt::Display for Lost {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.write_str("lost")
        }
    }

    impl ::core::error::Error for Lost {}

    /// Finds things.
    #[::taffrail::tool(readonly, when = "things are lost", instead(super::outer = "others are"))]
    pub async fn find(
        #[arg(flatten)] filter: Filter,
        db: &Db,
        context: &::taffrail::Context,
    ) -> ::core::result::Result<::taffrail::Json<Found>, Lost> {
        let _ = (filter, db, context);
        ::core::result::Result::Ok(::taffrail::Json(Found { count: 1 }))
    }
}

/// Serde's and schemars' own derives need the primitive types, so here is everything but `ToolOutput`.
mod without_primitives {
    pub struct str;
    pub struct bool;
    pub struct u32;
    pub struct i128;
    pub struct usize;

    #[derive(::core::fmt::Debug, ::taffrail::ToolInput)]
    pub enum Region {
        Eu,
    }

    /// Has a parameter.
    #[::taffrail::tool(readonly, when = "there are no numbers", instead(super::outer = "others are"))]
    pub async fn bare(
        /// Where.
        #[arg(header = "Region")]
        region: Region,
    ) {
        let _ = region;
    }
}

/// Does something else.
#[::taffrail::tool(additive, idempotent, when = "something else is wanted")]
async fn outer() {}

/// Has raw names.
#[::taffrail::tool(readonly, when = "raw names are wanted")]
pub(crate) async fn r#match(
    /// The kind.
    r#type: u32,
) {
    let _ = r#type;
}

#[cfg(any())]
/// Is not there.
#[::taffrail::tool(readonly)]
async fn absent(missing: Missing) {}

/// Is not there either.
#[::taffrail::tool(readonly)]
#[cfg(any())]
async fn absent(
    /// Missing.
    missing: Missing,
) {
}

/// Names that an expansion might use for its own variables.
#[::taffrail::tool(readonly, when = "names are tried out")]
async fn call(
    /// One.
    call: u32,
    /// Two.
    arguments: u32,
    /// Three.
    partial: u32,
    /// Four.
    entry: u32,
    /// Five.
    at: u32,
    /// Six.
    object: u32,
    /// Seven.
    rule: u32,
) {
    let _ = (call, arguments, partial, entry, at, object, rule);
}

#[test]
fn tools_are_found_by_path_and_under_raw_names() {
    let tools: ::taffrail::Tools<shadowed::App> =
        ::taffrail::tools![shadowed::find, self::outer, r#match, call];
    let names = ::std::iter::Iterator::map(
        ::std::iter::IntoIterator::into_iter(tools.into_vec()),
        |tool: ::std::boxed::Box<dyn Tool<shadowed::App>>| tool.definition().name,
    );
    let names: ::std::vec::Vec<_> = ::std::iter::Iterator::collect(names);
    ::std::assert_eq!(names, ["find", "outer", "match", "call"]);
}

#[test]
fn raw_parameters_have_plain_names() {
    let input = Tool::<()>::definition(&r#match {}).input;
    let input = ::serde_json::to_string(&input).unwrap();
    ::std::assert!(input.contains(r#""type":{"type":"integer""#), "{input}");
}

#[test]
fn tools_may_stand_in_function_bodies() {
    #[derive(::taffrail::ToolInput)]
    struct Local {
        /// A number.
        number: u32,
    }

    /// Is local.
    #[::taffrail::tool(readonly)]
    async fn local(
        /// A number in a struct.
        local: Local,
    ) {
        let _ = local.number;
    }

    let tools: ::taffrail::Tools<()> = ::taffrail::tools![local];
    ::std::assert_eq!(tools.into_vec().len(), 1);
}

mod elsewhere {
    pub mod guard {
        pub use ::taffrail::*;
    }
}

mod renamed {
    /// Finds the library under another name.
    #[::taffrail::tool(readonly, crate = crate::elsewhere::guard)]
    pub async fn moved(
        /// A word.
        word: Word,
    ) {
        let _ = word;
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolInput)]
    #[tool_input(crate = crate::elsewhere::guard)]
    pub enum Word {
        Yes,
    }

    #[derive(::core::fmt::Debug, ::taffrail::ToolOutput)]
    #[tool_output(crate = crate::elsewhere::guard)]
    pub struct Out {
        word: u8,
    }

    #[derive(::core::fmt::Debug, ::taffrail::Provides)]
    #[provides(crate = crate::elsewhere::guard)]
    pub struct App;
}

#[test]
fn the_library_may_be_found_under_another_path() {
    let tools: ::taffrail::Tools<renamed::App> =
        ::taffrail::tools![crate = crate::elsewhere::guard; renamed::moved];
    ::std::assert_eq!(tools.into_vec().len(), 1);
}

mod shadowed_texts {
    use super::shadowed::{App, Db, Region, Tenant};
    use super::shadows::*;

    type Text = ::std::string::String;
    type Maybe<T> = ::core::option::Option<T>;

    /// Asks something.
    #[::taffrail::prompt(
        title = "Ask",
        complete(what = words),
        icon("https://example.com/a.png", mime_type = "image/png", sizes("48x48"), theme = "dark"),
        needs(elicitation),
        scope = "a"
    )]
    pub async fn ask(
        /// What.
        #[arg(pattern = "^[a-z]+$", min_len = 1, max_len = 9, default)]
        what: Text,
        /// Where.
        region: Region,
        /// Whose.
        #[arg(min = 1, max = 9)]
        tenant: Maybe<Tenant>,
        r#type: &Db,
    ) -> Text {
        let _ = (region, tenant, r#type);
        what
    }

    #[::taffrail::completer]
    pub async fn words(typed: Text, region: Maybe<Region>, db: &Db) -> ::std::vec::Vec<Text> {
        let _ = (region, db);
        ::std::vec![typed]
    }

    /// Holds something.
    #[::taffrail::resource(
        "x:{type}{?region}",
        mime_type = "text/plain",
        audience(user),
        priority = 0.5,
        last_modified = "2026-07-28",
        cache(public = "1s"),
        after(all),
        complete(type = words_of_type)
    )]
    pub async fn one(r#type: Text, region: Maybe<Region>, db: &Db) -> Maybe<Text> {
        let _ = (region, db);
        ::core::option::Option::Some(r#type)
    }

    #[::taffrail::completer]
    pub async fn words_of_type(typed: Text) -> ::std::vec::Vec<Text> {
        ::std::vec![typed]
    }

    /// Holds everything.
    #[::taffrail::resource("x:all", size = 1)]
    pub async fn all() -> &'static str {
        "a"
    }

    pub fn prompts() -> ::taffrail::Prompts<App> {
        ::taffrail::prompts![ask]
    }

    pub fn resources() -> ::taffrail::Resources<App> {
        ::taffrail::resources![one, all]
    }
}

#[test]
fn prompts_and_resources_meet_no_name_of_the_users_either() {
    ::std::assert_eq!(shadowed_texts::prompts().into_vec().len(), 1);
    ::std::assert_eq!(shadowed_texts::resources().into_vec().len(), 2);
}

mod renamed_texts {
    /// Finds the library under another name.
    #[::taffrail::prompt(crate = crate::elsewhere::guard)]
    pub async fn moved(
        /// A word.
        word: super::renamed::Word,
    ) -> &'static str {
        let _ = word;
        "a"
    }

    /// Finds it, too.
    #[::taffrail::resource("x:{word}", complete(word = words), crate = crate::elsewhere::guard)]
    pub async fn held(word: super::renamed::Word) -> &'static str {
        let _ = word;
        "a"
    }

    #[::taffrail::completer(crate = crate::elsewhere::guard)]
    pub async fn words(typed: ::std::string::String) -> ::std::vec::Vec<::std::string::String> {
        ::std::vec![typed]
    }
}

#[test]
fn prompts_and_resources_find_the_library_under_another_path() {
    let prompts: ::taffrail::Prompts<()> =
        ::taffrail::prompts![crate = crate::elsewhere::guard; renamed_texts::moved];
    ::std::assert_eq!(prompts.into_vec().len(), 1);
    let resources: ::taffrail::Resources<()> =
        ::taffrail::resources![crate = crate::elsewhere::guard; renamed_texts::held];
    ::std::assert_eq!(resources.into_vec().len(), 1);
}
