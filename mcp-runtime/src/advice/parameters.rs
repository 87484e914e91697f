//! GR-48, 58 to 61, 63, 64, 67, 69 and 75: what the model has to fill.

use taffrail_core::Definition;
use taffrail_core::schema::{Property, Schema};

use super::Finding;
use super::words::{of_name, of_text};

const REQUIRED: usize = 5;
const PARAMETERS: usize = 10;
const DEPTH: usize = 2;
const DEFAULT_PAGE: u64 = 50;
const LARGEST_PAGE: i128 = 200;

pub(super) fn one(at: usize, definition: &Definition, found: &mut Vec<Finding>) {
    let properties = definition.input.properties();
    let required = properties.iter().filter(|property| property.required).count();
    if required > REQUIRED {
        found.push(Finding::tool(
            "many_required",
            at,
            format!("{required} arguments are required; a model invents what its user did not say"),
            "give safe defaults (`#[arg(default = …)]`), and require only what identifies the task",
        ));
    }
    if properties.len() > PARAMETERS {
        found.push(Finding::tool(
            "many_parameters",
            at,
            format!("it has {} parameters, most of which are rarely used", properties.len()),
            "split it by task, or leave rare filters out",
        ));
    }
    let depth = depth(&definition.input);
    if depth > DEPTH {
        found.push(Finding::tool(
            "deep_arguments",
            at,
            format!("its arguments are nested {depth} levels deep; models build deep objects wrongly"),
            "flatten them: `#[arg(flatten)]`, or names such as `address_city`",
        ));
    }
    unbounded_strings(at, properties, found);
    for property in properties {
        each(at, property, found);
    }
}

/// How many objects are inside each other.
fn depth(schema: &Schema) -> usize {
    let inner = schema.properties().iter().map(|property| depth(&property.schema));
    let inner = inner.chain(schema.items().map(depth)).max().unwrap_or(0);
    inner + usize::from(!schema.properties().is_empty())
}

/// GR-63, told once for the tool.
fn unbounded_strings(at: usize, properties: &[Property], found: &mut Vec<Finding>) {
    let is_free = |property: &&Property| {
        let Property { name, schema, .. } = property;
        schema.is_unbounded_text() && schema.is_free_text() && schema.header().is_none() && name != "cursor"
    };
    let free: Vec<_> = properties
        .iter()
        .filter(is_free)
        .filter(|property| {
            property.schema.waivers().iter().all(|waiver| waiver.guardrail != "unbounded_string")
        })
        .collect();
    let names: Vec<String> = free.iter().map(|property| format!("`{}`", property.name)).collect();
    if names.is_empty() {
        return;
    }
    let (has, each) = if names.len() == 1 { ("has", "it") } else { ("have", "each") };
    found.push(Finding::tool(
        "unbounded_string",
        at,
        format!(
            "{} {has} no maximum length; one call may carry megabytes into logs and backends",
            names.join(", ")
        ),
        format!("give {each} one: `#[arg(max_len = 200)]`"),
    ));
}

fn each(at: usize, property: &Property, found: &mut Vec<Finding>) {
    let (name, schema) = (&*property.name, &property.schema);
    let mut say = |guardrail, problem: String, help: &str| {
        found.push(Finding::tool(guardrail, at, problem, help).of(name))
    };
    if schema.header().is_some() && schema.is_unbounded_text() {
        say(
            "unbounded_header",
            "it is mirrored into a header and has no maximum length; proxies refuse long headers".into(),
            "mirror a short routing value: add `#[arg(max_len = 64)]`, or use an enum",
        );
    }
    if !property.required && schema.default_value().is_none() && !says_absence(schema.description()) {
        say(
            "silent_optional",
            "its description does not say what happens when it is left out; a model then fills it to be safe"
                .into(),
            "say so (\"Left out: all regions.\"), or give a default: `#[arg(default = …)]`",
        );
    }
    if let Some(problem) = closed_set(name, schema) {
        say(
            "stringly_typed",
            problem,
            "use a fieldless enum: `#[derive(ToolInput)] enum Status { Pending, Shipped }`",
        );
    }
    if let Some(problem) = unbounded_number(name, schema) {
        say("unbounded_number", problem, "write `#[arg(min = …, max = …)]`");
    }
    if let Some((problem, help)) = plain_format(name, schema) {
        say("plain_text_format", problem, help);
    }
    if name == "limit" {
        let default = schema
            .default_value()
            .and_then(serde_json::Value::as_u64)
            .filter(|default| *default > DEFAULT_PAGE);
        let max = schema
            .integer_range()
            .map(|(_, max)| max)
            .filter(|max| (LARGEST_PAGE + 1..i128::from(u16::MAX)).contains(max));
        if let Some(size) = default.map(i128::from).or(max) {
            say(
                "large_page",
                format!(
                    "a page of {size} items is more than a model reads with care, and all of it is paid for"
                ),
                "return 20 by default and 100 at most: `PageRequest<20, 100>`",
            );
        }
    }
}

