//! Guardrails that the compiler decides by evaluating constants: what one macro invocation cannot see.

use super::text::{Seen, Text, same_ignoring_case};
use crate::description::{MAX_DESCRIPTION, is_short, length};
use crate::{Argument, Declaration, HeaderParam, HeaderTree, Source};

/// The largest integer that every JSON implementation carries exactly: 2^53 - 1.
pub const MAX_SAFE_INTEGER: i128 = (1 << 53) - 1;

/// Checks the set of tools of one `tools![…]`, and tells everything that is wrong with it at once.
///
/// # Panics
/// In const evaluation, when a guardrail is hit.
#[track_caller]
pub const fn check_tools(tools: &[Declaration]) {
    let (mut at, mut seen) = (0, Seen::new());
    while at < tools.len() {
        let again = seen.note(tools[at].name) && is_duplicate(tools, at);
        if again || lacks_when(tools, at) || is_too_long(&tools[at]) {
            tell(tools).fail();
        }
        at += 1;
    }
}

const fn tell(tools: &[Declaration]) -> Text {
    let mut text = Text::new();
    let (mut at, mut seen) = (0, Seen::new());
    while at < tools.len() {
        if seen.note(tools[at].name) {
            text = check_duplicates(text, tools, at);
        }
        at += 1;
    }
    text = check_boundaries(text, tools);
    at = 0;
    while at < tools.len() {
        text = check_length(text, &tools[at]);
        at += 1;
    }
    text
}

/// Where the next fault begins: in a line of its own.
const fn next(text: Text) -> Text {
    if text.is_empty() { text } else { text.push("\nerror: ") }
}

const fn is_duplicate(tools: &[Declaration], at: usize) -> bool {
    let mut earlier = 0;
    while earlier < at {
        if same_ignoring_case(tools[earlier].name, tools[at].name) {
            return true;
        }
        earlier += 1;
    }
    false
}

/// GR-04: names are unique in a server, ignoring ASCII case.
const fn check_duplicates(mut text: Text, tools: &[Declaration], at: usize) -> Text {
    let mut earlier = 0;
    while earlier < at {
        let (a, b) = (&tools[earlier], &tools[at]);
        if same_ignoring_case(a.name, b.name) {
            text = next(text).push("duplicate tool name `").push(b.name).push("`");
            text = place(place(text, "\nnote: one is in ", &a.source), "\nnote: the other is in ", &b.source);
            text = text
                .push("\nnote: names must differ within a server by more than upper and lower case, or calls reach the wrong tool")
                .push("\nhelp: give one of them another name: `#[tool(…, name = \"…\")]`");
        }
        earlier += 1;
    }
    text
}

/// GR-12: a model that chooses between tools must be told when to take which. One text for all of them.
const fn check_boundaries(mut text: Text, tools: &[Declaration]) -> Text {
    let (mut at, mut found, mut last) = (0, 0, 0);
    while at < tools.len() {
        if lacks_when(tools, at) {
            (found, last) = (found + 1, at);
        }
        at += 1;
    }
    text = match found {
        0 => return text,
        1 => next(text).push("tool `").push(tools[last].name).push("` does not say when to use it"),
        found => next(text).push_number(found).push(" tools do not say when to use them"),
    };
    at = 0;
    while at < tools.len() {
        if lacks_when(tools, at) {
            text = place(text.push("\nnote: `").push(tools[at].name).push("` is in "), "", &tools[at].source);
        }
        at += 1;
    }
    text.push(
        "\nnote: the server has several tools, and the model chooses between them by these words (`no_when`)",
    )
    .push("\nhelp: write `#[tool(…, when = \"the user asks …\")]`")
}

const fn lacks_when(tools: &[Declaration], at: usize) -> bool {
    tools.len() > 1 && tools[at].when.is_none() && !tools[at].waives("no_when")
}

const fn is_too_long(tool: &Declaration) -> bool {
    !is_short(tool) && length(tool) > MAX_DESCRIPTION && !tool.waives("long_description")
}

/// GR-14: clients cut descriptions off.
const fn check_length(text: Text, tool: &Declaration) -> Text {
    if !is_too_long(tool) {
        return text;
    }
    let length = length(tool);
    let text = next(text).push("the description of tool `").push(tool.name).push("` has ");
    let text = text.push_number(length as u64).push(" characters, more than 2048");
    place(text, "\nnote: it is in ", &tool.source)
        .push("\nnote: clients cut longer descriptions off, and every request pays for them (`long_description`)")
        .push("\nhelp: keep what it does, `when` and `not_when`; move details into results and errors")
        .push("\nhelp: if all clients keep it, say why: `#[tool(…, allow(long_description, reason = \"…\"))]`")
}

pub(super) const fn place(text: Text, intro: &str, source: &Source) -> Text {
    text.push(intro)
        .push("`")
        .push(source.module)
        .push("`, ")
        .push(source.file)
        .push(":")
        .push_number(source.line as u64)
}

