//! What prompts and resources have in common: arguments that arrive as text, completers, borrowed state.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, LitStr};

use super::arguments;
use super::{at, parameter};
use crate::attr::completer::CompleteAttr;
use crate::model::doc::Doc;
use crate::model::function::Function;
use crate::model::name::{self, capitalised};
use crate::model::parameter::Parameter;
use crate::model::tool::Input;

/// `__TaffrailParts`, on which each argument and each completer is described.
pub(super) fn parts(function: &Function<'_>, completes: &[CompleteAttr], private: &Ident) -> TokenStream {
    let texts = format_ident!("__taffrail_texts");
    let arguments = function.arguments().enumerate().map(|(at, argument)| {
        let part = parameter::part(at, argument, Some(constants(argument)), &texts);
        let position = arguments::position(at, &texts);
        let bounds = parameter::constant_checks(&position, argument, &texts);
        let described = described(argument, private);
        quote!(#part #bounds #described)
    });
    let completers = completes.iter().filter_map(|complete| {
        let (position, completer) = (position(function, complete, private)?, &complete.completer);
        Some(quote! {
            #[automatically_derived]
            impl #private::Completed<#position> for __TaffrailParts {
                type By = #completer;
            }
        })
    });
    quote! {
        use #private::from_text as #texts;
        enum __TaffrailParts {}
        #(#arguments)*
        #(#completers)*
    }
}

fn constants(argument: &Parameter<'_>) -> TokenStream {
    let (name, description) = (&argument.name, argument.doc.expression());
    let secret = argument.arg.secret.as_ref().map(|_| {
        quote!(
            const SECRET: ::core::primitive::bool = true;
        )
    });
    quote! {
        const NAME: &'static ::core::primitive::str = #name;
        const DESCRIPTION: &'static ::core::primitive::str = #description;
        #secret
    }
}

/// A description whose text only the compiler sees must not be empty.
fn described(argument: &Parameter<'_>, private: &Ident) -> Option<TokenStream> {
    let Doc::Constant(constant) = &argument.doc else { return None };
    let message = format!(
        "the description of `{}` is empty\nhelp: write what it means, with an example: `/// …`",
        argument.ident
    );
    Some(quote!(const _: () = #private::assert_described(#constant, #message);))
}

/// GR-133: what the completers look at is there.
pub(super) fn contexts(
    function: &Function<'_>,
    completes: &[CompleteAttr],
    owner: &str,
    private: &Ident,
) -> TokenStream {
    let names: Vec<&String> = function.arguments().map(|argument| &argument.name).collect();
    let checks = completes.iter().filter_map(|complete| {
        let (position, span) = (position(function, complete, private)?, complete.completer.span());
        let private = at(span, private);
        Some(quote_spanned! {span=>
            const _: () = #private::assert_context::<__TaffrailParts, #position>(#owner, &[#(#names),*]);
        })
    });
    quote!(#(#checks)*)
}

/// The position of the argument that is completed.
fn position(function: &Function<'_>, complete: &CompleteAttr, private: &Ident) -> Option<TokenStream> {
    let name = name::plain(&complete.argument);
    function.arguments().position(|argument| argument.name == name).map(|at| arguments::position(at, private))
}

/// Whether an argument has a completer.
pub(super) fn is_completed(argument: &Parameter<'_>, completes: &[CompleteAttr]) -> bool {
    completes.iter().any(|complete| name::plain(&complete.argument) == argument.name)
}

/// What the state must be able to do: lend what the function borrows, and run the completers.
pub(super) fn bounds(function: &Function<'_>, completes: &[CompleteAttr], private: &Ident) -> TokenStream {
    let states = function.states().map(|ty| {
        let private = at(ty.span(), private);
        quote_spanned!(ty.span()=> __TaffrailState: #private::Provides<#ty>,)
    });
    let completers = completes.iter().filter_map(|complete| {
        let (position, span) = (position(function, complete, private)?, complete.completer.span());
        let private = at(span, private);
        Some(quote_spanned! {span=>
            <__TaffrailParts as #private::Completed<#position>>::By: #private::Completer<__TaffrailState>,
        })
    });
    quote! {
        __TaffrailState: ::core::marker::Send + ::core::marker::Sync + 'static,
        #(#states)*
        #(#completers)*
    }
}

/// Takes the arguments out of `texts` into locals, or returns what is wrong with them.
pub(super) fn take(function: &Function<'_>, texts: &TokenStream, private: &Ident) -> TokenStream {
    let locals: Vec<Ident> = locals(function).collect();
    if locals.is_empty() {
        return TokenStream::new();
    }
    let positions = (0..locals.len()).map(|at| arguments::position(at, private));
    quote! {
        let mut __taffrail_texts = #private::from_text::Texts::new(#texts);
        #(let #locals = __taffrail_texts.take::<__TaffrailParts, #positions>();)*
        let (#(::core::option::Option::Some(#locals),)*) = (#(#locals,)*) else {
            return ::core::result::Result::Err(__taffrail_texts.into_violations());
        };
    }
}

fn locals(function: &Function<'_>) -> impl Iterator<Item = Ident> {
    (0..function.arguments().count()).map(|position| format_ident!("__taffrail_{position}"))
}

/// The call of the function, its arguments in the locals that [`take`] made.
pub(super) fn call(function: &Function<'_>, private: &Ident) -> TokenStream {
    let mut locals = locals(function);
    let values = function.inputs.iter().map(|input| match input {
        Input::Argument(_) => {
            let local = locals.next();
            quote!(#local)
        }
        Input::State { ty, .. } => {
            quote!(#private::lend::<#ty, __TaffrailState>(__taffrail_call.state, __taffrail_call.context))
        }
    });
    let ident = function.ident();
    quote_spanned!(ident.span()=> #ident(#(#values),*))
}

/// The method `complete`.
pub(super) fn complete(function: &Function<'_>, completes: &[CompleteAttr], private: &Ident) -> TokenStream {
    let arms = function.arguments().enumerate().map(|(at, argument)| {
        let (position, name) = (arguments::position(at, private), &argument.name);
        if is_completed(argument, completes) {
            quote!(#name => #private::complete_with::<__TaffrailParts, #position, __TaffrailState>(__taffrail_call),)
        } else {
            quote!(#name => #private::from_text::complete_words::<__TaffrailParts, #position, __TaffrailState>(__taffrail_call),)
        }
    });
    quote! {
        fn complete<'__taffrail>(
            &'__taffrail self,
            __taffrail_argument: &::core::primitive::str,
            __taffrail_call: #private::CompletionCall<'__taffrail, __TaffrailState>,
        ) -> ::core::option::Option<#private::Work<'__taffrail, #private::Completion>> {
            match __taffrail_argument {
                #(#arms)*
                _ => ::core::option::Option::None,
            }
        }
    }
}

/// The members `needs`, `scopes`, `timeout_ms` and `source` of a declaration.
pub(super) fn demands(
    needs: &[Ident],
    scopes: &[LitStr],
    timeout_ms: Option<u64>,
    private: &Ident,
) -> TokenStream {
    let needs = needs.iter().map(|need| format_ident!("{}", capitalised(&need.to_string())));
    let timeout_ms = super::declaration::option(timeout_ms);
    quote! {
        needs: &[#(#private::Capability::#needs),*],
        scopes: &[#(#scopes),*],
        timeout_ms: #timeout_ms,
        source: #private::Source {
            module: ::core::module_path!(),
            file: ::core::file!(),
            line: ::core::line!(),
        },
    }
}
