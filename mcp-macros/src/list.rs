//! `tools![path, path, …]`, `prompts![…]` and `resources![…]` as they were written.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, LitStr, Path, Token};

use crate::attr::waiver::Waiver;
use crate::attr::words::Words;
use crate::attr::{Keyed, crate_value, separated};
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault};
use crate::model::kind::Kind;
use crate::model::types::shown;

/// The tools, prompts or resources of a server, without the entries that are none.
pub(crate) struct List {
    pub(crate) krate: CratePath,
    /// What is waived for the program.
    pub(crate) waivers: Vec<Waiver>,
    pub(crate) entries: Vec<Entry>,
}

/// One of them, perhaps under a condition.
pub(crate) struct Entry {
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) path: Path,
}

impl List {
    pub(crate) fn parse(tokens: TokenStream, kind: Kind, errors: &Errors) -> Self {
        let noun = kind.noun();
        let empty = tokens.is_empty();
        let parser = |input: ParseStream<'_>| {
            let krate = errors.take(crate_path(input, errors)).unwrap_or_default();
            let waivers = match kind {
                Kind::Tool => errors.take(waivers(input, errors)).unwrap_or_default(),
                _ => Vec::new(),
            };
            let mut entries: Vec<Entry> = Vec::new();
            separated(input, errors, |input| {
                let entry = entry(input, kind)?;
                if !is_repeated(&entry, &entries, errors) {
                    entries.push(entry);
                }
                Ok(())
            })?;
            Ok(Self { krate, waivers, entries })
        };
        let list = errors.take(parser.parse2(tokens)).unwrap_or_else(|| Self {
            krate: CratePath::default(),
            waivers: Vec::new(),
            entries: Vec::new(),
        });
        if empty {
            errors.push(
                Fault::at(
                    TokenStream::new(),
                    format!("`{noun}s![]` is empty, so the server would offer nothing"),
                )
                .help(format!("name the functions that carry `#[{noun}]`: `{noun}s![{}]`", kind.example())),
            );
        }
        list
    }
}

/// `crate = ::path;` before the paths.
fn crate_path(input: ParseStream<'_>, errors: &Errors) -> syn::Result<CratePath> {
    if !(input.peek(Token![crate]) && input.peek2(Token![=])) {
        return Ok(CratePath::default());
    }
    let key = syn::ext::IdentExt::parse_any(input)?;
    let value = crate_value(&key, input)?;
    input.parse::<Token![;]>()?;
    Ok(CratePath::new(Some(&Keyed { key, value }), errors))
}

/// `allow(panic_abort, reason = "…");` before the tools.
fn waivers(input: ParseStream<'_>, errors: &Errors) -> syn::Result<Vec<Waiver>> {
    let fork = input.fork();
    let is_waiver =
        fork.parse::<syn::Ident>().is_ok_and(|word| word == "allow") && fork.peek(syn::token::Paren);
    if !is_waiver {
        return Ok(Vec::new());
    }
    let key: syn::Ident = input.parse()?;
    let waiver = Waiver::parse(&key, input, &mut Words::default(), errors)?;
    input.parse::<Token![;]>()?;
    if let Some(other) = waiver.as_ref().filter(|waiver| !waiver.is("panic_abort")) {
        errors.push(
            Fault::at(&other.guardrail, format!("`{}` is not waived for all tools at once", other.guardrail))
                .help(format!(
                    "remove it, or write `#[tool(…, allow({}, reason = \"…\"))]` on a tool that needs it",
                    other.guardrail
                )),
        );
    }
    Ok(waiver.into_iter().collect())
}

fn entry(input: ParseStream<'_>, kind: Kind) -> syn::Result<Entry> {
    let noun = kind.noun();
    let cfgs = input.call(Attribute::parse_outer)?;
    if let Some(other) = cfgs.iter().find(|attr| !attr.path().is_ident("cfg")) {
        return Err(Fault::at(other, format!("only `#[cfg(…)]` may stand before a {noun}")).into_error());
    }
    if input.peek(LitStr) {
        let name: LitStr = input.parse()?;
        let value = name.value();
        return Err(Fault::at(
            &name,
            format!("`{noun}s![…]` takes paths to functions, not names as strings"),
        )
        .note("a path is checked by the compiler")
        .help(format!("write `{value}`"))
        .into_error());
    }
    let path = input.call(Path::parse_mod_style).map_err(|error| {
        Fault::at(
            input
                .fork()
                .parse::<TokenTree>()
                .map_or_else(|_| error.to_compile_error(), |token| token.to_token_stream()),
            format!("expected the path of a {noun}"),
        )
        .help(match kind {
            Kind::Tool => "write `find_invoices`, or `billing::refund`".to_owned(),
            kind => format!("write for example `{}`", kind.example()),
        })
        .into_error()
    })?;
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(Entry { cfgs, path });
    }
    let rest: TokenTree = input.fork().parse()?;
    let shown = shown(&path);
    Err(match &rest {
        TokenTree::Group(_) => {
            Fault::at(&rest, format!("`{shown}` is named here, not called")).help(format!("write `{shown}`"))
        }
        _ => Fault::at(&rest, format!("expected `,`, found `{rest}`"))
            .help(format!("write a comma after `{shown}`")),
    }
    .into_error())
}

fn is_repeated(entry: &Entry, earlier: &[Entry], errors: &Errors) -> bool {
    if !entry.cfgs.is_empty() {
        return false;
    }
    let path = shown(&entry.path);
    let repeated = earlier.iter().any(|first| first.cfgs.is_empty() && shown(&first.path) == path);
    if repeated {
        errors.push(Fault::at(&entry.path, format!("`{path}` is listed twice")).help("keep one of the two"));
    }
    repeated
}
