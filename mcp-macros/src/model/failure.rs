//! An error type whose every value says what the model should do next.

use quote::ToTokens as _;
use syn::{Data, DataEnum, DeriveInput, Field, Fields, Ident, LitStr};

use super::duration::milliseconds;
use super::remark::Remark;
use crate::attr::failure::{FailureAttr, RetryAfter};
use crate::attr::waiver::{On, waived};
use crate::check::message::{self, Message};
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault};

/// The type and its cases.
pub(crate) struct FailureType<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) krate: CratePath,
    pub(crate) cases: Vec<Case<'a>>,
}

/// A variant, or the whole struct.
pub(crate) struct Case<'a> {
    /// `None` for a struct.
    pub(crate) variant: Option<&'a Ident>,
    pub(crate) advice: Advice<'a>,
    /// What its message could do better.
    pub(crate) remarks: Vec<Remark>,
}

/// What the model is told to do.
pub(crate) enum Advice<'a> {
    /// `None`: nobody knows when.
    Transient {
        after_ms: Option<u64>,
    },
    Validation {
        accepts: Option<LitStr>,
    },
    Permission {
        action: Option<LitStr>,
    },
    Business {
        action: Option<LitStr>,
    },
    /// What the one field says.
    Transparent {
        field: &'a Field,
    },
}

impl<'a> FailureType<'a> {
    pub(crate) fn from_syn(input: &'a DeriveInput, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let ident = &input.ident;
        super::refuse_generics(&input.generics, ident, "ToolFailure", errors);
        let on_type = FailureAttr::parse(&input.attrs, true, errors);
        let krate = CratePath::new(on_type.krate.as_ref(), errors);
        let cases: Vec<Option<Case<'a>>> = match &input.data {
            Data::Struct(data) => {
                let message = Message::of(&input.attrs);
                vec![case(on_type, message, None, ident, &data.fields, errors)]
            }
            Data::Enum(data) => {
                refuse_on_enum(&on_type, ident, data, errors);
                if data.variants.is_empty() {
                    errors.push(
                        Fault::at(ident, format!("`{ident}` has no variants, so no tool can fail with it"))
                            .help("add a variant for each thing that may go wrong"),
                    );
                }
                let variant = |variant: &'a syn::Variant| {
                    let attr = FailureAttr::parse(&variant.attrs, false, errors);
                    let message = Message::of(&variant.attrs);
                    case(attr, message, Some(&variant.ident), &variant.ident, &variant.fields, errors)
                };
                data.variants.iter().map(variant).collect()
            }
            Data::Union(data) => {
                errors.push(
                    Fault::at(data.union_token, "`ToolFailure` is derived for enums and structs")
                        .help("write an enum with a variant for each thing that may go wrong"),
                );
                Vec::new()
            }
        };
        let cases = cases.into_iter().flatten().collect();
        (errors.count() == before).then_some(Self { ident, krate, cases })
    }
}

fn refuse_on_enum(attr: &FailureAttr, ident: &Ident, data: &DataEnum, errors: &Errors) {
    if attr.says_something() {
        let place = attr.categories.first().unwrap_or(ident);
        let bare = data
            .variants
            .iter()
            .find(|variant| !variant.attrs.iter().any(|attr| attr.path().is_ident("failure")));
        errors.push(
            Fault::at(place, format!("the category of `{ident}` is written on its variants"))
                .note("each variant may ask for something else")
                .help(match bare {
                    Some(variant) => {
                        format!("move `#[failure(…)]` to `{}` and each variant without one", variant.ident)
                    }
                    None => format!("remove it from `{ident}`: each variant has its own"),
                }),
        );
    }
}

fn case<'a>(
    attr: FailureAttr,
    message: Message,
    variant: Option<&'a Ident>,
    ident: &Ident,
    fields: &'a Fields,
    errors: &Errors,
) -> Option<Case<'a>> {
    let category = category(&attr, variant, ident, errors)?;
    let word = category.to_string();
    refuse_contradictions(&attr, &word, errors);
    needed_waivers(&attr, &word, &message, errors);
    let remarks = match word.as_str() {
        // The inner failure is passed on, and its own derive has looked at it.
        "transparent" => Vec::new(),
        _ => message::check(&message, &attr, category, ident, fields, errors),
    };
    let advice = match word.as_str() {
        "transient" => Advice::Transient { after_ms: retry_after(&attr, category, ident, errors) },
        "validation" => Advice::Validation { accepts: attr.accepts.map(|accepts| accepts.value) },
        "permission" => Advice::Permission { action: action(&attr, category, ident, errors) },
        "business" => Advice::Business { action: action(&attr, category, ident, errors) },
        _ => Advice::Transparent { field: only_field(category, ident, fields, errors)? },
    };
    Some(Case { variant, advice, remarks })
}

