//! How an expansion tells what a resource states, takes and gives, and what is then done with it.

use std::future::Future;
use std::time::Duration;

use super::from_text::Variable;
use super::text::{Seen, Text, same};
use super::{Cow, Icon, Source, place};
use crate::{
    Annotations, Audience, Cache, CacheScope, Capability, IntoContents, Reading, ResourceDefinition, Work,
};

/// A type that `#[resource]` made.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a `#[resource]` function",
    note = "`resources![…]` and `after(…)` take paths to functions that carry `#[resource(…)]`; a tool goes into `tools![…]`, a prompt into `prompts![…]`"
)]
pub trait DeclaredResource {
    /// The URI or template. Apart from [`DECLARATION`](Self::DECLARATION), so that resources may name each other.
    const URI: &'static str;
    /// Everything else that is known at compile time.
    const DECLARATION: ResourceDeclaration;
}

/// Everything that `#[resource(…)]` states.
#[derive(Clone, Copy, Debug)]
pub struct ResourceDeclaration {
    /// The URI or template.
    pub uri: &'static str,
    /// The name for programs.
    pub name: &'static str,
    /// The title for people; `None` means the name in words.
    pub title: Option<&'static str>,
    /// The doc comment.
    pub what: &'static str,
    /// What it holds.
    pub mime_type: Option<&'static str>,
    /// For whom it is.
    pub audience: &'static [Audience],
    /// How important it is.
    pub priority: Option<f64>,
    /// When it changed last.
    pub last_modified: Option<&'static str>,
    /// How many bytes it holds.
    pub size: Option<u64>,
    /// Pictures of it.
    pub icons: &'static [Icon],
    /// For whom and how many milliseconds clients may keep what it holds.
    pub cache: Option<(CacheScope, u64)>,
    /// The URIs and templates that are asked before this one.
    pub after: &'static [&'static str],
    /// Client capabilities without which it cannot be read.
    pub needs: &'static [Capability],
    /// Scopes that a caller must hold.
    pub scopes: &'static [&'static str],
    /// Its own limit on time, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// Where it stands.
    pub source: Source,
}

/// What a resource is and gives back.
pub trait ResourceSignature {
    /// The resource.
    type Resource: DeclaredResource;
    /// Its return type.
    type Reply: IntoContents;
}

/// The definition of a resource. The protocol has no place for what a variable means, so that is part of the description.
#[must_use]
pub fn define_resource<P: ResourceSignature>(variables: &[Variable]) -> ResourceDefinition {
    let declaration = <P::Resource as DeclaredResource>::DECLARATION;
    let described = described(declaration.what, variables);
    let mut definition = ResourceDefinition::new(declaration.uri, declaration.name, described);
    if let Some(title) = declaration.title {
        definition.title = Cow::Borrowed(title);
    }
    definition.mime_type = declaration.mime_type.map(Cow::Borrowed);
    definition.annotations =
        Annotations::fixed(declaration.audience, declaration.priority, declaration.last_modified);
    definition.size = declaration.size;
    definition.icons = Cow::Borrowed(declaration.icons);
    if let Some((scope, ttl)) = declaration.cache {
        definition.cache = Cache::new(scope, Duration::from_millis(ttl));
    }
    definition.after = declaration.after.iter().copied().map(Cow::Borrowed).collect();
    let completed = variables.iter().filter(|variable| variable.completes);
    definition.completes = completed.map(|variable| Cow::Borrowed(variable.name)).collect();
    definition.needs = Cow::Borrowed(declaration.needs);
    definition.scopes = Cow::Borrowed(declaration.scopes);
    definition.timeout = declaration.timeout_ms.map(Duration::from_millis);
    definition.source = Some(declaration.source);
    definition
}

