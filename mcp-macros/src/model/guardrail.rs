//! The guardrails that `allow(…)` may name.

/// Those that block a build until they are waived.
pub(crate) const BLOCKING: &[&str] = &[
    "detail_in_error",
    "inline_media",
    "long_description",
    "nested_header",
    "no_required_action",
    "no_retry_hint",
    "no_when",
    "not_idempotent",
    "open_arguments",
    "panic_abort",
    "recursive_output",
    "secret_argument",
    "secret_wording",
    "sensitive_header",
    "union_argument",
    "universal_tool",
    "untyped_argument",
    "wide_integer",
];

/// Those that only advise.
pub(crate) const ADVISING: &[&str] = &[
    "blocking_call",
    "call_order",
    "dangling_mention",
    "deep_arguments",
    "detached_task",
    "effect_wording",
    "endpoint_mirror",
    "fat_items",
    "generic_name",
    "id_without_source",
    "large_page",
    "legacy_output_shape",
    "long_name",
    "many_parameters",
    "many_required",
    "may_panic",
    "mixed_naming",
    "model_side_confirmation",
    "near_duplicate_tools",
    "no_boundary",
    "no_filter",
    "plain_text_format",
    "relative_update",
    "repeated_instructions",
    "shared_scope",
    "silent_optional",
    "stringly_typed",
    "swallowed_failure",
    "text_only_output",
    "thin_description",
    "too_many_tools",
    "unbounded_destruction",
    "unbounded_header",
    "unbounded_number",
    "unbounded_string",
    "untyped_output",
    "vague_error",
];

/// All of them.
pub(crate) fn waivable() -> impl Iterator<Item = &'static str> {
    BLOCKING.iter().chain(ADVISING).copied()
}
