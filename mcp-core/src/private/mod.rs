//! What macro expansions call. Not public API: it changes with any release.

mod ask;
mod check;
mod completion;
mod failure;
pub mod from_text;
mod listed;
mod parameter;
pub mod position;
mod prompt;
mod resource;
mod signature;
pub(crate) mod text;
mod union;
mod untyped;

pub use std::borrow::Cow;
use std::future::Future;
use std::time::Duration;

#[expect(deprecated, reason = "it carries the deprecation to where an expansion names it")]
pub use ask::ENUM_NAMES;
pub use ask::{
    FormRule, assert_elicit, assert_guarded, form_choice, form_choose, form_describe, form_format,
    form_measure, form_range, form_take, form_word, settle,
};
use check::place;
pub use check::{
    MAX_SAFE_INTEGER, assert_header_range, assert_no_nested_header, assert_reachable_headers,
    assert_unique_headers, check_tools,
};
pub use completion::{
    Completed, CompleterSignature, ContextValue, DeclaredCompleter, TypedText, assert_context, complete_with,
    filled_in, start_completion, typed,
};
pub use failure::{Advice, Cause, FailureCategory, failure};
pub use from_text::Wrap;
pub use listed::{Listed, Nothing, Unlisted};
pub use parameter::{
    Asked, Bound, Group, GroupSlot, Newtype, Parameter, Rule, assert_described, assert_flat, assert_ordered,
    assert_reachable, describe, describe_examples, describe_fallback, describe_group, describe_header,
    describe_secret, describe_waivers, encode, encode_group, example, examples, fall_back, finish_group,
    read, read_group, read_secret, settle_argument, settle_group,
};
pub use prompt::{
    DeclaredPrompt, PromptDeclaration, PromptSignature, check_prompts, define_prompt, lend,
    prompt_declaration, recovered_prompt, start_prompt,
};
pub use resource::{
    DeclaredResource, ResourceDeclaration, ResourceSignature, check_resources, define_resource, priority,
    recovered_resource, resource_declaration, start_reading,
};
pub use schemars;
pub use serde;
pub use serde::de::Deserializer;
pub use serde_json::{Map, Value};
pub use signature::{
    Access, ReadAccess, Returned, Signature, assert_media, assert_no_media, assert_readonly, declaration,
    declared, define, recovered, start,
};
pub use std::string::String;
pub use std::vec::Vec;
pub use union::{Union, decode_union, encode_union, read_variant, union_schema, variant_schema};
pub use untyped::{Untyped, encode_untyped};

pub use crate::Context;
pub use crate::argument::choice::{
    decode as decode_choice, encode as encode_choice, schema as choice_schema,
};
pub use crate::argument::from_text::{choice_words, spelled};
use crate::argument::object::{Object, Slots, schema_of, walk};
pub use crate::argument::object::{
    decode as decode_object, encode as encode_object, schema as object_schema,
};
pub use crate::argument::{
    Argument, Choice, Entry, Faults, Field, FromText, HeaderParam, HeaderTree, Measured, ObjectSchema,
    Pattern, Place, Ranged, Slot, Textual, ToolInput, Violations,
};
pub use crate::ask::{Elicit, Fallback, Form, FormAnswers, FormChoice, FormField, FormPart, Format};
pub use crate::cache::CacheScope;
pub use crate::completion::{Completer, Completion, CompletionCall};
pub use crate::declaration::{
    Capability, Consequences, Declaration, Declared, Instead, Remark, Source, TaskBegin, TaskSupport, Undo,
    Waiver,
};
use crate::description;
pub use crate::effect::Effect;
pub use crate::failure::{Failure, ToolFailure};
pub use crate::icon::{Icon, Theme};
pub use crate::prompt::{Prompt, PromptCall, PromptDefinition, Prompts};
pub use crate::provides::Provides;
pub use crate::reply::{Audience, IntoReply, PromptReply, Reading};
pub use crate::resource::{Resource, ResourceCall, ResourceDefinition, Resources};
pub use crate::schema::Schema;
pub use crate::tool::{Call, Definition, Running, Tool, Work};
pub use crate::tools::{Identity, Tools};

/// The definition of a tool that a macro wrote: `T` declares, `I` are its arguments, `O` is what it returns.
#[must_use]
pub fn definition<T: Declared, I: ToolInput, O: IntoReply>() -> Definition {
    assembled(const { &T::DECLARATION }, I::describe, O::output_schema, O::REMARKS, O::IS_TEXT)
}

