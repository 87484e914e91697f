//! What a source could do better, as a constant that the server's advice reads.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::all_at;
use crate::model::remark::Remark;

pub(crate) fn list<'a>(remarks: impl IntoIterator<Item = &'a Remark>, private: &Ident) -> TokenStream {
    let remarks = remarks.into_iter().map(|Remark { guardrail, problem, help, span }| {
        let core = all_at(*span, &quote!(::core));
        // A macro call says the line on which it stands itself.
        let line = quote_spanned!(*span=> #core::line!());
        quote!(#private::Remark {
            guardrail: #guardrail,
            problem: #problem,
            help: #help,
            file: ::core::file!(),
            line: #line,
        })
    });
    quote!(&[#(#remarks),*])
}
