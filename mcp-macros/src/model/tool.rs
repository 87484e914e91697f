//! A function that is a tool.

use syn::{FnArg, Ident, ItemFn, Pat, PatType, ReturnType, Type};

use super::doc::Doc;
use super::duration::milliseconds;
use super::kind::Kind;
use super::name::{self, check_tool_name};
use super::parameter::Parameter;
use super::remark::Remark;
use super::types::shown;
use crate::attr::tool::ToolAttr;
use crate::check;
use crate::diagnostic::{Errors, Fault};

/// A tool without a fault that the macro can see.
pub(crate) struct Tool<'a> {
    pub(crate) item: &'a ItemFn,
    pub(crate) attr: ToolAttr,
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) doc: Doc,
    pub(crate) effect: Effect,
    pub(crate) timeout_ms: Option<u64>,
    /// In the order of the function's parameters.
    pub(crate) inputs: Vec<Input<'a>>,
    /// What its body could do better.
    pub(crate) remarks: Vec<Remark>,
}

/// What a tool does to the world.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Readonly,
    Additive,
    Destructive,
}

/// One parameter of the function.
pub(crate) enum Input<'a> {
    /// Owned: from the model.
    Argument(Box<Parameter<'a>>),
    /// Borrowed: from the server. The type is what the reference points at.
    State { ident: &'a Ident, ty: &'a Type },
}

impl<'a> Tool<'a> {
    /// Everything that is wrong with the item is in `errors` when this is `None`.
    pub(crate) fn from_syn(attr: ToolAttr, item: &'a ItemFn, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let ident = &item.sig.ident;
        check::signature::function(item, Kind::Tool, errors);
        check::body::no_printing(item, errors);
        let doc = Doc::from_attrs(&item.attrs);
        if doc.is_missing() {
            errors.push(
                Fault::at(ident, format!("tool `{ident}` has no description"))
                    .note("the model chooses a tool by its name and description alone")
                    .help("write a doc comment that starts with a verb and says what comes back: `/// Returns …`"),
            );
        }
        let name = wire_name(&attr, ident, errors);
        let effect = check::effect::declared(&attr, ident, errors);
        let timeout_ms =
            attr.timeout.as_ref().and_then(|timeout| milliseconds("timeout", &timeout.value, errors));
        let mut inputs: Vec<Input<'a>> =
            item.sig.inputs.iter().filter_map(|input| Input::new(input, Kind::Tool, errors)).collect();
        check::header::resolve(&attr, ident, &mut inputs, errors);
        let tool = Self {
            item,
            attr,
            name,
            doc,
            effect: effect.unwrap_or(Effect::Destructive),
            timeout_ms,
            inputs,
            remarks: check::conduct::remarks(item),
        };
        check::tool(&tool, errors);
        (errors.count() == before).then_some(tool)
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

impl<'a> Input<'a> {
    pub(crate) fn new(input: &'a FnArg, kind: Kind, errors: &Errors) -> Option<Self> {
        let FnArg::Typed(PatType { attrs, pat, ty, .. }) = input else {
            // `check::signature` reports the receiver.
            return None;
        };
        check::signature::parameter_attributes(attrs, kind, errors);
        let ident = named(pat, kind, errors)?;
        if let Type::Reference(reference) = without_groups(ty) {
            check::signature::borrowed(ident, reference, attrs, kind, errors);
            return Some(Self::State { ident, ty: &reference.elem });
        }
        Some(Self::Argument(Box::new(Parameter::new(kind.argument(), ident, ty, attrs, errors))))
    }
}

fn without_groups(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => without_groups(&group.elem),
        Type::Paren(paren) => without_groups(&paren.elem),
        ty => ty,
    }
}

fn named<'a>(pat: &'a Pat, kind: Kind, errors: &Errors) -> Option<&'a Ident> {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some(&pat.ident),
        pat => {
            errors.push(
                Fault::at(pat, format!("parameter `{}` has no name", shown(pat)))
                    .note(format!("{} fills parameters by name", kind.caller()))
                    .help(match pat {
                        Pat::Tuple(_) => "take each part as a parameter of its own",
                        Pat::Wild(_) => "give it a name",
                        _ => "give it a name, and take it apart inside the function",
                    }),
            );
            None
        }
    }
}

fn wire_name(attr: &ToolAttr, ident: &Ident, errors: &Errors) -> String {
    match &attr.name {
        Some(name) => {
            let text = name.value.value();
            check_tool_name(&text, &name.value, errors);
            text
        }
        None => {
            let text = name::plain(ident);
            check_tool_name(&text, ident, errors);
            text
        }
    }
}

impl Input<'_> {
    pub(crate) fn ident(&self) -> &Ident {
        match self {
            Self::Argument(parameter) => parameter.ident,
            Self::State { ident, .. } => ident,
        }
    }
}