/// Not generic, because it would be compiled again for every tool.
fn assembled(
    declaration: &'static Declaration,
    input: fn(&mut ObjectSchema),
    output: fn() -> Option<Schema>,
    of_failure: &'static [Remark],
    is_text: bool,
) -> Definition {
    Definition {
        name: Cow::Borrowed(declaration.name),
        title: declaration
            .title
            .map_or_else(|| Cow::Owned(description::in_words(declaration.name)), Cow::Borrowed),
        description: Cow::Owned(description::assemble(declaration)),
        input: schema_of(input),
        output: output(),
        effect: declaration.effect,
        idempotent: declaration.idempotent,
        closed_world: declaration.closed_world,
        needs: Cow::Borrowed(declaration.needs),
        uses: Cow::Borrowed(declaration.uses),
        consequences: declaration.consequences,
        task: declaration.task,
        scopes: Cow::Borrowed(declaration.scopes),
        timeout: declaration.timeout_ms.map(Duration::from_millis),
        waivers: Cow::Borrowed(declaration.waivers),
        icons: Cow::Borrowed(declaration.icons),
        remarks: remarks(declaration, of_failure, is_text),
        source: Some(declaration.source),
    }
}

fn remarks(
    declaration: &Declaration,
    of_failure: &'static [Remark],
    is_text: bool,
) -> Cow<'static, [Remark]> {
    let Source { file, line, .. } = declaration.source;
    let text_only = Remark {
        guardrail: "text_only_output",
        problem: "a read-only tool returns its data as text; programs cannot take it apart, and there is no output schema",
        help: "return `Json<…>` of a struct with `#[derive(ToolOutput)]`",
        file,
        line,
    };
    let text_only = (is_text && declaration.effect == Effect::Readonly).then_some(text_only);
    match (declaration.remarks, of_failure, text_only) {
        (remarks, [], None) | ([], remarks, None) => Cow::Borrowed(remarks),
        (own, of_failure, text_only) => own.iter().chain(of_failure).copied().chain(text_only).collect(),
    }
}

/// Reads the arguments of a call.
///
/// # Errors
/// Everything that is wrong with them.
pub fn decode<I: ToolInput>(arguments: &str) -> Result<I, Violations> {
    let mut slots = Slots::<I>::default();
    fill(&mut slots, arguments)?;
    // A value is missing only where a fault was recorded; should a hand-written `decode` forget to, this says so.
    I::finish(slots.partial).ok_or_else(unacceptable)
}

/// Not generic, because it would be compiled again for every tool.
fn fill(slots: &mut dyn Object, arguments: &str) -> Result<(), Violations> {
    let mut faults = Faults::default();
    let mut input = serde_json::Deserializer::from_str(arguments);
    if let Err(error) = walk(&mut input, slots, faults.root()) {
        unreadable(&error, &mut faults);
    }
    faults.into_result()
}

fn unreadable(error: &serde_json::Error, faults: &mut Faults) {
    tracing::debug!(%error, "arguments that the JSON reader refuses");
    faults.root().refuse("hold a number that is too large, or are nested too deeply");
}

#[cold]
fn unacceptable() -> Violations {
    let problem = String::from("are not acceptable");
    Violations::from(vec![crate::Violation { argument: String::new(), problem }])
}

/// An icon that an attribute gives.
#[must_use]
pub const fn icon(
    src: &'static str,
    mime_type: Option<&'static str>,
    sizes: &'static [Cow<'static, str>],
    theme: Option<Theme>,
) -> Icon {
    Icon::fixed(src, mime_type, sizes, theme)
}

/// A list of what an expansion names.
pub fn list<T, const COUNT: usize>(items: [T; COUNT]) -> Vec<T> {
    items.into()
}

/// Lends a borrowed parameter from the server's state.
pub fn provide<'a, T: ?Sized, S: Provides<T>>(call: &Call<'a, S>) -> &'a T {
    call.state.provide(call.context)
}

/// Starts a call: what the function returns becomes the outcome.
///
/// The function's future is made where it will be polled. One that was moved in would be kept beside the one that is awaited, and
/// what a call takes and copies would double.
pub fn run<'a, C, F>(call: C) -> Running<'a>
where
    C: FnOnce() -> F + Send + 'a,
    F: Future + Send + 'a,
    F::Output: IntoReply,
{
    Box::pin(async move { call().await.into_reply() })
}

/// Puts the bounds of `#[arg(min, max)]` into a rule.
pub fn range<T: Ranged>(rule: &mut T::Rule, min: Option<T::Bound>, max: Option<T::Bound>) {
    T::range(rule, min, max);
}

/// Puts the bounds of `#[arg(min_len, max_len)]` into a rule.
pub fn measure<T: Measured>(rule: &mut T::Rule, min: Option<usize>, max: Option<usize>) {
    T::measure(rule, min, max);
}

/// Puts `#[arg(pattern)]` into a rule.
pub fn pattern<T: Textual>(rule: &mut T::Rule, pattern: &'static Pattern) {
    T::pattern(rule, pattern);
}

/// Proves at a parameter's type that the model can fill it.
pub const fn assert_argument<T: Argument>() {}

/// Proves at a parameter's type that a header can carry it.
pub const fn assert_header<T: HeaderParam>() {}

/// Proves at a parameter's type that it can be flattened.
pub const fn assert_flattened<T: ToolInput>() {}

/// Proves at a function's return type that it can be a result.
pub const fn assert_reply<T: IntoReply>() {}

#[cfg(test)]
mod tests;
