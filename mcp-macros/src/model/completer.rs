//! A function that completes an argument.

use syn::{FnArg, Ident, ItemFn, Pat, ReturnType, Type};

use super::kind::Kind;
use super::name;
use crate::check;
use crate::diagnostic::{Errors, Fault};

/// A completer without a fault that the macro can see.
pub(crate) struct Completer<'a> {
    pub(crate) item: &'a ItemFn,
    /// In the order of the function's parameters.
    pub(crate) inputs: Vec<Input<'a>>,
}

/// One parameter of a completer.
pub(crate) enum Input<'a> {
    /// What was typed so far.
    Typed(&'a Type),
    /// An argument that was filled in before.
    FilledIn { name: String, ty: &'a Type },
    /// Borrowed from the server. The type is what the reference points at.
    State(&'a Type),
}

impl<'a> Completer<'a> {
    /// Everything that is wrong with the item is in `errors` when this is `None`.
    pub(crate) fn from_syn(item: &'a ItemFn, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        check::signature::function(item, Kind::Completer, errors);
        check::body::no_printing(item, errors);
        let mut completer = Self { item, inputs: Vec::new() };
        for input in &item.sig.inputs {
            completer.input(input, errors);
        }
        if completer.typed().is_none() {
            let ident = completer.ident();
            errors.push(
                Fault::at(ident, format!("completer `{ident}` does not take what was typed"))
                    .note("the first owned parameter is what was typed so far; further ones are arguments that were filled in before")
                    .help(format!("write `async fn {ident}(typed: String, …)`")),
            );
        }
        (errors.count() == before).then_some(completer)
    }

    fn input(&mut self, input: &'a FnArg, errors: &Errors) {
        // `check::signature` reports the receiver.
        let FnArg::Typed(parameter) = input else { return };
        check::signature::parameter_attributes(&parameter.attrs, Kind::Completer, errors);
        let Pat::Ident(pat) = &*parameter.pat else {
            errors.push(
                Fault::at(&parameter.pat, "a parameter of a completer has no name")
                    .help("name it, and take it apart inside the function"),
            );
            return;
        };
        if let Type::Reference(reference) = &*parameter.ty {
            check::signature::borrowed(&pat.ident, reference, &parameter.attrs, Kind::Completer, errors);
            self.inputs.push(Input::State(&reference.elem));
            return;
        }
        for attr in parameter.attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
            errors.push(
                Fault::at(attr, "`#[arg]` has no effect on a parameter of a completer")
                    .help("write it on the argument that is completed"),
            );
        }
        let ty = &*parameter.ty;
        self.inputs.push(match self.typed() {
            None => Input::Typed(ty),
            Some(_) => Input::FilledIn { name: name::plain(&pat.ident), ty },
        });
    }

    pub(crate) fn ident(&self) -> &'a Ident {
        &self.item.sig.ident
    }

    /// The type of what was typed.
    pub(crate) fn typed(&self) -> Option<&'a Type> {
        self.inputs.iter().find_map(|input| match input {
            Input::Typed(ty) => Some(*ty),
            _ => None,
        })
    }

    /// What the function returns; `None` is `()`.
    pub(crate) fn reply(&self) -> Option<&'a Type> {
        match &self.item.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(ty),
        }
    }
}
