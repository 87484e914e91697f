//! What the macros make of a function and of types: definitions, reading, failures.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, Waker};

use expect_test::expect;
use taffrail::prelude::*;
use taffrail::{Call, Host, Progress, Tool, Tools};

#[derive(Debug)]
struct Db {
    invoices: Vec<u32>,
}

#[derive(Debug, Provides)]
struct App {
    db: Db,
}

/// A ledger.
#[derive(Debug, ToolInput, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Region {
    /// Europe.
    Eu,
    UsEast,
}

#[derive(Debug, ToolInput)]
struct Cents(u32);

#[derive(Debug, ToolOutput)]
struct Overdue {
    /// The customer's number.
    customer: u32,
}

#[derive(Debug, ToolFailure)]
enum LedgerError {
    #[failure(transient, retry_after = "30s")]
    Down,
    #[failure(business, action = "escalate_to_human")]
    OverLimit { asked: u32 },
    #[failure(transparent)]
    Inner(Failure),
}

impl std::fmt::Display for LedgerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Down => f.write_str("the ledger did not answer"),
            Self::OverLimit { asked } => write!(f, "{asked} is over the limit"),
            Self::Inner(inner) => inner.fmt(f),
        }
    }
}

impl std::error::Error for LedgerError {}

/// Returns invoices that are past their due date,
/// largest first.
#[tool(
    readonly,
    when = "when the user asks who needs a reminder",
    instead(get_invoice = "one invoice is wanted"),
    header = "Region",
    scope = "invoices:read",
    timeout = "2s"
)]
async fn find_overdue(
    /// Fewest days past due.
    #[arg(default = 1, min = 1)]
    min_days: u32,
    /// Part of the customer's name.
    #[arg(example = "Acme", max_len = 40)]
    customer: Option<String>,
    /// Ledger to search.
    region: Region,
    /// The least amount.
    #[arg(default = Cents(0), max = 1_000_000)]
    least: Cents,
    #[arg(flatten)] page: PageRequest<20, 100>,
    db: &Db,
    ctx: &Context,
) -> Result<Json<Vec<Overdue>>, LedgerError> {
    let _ = (customer, region == Region::Eu, page.limit(), ctx.wants_progress());
    if least.0 == 13 {
        return Err(LedgerError::OverLimit { asked: least.0 });
    }
    if least.0 == 14 {
        return Err(LedgerError::Down);
    }
    Ok(Json(
        db.invoices
            .iter()
            .filter(|days| **days >= min_days)
            .map(|days| Overdue { customer: *days })
            .collect(),
    ))
}

/// Returns one invoice.
#[tool(
    readonly,
    name = "get.invoice",
    title = "One invoice",
    when = "the user names an invoice",
    closed_world
)]
async fn get_invoice(
    /// Its number.
    number: u32,
) -> String {
    number.to_string()
}

/// Removes all invoices.
#[tool(
    destructive,
    irreversible,
    confirm(fallback = dry_run_only),
    idempotent,
    when = "a test is over",
    needs(sampling_tools)
)]
async fn clear(dry_run: DryRun, db: &Db, ctx: &Context) -> Result<Guarded<&'static str>, Failure> {
    match dry_run {
        DryRun::Yes(preview) => Ok(preview.of(if db.invoices.is_empty() { "there are none" } else { "all" })),
        DryRun::No(intent) => Ok(intent.confirm(ctx, "Remove all invoices?").await?.done("done")),
    }
}

fn app() -> App {
    App { db: Db { invoices: vec![1, 40] } }
}

/// What a call gives: its text, or why it was not accepted or failed.
fn call(tool: &impl Tool<App>, arguments: &str) -> String {
    struct Quiet;

    impl Host for Quiet {
        fn wants_progress(&self) -> bool {
            false
        }
        fn progress(&self, _: Progress<'_>) {}
        fn is_cancelled(&self) -> bool {
            false
        }
        fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
            Box::pin(std::future::pending())
        }
        fn spawn(&self, _: Pin<Box<dyn Future<Output = ()> + Send>>) {}
    }

    let (state, context) = (app(), Context::new(Arc::new(Quiet)));
    let running = match tool.call(Call { state: &state, context: &context, arguments }) {
        Ok(running) => running,
        Err(violations) => return violations.to_string(),
    };
    let Poll::Ready(outcome) = pin!(running).poll(&mut std::task::Context::from_waker(Waker::noop())) else {
        return "pending".into();
    };
    match outcome {
        Ok(reply) => reply.structured().map_or_else(|| format!("{:?}", reply.content()), str::to_owned),
        Err(taffrail::Refusal::Failure(failure)) => failure.text(),
        Err(taffrail::Refusal::Internal(fault)) => fault,
    }
}

