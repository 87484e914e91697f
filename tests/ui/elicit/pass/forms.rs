//! The nearest honest code: every permitted field, names and usernames, a waiver that is needed.

use taffrail::prelude::*;

#[derive(Clone, Copy, Elicit)]
#[serde(rename_all = "kebab-case")]
enum Means {
    /// By train.
    ByTrain,
    #[arg(title = "On foot")]
    OnFoot,
}

#[allow(deprecated)]
#[derive(Clone, Copy, Elicit)]
#[elicit(enum_names)]
enum Meal {
    /// No meat.
    Vegetarian,
    Any,
}

#[derive(Elicit)]
struct Journey {
    /// As your friends call you.
    #[arg(title = "Name", min_len = 1, max_len = 40, default = "Ada")]
    user_name: String,
    #[arg(format = "email")]
    email: Option<String>,
    #[arg(format = "date-time")]
    leaves: String,
    #[arg(min = 1, max = 9, default = 2)]
    travellers: u8,
    #[arg(min = 0.5)]
    budget: f64,
    insured: bool,
    #[arg(default = Means::ByTrain)]
    means: Means,
    meal: Meal,
    #[arg(min_len = 1, max_len = 2, default = [Means::OnFoot])]
    transfers: Vec<Means>,
    #[arg(name = "token", allow(secret_wording, reason = "it is the metal token of a cloakroom"))]
    cloakroom: u16,
}

/// Plans a journey.
#[tool(readonly, when = "planning", needs(elicitation), uses(sampling))]
async fn plan(ctx: &Context) -> Result<String, Failure> {
    let journey: Journey = ctx.elicit("Where to?").key("journey").await?;
    let Journey { user_name, email, leaves, travellers, budget, insured, means, meal, transfers, cloakroom } = journey;
    let _ = (email, leaves, travellers, budget, insured, means, meal, transfers, cloakroom);
    Ok(user_name)
}

fn main() {
    let _: taffrail::Tools<()> = tools![plan];
}
