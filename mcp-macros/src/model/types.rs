//! What the spelling of a type tells. An alias can hide anything, so nothing safe rests on this: it only makes messages
//! kinder and expansions smaller. Bounds and constants decide.

use quote::ToTokens;
use syn::visit::Visit;
use syn::{
    Expr, ExprLit, GenericArgument, Lifetime, Lit, PathArguments, PathSegment, Type, TypeImplTrait,
    TypeReference,
};

/// A type as its author wrote it, without the spaces that tokens have between them.
pub(crate) fn shown(ty: impl ToTokens) -> String {
    let spaced = ty.to_token_stream().to_string();
    let mut shown = String::with_capacity(spaced.len());
    let mut chars = spaced.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let tight = |c: char| matches!(c, '<' | '>' | ':' | '&' | '(' | ')' | '[' | ']' | ',' | ';' | '!');
        let after = shown.chars().last();
        let keep = c != ' '
            || (after.is_some_and(|c| matches!(c, ',' | ';')) && next.is_some())
            || !(after.is_some_and(tight) || next.is_some_and(tight));
        if keep {
            shown.push(c);
        }
    }
    shown
}

/// `T` of a type spelt `Option<T>`.
pub(crate) fn option_inner(ty: &Type) -> Option<&Type> {
    inner(ty, "Option")
}

/// Whether the type is spelt as a single value, optional or not.
pub(crate) fn is_scalar(ty: &Type) -> bool {
    const SCALARS: &[&str] = &[
        "bool", "char", "String", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize",
        "f32", "f64",
    ];
    option_inner(ty).map_or_else(
        || {
            last_segment(ty)
                .is_some_and(|last| last.arguments.is_none() && SCALARS.iter().any(|s| last.ident == s))
        },
        is_scalar,
    )
}

/// Whether the type is spelt as a scalar, or as an optional one or a list of them.
pub(crate) fn is_made_of_scalars(ty: &Type) -> bool {
    is_scalar(ty) || option_inner(ty).or_else(|| inner(ty, "Vec")).is_some_and(is_made_of_scalars)
}

/// Whether the type is spelt as a number.
pub(crate) fn is_number(ty: &Type) -> bool {
    let named = last_segment(ty).map(|last| last.ident.to_string());
    is_scalar(ty) && named.is_some_and(|name| !matches!(name.as_str(), "bool" | "char" | "String" | "Option"))
}

/// Whether the type is spelt as a dry run.
pub(crate) fn is_dry_run(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|last| last.ident == "DryRun")
}

/// Whether the type is spelt as the limit and cursor of a list.
pub(crate) fn is_page_request(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|last| last.ident == "PageRequest")
}

/// Whether the type is spelt as a boolean, optional or not.
pub(crate) fn is_bool(ty: &Type) -> bool {
    option_inner(ty).map_or_else(|| last_segment(ty).is_some_and(|last| last.ident == "bool"), is_bool)
}

/// Whether a value is written as `true`.
pub(crate) fn is_true(value: &Expr) -> bool {
    matches!(value, Expr::Lit(ExprLit { lit: Lit::Bool(word), .. }) if word.value)
}

/// Whether the type is spelt as text.
pub(crate) fn is_string(ty: &Type) -> bool {
    option_inner(ty).map_or_else(|| last_segment(ty).is_some_and(|last| last.ident == "String"), is_string)
}

/// The first place where an owned type borrows from something, or leaves its type to inference.
pub(crate) enum Unowned<'a> {
    Reference(&'a TypeReference),
    Lifetime(&'a Lifetime),
    ImplTrait(&'a TypeImplTrait),
}

pub(crate) fn unowned(ty: &Type) -> Option<Unowned<'_>> {
    let mut finder = Finder { found: None };
    finder.visit_type(ty);
    finder.found
}

struct Finder<'a> {
    found: Option<Unowned<'a>>,
}

impl<'a> Visit<'a> for Finder<'a> {
    fn visit_type_reference(&mut self, reference: &'a TypeReference) {
        self.found.get_or_insert(Unowned::Reference(reference));
    }

    fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
        if lifetime.ident != "static" {
            self.found.get_or_insert(Unowned::Lifetime(lifetime));
        }
    }

    fn visit_type_impl_trait(&mut self, ty: &'a TypeImplTrait) {
        self.found.get_or_insert(Unowned::ImplTrait(ty));
    }
}

fn inner<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let last = last_segment(ty).filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
        _ => None,
    }
}

pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_made_of_scalars, is_scalar, option_inner, shown, unowned};

    fn ty(text: &str) -> syn::Type {
        syn::parse_str(text).unwrap()
    }

    #[test]
    fn types_are_shown_as_written() {
        for text in [
            "Option<Vec<u32>>",
            "&mut Db",
            "std::sync::Arc<dyn Clock + Send>",
            "(A, B)",
            "[u8; 4]",
            "&'a str",
        ] {
            assert_eq!(shown(ty(text)), text);
        }
    }

    #[test]
    fn spellings_are_recognised() {
        assert!(option_inner(&ty("::core::option::Option<u8>")).is_some());
        assert!(option_inner(&ty("Maybe<u8>")).is_none());
        assert!(is_scalar(&ty("Option<String>")));
        assert!(!is_scalar(&ty("Vec<String>")));
        assert!(is_made_of_scalars(&ty("Option<Vec<String>>")));
        assert!(!is_made_of_scalars(&ty("Vec<Region>")));
        assert!(unowned(&ty("Vec<&str>")).is_some());
        assert!(unowned(&ty("Cow<'static, str>")).is_none());
    }
}
