//! GR-39 to 46 and 49: everything that may be mirrored, in each of the three spellings.

use taffrail::prelude::*;

#[derive(ToolInput)]
enum Region {
    Eu,
    Us,
}

#[derive(ToolInput)]
struct Tenant(u64);

type Zone = String;

#[derive(ToolInput)]
struct Target {
    /// The shard to look in.
    #[arg(header = "Shard")]
    shard: u16,
}

/// Finds things.
#[tool(readonly, header = "Region", header = "Tenant-Id", header(zone = "X.Zone", urgent = "Urgent"))]
async fn find(
    /// Where.
    region: Option<Region>,
    /// Who.
    #[arg(min = 0, max = 9_007_199_254_740_991)]
    tenant_id: Tenant,
    /// Which zone.
    zone: Zone,
    /// Whether it is urgent.
    urgent: bool,
    /// How far back.
    #[arg(header = "Offset", min = -1_000, max = 1_000)]
    offset: i64,
    /// A project, not a person.
    #[arg(header = "Project-Name", max_len = 40)]
    project_name: String,
    /// Where to go on.
    #[arg(header = "Page-Token")]
    page_token: Option<String>,
    /// An address that is published anyway.
    #[arg(header = "Support-Email", allow(sensitive_header, reason = "the support address is public"))]
    support_email: String,
    #[arg(flatten)] target: Target,
) {
    let _ = (region, tenant_id.0, zone, urgent, offset, project_name, page_token, support_email, target.shard);
}

/// Finds things in a target.
#[tool(readonly, when = "a target is known", allow(nested_header, reason = "all of our clients look into objects"))]
async fn find_in(
    /// Where to look.
    target: Target,
    /// Prices are not mirrored.
    price: f64,
    /// Names are not mirrored.
    user_email: String,
    /// Nor are lists.
    names: Vec<String>,
) {
    let _ = (target.shard, price, user_email, names);
}

/// Reads a secret that stays in the body.
#[tool(readonly, when = "a secret is at hand")]
async fn unlock(
    /// The passphrase.
    passphrase: Secret<String>,
    /// The code.
    #[arg(secret)]
    code: String,
) {
    let _ = (passphrase, code);
}

fn main() {
    let _ = (Region::Eu, Region::Us);
    let tools: taffrail::Tools<()> = tools![find_in, unlock];
    drop(tools);
    let tools: taffrail::Tools<()> = tools![find];
    let input = serde_json::to_string(&tools.into_vec()[0].definition().input).unwrap();
    assert_eq!(input.matches("x-mcp-header").count(), 9, "{input}");
}
