//! A tool: the user's function, a type of the same name, and what the type says and does.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, ItemFn, Type, parse_quote};

use super::{arguments, at, consequences, declaration, library, scoped};
use crate::attr::consequence::Fallback;
use crate::attr::waiver::On;
use crate::crate_path::CratePath;
use crate::model::name;
use crate::model::parameter::Parameter;
use crate::model::tool::{Effect, Input, Tool};
use crate::model::types::{is_dry_run, shown};
use crate::recover;

pub(crate) fn tool(tool: &Tool<'_>, krate: &CratePath) -> TokenStream {
    let private = library();
    let parameters: Vec<&Parameter<'_>> = tool.arguments().collect();
    let owner = quote!(__TaffrailArguments);
    let items = [
        marker_debug(tool.item),
        arguments_struct(&parameters),
        arguments::tool_input(&owner, &parameters, &tool.attr.waivers, None, &private),
        declaration::declaration(tool, &private),
        signature(tool, &private),
        implementation(tool, &private),
        readonly_checks(tool, &private),
        media_check(tool, &private),
        consequences::proofs(tool, &parameters, &private),
    ];
    let items = scoped(krate, &quote!(#(#items)*));
    let cfgs = conditions(&tool.item.attrs);
    let function = function(tool.item);
    let marker = marker(tool.item);
    quote! {
        #function
        #marker
        #(#cfgs)*
        #items
    }
}

/// The user's function without our attributes. A tool takes its parameters owned, flat and asynchronously because we ask
/// for it, so lints against that are not the user's to answer.
pub(crate) fn function(item: &ItemFn) -> ItemFn {
    let mut function = recover::stripped(item);
    function.attrs.push(parse_quote! {
        #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments, clippy::unused_async)]
    });
    function
}

/// The type that paths in `tools![…]` and `instead(…)` ask. It has braces, so that it does not meet the function's name.
pub(crate) fn marker(item: &ItemFn) -> TokenStream {
    let (cfgs, vis, ident) = (conditions(&item.attrs), &item.vis, &item.sig.ident);
    // At the function's name, so that a module or type of the same name is reported there; but with the macro's own
    // context, so that a tool that no server lists is reported once, as an unused function.
    let place = Span::call_site().located_at(ident.span());
    let marker = quote_spanned!(place=> struct #ident {});
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(missing_copy_implementations, non_camel_case_types)]
        #vis #marker
    }
}

/// Written out: where the name is taken by a module, a derive would be one more error.
pub(crate) fn marker_debug(item: &ItemFn) -> TokenStream {
    let (ident, name) = (&item.sig.ident, name::plain(&item.sig.ident));
    quote! {
        #[automatically_derived]
        impl ::core::fmt::Debug for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(#name)
            }
        }
    }
}

/// What is there under a condition brings all of its parts under it.
pub(crate) fn conditions(attrs: &[Attribute]) -> Vec<&Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

fn arguments_struct(parameters: &[&Parameter<'_>]) -> TokenStream {
    let (idents, types): (Vec<_>, Vec<_>) =
        parameters.iter().map(|parameter| (parameter.ident, parameter.ty)).unzip();
    quote! {
        pub struct __TaffrailArguments {
            #(#idents: #types,)*
        }
    }
}

fn signature(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let ident = tool.ident();
    let unit: Type = parse_quote!(());
    let reply = tool.reply().unwrap_or(&unit);
    quote! {
        #[automatically_derived]
        impl #private::Signature for __TaffrailParts {
            type Tool = #ident;
            type Arguments = __TaffrailArguments;
            type Reply = #reply;
        }
    }
}

fn implementation(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let ident = tool.ident();
    let bounds = tool.states().map(|ty| {
        let private = at(ty.span(), private);
        quote_spanned!(ty.span()=> __TaffrailState: #private::Provides<#ty>)
    });
    let values = tool.inputs.iter().map(|input| match input {
        Input::Argument(parameter) => {
            let ident = parameter.ident;
            let settles =
                tool.attr.consequences.fallback() == Some(Fallback::DryRunOnly) && is_dry_run(parameter.ty);
            if settles {
                quote!(#private::settle(__taffrail_arguments.#ident, __taffrail_call.context))
            } else {
                quote!(__taffrail_arguments.#ident)
            }
        }
        Input::State { ty, .. } => quote!(#private::provide::<#ty, __TaffrailState>(&__taffrail_call)),
    });
    let named = at(ident.span(), private);
    let call =
        quote_spanned!(ident.span()=> #named::start::<__TaffrailParts, _, _>(move || #ident(#(#values),*)));
    quote! {
        #[automatically_derived]
        impl<__TaffrailState> #private::Tool<__TaffrailState> for #ident
        where
            __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
            #(#bounds,)*
        {
            fn definition(&self) -> #private::Definition {
                #private::define::<__TaffrailParts>()
            }

            fn call<'__taffrail>(
                &'__taffrail self,
                __taffrail_call: #private::Call<'__taffrail, __TaffrailState>,
            ) -> ::core::result::Result<#private::Running<'__taffrail>, #private::Violations> {
                let __taffrail_arguments = #private::decode::<__TaffrailArguments>(__taffrail_call.arguments)?;
                ::core::result::Result::Ok(#call)
            }
        }
    }
}

/// GR-81, by the type and not by its spelling.
fn media_check(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let Some(reply) = tool.reply() else { return TokenStream::new() };
    if let Some(waiver) = tool.attr.waivers.iter().find(|waiver| waiver.is("inline_media")) {
        let message = format!(
            "the waiver of `inline_media` waives nothing here\
             \nnote: `{}` returns neither an image nor sound\
             \nhelp: remove the waiver",
            tool.ident()
        );
        let span = waiver.guardrail.span();
        let private = at(span, private);
        return quote_spanned!(span=> const _: () = #private::assert_media::<__TaffrailParts>(#message););
    }
    let message = format!(
        "`{}` returns an image or sound inline\
         \nnote: it is large, it stays in the conversation, and every further request pays for it (`inline_media`)\
         \nhelp: return a `taffrail::ResourceLink` to where the client can read it: `taffrail::ResourceLink::new(uri, name)`\
         \nhelp: if it is small and the model must see it, say why: {}",
        tool.ident(),
        On::Tool.shown("inline_media")
    );
    let private = at(reply.span(), private);
    quote_spanned! {reply.span()=>
        const _: () = #private::assert_no_media::<__TaffrailParts>(#message);
    }
}

/// GR-24.
fn readonly_checks(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    if tool.effect != Effect::Readonly || tool.states().next().is_none() {
        return TokenStream::new();
    }
    let checks = tool.states().map(|ty| {
        let (ident, state) = (tool.ident(), shown(ty));
        let message = format!(
            "`readonly` tool `{ident}` borrows `&{state}`, which can write\
             \nnote: clients run read-only tools without asking anybody\
             \nhelp: declare `additive` or `destructive`, or borrow a type that can only read"
        );
        let private = at(ty.span(), private);
        quote_spanned! {ty.span()=>
            const _: () = #private::assert_readonly(#private::Access::<#ty>::WRITES, #message);
        }
    });
    quote! {
        use #private::ReadAccess as _;
        #(#checks)*
    }
}