/// GR-58: whether a description says what absence means.
fn says_absence(description: &str) -> bool {
    const SIGNS: &[&str] = &[
        "left out",
        "leave out",
        "leave it out",
        "omit",
        "absent",
        "without",
        "default",
        "otherwise",
        "if given",
        "when given",
        "not given",
        "if set",
        "unless",
        "only ",
        "none",
        "if any",
        "if known",
        "optional",
        "instead of",
    ];
    let text = description.to_lowercase();
    SIGNS.iter().any(|sign| text.contains(sign))
}

/// GR-60.
fn closed_set(name: &str, schema: &Schema) -> Option<String> {
    const NAMES: &[&str] =
        &["sort_by", "order_by", "sort_order", "mode", "kind", "unit", "status", "priority", "severity"];
    if !schema.is_free_text() {
        return None;
    }
    let text = schema.description().to_lowercase();
    if ["one of", "either ", " | "].iter().any(|sign| text.contains(sign)) {
        return Some("its description lists the values, and its type takes any text: `Pending`, `pending ` and translations".into());
    }
    NAMES
        .contains(&name)
        .then(|| format!("`{name}` sounds like one of a few words, and its type takes any text"))
}

/// GR-61.
fn unbounded_number(name: &str, schema: &Schema) -> Option<String> {
    const COUNTS: &[&str] =
        &["limit", "size", "count", "timeout", "days", "hours", "minutes", "seconds", "offset", "page"];
    let (min, max) = schema.integer_range()?;
    let words = of_name(name);
    let last = words.last().map_or("", String::as_str);
    let has_no_max = [
        u16::MAX.into(),
        u32::MAX.into(),
        u64::MAX.into(),
        i16::MAX.into(),
        i32::MAX.into(),
        i64::MAX.into(),
    ]
    .contains(&max);
    let has_no_min = [0, i16::MIN.into(), i32::MIN.into(), i64::MIN.into()].contains(&min);
    // Its range is not on the wire: what lies outside is brought into it, and the result says so.
    if schema.is_clamped() {
        return None;
    }
    let counts = COUNTS.contains(&last) || words.first().is_some_and(|word| word == "max");
    let is_id = matches!(last, "id" | "number" | "port");
    let unbounded = has_no_max && !is_id && (counts || has_no_min);
    unbounded.then(|| {
        "it has no range, so the schema cannot guide the model and nonsense reaches the backend".to_owned()
    })
}

/// GR-69.
fn plain_format(name: &str, schema: &Schema) -> Option<(String, &'static str)> {
    let words = of_name(name);
    let (first, last) = (words.first().map_or("", String::as_str), words.last().map_or("", String::as_str));
    if schema.is_free_text() {
        if matches!(last, "date" | "since" | "until" | "deadline" | "birthday")
            || (last == "at" && words.len() > 1)
        {
            return Some((
                "it is a date and its type takes any text, so every model spells it differently".into(),
                "use `chrono::NaiveDate` or `DateTime<Utc>` (feature `chrono`), which publish their format",
            ));
        }
        if matches!(last, "email" | "mail") {
            return Some((
                "it is an address and its type takes any text".into(),
                "add a pattern and an example: `#[arg(pattern = \"^[^@ ]+@[^@ ]+$\", example = \"ann@example.com\")]`",
            ));
        }
        if matches!(last, "url" | "uri" | "link") {
            return Some((
                "it is a URL and its type takes any text".into(),
                "use `url::Url` (feature `url`), which publishes its format",
            ));
        }
    }
    let is_money = |word: &str| matches!(word, "amount" | "price" | "cost" | "total" | "balance" | "fee");
    (schema.is_fractional() && (is_money(first) || is_money(last))).then(|| {
        (
            "it is money in a floating-point number, which rounds".into(),
            "take whole minor units: `amount_cents: i64`",
        )
    })
}

/// Whether a text has one of these words; for rules on names of parameters elsewhere.
pub(super) fn mentions(text: &str, word: &str) -> bool {
    of_text(text).iter().any(|other| other == word)
}
