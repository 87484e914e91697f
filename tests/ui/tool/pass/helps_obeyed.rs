//! What the messages tell to write, written: each of these is the help of a failing fixture, taken by its word.

use taffrail::prelude::*;

/// `header_not_a_token`: several names are mended at once, and do not collide.
#[tool(readonly, when = "a", header(region = "My-Region", tenant = "Tenant", place = "Place", zone = "Region", shard = "A-B"))]
async fn header_names(
    /// Where.
    region: u32,
    /// Who.
    tenant: u32,
    /// Which place.
    place: u32,
    /// Which zone.
    zone: u32,
    /// Which shard.
    shard: u32,
) {
    let _ = (region, tenant, place, zone, shard);
}

/// `header_on_nothing`.
#[tool(readonly, when = "b", header = "Region", header(tenant = "Tenant"))]
async fn header_on_something(
    /// Where.
    region: u32,
    /// Whose.
    tenant: String,
    #[arg(flatten)] page: PageRequest<20, 100>,
    db: &Db,
) {
    let _ = (region, tenant, page, db);
}

/// `task_that_says_something_unknown`.
#[tool(readonly, when = "c", task(required))]
async fn required() -> String {
    String::new()
}

/// `task_that_says_something_unknown`.
#[tool(readonly, when = "d", task)]
async fn possible() -> String {
    String::new()
}

/// `task_that_never_begins`.
#[tool(readonly, when = "e", task(explicit))]
async fn explicit(ctx: &Context) -> Result<String, Failure> {
    ctx.begin_task().await?;
    Ok(String::new())
}

/// `malformed_timeout`.
#[tool(readonly, when = "f", timeout = "30s")]
async fn in_time() {}

/// `untyped_argument_with_constraints`.
#[tool(readonly, when = "g")]
async fn of_a_type(
    /// Anything.
    #[arg(allow(untyped_argument, reason = "it is handed on as it is"))]
    anything: serde_json::Value,
    /// A number.
    #[arg(default, min = 1)]
    number: u32,
) {
    let _ = (anything, number);
}

/// `no_effect`: with every call something is added.
#[tool(additive, allow(not_idempotent, reason = "every entry shall be kept"), when = "h")]
async fn add() {}

/// `contradictory_effects`, `success_without_consent`.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "i")]
async fn delete(dry_run: DryRun, ctx: &Context) -> Result<Guarded<String>, Failure> {
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of("what would be deleted".into())),
        DryRun::No(intent) => intent.confirm(ctx, "Delete it?").await?,
    };
    Ok(permit.done("what was deleted".into()))
}

/// `wide_identifier`.
#[tool(readonly, when = "j")]
async fn narrow(
    /// Whose.
    customer_id: String,
    /// Which.
    id: Option<String>,
    /// What number.
    #[arg(max = 9_007_199_254_740_991)]
    record_id: u64,
) {
    let _ = (customer_id, id, record_id);
}

/// An order.
#[derive(ToolOutput)]
struct Order {
    number: String,
}

/// A few orders.
#[derive(ToolOutput)]
struct Found {
    items: Vec<Order>,
}

/// `list_without_an_end`.
#[tool(readonly, when = "k")]
async fn pages(#[arg(flatten)] page: PageRequest<20, 100>) -> Result<Page<Order>, Failure> {
    let items = vec![Order { number: String::new() }];
    let next = Some(20);
    if next.is_none() {
        return Ok(Page::last(items));
    }
    Ok(page.page(items, next))
}

/// `list_without_an_end`: short by nature.
#[tool(readonly, when = "l")]
async fn few() -> Json<Found> {
    Json(Found { items: Vec::new() })
}

/// `image_inline`.
#[tool(readonly, when = "m")]
async fn linked() -> Result<taffrail::ResourceLink, Failure> {
    Ok(taffrail::ResourceLink::new("https://example.com/chart.png", "chart"))
}

/// `printing_to_stdout`.
#[tool(readonly, when = "n")]
async fn print() {
    eprintln!("found");
    eprint!("{}", 1);
    let _ = std::io::Write::flush(&mut std::io::stderr());
}

/// `dry_run_as_a_flag`.
#[tool(additive, idempotent, when = "o")]
async fn flagged(
    /// Whether to only show it.
    #[arg(default = true)]
    dry_run: bool,
) {
    let _ = dry_run;
}

/// `environment_in_a_default`.
#[tool(readonly, when = "p")]
async fn filled_in_inside(
    /// The index.
    index: Option<String>,
) {
    let _ = index.unwrap_or_else(|| env!("CARGO_PKG_NAME").to_owned());
}

/// `instead_by_name`.
#[tool(readonly, when = "q", instead(few = "one is wanted"))]
async fn pointing() {}

struct Db;

#[derive(Provides)]
struct App {
    db: Db,
}

fn main() {
    let _ = App { db: Db }.db;
    let _: taffrail::Tools<App> = tools![
        header_names,
        header_on_something,
        required,
        possible,
        explicit,
        in_time,
        of_a_type,
        add,
        delete,
        narrow,
        pages,
        few,
        linked,
        print,
        flagged,
        filled_in_inside,
        pointing
    ];
}
