//! `#[tool(…)]`.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Path, Token};

use super::consequence::ConsequenceAttr;
use super::icon::IconAttr;
use super::task::TaskAttr;
use super::waiver::Waiver;
use super::words::Words;
use super::{
    Keyed, arguments, crate_value, duration, flag, group, separated, set, set_flag, text, unknown, value,
};
use crate::diagnostic::{Errors, Fault, nearest};

/// Every argument of `#[tool]`, for messages and suggestions.
const KNOWN: &[&str] = &[
    "readonly",
    "additive",
    "destructive",
    "idempotent",
    "closed_world",
    "name",
    "title",
    "when",
    "not_when",
    "instead",
    "header",
    "needs",
    "uses",
    "confirm",
    "irreversible",
    "reversible_by",
    "max_affected",
    "charges",
    "sends",
    "scope",
    "scopes",
    "timeout",
    "task",
    "icon",
    "allow",
    "crate",
];

/// Words that other frameworks use, or that a reader of the protocol would try.
const OTHERS: &[(&str, &str)] = &[
    ("description", "remove it: the doc comment above the function is the description"),
    ("doc", "remove it: the doc comment above the function is the description"),
    ("read", "did you mean `readonly`?"),
    ("read_only_hint", "write `readonly`; the hints follow from the effect"),
    ("readOnlyHint", "write `readonly`; the hints follow from the effect"),
    ("destructive_hint", "write `destructive`; the hints follow from the effect"),
    ("destructiveHint", "write `destructive`; the hints follow from the effect"),
    ("idempotent_hint", "write `idempotent`; the hints follow from the effect"),
    ("idempotentHint", "write `idempotent`; the hints follow from the effect"),
    ("openworld", "leave it out: a tool is open-world unless it says `closed_world`"),
    ("open_world", "leave it out: a tool is open-world unless it says `closed_world`"),
    ("openWorldHint", "leave it out, or write `closed_world`"),
    ("tags", "leave it out: the protocol has no tags; `when` says what a tool is for"),
    ("group", "leave it out: the protocol has no groups; `when` says what a tool is for"),
    ("category", "leave it out: the protocol has no categories; `when` says what a tool is for"),
    ("version", "leave it out: the server has a version, and its tools have none"),
    ("meta", "leave it out: what a tool is for the model stands in its texts"),
    ("dry_run", "take a parameter `dry_run: DryRun`"),
    ("reversible", "write `reversible_by = restore_project`, with the path of the tool that undoes it"),
    ("fallback", "write `confirm(fallback = refuse)`"),
    ("confirmation", "did you mean `confirm`?"),
    ("limit", "did you mean `max_affected`?"),
    ("when_not", "did you mean `not_when`?"),
    ("input_schema", "leave it out: the schema follows from the parameters"),
    ("output_schema", "leave it out: the schema follows from the return type"),
    ("tasks", "did you mean `task`?"),
    ("long_running", "write `task`: clients that can take one get a task, and the others wait"),
    ("execution", "write `task` or `task(required)`; the protocol has no member for it any more"),
    ("taskSupport", "write `task` or `task(required)`"),
    ("task_support", "write `task` or `task(required)`"),
    ("annotations", "write `readonly`, `additive` or `destructive`; the annotations follow from the effect"),
];

const EFFECTS: &[&str] = &["readonly", "additive", "destructive"];

/// What `needs(…)` may list.
const CAPABILITIES: &[&str] = &["elicitation", "elicitation_url", "sampling", "sampling_tools", "roots"];

/// The written arguments of `#[tool]`.
#[derive(Default)]
pub(crate) struct ToolAttr {
    /// `readonly`, `additive`, `destructive`, as often as written.
    pub(crate) effects: Vec<Ident>,
    /// A word was refused that was meant to be an effect, so a missing effect is no fault of its own.
    pub(crate) effect_misspelt: bool,
    pub(crate) idempotent: Option<Ident>,
    pub(crate) closed_world: Option<Ident>,
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) title: Option<Keyed<LitStr>>,
    pub(crate) when: Option<Keyed<LitStr>>,
    pub(crate) not_when: Option<Keyed<LitStr>>,
    pub(crate) instead: Vec<InsteadAttr>,
    pub(crate) headers: Vec<HeaderAttr>,
    pub(crate) needs: Vec<Ident>,
    pub(crate) uses: Vec<Ident>,
    pub(crate) consequences: ConsequenceAttr,
    pub(crate) scopes: Vec<LitStr>,
    pub(crate) timeout: Option<Keyed<LitStr>>,
    pub(crate) task: Option<Keyed<TaskAttr>>,
    pub(crate) icons: Vec<IconAttr>,
    pub(crate) waivers: Vec<Waiver>,
    pub(crate) krate: Option<Keyed<Path>>,
    pub(crate) words: Words,
}

