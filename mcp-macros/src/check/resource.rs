//! Rules across the parts of a resource.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use super::{icon, names, texts};
use crate::diagnostic::{Errors, Fault, nearest};
use crate::model::parameter::Parameter;
use crate::model::resource::Resource;
use crate::model::types::{is_scalar, shown};
use crate::model::uri::{Form, Variable, has_scheme};

/// Everything that is decided once the whole resource is known.
pub(crate) fn consistent(resource: &Resource<'_>, errors: &Errors) {
    variables(resource, errors);
    scheme(resource, errors);
    holds(resource, errors);
    annotations(resource, errors);
    let owner = format!("resource `{}`", resource.uri);
    texts::completes(&resource.attr.completes, &resource.function, &owner, errors);
    icon::sound(&resource.attr.icons, errors);
    names::scopes(&resource.attr.scopes, errors);
}

/// GR-121: each variable has a parameter, and each owned parameter a variable.
fn variables(resource: &Resource<'_>, errors: &Errors) {
    let Resource { function, uri, variables, attr, .. } = resource;
    let parameters: Vec<&Parameter<'_>> = function.arguments().collect();
    let unfilled: Vec<&str> = variables
        .iter()
        .map(|variable| variable.name.as_str())
        .filter(|name| parameters.iter().all(|parameter| parameter.name != *name))
        .collect();
    let unused: Vec<&&Parameter<'_>> =
        parameters.iter().filter(|parameter| resource.variable(&parameter.name).is_none()).collect();
    if let ([variable], [parameter]) = (unfilled.as_slice(), unused.as_slice()) {
        errors.push(misnamed(resource, variable, parameter));
        return;
    }
    for (at, variable) in variables.iter().enumerate() {
        let name = &variable.name;
        if variables[..at].iter().any(|earlier| earlier.name == *name) {
            errors.push(
                Fault::at(&attr.uri, format!("template `{uri}` has the variable `{name}` twice"))
                    .note("two parts of a URI may differ, and one parameter has one value")
                    .help(format!(
                        "give one of them another name, such as `{{other_{name}}}`, and a parameter"
                    )),
            );
        } else if parameters.iter().all(|parameter| parameter.name != *name) {
            errors.push(
                Fault::at(&attr.uri, format!("template `{uri}` has no parameter named `{name}`"))
                    .note(format!("what stands for `{name}` in a URI would reach nobody"))
                    .help(format!(
                        "add `{name}: String` to `{}`, or take `{name}` out of the template",
                        function.ident()
                    )),
            );
        }
    }
    for parameter in parameters {
        let name = &parameter.name;
        if resource.variable(name).is_some() {
            continue;
        }
        let fault = if variables.is_empty() {
            Fault::at(parameter.ident, format!("`{uri}` has no variables, so nothing would fill `{name}`"))
        } else {
            Fault::at(
                parameter.ident,
                format!("template `{uri}` has no variable `{name}`, so nothing would fill it"),
            )
        };
        let known = || variables.iter().map(|variable| variable.name.as_str());
        errors.push(fault.help(match nearest(name, known()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => add_variable(uri, variables, parameter),
        }));
    }
}

/// One variable and one parameter are left over: most likely they are meant to be the same.
fn misnamed(resource: &Resource<'_>, variable: &str, parameter: &Parameter<'_>) -> Fault {
    let (uri, name) = (&resource.uri, &parameter.name);
    Fault::at(
        parameter.ident,
        format!("template `{uri}` has no variable `{name}`, and no parameter fills its `{variable}`"),
    )
    .help(format!("rename the parameter to `{variable}`, or write `{{{name}}}` in the template"))
}

fn add_variable(uri: &str, variables: &[Variable], parameter: &Parameter<'_>) -> String {
    let name = &parameter.name;
    let is_closed = uri.contains('?') || uri.contains('#') || variables.iter().any(|v| v.form == Form::Query);
    let add = if is_closed {
        format!("add `{{{name}}}` to the URI")
    } else {
        format!("add it to the URI: `{}/{{{name}}}`, or `{uri}{{?{name}}}`", uri.trim_end_matches('/'))
    };
    if is_scalar(parameter.ty) {
        return add;
    }
    format!("{add}; or borrow what comes from the server: `{name}: &{}`", shown(parameter.ty))
}

/// GR-124.
fn scheme(resource: &Resource<'_>, errors: &Errors) {
    let (uri, attr) = (&resource.uri, &resource.attr);
    let is_web = has_scheme(uri, &["https", "http"]);
    match &attr.client_fetchable {
        None if is_web => errors.push(
            Fault::at(&attr.uri, "`https://` tells clients to fetch it themselves; use a custom scheme")
                .note("a client that fetches what only this server can read fails")
                .help(
                    "write for example `notes://…`; or add `client_fetchable` if anybody can fetch this URI",
                ),
        ),
        Some(flag) if !is_web => errors.push(
            Fault::at(flag, format!("no client can fetch `{uri}` by itself"))
                .note("`client_fetchable` is about `https://`")
                .help("remove it"),
        ),
        _ => {}
    }
}

