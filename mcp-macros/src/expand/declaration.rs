//! What a tool states about itself, as constants.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, LitStr};

use super::consequences::consequences;
use super::{at, icon, remark};
use crate::attr::Keyed;
use crate::attr::consequence::Fallback;
use crate::attr::task::TaskAttr;
use crate::attr::tool::InsteadAttr;
use crate::attr::waiver::Waiver;
use crate::model::doc::Doc;
use crate::model::name::capitalised;
use crate::model::tool::{Effect, Tool};

/// A member that is written only if the tool says something of it.
fn member(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    value.map(|value| quote!(#name: #value,))
}

/// A member that is a list.
fn list(name: &str, items: &[impl ToTokens]) -> Option<TokenStream> {
    member(name, (!items.is_empty()).then(|| quote!(&[#(#items),*])))
}

/// A member that may be absent.
pub(super) fn some(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    member(name, value.map(|value| option(Some(value))))
}

pub(crate) fn declaration(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let (ident, name) = (tool.ident(), &tool.name);
    let what = tool.doc.expression();
    let effect = match tool.effect {
        Effect::Readonly => quote!(Readonly),
        Effect::Additive => quote!(Additive),
        Effect::Destructive => quote!(Destructive),
    };
    let fields = [texts(tool), behaviour(tool, private), demands(tool, private), waivers(tool, private)];
    let described = described(tool, private);
    quote! {
        #[automatically_derived]
        impl #private::Declared for #ident {
            const NAME: &'static ::core::primitive::str = #name;
            const DECLARATION: #private::Declaration = #private::Declaration {
                #(#fields)*
                ..#private::declared(#name, #what, #private::Effect::#effect, #private::Source {
                    module: ::core::module_path!(),
                    file: ::core::file!(),
                    line: ::core::line!(),
                })
            };
        }
        #described
    }
}

fn texts(tool: &Tool<'_>) -> TokenStream {
    let attr = &tool.attr;
    let title = some("title", attr.title.as_ref().map(|title| title.value.value()));
    let when = some("when", attr.when.as_ref().map(situation));
    let not_when = some("not_when", attr.not_when.as_ref().map(situation));
    quote!(#title #when #not_when)
}

fn behaviour(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let attr = &tool.attr;
    let instead: Vec<_> = attr.instead.iter().map(|instead| neighbour(instead, private)).collect();
    let instead = list("instead", &instead);
    let idempotent = member("idempotent", attr.idempotent.as_ref().map(|_| quote!(true)));
    let closed_world = member("closed_world", attr.closed_world.as_ref().map(|_| quote!(true)));
    let consequences = member("consequences", consequences(&attr.consequences, private));
    quote!(#instead #idempotent #closed_world #consequences)
}

fn demands(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let attr = &tool.attr;
    // What confirming takes is implied.
    let implied = |fallback: Fallback, written: &[Ident]| {
        let asks = attr.consequences.fallback() == Some(fallback);
        asks && !written.iter().any(|word| word == "elicitation")
    };
    let needs = capabilities(implied(Fallback::Refuse, &attr.needs), &attr.needs, private);
    let uses = capabilities(implied(Fallback::DryRunOnly, &attr.uses), &attr.uses, private);
    let (needs, uses) = (list("needs", &needs), list("uses", &uses));
    let task = some("task", attr.task.as_ref().map(|task| support(&task.value, private)));
    let scopes = list("scopes", &attr.scopes);
    let timeout_ms = some("timeout_ms", tool.timeout_ms);
    quote!(#needs #uses #task #scopes #timeout_ms)
}

fn capabilities(elicitation: bool, words: &[Ident], private: &Ident) -> Vec<TokenStream> {
    let implied = elicitation.then(|| format_ident!("Elicitation"));
    let written = words.iter().map(|word| format_ident!("{}", capitalised(&word.to_string())));
    implied.into_iter().chain(written).map(|capability| quote!(#private::Capability::#capability)).collect()
}

fn support(task: &TaskAttr, private: &Ident) -> TokenStream {
    let required = task.required.is_some();
    let begins = if task.explicit.is_some() { quote!(Explicitly) } else { quote!(AtOnce) };
    quote!(#private::TaskSupport { required: #required, begins: #private::TaskBegin::#begins })
}

/// The neighbour is asked for its name through its path, so that a tool that is gone stops the build.
fn neighbour(instead: &InsteadAttr, private: &Ident) -> TokenStream {
    let (tool, when) = (&instead.tool, without_lead(&instead.when));
    let moved = at(tool.span(), private);
    let name = quote_spanned!(tool.span()=> <#tool as #moved::Declared>::NAME);
    quote!(#private::Instead { tool: #name, when: #when })
}

fn waivers(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let waivers = (!tool.attr.waivers.is_empty()).then(|| waiver_list(&tool.attr.waivers, private));
    let remarks = (!tool.remarks.is_empty()).then(|| remark::list(&tool.remarks, private));
    let icons = (!tool.attr.icons.is_empty()).then(|| icon::icons(&tool.attr.icons, private));
    let (waivers, remarks, icons) =
        (member("waivers", waivers), member("remarks", remarks), member("icons", icons));
    quote!(#waivers #icons #remarks)
}

/// Waivers as a constant.
pub(crate) fn waiver_list(waivers: &[Waiver], private: &Ident) -> TokenStream {
    let waivers = waivers.iter().map(|Waiver { guardrail, reason }| {
        let guardrail = guardrail.to_string();
        quote!(#private::Waiver { guardrail: #guardrail, reason: #reason, idle: #private::IDLE_WAIVERS })
    });
    quote!(&[#(#waivers),*])
}

/// GR-11 for a description whose text only the compiler sees.
fn described(tool: &Tool<'_>, private: &Ident) -> TokenStream {
    let Doc::Constant(constant) = &tool.doc else { return TokenStream::new() };
    let (message, span) = (
        format!(
            "the description of tool `{}` is empty\nhelp: write a doc comment that starts with a verb and says what comes back: `/// Returns …`",
            tool.ident()
        ),
        tool.ident().span(),
    );
    let private = at(span, private);
    quote_spanned!(span=> const _: () = #private::assert_described(#constant, #message);)
}

fn situation(text: &Keyed<LitStr>) -> String {
    without_lead(&text.value)
}

/// The rendered sentence begins with "Use when", so an author may begin with it as well.
fn without_lead(text: &LitStr) -> String {
    let text = text.value();
    let trimmed = text.trim();
    for lead in ["use when ", "when "] {
        if trimmed.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead)) {
            return trimmed[lead.len()..].trim_start().to_owned();
        }
    }
    trimmed.to_owned()
}

pub(super) fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
