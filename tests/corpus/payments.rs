//! Payments of a shop.

use taffrail::prelude::*;

use crate::shared::{Entry, Tag, Trouble, entry};

/// What its tools work on.
#[derive(Debug, Default, Provides)]
pub(crate) struct Shop {
    merchant: String,
}

/// Returns one payment with its state and what was refunded of it.
#[tool(readonly, when = "one payment is meant")]
async fn show_payment(
    /// Reference on the receipt.
    #[arg(max_len = 40, example = "BT-004217")]
    reference: String,
    shop: &Shop,
) -> Result<Json<Entry>, Trouble> {
    let _ = (reference,);
    let _ = &shop.merchant;
    Ok(Json(entry()?))
}

/// Returns open disputes with the day until which they must be answered, soonest first.
#[tool(readonly, when = "the user asks what customers dispute")]
async fn list_disputes(
    /// Only those for this reason.
    reason: Option<Tag>,
    #[arg(flatten)] page: PageRequest<20, 100>,
    shop: &Shop,
) -> Result<Page<Entry>, Trouble> {
    let _ = (reason,);
    let _ = &shop.merchant;
    Ok(page.page(vec![entry()?], None::<u32>))
}

/// Makes a link at which a customer can pay; the same order gives the same link.
#[tool(additive, idempotent, when = "a customer shall pay")]
async fn create_payment_link(
    /// Number of the order.
    #[arg(max_len = 40)]
    order_number: String,
    /// Amount in cents.
    #[arg(min = 50, max = 100_000_000)]
    amount_cents: u32,
    /// Three letters.
    #[arg(pattern = "^[A-Z]{3}$")]
    currency: String,
    shop: &Shop,
) -> Result<Json<Entry>, Trouble> {
    let _ = (order_number, amount_cents, currency);
    let _ = &shop.merchant;
    Ok(Json(entry()?))
}

/// Returns the rate between two currencies on a day, with its source.
#[tool(readonly, when = "an amount is to be converted")]
async fn exchange_rate(
    /// Three letters.
    #[arg(pattern = "^[A-Z]{3}$")]
    from: String,
    /// Three letters.
    #[arg(pattern = "^[A-Z]{3}$")]
    to: String,
    shop: &Shop,
) -> Result<Json<Entry>, Trouble> {
    let _ = (from, to);
    let _ = &shop.merchant;
    Ok(Json(entry()?))
}

/// Says whether a coupon is valid, and for what.
#[tool(readonly, when = "a customer has a coupon")]
async fn check_coupon(
    /// As printed on it.
    #[arg(max_len = 20)]
    code: String,
    shop: &Shop,
) -> Result<Json<Entry>, Trouble> {
    let _ = (code,);
    let _ = &shop.merchant;
    Ok(Json(entry()?))
}

/// Pays an amount of a payment back to the customer, and returns what is left of it.
#[tool(
    destructive,
    irreversible,
    confirm(fallback = refuse),
    sends = "an e-mail to the customer",
    when = "a customer shall get money back"
)]
async fn refund_payment(
    /// Reference on the receipt.
    #[arg(max_len = 40, example = "BT-004217")]
    reference: String,
    /// Amount in cents; at most what was paid.
    #[arg(min = 1, max = 100_000_000)]
    amount_cents: u32,
    dry_run: DryRun,
    shop: &Shop,
    ctx: &Context,
) -> Result<Guarded<Json<Entry>>, Trouble> {
    let _ = &shop.merchant;
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(entry()?))),
        DryRun::No(intent) => {
            let question = format!("Pay {amount_cents} cents of {reference} back?");
            intent.confirm(ctx, question).covering(&(&reference, amount_cents)).await?
        }
    };
    Ok(permit.done(Json(entry()?)))
}

/// Cancels a subscription at the end of the month that is paid for.
#[tool(
    destructive,
    reversible_by = resume_subscription,
    confirm(fallback = refuse),
    when = "a customer does not want to go on"
)]
async fn cancel_subscription(
    /// Number on the contract.
    #[arg(max_len = 40, example = "S-1180")]
    contract: String,
    dry_run: DryRun,
    shop: &Shop,
    ctx: &Context,
) -> Result<Guarded<Json<Entry>>, Trouble> {
    let _ = &shop.merchant;
    let permit = match dry_run {
        DryRun::Yes(preview) => return Ok(preview.of(Json(entry()?))),
        DryRun::No(intent) => intent.confirm(ctx, format!("Cancel {contract}?")).await?,
    };
    Ok(permit.done(Json(entry()?)))
}

/// Lets a subscription go on that was cancelled and has not ended yet.
#[tool(additive, idempotent, when = "a customer has changed their mind")]
async fn resume_subscription(
    /// Number on the contract.
    #[arg(max_len = 40, example = "S-1180")]
    contract: String,
    shop: &Shop,
) -> Result<Json<Entry>, Trouble> {
    let _ = (contract, &shop.merchant);
    Ok(Json(entry()?))
}

pub(crate) fn tools() -> taffrail::Tools<Shop> {
    tools![
        show_payment,
        list_disputes,
        create_payment_link,
        exchange_rate,
        check_coupon,
        refund_payment,
        cancel_subscription,
        resume_subscription,
    ]
}