/// One `path = "when …"` of `instead(…)`.
pub(crate) struct InsteadAttr {
    pub(crate) tool: Path,
    pub(crate) when: LitStr,
}

/// `header = "Region"`, or one `region = "Region"` of `header(…)`.
pub(crate) struct HeaderAttr {
    pub(crate) parameter: Option<Ident>,
    pub(crate) name: LitStr,
}

impl ToolAttr {
    /// Nothing that it says lets it ask anything.
    pub(crate) fn asks_nothing(&self) -> bool {
        self.needs.is_empty() && self.uses.is_empty() && !self.confirms()
    }

    /// It says that it confirms, however it is spelt.
    pub(crate) fn confirms(&self) -> bool {
        self.consequences.confirm.is_some() || self.consequences.confirm_misspelt
    }

    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attr = Self { words: Words::of(&tokens), ..Self::default() };
        arguments(tokens, errors, |key, input| attr.argument(key, input, errors));
        attr
    }

    fn argument(&mut self, key: Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<()> {
        match key.to_string().as_str() {
            "readonly" | "additive" | "destructive" => {
                let alone = flag(&key, input);
                self.effects.push(key);
                alone?;
            }
            "idempotent" => {
                flag(&key, input)?;
                set_flag(&mut self.idempotent, key, errors);
            }
            "closed_world" => {
                flag(&key, input)?;
                set_flag(&mut self.closed_world, key, errors);
            }
            "name" => set_text(&mut self.name, key, input, errors)?,
            "title" => set_text(&mut self.title, key, input, errors)?,
            "when" => set_text(&mut self.when, key, input, errors)?,
            "not_when" => set_text(&mut self.not_when, key, input, errors)?,
            "timeout" => set_duration(&mut self.timeout, key, input, errors)?,
            "task" => {
                let task = TaskAttr::parse(&key, input, errors)?;
                set(&mut self.task, key, task, errors);
            }
            "icon" => self.icons.push(IconAttr::parse(&key, input, errors)?),
            "instead" => self.instead.extend(instead(&key, input, errors)?),
            "header" => self.headers.extend(headers(&key, input, errors)?),
            "needs" => self.needs.extend(capabilities(&key, input, Some(&mut self.words), errors)?),
            "uses" => self.uses.extend(capabilities(&key, input, Some(&mut self.words), errors)?),
            "scope" => self.scopes.push(text(&key, input)?),
            "scopes" => self.scopes.extend(scopes(&key, input)?),
            "allow" => self.waivers.extend(Waiver::parse(&key, input, &mut self.words, errors)?),
            "crate" => {
                let path = crate_value(&key, input)?;
                set(&mut self.krate, key, path, errors);
            }
            other => {
                if let Some(read) = self.consequences.argument(&key, input, errors) {
                    return read;
                }
                self.effect_misspelt |= is_meant_as_effect(other);
                return Err(self.unknown(&key).into_error());
            }
        }
        Ok(())
    }

    /// An effect is offered with what it needs.
    fn unknown(&mut self, key: &Ident) -> Fault {
        let fault = unknown("#[tool]", key, KNOWN, OTHERS, &mut self.words);
        match nearest(&key.to_string(), EFFECTS.iter().copied()) {
            Some("destructive") => fault.help(format!("for that effect, {}", self.with_destructive())),
            Some("additive") if !self.words.has("idempotent") => {
                fault.help("add `idempotent` if repeating the call changes nothing more")
            }
            _ => fault,
        }
    }

    /// What belongs to a `destructive` tool beside that word, as far as it is not written.
    pub(crate) fn with_destructive(&self) -> String {
        let missing: Vec<&str> = OF_DESTRUCTIVE
            .iter()
            .filter(|(_, said)| !said.iter().any(|word| self.words.has(word)))
            .map(|(needed, _)| *needed)
            .collect();
        let add = if missing.is_empty() { String::new() } else { format!("add `{}`, ", missing.join(", ")) };
        format!("{add}{DESTRUCTIVE_SIGNATURE}")
    }
}

/// The parameters and the result of a `destructive` tool.
pub(crate) const DESTRUCTIVE_SIGNATURE: &str =
    "take `dry_run: DryRun` and `ctx: &Context`, and return `Result<Guarded<String>, Failure>`";

/// Words that a `destructive` tool needs beside it, and those that do in their place.
const OF_DESTRUCTIVE: &[(&str, &[&str])] =
    &[("irreversible", &["irreversible", "reversible_by"]), ("confirm(fallback = refuse)", &["confirm"])];

