//! A resource: the user's function, a type of the same name, and what the type says and does.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, Type, parse_quote};

use super::arguments;
use super::declaration::option;
use super::{at, conditions, function, icon, library, marker, marker_debug, scoped, texts};
use crate::crate_path::CratePath;
use crate::model::doc::Doc;
use crate::model::name::capitalised;
use crate::model::resource::Resource;
use crate::model::uri::{Form, has_scheme};

pub(crate) fn resource(resource: &Resource<'_>, krate: &CratePath) -> TokenStream {
    let private = library();
    let (of, completes) = (&resource.function, &resource.attr.completes);
    let owner = format!("resource `{}`", resource.uri);
    let items = [
        marker_debug(of.item),
        texts::parts(of, completes, &private),
        texts::contexts(of, completes, &owner, &private),
        contained(resource, &private),
        declaration(resource, &private),
        signature(resource, &private),
        implementation(resource, &private),
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

/// GR-125: what may hold `/`, or stands in the URI of a file, is a path that cannot lead elsewhere.
fn contained(resource: &Resource<'_>, private: &Ident) -> TokenStream {
    let is_file = has_scheme(&resource.uri, &["file"]);
    let checks = resource.function.arguments().filter_map(|argument| {
        let form = resource.variable(&argument.name)?.form;
        let (ty, span) = (argument.ty, argument.ty.span());
        let private = at(span, private);
        (form == Form::Path || (is_file && form == Form::Segment))
            .then(|| quote_spanned!(span=> const _: () = #private::from_text::assert_contained::<#ty>();))
    });
    quote!(#(#checks)*)
}

fn declaration(resource: &Resource<'_>, private: &Ident) -> TokenStream {
    let Resource { function, attr, uri, name, .. } = resource;
    let (ident, what) = (function.ident(), function.doc.expression());
    let title = option(attr.title.as_ref().map(|title| &title.value));
    let holds = holds(resource, private);
    let icons = icon::icons(&attr.icons, private);
    let after = attr.after.iter().map(|path| {
        let private = at(path.span(), private);
        quote_spanned!(path.span()=> <#path as #private::DeclaredResource>::URI)
    });
    let demands = texts::demands(&attr.needs, &attr.scopes, function.timeout_ms, private);
    let described = match &function.doc {
        Doc::Constant(constant) => {
            let message = format!(
                "the description of resource `{ident}` is empty\nhelp: write a doc comment that says what it holds: `/// The …`"
            );
            quote!(const _: () = #private::assert_described(#constant, #message);)
        }
        _ => TokenStream::new(),
    };
    quote! {
        #[automatically_derived]
        impl #private::DeclaredResource for #ident {
            const URI: &'static ::core::primitive::str = #uri;
            const DECLARATION: #private::ResourceDeclaration = #private::ResourceDeclaration {
                uri: #uri,
                name: #name,
                title: #title,
                what: #what,
                icons: #icons,
                after: &[#(#after),*],
                #holds
                #demands
            };
        }
        #described
    }
}

/// What is said of the contents.
fn holds(resource: &Resource<'_>, private: &Ident) -> TokenStream {
    let attr = &resource.attr;
    let mime_type = option(attr.mime_type.as_ref().map(|mime_type| &mime_type.value));
    let audience =
        attr.audience.iter().map(|audience| format_ident!("{}", capitalised(&audience.to_string())));
    let priority = option(attr.priority.as_ref().map(|priority| {
        let span = priority.value.span();
        let (private, value) = (at(span, private), float(&priority.value));
        quote_spanned!(span=> #private::priority(#value))
    }));
    let last_modified = option(attr.last_modified.as_ref().map(|time| &time.value));
    let size = option(attr.size.as_ref().map(|size| &size.value));
    let cache = option(attr.cache.as_ref().zip(resource.cache_ms).map(|(cache, ttl)| {
        let scope = format_ident!("{}", capitalised(&cache.value.scope.to_string()));
        quote!((#private::CacheScope::#scope, #ttl))
    }));
    quote! {
        mime_type: #mime_type,
        audience: &[#(#private::Audience::#audience),*],
        priority: #priority,
        last_modified: #last_modified,
        size: #size,
        cache: #cache,
    }
}

/// People write `priority = 1`.
fn float(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(int), .. }) if int.suffix().is_empty() => {
            let text = format!("{}.0", int.base10_digits());
            syn::LitFloat::new(&text, int.span()).to_token_stream()
        }
        value => value.to_token_stream(),
    }
}

fn signature(resource: &Resource<'_>, private: &Ident) -> TokenStream {
    let ident = resource.function.ident();
    let unit: Type = parse_quote!(());
    let reply = resource.function.reply().unwrap_or(&unit);
    quote! {
        #[automatically_derived]
        impl #private::ResourceSignature for __TaffrailParts {
            type Resource = #ident;
            type Reply = #reply;
        }
    }
}

fn implementation(resource: &Resource<'_>, private: &Ident) -> TokenStream {
    let (function, completes) = (&resource.function, &resource.attr.completes);
    let ident = function.ident();
    let bounds = texts::bounds(function, completes, private);
    let variables = function.arguments().enumerate().map(|(at, argument)| {
        let (position, completed) =
            (arguments::position(at, private), texts::is_completed(argument, completes));
        quote!(#private::from_text::variable::<__TaffrailParts, #position>(#completed))
    });
    let take = texts::take(function, &quote!(__taffrail_call.variables), private);
    let (call, named) = (texts::call(function, private), at(ident.span(), private));
    let call = quote_spanned!(ident.span()=> #named::start_reading::<__TaffrailParts, _>(#call));
    let complete = texts::complete(function, completes, private);
    quote! {
        #[automatically_derived]
        impl<__TaffrailState> #private::Resource<__TaffrailState> for #ident
        where
            #bounds
        {
            fn definition(&self) -> #private::ResourceDefinition {
                #private::define_resource::<__TaffrailParts>(&[#(#variables),*])
            }

            fn read<'__taffrail>(
                &'__taffrail self,
                __taffrail_call: #private::ResourceCall<'__taffrail, __TaffrailState>,
            ) -> ::core::result::Result<#private::Work<'__taffrail, #private::Reading>, #private::Violations> {
                #take
                ::core::result::Result::Ok(#call)
            }

            #complete
        }
    }
}
