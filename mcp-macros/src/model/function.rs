//! A function that is a prompt, a resource or a completer: what all of them have.

use syn::{Ident, ItemFn, LitStr, ReturnType, Type};

use super::doc::Doc;
use super::duration::milliseconds;
use super::kind::Kind;
use super::parameter::Parameter;
use super::tool::Input;
use crate::attr::Keyed;
use crate::check;
use crate::diagnostic::Errors;

/// The function, its parameters told apart by who gives them.
pub(crate) struct Function<'a> {
    pub(crate) item: &'a ItemFn,
    pub(crate) doc: Doc,
    pub(crate) timeout_ms: Option<u64>,
    /// In the order of the function's parameters.
    pub(crate) inputs: Vec<Input<'a>>,
}

impl<'a> Function<'a> {
    pub(crate) fn new(
        item: &'a ItemFn,
        kind: Kind,
        timeout: Option<&Keyed<LitStr>>,
        errors: &Errors,
    ) -> Self {
        check::signature::function(item, kind, errors);
        check::body::no_printing(item, errors);
        let function = Self {
            item,
            doc: Doc::from_attrs(&item.attrs),
            timeout_ms: timeout.and_then(|timeout| milliseconds("timeout", &timeout.value, errors)),
            inputs: item.sig.inputs.iter().filter_map(|input| Input::new(input, kind, errors)).collect(),
        };
        check::texts::arguments(&function, kind, errors);
        function
    }

    pub(crate) fn ident(&self) -> &'a Ident {
        &self.item.sig.ident
    }

    /// The owned parameters, in order.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Parameter<'a>> {
        self.inputs.iter().filter_map(|input| match input {
            Input::Argument(parameter) => Some(&**parameter),
            Input::State { .. } => None,
        })
    }

    /// The types that the server provides, in order.
    pub(crate) fn states(&self) -> impl Iterator<Item = &'a Type> {
        self.inputs.iter().filter_map(|input| match input {
            Input::State { ty, .. } => Some(*ty),
            Input::Argument(_) => None,
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
