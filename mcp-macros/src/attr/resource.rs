//! `#[resource("scheme://…", …)]`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Ident, LitStr, Path, Token};

use super::completer::CompleteAttr;
use super::icon::IconAttr;
use super::tool::{capabilities, scopes, set_duration, set_text};
use super::words::Words;
use super::{
    Keyed, arguments, crate_value, duration, flag, group, separated, set, set_flag, text, unknown, value,
};
use crate::diagnostic::{Errors, Fault};

/// Every argument of `#[resource]` after the URI, for messages and suggestions.
const KNOWN: &[&str] = &[
    "name",
    "title",
    "mime_type",
    "mixed",
    "audience",
    "priority",
    "last_modified",
    "size",
    "icon",
    "cache",
    "client_fetchable",
    "after",
    "complete",
    "needs",
    "scope",
    "scopes",
    "timeout",
    "crate",
];

/// Words that other frameworks use, or that a reader of the protocol would try.
const OTHERS: &[(&str, &str)] = &[
    ("description", "remove it: the doc comment above the function is the description"),
    ("doc", "remove it: the doc comment above the function is the description"),
    ("uri", "write the URI first, alone: `#[resource(\"notes://{id}\")]`"),
    ("uri_template", "write the template first, alone: `#[resource(\"notes://{id}\")]`"),
    ("mime", "did you mean `mime_type`?"),
    ("mimeType", "did you mean `mime_type`?"),
    ("content_type", "did you mean `mime_type`?"),
    ("lastModified", "did you mean `last_modified`?"),
    ("annotations", "write `audience(user)`, `priority = 0.5` and `last_modified = \"…\"` by themselves"),
    ("icons", "write one `icon(\"https://…\")` for each"),
    ("ttl", "did you mean `cache(private = \"30s\")`?"),
    ("before", "write `after(…)` on the other one"),
    ("order", "did you mean `after(…)`?"),
];

const SHOWN: &str = "#[resource(\"notes://{id}\")]";

/// The written arguments of `#[resource]`.
#[derive(Default)]
pub(crate) struct ResourceAttr {
    /// `None` after a fault that is reported.
    pub(crate) uri: Option<LitStr>,
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) title: Option<Keyed<LitStr>>,
    pub(crate) mime_type: Option<Keyed<LitStr>>,
    pub(crate) mixed: Option<Ident>,
    /// `user`, `assistant`.
    pub(crate) audience: Vec<Ident>,
    pub(crate) priority: Option<Keyed<Expr>>,
    pub(crate) last_modified: Option<Keyed<LitStr>>,
    pub(crate) size: Option<Keyed<Expr>>,
    pub(crate) icons: Vec<IconAttr>,
    pub(crate) cache: Option<Keyed<CacheAttr>>,
    pub(crate) client_fetchable: Option<Ident>,
    pub(crate) after: Vec<Path>,
    pub(crate) completes: Vec<CompleteAttr>,
    pub(crate) needs: Vec<Ident>,
    pub(crate) scopes: Vec<LitStr>,
    pub(crate) timeout: Option<Keyed<LitStr>>,
    pub(crate) krate: Option<Keyed<Path>>,
    words: Words,
}

/// `public = "5m"` of `cache(…)`.
pub(crate) struct CacheAttr {
    /// `public` or `private`.
    pub(crate) scope: Ident,
    pub(crate) ttl: LitStr,
}

