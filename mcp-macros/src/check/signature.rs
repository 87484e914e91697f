//! Which functions and parameters can be a tool, prompt, resource or completer.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, FnArg, Ident, ItemFn, ReturnType, Safety, Type, TypeReference};

use crate::attr::arg::ArgAttr;
use crate::diagnostic::{Errors, Fault};
use crate::model::doc::is_doc;
use crate::model::kind::Kind;
use crate::model::types::{Unowned, is_scalar, shown, unowned};
use crate::recover;

/// A tool is one concrete asynchronous function, and so are its siblings.
pub(crate) fn function(item: &ItemFn, kind: Kind, errors: &Errors) {
    let (sig, ident, noun) = (&item.sig, &item.sig.ident, kind.noun());
    attributes(item, kind, errors);
    if sig.asyncness.is_none() {
        errors.push(
            Fault::at(sig.fn_token, format!("{noun} `{ident}` is not `async`"))
                .note(format!("a {noun} must not hold the server up while it waits"))
                .help(format!("write `async fn {ident}`; move long computations to `spawn_blocking`")),
        );
    }
    refuse(sig.constness, (noun, ident), "`const`", "remove `const`", errors);
    if !matches!(sig.safety, Safety::Default) {
        refuse(
            Some(&sig.safety),
            (noun, ident),
            "`unsafe`",
            "call the unsafe function from a safe one",
            errors,
        );
    }
    refuse(sig.abi.as_ref(), (noun, ident), "`extern`", "remove the ABI", errors);
    refuse(sig.variadic.as_ref(), (noun, ident), "variadic", "take a `Vec<…>`", errors);
    refuse_generics(item, kind, errors);
    for input in &sig.inputs {
        if let FnArg::Receiver(receiver) = input {
            errors.push(
                Fault::at(receiver, format!("{noun} `{ident}` takes `self`"))
                    .note(format!("a {noun} is a free function; what it needs from the server it borrows by type"))
                    .help("write a function outside the `impl` that takes the state as a parameter: `app: &App`"),
            );
        }
    }
    if let ReturnType::Type(_, ty) = &sig.output
        && let Some(Unowned::ImplTrait(ty)) = unowned(ty)
    {
        errors.push(
            Fault::at(ty, format!("{noun} `{ident}` returns `impl Trait`"))
                .note(if kind == Kind::Tool {
                    "the output schema follows from the return type, so it must be named"
                } else {
                    "the return type decides what is sent, so it must be named"
                })
                .help(format!("name the type: {}", kind.replies())),
        );
    }
}

fn attributes(item: &ItemFn, kind: Kind, errors: &Errors) {
    let ident = &item.sig.ident;
    for attr in item.attrs.iter().filter(|attr| recover::is_item(attr)) {
        let (this, other) = (kind.attribute(), shown(attr.path()));
        errors.push(if other.ends_with(kind.noun()) {
            Fault::at(attr, format!("`{this}` is given twice on `{ident}`"))
                .help("write its arguments in one")
        } else {
            Fault::at(attr, format!("`{ident}` carries `{this}` and `#[{other}]`"))
                .note("each attribute turns the function into a different item of the same name")
                .help("write two functions, and what they share as a third")
        });
    }
    for attr in item.attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
        errors.push(
            Fault::at(attr, format!("`#[arg]` on the function `{ident}`"))
                .help("write it on the parameter that it describes"),
        );
    }
}

fn refuse(
    found: Option<impl ToTokens>,
    (noun, ident): (&str, &Ident),
    what: &str,
    help: &str,
    errors: &Errors,
) {
    if let Some(found) = found {
        errors.push(Fault::at(found, format!("{noun} `{ident}` cannot be {what}")).help(help));
    }
}

fn refuse_generics(item: &ItemFn, kind: Kind, errors: &Errors) {
    let (generics, ident, noun) = (&item.sig.generics, &item.sig.ident, kind.noun());
    let tokens: TokenStream = match (&generics.lt_token, &generics.where_clause) {
        (Some(_), _) => generics.params.to_token_stream(),
        (None, Some(clause)) => clause.to_token_stream(),
        (None, None) => return,
    };
    let tokens = if tokens.is_empty() { ident.to_token_stream() } else { tokens };
    let only_lifetimes = generics.type_params().next().is_none()
        && generics.const_params().next().is_none()
        && generics.where_clause.is_none();
    let fault = Fault::at(tokens, format!("{noun} `{ident}` is generic"));
    errors.push(if only_lifetimes {
        fault
            .note("borrowed parameters live for one call, and the server fills in their lifetimes")
            .help(format!("remove the lifetimes: `{}`", without_lifetimes(item)))
    } else {
        fault
            .note(if kind == Kind::Tool {
                "a tool has one schema, so its types must be fixed".to_owned()
            } else {
                format!("a {noun} has one definition, so its types must be fixed")
            })
            .help(format!("name the types; share the generic part in a function that several {noun}s call"))
    });
}

