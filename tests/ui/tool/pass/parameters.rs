//! GR-18, 62, 66, 70, 73: every kind of honest parameter.

use std::collections::BTreeMap;

use taffrail::prelude::*;

const MOST: u32 = 100;

#[derive(ToolInput, Clone, Copy)]
enum Order {
    Newest,
    #[arg(name = "oldest-first")]
    Oldest,
}

#[derive(ToolInput)]
struct Line {
    /// What.
    #[arg(min_len = 1)]
    article: String,
    /// How many.
    #[arg(default = 1, min = 1)]
    count: u32,
}

/// Finds things.
#[tool(readonly)]
async fn find(
    /// At the edges of its range.
    #[arg(default = 1, min = 1, max = 1, example = 1)]
    edge: u32,
    /// Up to a constant.
    #[arg(default = MOST / 2, min = 24 * 60 * 60 - 86_399, max = MOST)]
    constant: u32,
    /// Below zero.
    #[arg(default = -3, min = -5, max = -1)]
    below: i8,
    /// Warmth.
    #[arg(default = 0.5, min = 0.0, max = 1.0)]
    warmth: f32,
    /// A code.
    #[arg(default = "EU", pattern = "^[A-Z]{2}$", min_len = 2, max_len = 2, example = "US")]
    code: String,
    /// A name.
    #[arg(example = "Acme", example = "Globex", max_len = 40)]
    name: Option<String>,
    /// In which order.
    #[arg(default = Order::Newest, example = Order::Oldest)]
    order: Order,
    /// Whether to.
    #[arg(default)]
    whether: bool,
    /// Under another name.
    #[arg(name = "from-date")]
    from: String,
    /// Lines.
    #[arg(min_len = 1, max_len = 10)]
    lines: Vec<Line>,
    /// Numbers by name.
    numbers: BTreeMap<String, u32>,
    db: &(),
    #[arg(flatten)] page: PageRequest<20, 100>,
    ctx: &Context,
) -> Result<String, Failure> {
    let _ = (edge, constant, below, warmth, name, order, whether, from, numbers, db, page, ctx);
    Ok(code + &lines.into_iter().map(|line| line.article.repeat(line.count as usize)).collect::<String>())
}

fn main() {
    let _: taffrail::Tools<()> = tools![find];
}