fn described(what: &'static str, variables: &[Variable]) -> Cow<'static, str> {
    let mut text = Cow::Borrowed(what);
    for variable in variables.iter().filter(|variable| !variable.description.is_empty()) {
        let lead = if text.len() == what.len() { "\n\n" } else { "\n" };
        *text.to_mut() += &format!("{lead}`{}`: {}", variable.name, variable.description);
    }
    text
}

/// Starts to read a resource: what the function returns becomes its contents.
pub fn start_reading<'a, P, F>(contents: F) -> Work<'a, Reading>
where
    P: ResourceSignature,
    P::Reply: 'a,
    F: Future<Output = P::Reply> + Send + 'a,
{
    Box::pin(async move { contents.await.into_contents() })
}

/// The declaration of a resource that is at hand as a value, as `resources![…]` has it.
pub const fn resource_declaration<T: DeclaredResource>(_: &T) -> ResourceDeclaration {
    T::DECLARATION
}

/// GR-123 as far as it shows without matching: two equal URIs, or templates that differ in the names of variables only.
///
/// # Panics
/// In const evaluation, when there are such.
#[track_caller]
pub const fn check_resources(resources: &[ResourceDeclaration]) {
    let (mut at, mut seen) = (0, Seen::new());
    while at < resources.len() {
        let mut earlier = if seen.note(before_variables(resources[at].uri)) { 0 } else { at };
        while earlier < at {
            let (a, b) = (&resources[earlier], &resources[at]);
            if is_same_form(a.uri, b.uri) && !(contains(a.after, b.uri) || contains(b.after, a.uri)) {
                let text = Text::new().push("`").push(a.uri).push("` and `").push(b.uri);
                let text = text.push("` match the same URIs");
                let text = place(
                    place(text, "\nnote: one is in ", &a.source),
                    "\nnote: the other is in ",
                    &b.source,
                );
                text.push("\nnote: which of the two answered would depend on their order")
                    .push("\nhelp: make the URIs differ")
                    .fail();
            }
            earlier += 1;
        }
        at += 1;
    }
}

/// What two templates that match the same URIs have in common for certain.
const fn before_variables(uri: &str) -> &str {
    let mut at = 0;
    while at < uri.len() && uri.as_bytes()[at] != b'{' {
        at += 1;
    }
    uri.split_at(at).0
}

/// Whether two templates are the same when the names of variables do not count.
const fn is_same_form(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut at, mut bt) = (0, 0);
    while at < a.len() && bt < b.len() {
        if a[at] != b[bt] {
            return false;
        }
        (at, bt) = (at + 1, bt + 1);
        if a[at - 1] == b'{' {
            // `{+path}` and `{name}` differ, `{?a}` and `{?b}` are open both.
            let operators = is_operator(a, at) || is_operator(b, bt);
            if operators && (at >= a.len() || bt >= b.len() || a[at] != b[bt]) {
                return false;
            }
            while at < a.len() && a[at] != b'}' {
                at += 1;
            }
            while bt < b.len() && b[bt] != b'}' {
                bt += 1;
            }
        }
    }
    at == a.len() && bt == b.len()
}

const fn is_operator(text: &[u8], at: usize) -> bool {
    at < text.len() && matches!(text[at], b'+' | b'?')
}

const fn contains(all: &[&str], one: &str) -> bool {
    let mut at = 0;
    while at < all.len() {
        if same(all[at], one) {
            return true;
        }
        at += 1;
    }
    false
}

/// GR-134 for a priority that is a constant.
///
/// # Panics
/// In const evaluation, when it lies outside.
#[must_use]
#[track_caller]
pub const fn priority(priority: f64) -> f64 {
    assert!(
        priority >= 0.0 && priority <= 1.0,
        "priority must lie between 0.0 and 1.0\nhelp: write for example `0.8`: with 1.0 the model needs the resource, with 0.0 it can do without"
    );
    priority
}

/// What stands in for the declaration of a resource that has a fault, so that nothing else is reported about it.
#[must_use]
pub const fn recovered_resource(uri: &'static str) -> ResourceDeclaration {
    ResourceDeclaration {
        uri,
        name: "",
        title: None,
        what: "",
        mime_type: None,
        audience: &[],
        priority: None,
        last_modified: None,
        size: None,
        icons: &[],
        cache: None,
        after: &[],
        needs: &[],
        scopes: &[],
        timeout_ms: None,
        source: Source { module: "", file: "", line: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_form;

    #[test]
    fn gr_123_names_of_variables_do_not_make_a_difference() {
        for (a, b, same) in [
            ("notes://{id}", "notes://{name}", true),
            ("notes://{id}", "notes://{+name}", false),
            ("notes://a", "notes://a", true),
            ("notes://{id}/raw", "notes://{name}", false),
            ("notes://{a}{?q}", "notes://{b}{?r,s}", true),
            ("notes://", "notes://{a}", false),
        ] {
            assert_eq!(is_same_form(a, b), same, "{a} {b}");
        }
    }
}
