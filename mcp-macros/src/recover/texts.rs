//! Stand-ins for prompts, resources and completers.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemFn;

use crate::crate_path::CratePath;
use crate::expand::{self, library, scoped};
use crate::model::name;

/// The function, and a prompt of its name.
pub(crate) fn prompt(item: &ItemFn, krate: &CratePath) -> TokenStream {
    let (ident, private, name) = (&item.sig.ident, library(), name::plain(&item.sig.ident));
    beside(
        item,
        krate,
        &quote! {
            impl #private::DeclaredPrompt for #ident {
                const DECLARATION: #private::PromptDeclaration = #private::recovered_prompt(#name);
            }

            impl<__TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static> #private::Prompt<__TaffrailState>
                for #ident
            {
                fn definition(&self) -> #private::PromptDefinition {
                    ::core::unimplemented!()
                }

                fn get<'a>(
                    &'a self,
                    _: #private::PromptCall<'a, __TaffrailState>,
                ) -> ::core::result::Result<#private::Work<'a, #private::PromptReply>, #private::Violations> {
                    ::core::unimplemented!()
                }
            }
        },
    )
}

/// The function, and a resource of its name. Its URI is its name, so that it meets no other.
pub(crate) fn resource(item: &ItemFn, krate: &CratePath) -> TokenStream {
    let (ident, private, name) = (&item.sig.ident, library(), name::plain(&item.sig.ident));
    beside(
        item,
        krate,
        &quote! {
            impl #private::DeclaredResource for #ident {
                const URI: &'static ::core::primitive::str = #name;
                const DECLARATION: #private::ResourceDeclaration = #private::recovered_resource(#name);
            }

            impl<__TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static> #private::Resource<__TaffrailState>
                for #ident
            {
                fn definition(&self) -> #private::ResourceDefinition {
                    ::core::unimplemented!()
                }

                fn read<'a>(
                    &'a self,
                    _: #private::ResourceCall<'a, __TaffrailState>,
                ) -> ::core::result::Result<#private::Work<'a, #private::Reading>, #private::Violations> {
                    ::core::unimplemented!()
                }
            }
        },
    )
}

/// The function, and a completer of its name.
pub(crate) fn completer(item: &ItemFn, krate: &CratePath) -> TokenStream {
    let (ident, private) = (&item.sig.ident, library());
    beside(
        item,
        krate,
        &quote! {
            impl #private::DeclaredCompleter for #ident {
                const CONTEXT: &'static [&'static ::core::primitive::str] = &[];
                const IT: &'static Self = &#ident {};
            }

            impl<__TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static>
                #private::Completer<__TaffrailState> for #ident
            {
                fn complete<'a>(
                    &'a self,
                    _: #private::CompletionCall<'a, __TaffrailState>,
                ) -> #private::Work<'a, #private::Completion> {
                    ::core::unimplemented!()
                }
            }
        },
    )
}

fn beside(item: &ItemFn, krate: &CratePath, items: &TokenStream) -> TokenStream {
    let (function, marker) = (expand::function(item), expand::marker(item));
    if item.sig.receiver().is_some() {
        // A method stands where no types can.
        return quote!(#function);
    }
    let debug = expand::marker_debug(item);
    let (cfgs, items) = (expand::conditions(&item.attrs), scoped(krate, &quote!(#debug #items)));
    quote!(#function #marker #(#cfgs)* #items)
}
