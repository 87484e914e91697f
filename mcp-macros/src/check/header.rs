//! The part of the header contract that names decide (GR-41, 42, 46, 49). Types and ranges are decided by a bound and by
//! constants in the expansion.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Ident, LitStr};

use super::sensitive::sensitive_word;
use crate::attr::tool::{HeaderAttr, ToolAttr};
use crate::attr::waiver::{On, Waiver, waived};
use crate::diagnostic::{Errors, Fault, listed, nearest};
use crate::model::name::{capitalised, plain, without_accents, words};
use crate::model::parameter::Parameter;
use crate::model::tool::Input;
use crate::model::types::shown;

const PREFIX: &str = "mcp-param-";

/// Gives the headers of `#[tool(header …)]` to the parameters that they mirror.
pub(crate) fn resolve(attr: &ToolAttr, tool: &Ident, inputs: &mut [Input<'_>], errors: &Errors) {
    for header in &attr.headers {
        let Some(index) = target(header, inputs) else {
            errors.push(nothing_to_mirror(header, tool, inputs));
            continue;
        };
        match &mut inputs[index] {
            Input::State { ident, ty } => errors.push(
                Fault::at(
                    place(header),
                    format!("header `{}` mirrors `{ident}`, which the server provides", header.name.value()),
                )
                .note("a header repeats what the client sends; the client never sees a borrowed parameter")
                .help(format!("remove it, or take the value from the model: `{ident}: {}`", shown(ty))),
            ),
            Input::Argument(parameter) => match &parameter.header {
                Some(first) => {
                    errors.push(
                        Fault::at(
                            &header.name,
                            format!(
                                "parameter `{}` is mirrored twice: as `{}` and as `{}`",
                                parameter.ident,
                                first.value(),
                                header.name.value()
                            ),
                        )
                        .help("keep one of the two headers"),
                    );
                }
                None if parameter.is_flattened() => errors.push(
                    Fault::at(
                        place(header),
                        format!("`{}` is flattened and has no value of its own", parameter.ident),
                    )
                    .note("the fields of its type become parameters, each with a value of its own")
                    .help(parameter.on_a_field("header")),
                ),
                None => parameter.header = Some(header.name.clone()),
            },
        }
    }
}

fn place(header: &HeaderAttr) -> TokenStream {
    header
        .parameter
        .as_ref()
        .map_or_else(|| header.name.to_token_stream(), |parameter| parameter.to_token_stream())
}

fn target(header: &HeaderAttr, inputs: &[Input<'_>]) -> Option<usize> {
    match &header.parameter {
        Some(parameter) => inputs.iter().position(|input| input.ident() == parameter),
        None => {
            let wanted = words(&header.name.value()).concat();
            inputs.iter().position(|input| words(&plain(input.ident())).concat() == wanted)
        }
    }
}

/// GR-49: a header that mirrors nothing.
fn nothing_to_mirror(header: &HeaderAttr, tool: &Ident, inputs: &[Input<'_>]) -> Fault {
    let wanted = header.parameter.as_ref().map_or_else(|| words(&header.name.value()).join("_"), plain);
    let owned: Vec<String> = inputs
        .iter()
        .filter(|input| matches!(input, Input::Argument(parameter) if !parameter.is_flattened()))
        .map(|input| plain(input.ident()))
        .collect();
    let names = || owned.iter().map(String::as_str);
    let fault = Fault::at(place(header), format!("tool `{tool}` has no parameter `{wanted}` to mirror"));
    let name = header.name.value();
    match nearest(&wanted, names()) {
        Some(near) if header.parameter.is_some() => fault.help(format!("did you mean `{near}`?")),
        Some(near) => fault.help(format!(
            "did you mean `{near}`? write `header = \"{}\"`, or `header({near} = \"{name}\")`",
            header_name(near)
        )),
        None if owned.is_empty() => fault
            .note(format!("`{tool}` takes nothing from the model"))
            .help(format!("remove the header, or take a parameter `{wanted}: String`")),
        None => fault
            .note(format!("the model fills {}", listed(names(), "and")))
            .help(format!("name the parameter: `header({} = \"{name}\")`", owned[0])),
    }
}

/// GR-41 and GR-42: header names are tokens, and differ by more than case.
pub(crate) fn names(parameters: &[&Parameter<'_>], errors: &Errors) {
    let mut earlier: Vec<(&LitStr, &Ident)> = Vec::new();
    for parameter in parameters {
        let Some(header) = &parameter.header else { continue };
        check_token(header, errors);
        let name = header.value();
        let same = earlier.iter().find(|(first, _)| first.value().eq_ignore_ascii_case(&name));
        if let Some((first, owner)) = same {
            errors.push(
                Fault::at(
                    header,
                    format!("header `{name}` is already used: `{owner}` is mirrored as `{}`", first.value()),
                )
                .note("header names are compared ignoring case")
                .help("give one of them another name"),
            );
        }
        earlier.push((header, parameter.ident));
        if let Some(secret) = &parameter.arg.secret {
            errors.push(
                Fault::at(
                    secret,
                    format!("parameter `{}` is secret and cannot be mirrored into a header", parameter.ident),
                )
                .note("headers are visible to every proxy and log on the way")
                .help(format!("remove the header `{name}`, and mirror a tenant or region instead")),
            );
        }
    }
}

fn check_token(header: &LitStr, errors: &Errors) {
    let name = header.value();
    if name.get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX)) {
        let rest = &name[PREFIX.len()..];
        errors.push(
            Fault::at(header, format!("header `{name}` repeats the prefix that every mirrored header has"))
                .help(format!("write `\"{rest}\"`; the header on the wire is `Mcp-Param-{rest}`")),
        );
        return;
    }
    if name.is_empty() {
        errors
            .push(Fault::at(header, "the header name is empty").help(
                "write a word such as `\"Region\"`; the header on the wire is then `Mcp-Param-Region`",
            ));
        return;
    }
    if name.chars().all(is_token) {
        return;
    }
    let better = better_token(&without_accents(&name));
    let fault = Fault::at(header, format!("header name `{}` is not an HTTP token", name.escape_debug()))
        .note("clients drop a tool with such a header: a name has letters, digits and `-`");
    errors.push(if better.is_empty() {
        fault.help("write a word of ASCII letters such as `\"Region\"`; the parameter keeps its own name")
    } else {
        fault.help(format!("write `\"{better}\"`; the header on the wire is then `Mcp-Param-{better}`"))
    });
}

/// `min_days` as `Min-Days`.
fn header_name(parameter: &str) -> String {
    let words = words(parameter).into_iter().map(|word| capitalised(&word));
    words.collect::<Vec<_>>().join("-")
}

/// RFC 9110, section 5.6.2: `tchar`.
fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

fn better_token(name: &str) -> String {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

/// GR-46: what proxies and logs should not see. `waivers` are those of the tool.
pub(crate) fn sensitive(parameters: &[&Parameter<'_>], waivers: &[Waiver], errors: &Errors) {
    for parameter in parameters {
        let Some((header, word)) = sensitive_header(parameter) else { continue };
        if parameter.waives("sensitive_header") || waived(waivers, "sensitive_header") {
            continue;
        }
        errors.push(
            Fault::at(
                header,
                format!(
                    "parameter `{}` looks like {word}; headers are visible to every proxy and log",
                    parameter.ident
                ),
            )
            .help("remove the header, and mirror a tenant or region instead")
            .help(format!(
                "if it is harmless, say why: {} on `{}`",
                On::Argument.shown("sensitive_header"),
                parameter.ident
            )),
        );
    }
}

/// The header of a parameter whose name, or whose header's name, sounds secret or personal.
pub(crate) fn sensitive_header<'a>(parameter: &'a Parameter<'_>) -> Option<(&'a LitStr, &'static str)> {
    let header = parameter.header.as_ref()?;
    let named = [plain(parameter.ident), parameter.name.clone(), header.value()];
    let word = named.iter().find_map(|name| sensitive_word(name))?;
    Some((header, word))
}
