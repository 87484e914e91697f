//! How an expansion tells what a tool takes and gives, and what is then done with it.

use std::future::Future;
use std::marker::PhantomData;

use super::{definition, run};
use crate::{Declaration, Declared, Definition, Effect, IntoReply, Running, Source, ToolInput, WriteAccess};

/// What a tool takes from the model and gives back.
pub trait Signature {
    /// The tool.
    type Tool: Declared;
    /// Its owned parameters.
    type Arguments: ToolInput;
    /// Its return type.
    type Reply: IntoReply;
}

/// What a tool returns that has faults elsewhere.
pub trait Returned {
    /// It.
    type Reply: IntoReply;
}

/// The definition of a tool.
#[must_use]
pub fn define<P: Signature>() -> Definition {
    definition::<P::Tool, P::Arguments, P::Reply>()
}

/// Starts a call.
pub fn start<'a, P, C, F>(call: C) -> Running<'a>
where
    P: Signature,
    P::Reply: 'a,
    C: FnOnce() -> F + Send + 'a,
    F: Future<Output = P::Reply> + Send + 'a,
{
    run(call)
}

/// The declaration of a tool that is at hand as a value, as `tools![…]` has it.
pub const fn declaration<T: Declared>(_: &T) -> Declaration {
    T::DECLARATION
}

/// Whether a type that a `readonly` tool borrows implements [`WriteAccess`].
///
/// The inherent constant is found first where its bound holds; the trait's constant otherwise.
#[derive(Debug)]
pub struct Access<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized + WriteAccess> Access<T> {
    /// It does.
    pub const WRITES: bool = true;
}

/// The constant of [`Access`] for everything else.
pub trait ReadAccess {
    /// It does not.
    const WRITES: bool = false;
}

impl<T: ?Sized> ReadAccess for Access<T> {}

/// GR-24: a `readonly` tool borrows nothing that can write.
///
/// # Panics
/// In const evaluation, when it does.
#[track_caller]
pub const fn assert_readonly(writes: bool, message: &'static str) {
    assert!(!writes, "{}", message);
}

/// GR-81: a tool returns no image or sound inline.
///
/// # Panics
/// In const evaluation, when it does.
#[track_caller]
pub const fn assert_no_media<P: Signature>(message: &'static str) {
    assert!(!P::Reply::IS_MEDIA, "{}", message);
}

/// A waiver of GR-81 is needed.
///
/// # Panics
/// In const evaluation, when no image or sound is returned.
#[track_caller]
pub const fn assert_media<P: Signature>(message: &'static str) {
    assert!(P::Reply::IS_MEDIA, "{}", message);
}

/// The declaration of a tool that says nothing but what each must say.
#[must_use]
pub const fn declared(name: &'static str, what: &'static str, effect: Effect, source: Source) -> Declaration {
    Declaration {
        name,
        title: None,
        what,
        when: None,
        not_when: None,
        instead: &[],
        effect,
        idempotent: false,
        closed_world: false,
        needs: &[],
        uses: &[],
        consequences: crate::Consequences::NONE,
        task: None,
        scopes: &[],
        timeout_ms: None,
        waivers: &[],
        icons: &[],
        remarks: &[],
        source,
    }
}

/// What stands in for the declaration of a tool that has a fault, so that only what is missing beside it is reported:
/// whether it says when to use it.
#[must_use]
pub const fn recovered(name: &'static str, says_when: bool, source: Source) -> Declaration {
    let when = if says_when { Some("") } else { None };
    Declaration { when, ..declared(name, "", Effect::Destructive, source) }
}
