//! Icons as constants.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::declaration::option;
use crate::attr::icon::IconAttr;
use crate::model::name::capitalised;

/// The icons as an expression of type `&'static [Icon]`.
pub(super) fn icons(icons: &[IconAttr], private: &Ident) -> TokenStream {
    let icons = icons.iter().map(|icon| {
        let (src, sizes) = (&icon.src, &icon.sizes);
        let mime_type = option(icon.mime_type.as_ref().map(|mime_type| &mime_type.value));
        let theme = option(icon.theme.as_ref().map(|theme| {
            let theme = format_ident!("{}", capitalised(&theme.value.value()));
            quote!(#private::Theme::#theme)
        }));
        quote!(#private::icon(#src, #mime_type, &[#(#private::Cow::Borrowed(#sizes)),*], #theme))
    });
    quote!(&[#(#icons),*])
}
