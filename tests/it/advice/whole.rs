//! The server as a whole, waivers, and what a team does with advice.

use taffrail::prelude::*;
use taffrail::{Effect, Identity, Tool, Tools};

use super::said;
use super::texts::bool_record::{Bool, yes};

/// Adds two numbers and returns the sum.
#[tool(readonly, closed_world)]
async fn add(
    /// The first number.
    a: i32,
    /// The second number.
    b: i32,
) -> String {
    (i64::from(a) + i64::from(b)).to_string()
}

/// Sends the text back as it came.
#[tool(readonly, closed_world)]
async fn echo(
    /// What to send back.
    text: String,
    /// How often.
    times: Option<u32>,
) -> String {
    text.repeat(times.unwrap_or(1) as usize)
}

#[test]
fn a_first_server_of_one_documented_tool_has_no_advice() {
    assert!(said(Server::new(()).tools(tools![add])).is_empty());
    assert!(said(Server::new(()).tools(tools![echo])).is_empty());
}

/// A tool that is there for its name.
#[derive(Debug)]
struct Named(String);

impl Tool<()> for Named {
    fn definition(&self) -> taffrail::Definition {
        let what = format!("Looks after everything that concerns {} in its own way.", self.0);
        taffrail::Definition::new(
            self.0.clone(),
            what,
            Effect::Readonly,
            taffrail::schema::Schema::no_arguments(),
        )
    }

    fn call<'a>(&'a self, _: taffrail::Call<'a, ()>) -> Result<taffrail::Running<'a>, taffrail::Violations> {
        Ok(Box::pin(async { Ok(taffrail::Reply::default()) }))
    }
}

fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Tools<()> {
    let none = Tools::new(Identity { name: "x", version: "1" });
    names.into_iter().fold(none, |tools, name| tools.with(Named(name.into())))
}

#[test]
fn gr_07_too_many_tools_are_told_once() {
    let names: Vec<String> = (0..21).map(|at| format!("shelf_{}", char::from(b'a' + at))).collect();
    let told = said(Server::new(()).tools(named(names.iter().map(String::as_str))));
    assert!(told.contains(&"too_many_tools: the server".to_owned()), "{told:?}");
    let told = said(Server::new(()).tools(named(names[1..].iter().map(String::as_str))));
    assert!(!told.contains(&"too_many_tools: the server".to_owned()), "{told:?}");
}

#[test]
fn gr_09_tools_that_mirror_endpoints_are_told() {
    let crud = ["user", "order", "invoice"]
        .map(|noun| ["get", "list", "delete"].map(|verb| format!("{verb}_{noun}s")));
    let told = said(Server::new(()).tools(named(crud.iter().flatten().map(String::as_str))));
    assert!(told.contains(&"endpoint_mirror: the server".to_owned()), "{told:?}");
}

/// Shows all projects with their owners and last changes.
#[tool(readonly, when = "an overview is wanted", scope = "projects")]
async fn list_projects() -> Json<Bool> {
    yes()
}

/// Closes a project for good, so that nobody can write to it.
#[tool(
    additive,
    idempotent,
    when = "a project is over",
    not_when = "it only rests",
    scope = "projects",
    allow(call_order, reason = "there is no earlier call at all")
)]
async fn close_project() -> Json<Bool> {
    yes()
}

#[test]
fn a_waiver_that_waives_nothing_keeps_the_server_from_starting() {
    let error = Server::new(()).tools(tools![list_projects, close_project]).build().unwrap_err();
    assert!(
        error.to_string().contains("tool `close_project`: the waiver of `call_order` waives nothing"),
        "{error}"
    );
}

/// Tells how many are online now.
#[tool(readonly, when = "somebody asks", allow(generic_name, reason = "the client shows the server's name"))]
async fn query() -> Json<Bool> {
    yes()
}

#[test]
fn a_waiver_silences_its_guardrail_and_no_other() {
    assert!(said(Server::new(()).tools(tools![query])).is_empty());
}

#[test]
fn waivers_of_the_server_need_a_name_a_reason_and_a_use() {
    let server = || Server::new(()).tools(tools![add]);
    let faults =
        |guardrail: &str, reason: &str| server().allow(guardrail, reason).build().unwrap_err().to_string();
    assert!(faults("mixed_namin", "it is so").contains("did you mean `mixed_naming`?"));
    assert!(faults("mixed_naming", "because").contains("needs a reason"));
    assert!(faults("mixed_naming", "names come from elsewhere").contains("waives nothing"));
}

#[test]
fn one_line_turns_chosen_advice_into_a_failure() {
    let service = Server::new(()).tools(named(["search"])).build().unwrap();
    service.advice().deny(&["mixed_naming"]).unwrap();
    let denied = service.advice().deny(&["generic_name"]).unwrap_err();
    assert!(format!("{denied:?}").contains("generic_name: tool `search`"), "{denied:?}");
    assert!(service.advice().deny_all().is_err());
    let unknown = service.advice().deny(&["generic_nam"]).unwrap_err();
    assert!(unknown.to_string().contains("did you mean `generic_name`?"), "{unknown}");
}

/// Deletes a project of the user, with everything in it.
#[tool(
    destructive,
    irreversible,
    confirm(fallback = refuse),
    when = "a project is not wanted any more",
    scope = "projects"
)]
async fn delete_project(dry_run: DryRun, ctx: &Context) -> Result<Guarded<Json<Bool>>, Failure> {
    match dry_run {
        DryRun::Yes(preview) => Ok(preview.of(yes())),
        DryRun::No(intent) => Ok(intent.confirm(ctx, "Delete it?").await?.done(yes())),
    }
}

#[test]
fn gr_112_one_scope_for_reading_and_destroying_is_told() {
    let told = said(Server::new(()).tools(tools![list_projects, delete_project]));
    assert_eq!(told, ["shared_scope: tool `delete_project`"]);
}
