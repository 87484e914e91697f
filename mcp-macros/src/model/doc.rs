//! Doc comments, which are what the model reads.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A description.
pub(crate) enum Doc {
    Missing,
    Text(String),
    /// `#[doc = include_str!(…)]` and the like: a constant whose value only the compiler sees.
    Constant(TokenStream),
}

impl Doc {
    pub(crate) fn from_attrs(attrs: &[Attribute]) -> Self {
        let parts: Vec<&Expr> = attrs.iter().filter_map(doc_value).collect();
        if parts.iter().all(|part| literal(part).is_some()) {
            let lines: Vec<String> = parts.into_iter().filter_map(literal).collect();
            let text = folded(&lines.join("\n"));
            return if text.is_empty() { Self::Missing } else { Self::Text(text) };
        }
        Self::Constant(quote!(::core::concat!(#(#parts, "\n"),*)))
    }

    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    /// The description as an expression of type `&'static str`.
    pub(crate) fn expression(&self) -> TokenStream {
        match self {
            Self::Missing => quote!(""),
            Self::Text(text) => text.to_token_stream(),
            Self::Constant(constant) => quote!(<::core::primitive::str>::trim_ascii(#constant)),
        }
    }
}

/// `#[doc = …]`, but not `#[doc(hidden)]`.
pub(crate) fn is_doc(attr: &Attribute) -> bool {
    doc_value(attr).is_some()
}

fn doc_value(attr: &Attribute) -> Option<&Expr> {
    match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// Lines of one paragraph become one line, as Markdown reads them; lists, headings and code keep theirs.
fn folded(text: &str) -> String {
    let mut result = String::new();
    let mut fenced = false;
    let mut blank = false;
    for line in text.lines() {
        let line = if fenced { line.strip_prefix(' ').unwrap_or(line).trim_end() } else { line.trim() };
        if line.is_empty() {
            blank = true;
            continue;
        }
        let fence = line.starts_with("```");
        if !result.is_empty() {
            result.push_str(
                match (blank, fenced || fence || starts_block(line) || result.ends_with("```")) {
                    (true, _) => "\n\n",
                    (false, true) => "\n",
                    (false, false) => " ",
                },
            );
        }
        blank = false;
        fenced ^= fence;
        result.push_str(line);
    }
    result
}

fn starts_block(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") "));
    numbered || ["- ", "* ", "+ ", "#", "|", ">"].iter().any(|mark| line.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn a_paragraph_is_one_line() {
        assert_eq!(
            folded(" Returns invoices,\n largest first.\n\n Dates are UTC."),
            "Returns invoices, largest first.\n\nDates are UTC."
        );
    }

    #[test]
    fn lists_and_code_keep_their_lines() {
        assert_eq!(folded(" One of:\n - a\n - b\n   more"), "One of:\n- a\n- b more");
        assert_eq!(folded(" ```\n a\n   b\n ```\n c"), "```\na\n  b\n```\nc");
    }
}
