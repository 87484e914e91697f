//! The tools of these tests.

#![expect(deprecated, reason = "deprecated features are tested as long as they are offered")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use taffrail::prelude::*;
use taffrail::{Sampling, SamplingTool, ToolChoice, Tools};

/// What the tools count and keep. A copy sees the same.
#[derive(Clone, Default, Provides)]
pub(super) struct App {
    pub(super) counts: Counts,
    pub(super) page: Page,
    pub(super) projects: Projects,
}

#[derive(Clone, Default)]
pub(super) struct Counts {
    pub(super) effects: Arc<AtomicU32>,
    pub(super) reservations: Arc<AtomicU32>,
}

/// What a user left behind on a page.
#[derive(Clone, Default)]
pub(super) struct Page(pub(super) Arc<Mutex<Option<String>>>);

/// What can be deleted.
#[derive(Clone)]
pub(super) struct Projects(pub(super) Arc<Mutex<Vec<&'static str>>>);

impl Default for Projects {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(vec!["apollo", "gemini"])))
    }
}

impl App {
    /// How often something irreversible was done.
    pub(super) fn effects(&self) -> u32 {
        self.counts.effects.load(Ordering::Relaxed)
    }

    /// How often something was reserved.
    pub(super) fn reservations(&self) -> u32 {
        self.counts.reservations.load(Ordering::Relaxed)
    }
}

#[derive(Elicit)]
pub(super) struct Name {
    /// As your friends call you.
    #[arg(min_len = 2, max_len = 20)]
    name: String,
}

#[derive(Elicit)]
pub(super) struct Age {
    #[arg(min = 0, max = 150)]
    age: u8,
}

/// Asks for a name and greets.
#[tool(readonly, when = "greeting", needs(elicitation))]
async fn greet(ctx: &Context) -> Result<String, Failure> {
    ctx.progress(1.0, None);
    let Name { name } = ctx.elicit("Who are you?").key("user_name").await?;
    ctx.progress(2.0, None);
    Ok(format!("Hello, {name}."))
}

/// Asks for a name and an age at once.
#[tool(readonly, when = "asking twice at once", needs(elicitation))]
async fn both(ctx: &Context) -> Result<String, Failure> {
    let (name, age) = tokio::join!(ctx.elicit::<Name>("Name?"), ctx.elicit::<Age>("Age?"));
    Ok(format!("{} is {}.", name?.name, age?.age))
}

/// Reserves, asks for a name, then for an age.
#[tool(additive, idempotent, when = "asking twice in turn", needs(elicitation))]
async fn in_turn(
    /// What to reserve.
    #[arg(default = "a seat")]
    what: String,
    ctx: &Context,
    counts: &Counts,
) -> Result<String, Failure> {
    let reserve = || async {
        let number = counts.reservations.fetch_add(1, Ordering::Relaxed);
        Ok::<_, Failure>(format!("{what} number {number}"))
    };
    let hold = ctx.once("reserve", reserve).await?;
    let Name { name } = ctx.elicit("Name?").await?;
    let Age { age } = ctx.elicit("Age?").await?;
    counts.effects.fetch_add(1, Ordering::Relaxed);
    Ok(format!("{name}, {age}, has {hold}."))
}

/// Goes on when the user declines.
#[tool(readonly, when = "taking no for an answer", needs(elicitation))]
async fn lenient(ctx: &Context) -> Result<String, Failure> {
    Ok(match ctx.elicit::<Name>("Name?").answer().await? {
        Answer::Accept(Name { name }) => name,
        Answer::Decline => "declined".into(),
        Answer::Cancel => "cancelled".into(),
    })
}

/// Charges after the user has confirmed.
#[tool(additive, when = "charging", confirm(fallback = refuse), charges = "the user's card")]
async fn charge(
    /// How much.
    cents: u32,
    ctx: &Context,
    counts: &Counts,
) -> Result<String, Failure> {
    ctx.confirm(format!("Charge {cents} cents?")).await?;
    counts.effects.fetch_add(1, Ordering::Relaxed);
    Ok(format!("Charged {cents}."))
}

/// Confirms, then asks for more.
#[tool(additive, when = "confirming before asking", confirm(fallback = refuse))]
async fn confirm_then_ask(ctx: &Context, counts: &Counts) -> Result<String, Failure> {
    ctx.confirm("Begin?").await?;
    let Name { name } = ctx.elicit("Name?").await?;
    counts.effects.fetch_add(1, Ordering::Relaxed);
    Ok(name)
}