fn is_meant_as_effect(word: &str) -> bool {
    let other = OTHERS.iter().find(|(other, _)| *other == word).map(|(_, instead)| *instead);
    let by_hint = other.is_some_and(|instead| EFFECTS.iter().any(|effect| instead.contains(effect)));
    by_hint || nearest(word, EFFECTS.iter().copied()).is_some()
}

/// As [`set_text`], for a duration.
pub(super) fn set_duration(
    slot: &mut Option<Keyed<LitStr>>,
    key: Ident,
    input: ParseStream<'_>,
    errors: &Errors,
) -> syn::Result<()> {
    let duration = duration(&key, input)?;
    set(slot, key, duration, errors);
    Ok(())
}

pub(super) fn set_text(
    slot: &mut Option<Keyed<LitStr>>,
    key: Ident,
    input: ParseStream<'_>,
    errors: &Errors,
) -> syn::Result<()> {
    let text = text(&key, input)?;
    set(slot, key, text, errors);
    Ok(())
}

fn instead(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Vec<InsteadAttr>> {
    const SHOWN: &str = "instead(get_invoice = \"the details of one invoice are wanted\")";
    let tokens = group(key, input, SHOWN)?;
    let mut found = Vec::new();
    let one = |input: ParseStream<'_>| {
        if input.peek(LitStr) {
            return Err(in_quotes(input)?.into_error());
        }
        let tool = input.call(Path::parse_mod_style)?;
        let last = tool.segments.last().map_or_else(|| key.clone(), |segment| segment.ident.clone());
        let when = text(&last, input)?;
        found.push(InsteadAttr { tool, when });
        Ok(())
    };
    errors.take((|input: ParseStream<'_>| separated(input, errors, one)).parse2(tokens));
    Ok(found)
}

/// `"get_invoice" = "…"` in `instead(…)`.
fn in_quotes(input: ParseStream<'_>) -> syn::Result<Fault> {
    let name: LitStr = input.parse()?;
    let when = if input.peek(Token![=]) && input.peek2(LitStr) {
        input.parse::<Token![=]>()?;
        input.parse::<LitStr>()?.to_token_stream().to_string()
    } else {
        "\"…\"".to_owned()
    };
    Ok(Fault::at(&name, "`instead` takes the path of a tool, not its name as a string")
        .note("a path is checked by the compiler; a string goes stale when the tool is renamed")
        .help(format!("write `{} = {when}`", name.value())))
}

fn headers(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Vec<HeaderAttr>> {
    if input.peek(Token![=]) {
        let name = value(key, input, "\"Region\"")?;
        return Ok(vec![HeaderAttr { parameter: None, name }]);
    }
    let mut found = Vec::new();
    arguments(group(key, input, "header(region = \"Region\")")?, errors, |parameter, input| {
        let name = value(&parameter, input, "\"Region\"")?;
        found.push(HeaderAttr { parameter: Some(parameter), name });
        Ok(())
    });
    Ok(found)
}

/// `outer` are the words of a `#[tool]` around it, where what is said otherwise may stand already.
pub(super) fn capabilities(
    key: &Ident,
    input: ParseStream<'_>,
    mut outer: Option<&mut Words>,
    errors: &Errors,
) -> syn::Result<Vec<Ident>> {
    let mut found: Vec<Ident> = Vec::new();
    let tokens = group(key, input, &format!("{key}(elicitation)"))?;
    let mut words = Words::of(&tokens);
    arguments(tokens, errors, |capability, input| {
        flag(&capability, input)?;
        if !CAPABILITIES.contains(&capability.unraw().to_string().as_str()) {
            // It was meant to be declared: that it asks is no second mistake.
            found.push(capability.clone());
            let fault = match outer.as_deref_mut().filter(|_| capability == "task" || capability == "tasks") {
                Some(outer) => needs_task(key, &capability, outer),
                None => unknown(&key.to_string(), &capability, CAPABILITIES, &[], &mut words),
            };
            return Err(fault.into_error());
        }
        if found.contains(&capability) {
            super::twice(&capability, errors);
        } else {
            found.push(capability);
        }
        Ok(())
    });
    Ok(found)
}

/// Clients declare tasks too, and an author says them in another way.
fn needs_task(key: &Ident, capability: &Ident, outer: &mut Words) -> Fault {
    let fault = Fault::at(capability, format!("`{key}` has no argument `{capability}`"));
    if outer.offer("task") {
        fault.help(format!("in place of `{key}({capability})`, write `task(required)` for a tool that is nothing but a task, `task` for one that may be one"))
    } else {
        fault.help("remove it: `task` is given already")
    }
}

pub(super) fn scopes(key: &Ident, input: ParseStream<'_>) -> syn::Result<Vec<LitStr>> {
    let tokens = group(key, input, "scopes(\"invoices:read\", \"invoices:write\")")?;
    Ok(Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(tokens)?.into_iter().collect())
}
