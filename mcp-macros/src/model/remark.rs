//! What could be better and never blocks a build.

use proc_macro2::Span;

/// One thing that the server's advice lists.
pub(crate) struct Remark {
    pub(crate) guardrail: &'static str,
    pub(crate) problem: String,
    pub(crate) help: String,
    pub(crate) span: Span,
}
