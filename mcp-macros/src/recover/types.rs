//! The types of an item that has faults, checked all the same: so that one compilation tells what is wrong with them too.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, FnArg, GenericArgument, ItemFn, PathArguments, ReturnType, Type};

use crate::attr::arg::ArgAttr;
use crate::attr::waiver::waived;
use crate::check::owned;
use crate::diagnostic::Errors;
use crate::expand::at;
use crate::model::types::{last_segment, unowned};

/// The bounds on whatever of a tool's types has no fault of its own.
pub(super) fn of_tool(item: &ItemFn, private: &Ident) -> TokenStream {
    if item.sig.generics.lt_token.is_some() {
        return TokenStream::new();
    }
    let parameters = item.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(parameter) => Some((&*parameter.ty, parameter.attrs.as_slice())),
        FnArg::Receiver(_) => None,
    });
    let parameters = of_arguments(parameters, private);
    let reply = match &item.sig.output {
        ReturnType::Type(_, ty) if unowned(ty).is_none() && !is_list(ty) => {
            quote!(impl #private::Returned for __TaffrailParts { type Reply = #ty; })
        }
        _ => TokenStream::new(),
    };
    quote!(enum __TaffrailParts {} #parameters #reply)
}

/// As [`of_tool`], for parameters or fields.
pub(super) fn of_arguments<'a>(
    arguments: impl Iterator<Item = (&'a Type, &'a [Attribute])>,
    private: &Ident,
) -> TokenStream {
    let bounds = arguments.enumerate().filter_map(|(index, (ty, attrs))| {
        let index = proc_macro2::Literal::usize_unsuffixed(index);
        let errors = Errors::new();
        let arg = ArgAttr::parse(attrs, &errors);
        // The same faults were found when the item was first read.
        let _ = errors.finish();
        let conditional = attrs.iter().any(|attr| attr.path().is_ident("cfg"));
        if !owned::is_fillable(ty)
            || conditional
            || unowned(ty).is_some()
            || waived(&arg.waivers, "untyped_argument")
        {
            return None;
        }
        if arg.flatten.is_some() {
            return Some(
                quote!(impl #private::Group<[(); #index]> for __TaffrailParts { type Value = #ty; }),
            );
        }
        if owned::meant_otherwise("parameter", &quote::format_ident!("argument"), ty).is_some() {
            return None;
        }
        let moved = at(ty.span(), private);
        Some(quote_spanned!(ty.span()=> impl #moved::Asked<#index> for __TaffrailParts { type Value = #ty; }))
    });
    bounds.collect()
}

/// A bare list is a fault by itself, whatever its items are.
fn is_list(ty: &Type) -> bool {
    let Some(last) = last_segment(ty) else { return false };
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    last.ident == "Vec"
        || (last.ident == "Result" && matches!(inner, Some(GenericArgument::Type(ty)) if is_list(ty)))
}
