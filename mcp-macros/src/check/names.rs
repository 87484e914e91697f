//! Names that must differ, and lists that must not repeat themselves.

use syn::{Ident, LitStr};

use crate::attr::tool::ToolAttr;
use crate::diagnostic::{Errors, Fault};
use crate::model::parameter::Parameter;
use crate::model::tool::Tool;
use crate::model::types::shown;

/// Two variants of one name on the wire: one of them could never be meant.
pub(crate) fn variants<'a>(
    owner: &Ident,
    words: impl Iterator<Item = (&'a Ident, &'a str)>,
    errors: &Errors,
) {
    let mut earlier: Vec<(&Ident, &str)> = Vec::new();
    for (ident, word) in words {
        if let Some((first, _)) = earlier.iter().find(|(_, known)| *known == word) {
            let what = format!("variants `{first}` and `{ident}` of `{owner}` are both named `{word}`");
            errors.push(Fault::at(ident, what).help("give one of them another name"));
        }
        earlier.push((ident, word));
    }
}

/// Two parameters of one name on the wire: one of them could never be given.
pub(crate) fn unique(parameters: &[&Parameter<'_>], errors: &Errors) {
    for (at, parameter) in parameters.iter().enumerate() {
        if parameter.is_flattened() {
            continue;
        }
        let first =
            parameters[..at].iter().find(|first| !first.is_flattened() && first.name == parameter.name);
        if let Some(first) = first {
            errors.push(
                Fault::at(
                    parameter.name_tokens(),
                    format!(
                        "`{}` and `{}` are both named `{}`",
                        first.ident, parameter.ident, parameter.name
                    ),
                )
                .help(if parameter.arg.name.is_some() {
                    format!("remove `name = \"{}\"`, or write another name there", parameter.name)
                } else {
                    "give one of them another name".to_owned()
                }),
            );
        }
    }
}

/// `instead(…)` points at other tools, at each once.
pub(crate) fn neighbours(tool: &Tool<'_>, errors: &Errors) {
    for (at, instead) in tool.attr.instead.iter().enumerate() {
        if instead.tool.is_ident(tool.ident()) {
            errors.push(
                Fault::at(&instead.tool, format!("`{}` points at itself", tool.ident()))
                    .help("name the tool to call instead"),
            );
        }
        let path = shown(&instead.tool);
        if tool.attr.instead[..at].iter().any(|first| shown(&first.tool) == path) {
            errors.push(
                Fault::at(&instead.tool, format!("`{path}` is given twice"))
                    .help("say both situations in one text"),
            );
        }
    }
}

/// A list that says one thing twice.
pub(crate) fn repeated(attr: &ToolAttr, errors: &Errors) {
    scopes(&attr.scopes, errors);
    let mut waivers: Vec<String> = Vec::new();
    for waiver in &attr.waivers {
        let name = waiver.guardrail.to_string();
        if waivers.contains(&name) {
            errors.push(
                Fault::at(&waiver.guardrail, format!("`{name}` is waived twice")).help("keep one of the two"),
            );
        }
        waivers.push(name);
    }
}

/// The words of a text as scopes.
fn several(text: &str) -> String {
    let is_part = |c: &char| matches!(c, '!' | '#'..='[' | ']'..='~');
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .map(|word| word.chars().filter(is_part).collect::<String>())
        .filter(|word| !word.is_empty())
        .map(|word| format!("\"{word}\""))
        .collect();
    match words.as_slice() {
        [] => "name what the tool does to what, such as `\"invoices:read\"`".to_owned(),
        [word] => format!("write `{word}`"),
        words => format!("write each by itself: `scopes({})`", words.join(", ")),
    }
}

/// Scopes are words, each said once.
pub(crate) fn scopes(scopes: &[LitStr], errors: &Errors) {
    for (at, scope) in scopes.iter().enumerate() {
        let text = scope.value();
        if scopes[..at].iter().any(|first| first.value() == text) {
            errors
                .push(Fault::at(scope, format!("scope `{text}` is given twice")).help("keep one of the two"));
        }
        // RFC 6749, section 3.3: printable ASCII but space, `"` and `\`.
        if text.is_empty() || !text.bytes().all(|b| matches!(b, 0x21 | 0x23..=0x5b | 0x5d..=0x7e)) {
            errors.push(
                Fault::at(scope, format!("`{text}` is not a scope"))
                    .note("a scope is one word of printable ASCII without spaces, quotes and backslashes")
                    .help(several(&text)),
            );
        }
    }
    for scope in scopes {
        let text = scope.value();
        let fault = match text.to_lowercase().as_str() {
            "offline_access" => Fault::at(scope, "`offline_access` is no scope of a resource")
                .note("it asks an authorization server for refresh tokens; clients decide that themselves")
                .help("remove it"),
            "*" | "all" | "full" | "full-access" | "full_access" | "root" | "everything" | "superuser" => {
                Fault::at(scope, format!("scope `{text}` opens everything"))
                    .note("whoever gets hold of one token could then call every tool")
                    .help("name what the tool does to what, such as `\"invoices:read\"`")
            }
            _ => continue,
        };
        errors.push(fault);
    }
}
