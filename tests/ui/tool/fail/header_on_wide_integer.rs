use taffrail::prelude::*;

#[derive(ToolInput)]
struct Tenant(u64);

/// Finds things.
#[tool(readonly, header = "Tenant")]
async fn find_things(
    /// Who.
    tenant: u64,
) {
    let _ = tenant;
}

/// Finds more.
#[tool(readonly, header = "Tenant")]
async fn find_more(
    /// Who.
    #[arg(min = 0)]
    tenant: Tenant,
) {
    let _ = tenant.0;
}

/// Finds less.
#[tool(readonly, header = "Offset")]
async fn find_less(
    /// From where.
    #[arg(max = 100)]
    offset: i64,
) {
    let _ = offset;
}

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
