//! A prompt: the user's function, a type of the same name, and what the type says and does.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Type, parse_quote};

use super::arguments;
use super::declaration::option;
use super::{at, conditions, function, icon, library, marker, marker_debug, scoped, texts};
use crate::crate_path::CratePath;
use crate::model::doc::Doc;
use crate::model::prompt::Prompt;

pub(crate) fn prompt(prompt: &Prompt<'_>, krate: &CratePath) -> TokenStream {
    let private = library();
    let Prompt { function: of, attr, name } = prompt;
    let owner = format!("prompt `{name}`");
    let items = [
        marker_debug(of.item),
        texts::parts(of, &attr.completes, &private),
        texts::contexts(of, &attr.completes, &owner, &private),
        declaration(prompt, &private),
        signature(prompt, &private),
        implementation(prompt, &private),
    ];
    let items = scoped(krate, &quote!(#(#items)*));
    let cfgs = conditions(&of.item.attrs);
    let (function, marker) = (function(of.item), marker(of.item));
    quote! {
        #function
        #marker
        #(#cfgs)*
        #items
    }
}

fn declaration(prompt: &Prompt<'_>, private: &Ident) -> TokenStream {
    let Prompt { function, attr, name } = prompt;
    let (ident, what) = (function.ident(), function.doc.expression());
    let title = option(attr.title.as_ref().map(|title| &title.value));
    let icons = icon::icons(&attr.icons, private);
    let demands = texts::demands(&attr.needs, &attr.scopes, function.timeout_ms, private);
    let described = match &function.doc {
        Doc::Constant(constant) => {
            let message = format!(
                "the description of prompt `{ident}` is empty\nhelp: write a doc comment that says what the messages ask for: `/// Asks for …`"
            );
            quote!(const _: () = #private::assert_described(#constant, #message);)
        }
        _ => TokenStream::new(),
    };
    quote! {
        #[automatically_derived]
        impl #private::DeclaredPrompt for #ident {
            const DECLARATION: #private::PromptDeclaration = #private::PromptDeclaration {
                name: #name,
                title: #title,
                what: #what,
                icons: #icons,
                #demands
            };
        }
        #described
    }
}

fn signature(prompt: &Prompt<'_>, private: &Ident) -> TokenStream {
    let ident = prompt.function.ident();
    let unit: Type = parse_quote!(());
    let reply = prompt.function.reply().unwrap_or(&unit);
    quote! {
        #[automatically_derived]
        impl #private::PromptSignature for __TaffrailParts {
            type Prompt = #ident;
            type Reply = #reply;
        }
    }
}

fn implementation(prompt: &Prompt<'_>, private: &Ident) -> TokenStream {
    let Prompt { function, attr, .. } = prompt;
    let ident = function.ident();
    let bounds = texts::bounds(function, &attr.completes, private);
    let arguments = function.arguments().enumerate().map(|(at, argument)| {
        let (position, completed) =
            (arguments::position(at, private), texts::is_completed(argument, &attr.completes));
        quote!(#private::from_text::argument::<__TaffrailParts, #position>(#completed))
    });
    let take = texts::take(function, &quote!(__taffrail_call.arguments), private);
    let (call, named) = (texts::call(function, private), at(ident.span(), private));
    let call = quote_spanned!(ident.span()=> #named::start_prompt::<__TaffrailParts, _>(#call));
    let complete = texts::complete(function, &attr.completes, private);
    quote! {
        #[automatically_derived]
        impl<__TaffrailState> #private::Prompt<__TaffrailState> for #ident
        where
            #bounds
        {
            fn definition(&self) -> #private::PromptDefinition {
                #private::define_prompt::<__TaffrailParts>(#private::list([#(#arguments),*]))
            }

            fn get<'__taffrail>(
                &'__taffrail self,
                __taffrail_call: #private::PromptCall<'__taffrail, __TaffrailState>,
            ) -> ::core::result::Result<#private::Work<'__taffrail, #private::PromptReply>, #private::Violations> {
                #take
                ::core::result::Result::Ok(#call)
            }

            #complete
        }
    }
}