/// GR-90.
fn category<'b>(
    attr: &'b FailureAttr,
    variant: Option<&Ident>,
    ident: &Ident,
    errors: &Errors,
) -> Option<&'b Ident> {
    let Some(first) = attr.categories.first() else {
        if !attr.category_misspelt {
            let what = if variant.is_some() { "variant" } else { "error" };
            errors.push(
                Fault::at(ident, format!("{what} `{ident}` has no category"))
                    .note("the category tells the model whether to retry, correct the call, escalate or take another way")
                    .help("write one of `#[failure(transient, retry_after = \"30s\")]`, `#[failure(validation, accepts = \"…\")]`, `#[failure(permission, action = \"…\")]` and `#[failure(business, action = \"…\")]`"),
            );
        }
        return None;
    };
    for other in attr.categories.iter().skip(1) {
        errors.push(
            Fault::at(other, format!("`{ident}` cannot be both `{first}` and `{other}`"))
                .note("the model does one thing next")
                .help("keep one, or split the variant"),
        );
    }
    Some(first)
}

/// GR-94: what does not go with the category.
fn refuse_contradictions(attr: &FailureAttr, category: &str, errors: &Errors) {
    let retry_after = attr.retry_after.as_ref().filter(|_| category != "transient");
    if let Some(retry_after) = retry_after {
        let fault =
            Fault::at(&retry_after.key, format!("a `{category}` failure cannot be retried unchanged"));
        errors.push(match category {
            "transparent" => fault.help("remove `retry_after`; the inner failure says when to retry"),
            _ => fault.help("remove `retry_after`, or make it `transient` if waiting helps"),
        });
    }
    let action =
        attr.action.as_ref().filter(|_| matches!(category, "transient" | "validation" | "transparent"));
    if let Some(action) = action {
        let fault = Fault::at(&action.key, format!("`action` does not go together with `{category}`"));
        errors.push(match category {
            "transient" => fault
                .note("after a transient failure the model waits and tries again")
                .help("remove it, or make the failure `business` if waiting does not help"),
            "validation" => fault
                .note("after a validation failure the model changes the arguments")
                .help("say what is accepted: `accepts = \"…\"`"),
            _ => fault.help("remove it; the inner failure says what to do"),
        });
    }
    if let Some(accepts) = attr.accepts.as_ref().filter(|_| category != "validation") {
        errors.push(
            Fault::at(&accepts.key, format!("`accepts` does not go together with `{category}`"))
                .help("remove it, or make it `validation` if other arguments would help"),
        );
    }
}

/// A waiver must name a guardrail that this category has, and that is not kept anyway.
fn needed_waivers(attr: &FailureAttr, category: &str, message: &Message, errors: &Errors) {
    for waiver in &attr.waivers {
        let needed = match waiver.guardrail.to_string().as_str() {
            "no_retry_hint" => category == "transient" && attr.retry_after.is_none(),
            "no_required_action" => matches!(category, "permission" | "business") && attr.action.is_none(),
            "vague_error" => category != "transparent" && message::is_vague_text(message),
            "detail_in_error" => category != "transparent" && message::tells_details(message),
            _ => false,
        };
        if !needed {
            errors.push(waiver.idle());
        }
    }
}

/// GR-91.
fn retry_after(attr: &FailureAttr, category: &Ident, ident: &Ident, errors: &Errors) -> Option<u64> {
    match &attr.retry_after {
        Some(after) => match &after.value {
            RetryAfter::After(text) => milliseconds("retry_after", text, errors),
            RetryAfter::Unknown => None,
        },
        None => {
            if !waived(&attr.waivers, "no_retry_hint") {
                errors.push(
                    Fault::at(
                        category,
                        format!("transient failure `{ident}` does not say when to try again"),
                    )
                    .note("without it a model retries at once, or never (`no_retry_hint`)")
                    .help("write `#[failure(transient, retry_after = \"30s\")]`, or `retry_after = unknown`"),
                );
            }
            None
        }
    }
}

/// GR-92.
fn action(attr: &FailureAttr, category: &Ident, ident: &Ident, errors: &Errors) -> Option<LitStr> {
    if attr.action.is_none() && !waived(&attr.waivers, "no_required_action") {
        errors.push(
            Fault::at(
                category,
                format!("{category} failure `{ident}` does not say what can be done about it"),
            )
            .note("without it a model tries again or gives up instead of escalating (`no_required_action`)")
            .help(format!(
                "write `#[failure({category}, action = \"escalate_to_human\")]`, or what else helps"
            ))
            .help(format!("if nothing can be done, say why: {}", On::Failure.shown("no_required_action"))),
        );
    }
    attr.action.as_ref().map(|action| action.value.clone())
}

fn only_field<'a>(category: &Ident, ident: &Ident, fields: &'a Fields, errors: &Errors) -> Option<&'a Field> {
    let mut all = fields.iter();
    match (all.next(), all.next()) {
        (Some(field), None) => Some(field),
        _ => {
            let place = if fields.is_empty() { ident.to_token_stream() } else { fields.to_token_stream() };
            errors.push(
                Fault::at(place, format!("`{category}` needs exactly one field in `{ident}`"))
                    .note("that field is the failure whose advice is passed on")
                    .help(format!("write `{ident}(Inner)`, where `Inner` derives `ToolFailure`")),
            );
            None
        }
    }
}
