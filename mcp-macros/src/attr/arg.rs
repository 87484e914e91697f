//! `#[arg(…)]` on a parameter of a tool or on a field of a `#[derive(ToolInput)]` struct.

use syn::parse::ParseStream;
use syn::{Attribute, Expr, Ident, LitStr};

use super::waiver::Waiver;
use super::words::Words;
use super::{Keyed, arguments, flag, named, set, set_flag, text, unknown, value};
use crate::diagnostic::{Errors, Fault};

const KNOWN: &[&str] = &[
    "default", "min", "max", "min_len", "max_len", "pattern", "example", "header", "secret", "flatten",
    "name", "allow",
];

const OTHERS: &[(&str, &str)] = &[
    ("description", "remove it: the doc comment above the parameter is the description"),
    ("doc", "remove it: the doc comment above the parameter is the description"),
    ("desc", "remove it: the doc comment above the parameter is the description"),
    ("rename", "did you mean `name`?"),
    ("optional", "use `Option<…>` as the type, or give a `default`"),
    ("required", "leave it out: every parameter is required unless it is an `Option<…>` or has a `default`"),
    ("minimum", "did you mean `min`?"),
    ("maximum", "did you mean `max`?"),
    ("min_length", "did you mean `min_len`?"),
    ("max_length", "did you mean `max_len`?"),
    ("minLength", "did you mean `min_len`?"),
    ("maxLength", "did you mean `max_len`?"),
    ("len", "write `min_len = …, max_len = …`"),
    ("range", "write `min = …, max = …`"),
    ("regex", "did you mean `pattern`?"),
    ("format", "use a type that says it, for example a date or URL type"),
    ("values", "use a fieldless enum with `#[derive(ToolInput)]` as the type"),
    ("enum", "use a fieldless enum with `#[derive(ToolInput)]` as the type"),
];

/// The written arguments of all `#[arg(…)]` on one parameter.
#[derive(Default)]
pub(crate) struct ArgAttr {
    /// `default` alone has no expression.
    pub(crate) default: Option<Keyed<Option<Expr>>>,
    pub(crate) min: Option<Keyed<Expr>>,
    pub(crate) max: Option<Keyed<Expr>>,
    pub(crate) min_len: Option<Keyed<Expr>>,
    pub(crate) max_len: Option<Keyed<Expr>>,
    pub(crate) pattern: Option<Keyed<LitStr>>,
    pub(crate) examples: Vec<Keyed<Expr>>,
    pub(crate) header: Option<Keyed<LitStr>>,
    pub(crate) secret: Option<Ident>,
    pub(crate) flatten: Option<Ident>,
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) waivers: Vec<Waiver>,
    pub(crate) words: Words,
}

impl ArgAttr {
    pub(crate) fn parse(attrs: &[Attribute], errors: &Errors) -> Self {
        let mut arg = Self::default();
        let attributes = named(attrs, "arg", "#[arg(default = …, min = …, max = …)]", errors);
        attributes.iter().for_each(|tokens| arg.words.add(tokens));
        for tokens in attributes {
            arguments(tokens.clone(), errors, |key, input| arg.argument(key, input, errors));
        }
        arg
    }

    pub(super) fn argument(
        &mut self,
        key: Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> syn::Result<()> {
        match key.to_string().as_str() {
            "default" => {
                let given = if input.peek(syn::Token![=]) { Some(value(&key, input, "…")?) } else { None };
                set(&mut self.default, key, given, errors);
            }
            "min" => set_expr(&mut self.min, key, input, errors)?,
            "max" => set_expr(&mut self.max, key, input, errors)?,
            "min_len" => set_expr(&mut self.min_len, key, input, errors)?,
            "max_len" => set_expr(&mut self.max_len, key, input, errors)?,
            "pattern" => {
                let pattern = text(&key, input)?;
                set(&mut self.pattern, key, pattern, errors);
            }
            "example" => {
                let example = value(&key, input, "…")?;
                self.examples.push(Keyed { key, value: example });
            }
            "header" => {
                let header = value(&key, input, "\"Region\"")?;
                set(&mut self.header, key, header, errors);
            }
            "secret" => {
                flag(&key, input)?;
                set_flag(&mut self.secret, key, errors);
            }
            "flatten" => {
                flag(&key, input)?;
                set_flag(&mut self.flatten, key, errors);
            }
            "name" => {
                let name = text(&key, input)?;
                set(&mut self.name, key, name, errors);
            }
            "allow" => self.waivers.extend(Waiver::parse(&key, input, &mut self.words, errors)?),
            "optional" if self.words.means("default") => {
                return Err(Fault::at(&key, "`#[arg]` has no argument `optional`")
                    .help("remove `optional`: what has a default is optional")
                    .into_error());
            }
            _ => return Err(unknown("#[arg]", &key, KNOWN, OTHERS, &mut self.words).into_error()),
        }
        Ok(())
    }

    /// The words that constrain or describe a value, which a flattened group of parameters does not have.
    pub(crate) fn keys_of_one_value(&self) -> Vec<&Ident> {
        fn key<T>(slot: &Option<Keyed<T>>) -> Option<&Ident> {
            slot.as_ref().map(|keyed| &keyed.key)
        }
        [key(&self.default), key(&self.pattern), key(&self.header), key(&self.name)]
            .into_iter()
            .chain([key(&self.min), key(&self.max), key(&self.min_len), key(&self.max_len)])
            .chain([self.secret.as_ref()])
            .chain(self.examples.iter().map(|example| Some(&example.key)))
            .flatten()
            .collect()
    }
}

fn set_expr(
    slot: &mut Option<Keyed<Expr>>,
    key: Ident,
    input: ParseStream<'_>,
    errors: &Errors,
) -> syn::Result<()> {
    let bound = value(&key, input, "…")?;
    set(slot, key, bound, errors);
    Ok(())
}