/// Deletes projects.
#[tool(
    destructive,
    irreversible,
    confirm(fallback = dry_run_only),
    max_affected = 3,
    when = "deleting"
)]
async fn delete_projects(
    dry_run: DryRun,
    ctx: &Context,
    counts: &Counts,
    projects: &Projects,
) -> Result<Guarded<String>, Failure> {
    let plan = projects.0.lock().unwrap().clone();
    let count = plan.len() as u64;
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(format!("Would delete {}.", plan.join(", ")))),
        DryRun::No(intent) => {
            intent.confirm(ctx, format!("Delete {count} projects?")).covering(&plan).affecting(count).await?
        }
    };
    counts.effects.fetch_add(1, Ordering::Relaxed);
    Ok(permit.done(format!("Deleted {}.", plan.join(", "))))
}

/// Deletes everything, for clients that can ask only.
#[tool(destructive, irreversible, confirm(fallback = refuse), when = "deleting everything")]
async fn delete_all(dry_run: DryRun, ctx: &Context) -> Result<Guarded<String>, Failure> {
    match dry_run {
        DryRun::Yes(preview) => Ok(preview.of("Would delete everything.".into())),
        DryRun::No(intent) => Ok(intent.confirm(ctx, "Delete everything?").await?.done("Gone.".into())),
    }
}

/// Sends the user to a page and waits for what they do there.
#[tool(additive, idempotent, when = "connecting an account", needs(elicitation_url))]
async fn connect(ctx: &Context, page: &Page) -> Result<String, Failure> {
    let visit = ctx.elicit_url("Connect your account", "https://example.com/connect/5f3a");
    let account = visit.until(|| async { Ok::<_, Failure>(page.0.lock().unwrap().clone()) }).await?;
    Ok(format!("Connected {account}."))
}

/// Sends the user to a page with a token in its address.
#[tool(additive, idempotent, when = "leaking", needs(elicitation_url))]
async fn leak(ctx: &Context) -> Result<(), Failure> {
    ctx.elicit_url("Connect your account", "https://example.com/?token=5f3a").await.map(drop)
}

/// Asks the client's model.
#[tool(readonly, when = "asking the model", needs(sampling))]
async fn summarise(ctx: &Context) -> Result<String, Failure> {
    Ok(ctx.sample(Sampling::new(50).user("Summarise.")).await?.text())
}

/// Asks the client's model with tools, and says that it needs sampling alone.
#[tool(readonly, when = "asking the model with tools", needs(sampling))]
async fn with_tools(ctx: &Context) -> Result<String, Failure> {
    let tool = SamplingTool {
        name: "look".into(),
        description: "Looks.".into(),
        input_schema: serde_json::json!({"type": "object"}),
    };
    Ok(ctx.sample(Sampling::new(50).user("Look.").tools(vec![tool], ToolChoice::Auto)).await?.text())
}

/// Returns the roots and a path within them.
#[tool(readonly, when = "looking into a directory", needs(roots))]
async fn within(
    /// The path.
    path: String,
    ctx: &Context,
) -> Result<String, Failure> {
    ctx.roots().await?.within(path).map(|path| path.display().to_string())
}

/// Asks without having said so, out of the macro's sight.
#[tool(readonly, when = "asking unasked")]
async fn undeclared(ctx: &Context) -> Result<String, Failure> {
    name(ctx).await
}

async fn name(ctx: &Context) -> Result<String, Failure> {
    Ok(ctx.elicit::<Name>("Name?").await?.name)
}

/// Asks two questions with one key, out of the macro's sight.
#[tool(readonly, when = "asking one thing twice", needs(elicitation))]
async fn twice(ctx: &Context) -> Result<String, Failure> {
    let key = "k";
    let first = ctx.elicit::<Name>("Name?").key(key).await;
    let second = ctx.elicit::<Name>("Name?").key(key).await;
    Ok(format!("{}{}", first?.name, second?.name))
}

/// Asks for ever.
#[tool(readonly, when = "never content", needs(elicitation))]
async fn insatiable(ctx: &Context) -> Result<String, Failure> {
    loop {
        ctx.elicit::<Name>("Another name?").await?;
    }
}

/// Asks from work beside the call while it waits for that work.
#[tool(readonly, when = "asking beside", needs(elicitation))]
async fn beside(ctx: &Context) -> Result<String, Failure> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let asking = ctx.clone();
    ctx.spawn(async move {
        tokio::task::yield_now().await;
        let name = asking.elicit::<Name>("Name?").await.map(|name| name.name);
        drop(sender.send(name));
    });
    receiver.await.transient("the work beside stopped")?
}

pub(super) fn all() -> Tools<App> {
    tools![
        beside,
        both,
        charge,
        confirm_then_ask,
        connect,
        delete_all,
        delete_projects,
        greet,
        in_turn,
        insatiable,
        leak,
        lenient,
        summarise,
        twice,
        undeclared,
        with_tools,
        within,
    ]
}

/// Tools that ask and do not confirm.
pub(super) fn asking() -> Tools<App> {
    tools![greet]
}

/// Tools that ask for nothing.
pub(super) fn quiet() -> Tools<App> {
    tools![undeclared]
}
