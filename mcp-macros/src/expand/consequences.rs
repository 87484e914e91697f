//! What a tool leaves behind, and the proofs that a destructive one needs.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::arguments;
use super::at;
use super::declaration::some;
use crate::attr::consequence::{ConsequenceAttr, Fallback};
use crate::model::parameter::Parameter;
use crate::model::tool::{Effect, Tool};

/// The value of the member `consequences`, if anything is said of them.
pub(crate) fn consequences(said: &ConsequenceAttr, private: &Ident) -> Option<TokenStream> {
    let confirm = some(
        "confirm",
        said.fallback().map(|fallback| match fallback {
            Fallback::Refuse => quote!(#private::Fallback::Refuse),
            Fallback::DryRunOnly => quote!(#private::Fallback::DryRunOnly),
        }),
    );
    let undo = some(
        "undo",
        match (&said.irreversible, &said.reversible_by) {
            (Some(_), _) => Some(quote!(#private::Undo::Never)),
            (None, Some(by)) => {
                let (tool, moved) = (&by.value, at(by.value.span(), private));
                let name = quote_spanned!(tool.span()=> <#tool as #moved::Declared>::NAME);
                Some(quote!(#private::Undo::By(#name)))
            }
            (None, None) => None,
        },
    );
    let max_affected = some("max_affected", said.max_affected.as_ref().map(|most| most.value));
    let charges = some("charges", said.charges.as_ref().map(|text| &text.value));
    let sends = some("sends", said.sends.as_ref().map(|text| &text.value));
    let members: TokenStream = [undo, confirm, max_affected, charges, sends].into_iter().flatten().collect();
    (!members.is_empty()).then(|| quote!(#private::Consequences { #members ..#private::Consequences::NONE }))
}

/// GR-27: no success without a preview or the user's consent, and a dry run to begin with.
pub(crate) fn proofs(tool: &Tool<'_>, parameters: &[&Parameter<'_>], private: &Ident) -> TokenStream {
    if tool.effect != Effect::Destructive {
        return TokenStream::new();
    }
    let ident = tool.ident();
    let reply = tool.reply().map_or_else(|| quote_spanned!(ident.span()=> ()), |reply| quote!(#reply));
    let values = parameters.iter().enumerate().filter(|(_, parameter)| !parameter.is_flattened()).map(
        |(at, _)| {
            let position = arguments::position(at, private);
            quote!(<<__TaffrailParts as #private::Parameter<#position>>::Value as #private::Argument>::DRY_RUN)
        },
    );
    let message = format!(
        "destructive tool `{ident}` takes no dry run\
         \nnote: the model must be able to see what would happen before it happens\
         \nhelp: add the parameter `dry_run: DryRun`, which is true unless the caller says false"
    );
    let named = at(ident.span(), private);
    quote_spanned! {ident.span()=>
        const _: () = #named::assert_guarded::<#reply>(&[#(#values),*], #message);
    }
}
