//! One function per macro, from tokens to tokens: parse, model, check, and expand or recover.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Item, ItemFn};

use crate::attr::completer::CompleterAttr;
use crate::attr::container::ContainerAttr;
use crate::attr::failure::FailureAttr;
use crate::attr::prompt::PromptAttr;
use crate::attr::resource::ResourceAttr;
use crate::attr::tool::ToolAttr;
use crate::attr::waiver::waived;
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault, nearest};
use crate::list::List;
use crate::model::completer::Completer;
use crate::model::failure::FailureType;
use crate::model::form::FormType;
use crate::model::input::InputType;
use crate::model::kind::Kind;
use crate::model::prompt::Prompt;
use crate::model::provides::State;
use crate::model::resource::Resource;
use crate::model::tool::Tool;
use crate::{check, expand, model, recover};

pub(crate) fn tool(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let tries_when = names_when(&arguments);
    let attr = ToolAttr::parse(arguments, &errors);
    let krate = CratePath::new(attr.krate.as_ref(), &errors);
    let says_when = tries_when || waived(&attr.waivers, "no_when");
    let Some(function) = function(&item, Kind::Tool, &errors) else {
        return with_errors(item, errors);
    };
    let expansion = match Tool::from_syn(attr, &function, &errors) {
        Some(tool) if errors.count() == 0 => expand::tool(&tool, &krate),
        _ => recover::tool(&function, says_when, &krate),
    };
    with_errors(expansion, errors)
}

/// Whether `when` is written, if only misspelt or without its text: that is a fault by itself.
fn names_when(arguments: &TokenStream) -> bool {
    arguments.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => nearest(&word.to_string(), ["when"]).is_some(),
        _ => false,
    })
}

/// The function that the attribute stands on; anything else is reported.
fn function(item: &TokenStream, kind: Kind, errors: &Errors) -> Option<ItemFn> {
    let attribute = kind.attribute();
    let parsed = errors.take(syn::parse2::<Item>(item.clone()))?;
    let (token, item): (&dyn ToTokens, &str) = match &parsed {
        Item::Fn(function) => return Some(function.clone()),
        Item::Struct(item) => (&item.struct_token, "a struct"),
        Item::Enum(item) => (&item.enum_token, "an enum"),
        Item::Impl(item) => (&item.impl_token, "an `impl` block"),
        Item::Mod(item) => (&item.mod_token, "a module"),
        Item::Trait(item) => (&item.trait_token, "a trait"),
        other => (other, "this item"),
    };
    errors.push(
        Fault::at(token, format!("`{attribute}` stands on {item}"))
            .note(format!("a {} is one function", kind.noun()))
            .help(format!(
                "write `#[{}(…)]` on an `async fn` outside of `impl` blocks and traits",
                kind.noun()
            )),
    );
    None
}

pub(crate) fn prompt(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let attr = PromptAttr::parse(arguments, &errors);
    let krate = CratePath::new(attr.krate.as_ref(), &errors);
    let Some(function) = function(&item, Kind::Prompt, &errors) else {
        return with_errors(item, errors);
    };
    let expansion = match Prompt::from_syn(attr, &function, &errors) {
        Some(prompt) if errors.count() == 0 => expand::prompt(&prompt, &krate),
        _ => recover::prompt(&function, &krate),
    };
    with_errors(expansion, errors)
}

pub(crate) fn resource(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let attr = ResourceAttr::parse(arguments, &errors);
    let krate = CratePath::new(attr.krate.as_ref(), &errors);
    let Some(function) = function(&item, Kind::Resource, &errors) else {
        return with_errors(item, errors);
    };
    let expansion = match Resource::from_syn(attr, &function, &errors) {
        Some(resource) if errors.count() == 0 => expand::resource(&resource, &krate),
        _ => recover::resource(&function, &krate),
    };
    with_errors(expansion, errors)
}

pub(crate) fn completer(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let errors = Errors::new();
    let attr = CompleterAttr::parse(arguments, &errors);
    let krate = CratePath::new(attr.krate.as_ref(), &errors);
    let Some(function) = function(&item, Kind::Completer, &errors) else {
        return with_errors(item, errors);
    };
    let expansion = match Completer::from_syn(&function, &errors) {
        Some(completer) if errors.count() == 0 => expand::completer(&completer, &krate),
        _ => recover::completer(&function, &krate),
    };
    with_errors(expansion, errors)
}

pub(crate) fn tools(input: TokenStream) -> TokenStream {
    set(input, Kind::Tool)
}

/// `tools![…]` and its siblings.
pub(crate) fn set(input: TokenStream, kind: Kind) -> TokenStream {
    let errors = Errors::new();
    let list = List::parse(input, kind, &errors);
    let expansion = expand::set(&list, kind);
    match errors.finish() {
        Some(errors) => quote!({ #errors #expansion }),
        None => expansion,
    }
}

pub(crate) fn tool_input(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| match InputType::from_syn(input, errors) {
        Some(model) => expand::input(&model),
        None => recover::input(input, &container(input, "tool_input")),
    })
}

pub(crate) fn tool_output(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| {
        let before = errors.count();
        let container = ContainerAttr::parse(&input.attrs, "tool_output", errors);
        let krate = container.crate_path(errors);
        check::output::fields(input, &container, errors);
        model::refuse_generics(&input.generics, &input.ident, "ToolOutput", errors);
        if let Data::Union(data) = &input.data {
            errors.push(
                Fault::at(data.union_token, "a `union` cannot be part of a result")
                    .help("write a struct with named fields, or an enum"),
            );
        }
        if errors.count() == before { expand::output(input, &krate) } else { recover::output(input, &krate) }
    })
}

pub(crate) fn provides(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| {
        State::from_syn(input, errors).map_or_else(TokenStream::new, |state| expand::provides(&state))
    })
}

pub(crate) fn elicit(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| match FormType::from_syn(input, errors) {
        Some(model) => expand::form(&model),
        None => recover::form(input, &container(input, "elicit")),
    })
}

pub(crate) fn tool_failure(input: TokenStream) -> TokenStream {
    derive(input, |input, errors| match FailureType::from_syn(input, errors) {
        Some(model) => expand::failure(&model),
        None => {
            let krate = silently(|errors| {
                let attr = FailureAttr::parse(&input.attrs, true, errors);
                CratePath::new(attr.krate.as_ref(), errors)
            });
            recover::failure(input, &krate)
        }
    })
}

fn derive(input: TokenStream, expand: impl FnOnce(&DeriveInput, &Errors) -> TokenStream) -> TokenStream {
    let errors = Errors::new();
    let expansion = match errors.take(syn::parse2::<DeriveInput>(input)) {
        Some(input) => expand(&input, &errors),
        None => TokenStream::new(),
    };
    with_errors(expansion, errors)
}

/// The crate path of a type whose faults are reported already.
fn container(input: &DeriveInput, name: &str) -> CratePath {
    silently(|errors| ContainerAttr::parse(&input.attrs, name, errors).crate_path(errors))
}

fn silently<T>(read: impl FnOnce(&Errors) -> T) -> T {
    let errors = Errors::new();
    let value = read(&errors);
    // The same faults were found when the item was first read.
    let _ = errors.finish();
    value
}

fn with_errors(expansion: TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.finish();
    quote!(#expansion #errors)
}