/// The first borrowed parameter as it is to be written.
fn without_lifetimes(item: &ItemFn) -> String {
    let written = item.sig.inputs.iter().find_map(|input| match input {
        FnArg::Typed(parameter) => match &*parameter.ty {
            Type::Reference(reference) => {
                Some(format!("{}: &{}", shown(&parameter.pat), shown(&reference.elem)))
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    written.unwrap_or_else(|| "db: &Db".to_owned())
}

/// A borrowed parameter is provided by the server.
pub(crate) fn borrowed(
    ident: &Ident,
    reference: &TypeReference,
    attrs: &[Attribute],
    kind: Kind,
    errors: &Errors,
) {
    let caller = kind.caller();
    let elem = shown(&reference.elem);
    if let Some(mutability) = &reference.mutability {
        errors.push(
            Fault::at(mutability, format!("`{ident}` is borrowed mutably"))
                .note("calls run at the same time and share the server's state")
                .help(format!("take `&{elem}` and keep what changes behind a lock inside `{elem}`")),
        );
    }
    // Any other is a parameter of the function, which is refused there.
    if let Some(lifetime) = reference.lifetime.as_ref().filter(|lifetime| lifetime.ident == "static") {
        errors.push(
            Fault::at(lifetime, format!("`{ident}` is not borrowed for ever"))
                .note("the server lends its state for one call")
                .help(format!("write `{ident}: &{elem}`")),
        );
    }
    if !check_referent(ident, reference, attrs, kind, errors) {
        return;
    }
    let first_doc = attrs.iter().find(|attr| is_doc(attr));
    if let Some(attr) = attrs.iter().find(|attr| attr.path().is_ident("arg")) {
        let parsed = ArgAttr::parse(std::slice::from_ref(attr), errors);
        let header = parsed.header.map(|header| header.key);
        let what = match &header {
            Some(key) => Fault::at(key, format!("`header` on `{ident}`, which the server provides")),
            None => Fault::at(attr, format!("`#[arg]` on `{ident}`, which the server provides")),
        };
        errors.push(
            what.note(format!(
                "borrowed parameters come from the server; {caller} neither sees nor fills them"
            ))
            .help(remove_or_own(
                if header.is_some() { "`header`" } else { "`#[arg(…)]`" },
                ident,
                &reference.elem,
                caller,
            )),
        );
    } else if let Some(doc) = first_doc {
        errors.push(
            Fault::at(
                &doc.meta,
                format!("nobody reads the description of `{ident}`, which the server provides"),
            )
            .note(format!("borrowed parameters come from the server; {caller} neither sees nor fills them"))
            .help(remove_or_own("the comment", ident, &reference.elem, caller)),
        );
    }
}

/// A value that is made of text or a number may be meant to come from outside; anything else is the server's.
fn remove_or_own(what: &str, ident: &Ident, ty: &Type, caller: &str) -> String {
    if is_scalar(ty) {
        format!("remove {what}, or take the value from {caller}: `{ident}: {}`", shown(ty))
    } else {
        format!("remove {what}")
    }
}

/// `&str` and `&[T]` are what people write for text and lists from the model. Whether the server can lend such a type.
fn check_referent(
    ident: &Ident,
    reference: &TypeReference,
    attrs: &[Attribute],
    kind: Kind,
    errors: &Errors,
) -> bool {
    let caller = kind.caller();
    let owned = match &*reference.elem {
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        Type::Slice(slice) => format!("Vec<{}>", shown(&slice.elem)),
        Type::ImplTrait(ty) => {
            errors.push(
                Fault::at(ty, format!("`{ident}` borrows `impl Trait`"))
                    .note("the server finds what to lend by its type")
                    .help("name the type, or borrow `&dyn Trait`"),
            );
            return false;
        }
        elem => {
            if let Some(Unowned::Reference(inner)) = unowned(elem) {
                errors.push(
                    Fault::at(inner, format!("`{ident}` borrows a type that borrows"))
                        .note("the server finds what to lend by its type, which must own its parts")
                        .help(format!("borrow it once: `&{}`", shown(&inner.elem))),
                );
                return false;
            }
            return true;
        }
    };
    errors.push(
        Fault::at(
            reference,
            format!("`{ident}: {}` is borrowed, so it would come from the server", shown(reference)),
        )
        .note(format!("owned parameters come from {caller}, borrowed ones from the server's state"))
        .help(format!(
            "to let {caller} fill it, write `{ident}: {owned}`{}",
            if kind == Kind::Resource || attrs.iter().any(is_doc) { "" } else { " with a doc comment" }
        )),
    );
    false
}

/// A parameter that is there only sometimes would give the tool two schemas.
pub(crate) fn parameter_attributes(attrs: &[Attribute], kind: Kind, errors: &Errors) {
    let noun = kind.noun();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr")) {
        errors.push(
            Fault::at(attr.meta.path(), format!("a parameter of a {noun} cannot depend on `cfg`"))
                .help("write two functions and put `#[cfg(…)]` on each of them"),
        );
    }
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        errors.push(
            Fault::at(attr.meta.path(), format!("`#[serde(…)]` has no effect on a parameter of a {noun}"))
                .help("write `#[arg(name = \"…\", default = …)]`"),
        );
    }
}