/// GR-43: integers that travel as a header must survive clients that use doubles.
///
/// # Panics
/// In const evaluation, when the range of `T`, narrowed by `min` and `max`, is too wide.
#[track_caller]
pub const fn assert_header_range<T: HeaderParam>(parameter: &str, min: Option<i128>, max: Option<i128>) {
    let min = narrowed(min, T::MIN);
    let max = narrowed(max, T::MAX);
    if min >= -MAX_SAFE_INTEGER && max <= MAX_SAFE_INTEGER {
        return;
    }
    let text = Text::new().push("parameter `").push(parameter).push("` is mirrored as a header and can ");
    let (low, high) = (min < -MAX_SAFE_INTEGER, max > MAX_SAFE_INTEGER);
    let text = if high {
        text.push("exceed 9007199254740991 (2^53-1)")
    } else {
        text.push("be less than -9007199254740991 (-(2^53-1))")
    };
    let text = text.push("\nnote: clients that keep numbers as doubles would send another number in the header than in the body\nhelp: ");
    // What is bounded well is not said again.
    let text = match (low, high) {
        (true, true) => text.push("write `#[arg(min = 0, max = 9007199254740991)]`"),
        (true, false) => text.push("write `min = 0`, or `min = -9007199254740991`, in its `#[arg(…)]`"),
        (false, _) => text.push("write `max = 9007199254740991` in its `#[arg(…)]`"),
    };
    text.push(", or take a narrower integer or a `String`").fail();
}

const fn narrowed(written: Option<i128>, inherent: i128) -> i128 {
    match written {
        Some(bound) => bound,
        None => inherent,
    }
}

/// GR-44: a header can be read only through plain nesting.
///
/// # Panics
/// In const evaluation, when `T` holds a mirrored parameter inside a list, a map or a union.
#[track_caller]
pub const fn assert_reachable_headers<T: Argument>(parameter: &str) {
    if !T::HEADERS.lost {
        return;
    }
    Text::new()
        .push("parameter `")
        .push(parameter)
        .push("` holds a mirrored parameter (`header`) inside a list, a map or a union")
        .push("\nnote: a header stands for one value at a fixed place; every HTTP client would drop the tool")
        .push("\nhelp: remove `header` there; if one value holds for the whole call, take it as a parameter of its own: `#[arg(header = \"Region\")] region: String`")
        .fail();
}

/// GR-45: clients exist that look for headers at the top level only.
///
/// # Panics
/// In const evaluation, when `T` is an object with a mirrored parameter.
#[track_caller]
pub const fn assert_no_nested_header<T: Argument>(parameter: &str) {
    if T::HEADERS.is_empty() {
        return;
    }
    Text::new()
        .push("a parameter inside `")
        .push(parameter)
        .push("` is mirrored as a header")
        .push(
            "\nnote: not every client looks into nested objects; those that do not are refused on every call",
        )
        .push(" (`nested_header`)")
        .push("\nhelp: write `#[arg(flatten)]` on `")
        .push(parameter)
        .push("`, which brings its fields to the top level")
        .push("\nhelp: if all clients look there, say why on `")
        .push(parameter)
        .push("`: `#[arg(allow(nested_header, reason = \"…\"))]`")
        .fail();
}

/// Whose the header at `index` is: a parameter's, or that of something inside one.
const fn owner(text: Text, tree: &HeaderTree, index: usize, own: &[&str], nested: &[&str]) -> Text {
    if index < tree.own.len() {
        return text.push("`").push(own[index]).push("`");
    }
    let (mut at, mut index) = (0, index - tree.own.len());
    while at < tree.nested.len() {
        let count = tree.nested[at].count();
        if index < count {
            return text.push("a field of `").push(nested[at]).push("`");
        }
        index -= count;
        at += 1;
    }
    text
}

/// GR-42: header names are unique in a tool, ignoring ASCII case, nested objects included.
///
/// # Panics
/// In const evaluation, when two mirrored parameters have one name. `own` are the parameters of the tree's own names,
/// `nested` those of its nested trees.
#[track_caller]
pub const fn assert_unique_headers(tree: &HeaderTree, own: &[&str], nested: &[&str]) {
    let count = tree.count();
    let mut later = 1;
    while later < count {
        let mut earlier = 0;
        while earlier < later {
            let (a, b) = (tree.nth(earlier), tree.nth(later));
            if same_ignoring_case(a, b) {
                let text = Text::new().push("header `").push(b).push("` is used by ");
                let text = owner(text, tree, earlier, own, nested).push(" and by ");
                owner(text, tree, later, own, nested)
                    .push("\nnote: header names are compared ignoring case, nested objects included")
                    .push("\nhelp: give one of them another name")
                    .fail();
            }
            earlier += 1;
        }
        later += 1;
    }
}
