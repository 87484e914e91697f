use taffrail::prelude::*;

/// Finds things.
#[tool(readonly, header(region = "My Region", tenant = "", place = "Mcp-Param-Place", zone = "Région", shard = "A\tB"))]
async fn find_things(
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

fn main() {
    let _: taffrail::Tools<()> = tools![find_things];
}
