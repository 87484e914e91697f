//! The place of a field is told in digits of sixteen; none of them is met twice.

use taffrail::prelude::*;

/// Sizes in many units.
#[derive(Debug, ToolInput)]
struct Sizes {
    /// In unit a.
    a: u8,
    /// In unit b.
    b: u16,
    /// In unit c.
    c: u32,
    /// In unit d.
    d: u64,
    /// In unit e.
    e: i8,
    /// In unit f.
    f: i16,
    /// In unit g.
    g: i32,
    /// In unit h.
    h: i64,
    /// In unit i.
    i: f32,
    /// In unit j.
    j: f64,
    /// In unit k.
    k: bool,
    /// In unit l.
    l: String,
    /// In unit m.
    m: Option<u8>,
    /// In unit n.
    n: Option<u16>,
    /// In unit o.
    o: Option<u32>,
    /// In unit p.
    p: Vec<u8>,
    /// In unit q.
    q: Vec<u16>,
    /// In unit r.
    r: Vec<String>,
}

/// Describes an object of any size.
#[tool(readonly)]
async fn describe(
    /// Its sizes.
    sizes: Sizes,
) -> String {
    format!("{sizes:?}")
}

fn main() {
    drop(Server::new(()).tools(tools![describe]));
}