impl ResourceAttr {
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut attr = Self::default();
        let rest = errors.take(attr.uri(tokens)).unwrap_or_default();
        attr.words = Words::of(&rest);
        arguments(rest, errors, |key, input| attr.argument(key, input, errors));
        attr
    }

    /// The URI comes first; gives what follows it.
    fn uri(&mut self, tokens: TokenStream) -> syn::Result<TokenStream> {
        let missing = |at: TokenStream| {
            Fault::at(at, "`#[resource]` needs a URI, as a string literal, before everything else")
                .note("the URI is what clients read the resource by; one with variables is a template")
                .help(format!("write `{SHOWN}`"))
                .into_error()
        };
        let parser = |input: ParseStream<'_>| {
            if input.peek(Ident) && input.peek2(Token![=]) && input.peek3(LitStr) {
                let key: Ident = input.parse()?;
                let uri: LitStr = value(&key, input, "")?;
                let rest = if input.is_empty() { "" } else { ", …" };
                input.parse::<TokenStream>()?;
                return Err(Fault::at(
                    &key,
                    "`#[resource]` needs a URI before everything else, without a name",
                )
                .help(format!("write `#[resource({}{rest})]`", uri.to_token_stream()))
                .into_error());
            }
            if !input.peek(LitStr) {
                let found = input.fork().parse::<TokenTree>();
                let found = found.map_or_else(|_| TokenStream::new(), |token| token.to_token_stream());
                // The rest is another fault's business.
                input.parse::<TokenStream>()?;
                return Err(missing(found));
            }
            self.uri = Some(input.parse()?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
            input.parse::<TokenStream>()
        };
        parser.parse2(tokens)
    }

    fn argument(&mut self, key: Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<()> {
        match key.to_string().as_str() {
            "name" => set_text(&mut self.name, key, input, errors)?,
            "title" => set_text(&mut self.title, key, input, errors)?,
            "mime_type" => set_text(&mut self.mime_type, key, input, errors)?,
            "last_modified" => set_text(&mut self.last_modified, key, input, errors)?,
            "timeout" => set_duration(&mut self.timeout, key, input, errors)?,
            "mixed" => {
                flag(&key, input)?;
                set_flag(&mut self.mixed, key, errors);
            }
            "client_fetchable" => {
                flag(&key, input)?;
                set_flag(&mut self.client_fetchable, key, errors);
            }
            "audience" => self.audience.extend(audience(&key, input, errors)?),
            "priority" => {
                let priority = value(&key, input, "0.5")?;
                set(&mut self.priority, key, priority, errors);
            }
            "size" => {
                let size = value(&key, input, "1024")?;
                set(&mut self.size, key, size, errors);
            }
            "cache" => {
                if let Some(cache) = cache(&key, input, errors)? {
                    set(&mut self.cache, key, cache, errors);
                }
            }
            "icon" => self.icons.push(IconAttr::parse(&key, input, errors)?),
            "after" => self.after.extend(after(&key, input, errors)?),
            "complete" => self.completes.extend(CompleteAttr::parse(&key, input, errors)?),
            "needs" => self.needs.extend(capabilities(&key, input, None, errors)?),
            "scope" => self.scopes.push(text(&key, input)?),
            "scopes" => self.scopes.extend(scopes(&key, input)?),
            "crate" => {
                let path = crate_value(&key, input)?;
                set(&mut self.krate, key, path, errors);
            }
            _ => return Err(unknown("#[resource]", &key, KNOWN, OTHERS, &mut self.words).into_error()),
        }
        Ok(())
    }
}

fn audience(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Vec<Ident>> {
    const AUDIENCES: &[&str] = &["user", "assistant"];
    let mut found: Vec<Ident> = Vec::new();
    let tokens = group(key, input, "audience(user, assistant)")?;
    let mut words = Words::of(&tokens);
    arguments(tokens, errors, |audience, input| {
        flag(&audience, input)?;
        if !AUDIENCES.iter().any(|known| audience == known) {
            let others = &[("model", "did you mean `assistant`?"), ("human", "did you mean `user`?")];
            return Err(unknown("audience", &audience, AUDIENCES, others, &mut words).into_error());
        }
        if found.contains(&audience) {
            super::twice(&audience, errors);
        } else {
            found.push(audience);
        }
        Ok(())
    });
    Ok(found)
}

fn cache(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Option<CacheAttr>> {
    const SHOWN: &str = "cache(private = \"30s\")";
    const SCOPES: &[&str] = &["public", "private"];
    let mut found: Option<CacheAttr> = None;
    let tokens = group(key, input, SHOWN)?;
    let mut words = Words::of(&tokens);
    arguments(tokens, errors, |scope, input| {
        if !SCOPES.iter().any(|known| scope == known) {
            let others = &[("ttl", "write `private = \"30s\"`")];
            return Err(unknown("cache", &scope, SCOPES, others, &mut words).into_error());
        }
        let ttl = duration(&scope, input)?;
        if found.is_some() {
            errors.push(
                Fault::at(&scope, "what a resource holds is either `public` or `private`")
                    .help("keep one of the two"),
            );
        } else {
            found = Some(CacheAttr { scope, ttl });
        }
        Ok(())
    });
    Ok(found)
}

fn after(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Vec<Path>> {
    let tokens = group(key, input, "after(note_index)")?;
    let mut found = Vec::new();
    let one = |input: ParseStream<'_>| {
        if input.peek(LitStr) {
            let uri: LitStr = input.parse()?;
            return Err(Fault::at(&uri, "`after` takes the path of a resource, not its URI")
                .note("a path is checked by the compiler; a URI goes stale when the resource is changed")
                .help("write the name of the function with this URI, without quotes")
                .into_error());
        }
        found.push(input.call(Path::parse_mod_style)?);
        Ok(())
    };
    errors.take((|input: ParseStream<'_>| separated(input, errors, one)).parse2(tokens));
    Ok(found)
}