/// RES-03, RES-10: what is said of the contents can be true.
fn holds(resource: &Resource<'_>, errors: &Errors) {
    let attr = &resource.attr;
    let is_template = !resource.variables.is_empty();
    if let Some(mime_type) = &attr.mime_type {
        let text = mime_type.value.value();
        if !icon::is_mime_type(&text) {
            errors.push(
                Fault::at(&mime_type.value, format!("`{text}` is not a MIME type"))
                    .help("write for example `text/markdown`"),
            );
        }
        if attr.mixed.is_some() {
            errors.push(
                Fault::at(&mime_type.key, "`mime_type` on a template whose resources are `mixed`")
                    .note("a template states a MIME type only if all of its resources have it")
                    .help("remove it, and say it of each: `Contents::text(text).mime_type(\"text/plain\")`"),
            );
        }
    }
    if let Some(mixed) = attr.mixed.as_ref().filter(|_| !is_template) {
        errors.push(
            Fault::at(mixed, "`mixed` has no effect on a resource without variables")
                .help("remove it; leave `mime_type` out if it is not known"),
        );
    }
    if let Some(size) = attr.size.as_ref().filter(|_| is_template) {
        errors.push(
            Fault::at(&size.key, "a template has no `size`")
                .note("it stands for many resources of different sizes")
                .help("remove it"),
        );
    }
    if let Some(after) = attr.after.first().filter(|_| !is_template) {
        errors.push(
            Fault::at(after, "`after` has no effect on a resource without variables")
                .note("a resource of exactly the URI is always asked first")
                .help("remove it, or move it to the template that matches the same URI"),
        );
    }
    for (at, path) in attr.after.iter().enumerate() {
        if attr.after[..at].iter().any(|first| shown(first) == shown(path)) {
            errors.push(
                Fault::at(path, format!("`{}` is given twice", shown(path))).help("remove one of the two"),
            );
        }
    }
    for parameter in resource.function.arguments() {
        let in_path = resource.variable(&parameter.name).is_some_and(|variable| variable.form != Form::Query);
        if let Some(default) = parameter.default.as_ref().filter(|_| in_path) {
            errors.push(
                Fault::at(
                    &default.key,
                    format!("`{}` is part of every URI, so its default is never used", parameter.name),
                )
                .help(format!("remove it, or write the variable at the end as `{{?{}}}`", parameter.name)),
            );
        }
    }
}

/// GR-134 for literals.
fn annotations(resource: &Resource<'_>, errors: &Errors) {
    let attr = &resource.attr;
    if let Some(priority) = &attr.priority
        && number(&priority.value).is_some_and(|value| !(0.0..=1.0).contains(&value))
    {
        errors.push(Fault::at(&priority.value, "priority must lie between 0.0 and 1.0").help(
            "write for example `0.8`: with 1.0 the model needs the resource, with 0.0 it can do without",
        ));
    }
    if let Some(time) = &attr.last_modified
        && !is_timestamp(&time.value.value())
    {
        errors.push(
            Fault::at(&time.value, format!("`{}` is not an ISO 8601 time", time.value.value()))
                .help("write for example `2026-07-28T09:30:00Z`"),
        );
    }
}

/// The value of a literal number.
fn number(value: &Expr) -> Option<f64> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Float(float), .. }) => float.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok(),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => number(expr).map(|value| -value),
        _ => None,
    }
}

/// `2026-07-28`, or with a time and its offset.
fn is_timestamp(text: &str) -> bool {
    let (date, time) = text.split_once('T').map_or((text, None), |(date, time)| (date, Some(time)));
    is_date(date) && time.is_none_or(is_time)
}

fn is_date(date: &str) -> bool {
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_time(time: &str) -> bool {
    let (clock, offset) = match time.find(['Z', '+', '-']) {
        Some(at) => time.split_at(at),
        None => return false,
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let parts: Vec<Option<u32>> = clock.split(':').map(|part| digits(part, 2)).collect();
    let in_day = matches!(parts.as_slice(), [Some(0..=23), Some(0..=59), Some(0..=60)]);
    let is_offset = offset == "Z"
        || offset[1..].split_once(':').is_some_and(|(hours, minutes)| {
            matches!((digits(hours, 2), digits(minutes, 2)), (Some(0..=23), Some(0..=59)))
        });
    in_day && is_offset && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn res_12_times_are_those_of_iso_8601() {
        for text in ["2026-07-28", "2026-07-28T09:30:00Z", "2024-02-29T23:59:60.5+02:00"] {
            assert!(is_timestamp(text), "{text}");
        }
        for text in [
            "",
            "yesterday",
            "28.07.2026",
            "2026-7-28",
            "2026-13-01",
            "2026-02-29",
            "2026-07-28T",
            "2026-07-28T09:30Z",
            "2026-07-28T09:30:00",
            "2026-07-28T25:00:00Z",
            "2026-07-28 09:30:00Z",
            "2026-07-28T09:30:00.Z",
            "2026-07-28T09:30:00+2",
        ] {
            assert!(!is_timestamp(text), "{text}");
        }
    }
}