#[test]
fn a_definition_has_all_that_was_written() {
    let tool = Tool::<App>::definition(&find_overdue {});
    assert_eq!((&*tool.name, &*tool.title), ("find_overdue", "Find overdue"));
    expect![[r#"
        Returns invoices that are past their due date, largest first.

        Use when the user asks who needs a reminder.

        Use `get.invoice` instead when one invoice is wanted."#]]
    .assert_eq(&tool.description);
    expect![[r#"
        {
          "type": "object",
          "properties": {
            "min_days": {
              "type": "integer",
              "description": "Fewest days past due.",
              "minimum": 1,
              "maximum": 4294967295,
              "default": 1
            },
            "customer": {
              "type": "string",
              "description": "Part of the customer's name.",
              "maxLength": 40,
              "examples": [
                "Acme"
              ]
            },
            "region": {
              "type": "string",
              "description": "Ledger to search.\n`eu`: Europe.",
              "enum": [
                "eu",
                "us_east"
              ],
              "x-mcp-header": "Region"
            },
            "least": {
              "type": "integer",
              "description": "The least amount.",
              "minimum": 0,
              "maximum": 1000000,
              "default": 0
            },
            "limit": {
              "type": "integer",
              "description": "How many items to return, at most 100; more is reduced to that, and the result says so.",
              "minimum": 1,
              "maximum": 4294967295,
              "default": 20
            },
            "cursor": {
              "type": "string",
              "description": "Where to go on: `next_cursor` of the page before. Leave out for the first page."
            }
          },
          "required": [
            "region"
          ],
          "additionalProperties": false
        }"#]].assert_eq(&serde_json::to_string_pretty(&tool.input).unwrap());
    expect![[r#"{"items":{"properties":{"customer":{"description":"The customer's number.","minimum":0,"type":"integer"}},"required":["customer"],"type":"object"},"type":"array"}"#]].assert_eq(&serde_json::to_string(&tool.output).unwrap());
    assert_eq!((tool.effect, tool.idempotent, tool.closed_world), (taffrail::Effect::Readonly, false, false));
    assert_eq!((&*tool.scopes, tool.timeout.unwrap().as_secs()), (["invoices:read"].as_slice(), 2));
}

#[test]
fn a_name_and_a_title_can_be_given() {
    let tool = Tool::<App>::definition(&get_invoice {});
    assert_eq!((&*tool.name, &*tool.title, tool.closed_world), ("get.invoice", "One invoice", true));
}

#[test]
fn owned_parameters_come_from_the_model_and_borrowed_ones_from_the_state() {
    let found = call(&find_overdue {}, r#"{"region":"us_east","min_days":30,"customer":"Acme"}"#);
    expect![[r#"[{"customer":40}]"#]].assert_eq(&found);
    expect![[r#"[{"customer":1},{"customer":40}]"#]].assert_eq(&call(&find_overdue {}, r#"{"region":"eu"}"#));
    expect![[r#"[Text(Text { text: "all", annotations: None }), Text(Text { text: "This was a dry run: nothing was changed. With `dry_run` false the user is asked, and then it is done.", annotations: None })]"#]].assert_eq(&call(&clear {}, "{}"));
}

#[test]
fn gr_57_everything_wrong_with_a_call_is_told_at_once() {
    let told = call(
        &find_overdue {},
        r#"{"min_days":0,"costumer":"x","region":"asia","least":2000000,"limit":"a"}"#,
    );
    expect![[r#"
        5 arguments are not acceptable:
        - `min_days` must be at least 1, is 0
        - `costumer` is not an argument; did you mean `customer`? Accepted: `min_days`, `customer`, `region`, `least`, `limit`, `cursor`
        - `region` must be one of `eu`, `us_east`, is "asia"
        - `least` must be at most 1000000, is 2000000
        - `limit` must be an integer, is a string"#]].assert_eq(&told);
    expect!["`number` is missing"].assert_eq(&call(&get_invoice {}, "{}"));
}

/// Opens a door.
#[tool(readonly, when = "a door is shut")]
async fn unlock(
    /// The code.
    #[arg(secret, max_len = 4)]
    code: String,
) -> String {
    code.len().to_string()
}

#[test]
fn gr_52_what_is_wrong_with_a_secret_does_not_repeat_it() {
    let told = call(&unlock {}, r#"{"code":"hunter2"}"#);
    assert!(told.contains("code") && !told.contains("hunter2"), "{told}");
    assert!(call(&unlock {}, r#"{"code":"1234"}"#).contains('4'));
}

/// Who to look for.
#[derive(Debug, PartialEq, ToolInput)]
#[serde(tag = "by", rename_all = "snake_case")]
#[tool_input(allow(union_argument, reason = "both are asked for equally often"))]
enum Target {
    /// By number.
    ById {
        /// The number.
        #[arg(min = 1)]
        id: u32,
    },
    /// By name, exactly.
    ByName {
        /// The name.
        name: String,
        /// Whether case counts.
        #[arg(default)]
        exact: bool,
    },
    Everybody,
}

/// Looks for somebody.
#[tool(readonly, when = "somebody is sought")]
async fn look_for(
    /// Who.
    #[arg(default = Target::ById { id: 7 })]
    target: Target,
    /// What else is known.
    #[arg(allow(untyped_argument, reason = "it is handed on as it is"))]
    extra: Option<serde_json::Value>,
) -> String {
    format!("{target:?} {extra:?}")
}

#[test]
fn gr_65_a_waived_union_is_one_of_several_tagged_objects() {
    let schema = serde_json::to_string(&Tool::<App>::definition(&look_for {}).input).unwrap();
    expect![[r#"{"type":"object","properties":{"target":{"type":"object","description":"Who.","oneOf":[{"type":"object","properties":{"by":{"type":"string","description":"`by_id`: By number.","enum":["by_id"]},"id":{"type":"integer","description":"The number.","minimum":1,"maximum":4294967295}},"required":["by","id"],"additionalProperties":false},{"type":"object","properties":{"by":{"type":"string","description":"`by_name`: By name, exactly.","enum":["by_name"]},"name":{"type":"string","description":"The name."},"exact":{"type":"boolean","description":"Whether case counts.","default":false}},"required":["by","name"],"additionalProperties":false},{"type":"object","properties":{"by":{"type":"string","enum":["everybody"]}},"required":["by"],"additionalProperties":false}],"default":{"by":"by_id","id":7}},"extra":{"description":"What else is known."}},"additionalProperties":false}"#]].assert_eq(&schema);
    let called = |target: &str| call(&look_for {}, &format!(r#"{{"target":{target}}}"#));
    expect![[r#"[Text(Text { text: "ByName { name: \"Ann\", exact: false } None", annotations: None })]"#]]
        .assert_eq(&called(r#"{"name":"Ann","by":"by_name"}"#));
    expect![[r#"[Text(Text { text: "Everybody None", annotations: None })]"#]]
        .assert_eq(&called(r#"{"by":"everybody"}"#));
    expect![[r#"
        2 arguments are not acceptable:
        - `target.id` must be at least 1, is 0
        - `target.name` is not an argument; accepted: `id`"#]]
    .assert_eq(&called(r#"{"by":"by_id","id":0,"name":"Ann"}"#));
    expect!["`target.by` must be one of `by_id`, `by_name`, `everybody`; did you mean `by_name`?"]
        .assert_eq(&called(r#"{"by":"by_nmae"}"#));
    expect!["`target.id` is given twice"].assert_eq(&called(r#"{"id":3,"id":4}"#));
    expect!["`target` must be an object, is an integer"].assert_eq(&called("3"));
    expect![[r#"[Text(Text { text: "ById { id: 7 } Some(Array [Number(1), Object {\"a\": Null}])", annotations: None })]"#]].assert_eq(&call(&look_for {}, r#"{"extra":[1,{"a":null}]}"#));
}

#[test]
fn gr_90_a_failure_says_what_to_do_next() {
    expect![[r#"
        13 is over the limit
        Trying again will not help. What to do: escalate_to_human."#]]
    .assert_eq(&call(&find_overdue {}, r#"{"region":"eu","least":13}"#));
    expect![[r#"
        the ledger did not answer
        This may pass: try again in 30 s."#]]
    .assert_eq(&call(&find_overdue {}, r#"{"region":"eu","least":14}"#));
    let inner =
        LedgerError::Inner(Failure::validation("the date is in the past").accepts("dates after today"));
    expect![[r#"
        the date is in the past
        Accepted: dates after today
        Change the arguments and call again."#]]
    .assert_eq(&taffrail::Failure::from(inner).text());
}

#[test]
fn tools_keep_their_order_and_the_callers_identity() {
    let tools: Tools<App> = tools![find_overdue, get_invoice, clear];
    assert_eq!(tools.identity().name, "taffrail");
    let names: Vec<_> = tools.into_vec().iter().map(|tool| tool.definition().name).collect();
    assert_eq!(names, ["find_overdue", "get.invoice", "clear"]);
}

#[test]
fn tools_may_be_listed_under_a_condition() {
    let tools: Tools<App> = tools![
        find_overdue,
        #[cfg(any())]
        no_such_tool,
        get_invoice
    ];
    assert_eq!(tools.into_vec().len(), 2);
}
