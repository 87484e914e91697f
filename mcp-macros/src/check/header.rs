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

const PREFIX: &str = "mcp-param-";

/// Gives the headers of `#[tool(header …)]` to the parameters that they mirror.
pub(crate) fn resolve(attr: &ToolAttr, tool: &Ident, inputs: &mut [Input<'_>], errors: &Errors) {
    let mut mirrored = mirrored(attr, inputs);
    for header in &attr.headers {
        let Some(index) = target(header, inputs) else {
            errors.push(nothing_to_mirror(header, tool, inputs, &mut mirrored));
            continue;
        };
        match &mut inputs[index] {
            Input::State { ident, .. } => errors.push(
                Fault::at(
                    place(header),
                    format!("header `{}` mirrors `{ident}`, which the server provides", header.name.value()),
                )
                .note("a header repeats what the client sends; the client never sees a borrowed parameter")
                .help(format!("remove the header `{}`", header.name.value())),
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

/// The parameters that have a header without a doubt. Those that a message offers are added, so that no two get one.
fn mirrored(attr: &ToolAttr, inputs: &[Input<'_>]) -> Vec<String> {
    let by_tool = attr.headers.iter().filter_map(|header| target(header, inputs));
    let by_themselves = inputs.iter().enumerate().filter_map(|(at, input)| match input {
        Input::Argument(parameter) => parameter.header.as_ref().map(|_| at),
        Input::State { .. } => None,
    });
    by_tool.chain(by_themselves).map(|at| plain(inputs[at].ident())).collect()
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
fn nothing_to_mirror(
    header: &HeaderAttr,
    tool: &Ident,
    inputs: &[Input<'_>],
    mirrored: &mut Vec<String>,
) -> Fault {
    let wanted = header.parameter.as_ref().map_or_else(|| words(&header.name.value()).join("_"), plain);
    let owned: Vec<String> = inputs
        .iter()
        .filter(|input| matches!(input, Input::Argument(parameter) if !parameter.is_flattened()))
        .map(|input| plain(input.ident()))
        .collect();
    let names = || owned.iter().map(String::as_str);
    let free = owned.iter().find(|name| !mirrored.contains(name));
    if wanted.is_empty() {
        let example = free.map_or_else(|| "Region".to_owned(), |name| header_name(name));
        return Fault::at(&header.name, "the header name is empty")
            .help(format!("write the name of the parameter that it mirrors: `header = \"{example}\"`"));
    }
    let fault = Fault::at(place(header), format!("tool `{tool}` has no parameter `{wanted}` to mirror"));
    let name = header.name.value();
    if let Some(near) = nearest(&wanted, names()) {
        if mirrored.iter().any(|mirrored| mirrored == near) {
            return fault.help(format!("remove the header `{name}`: `{near}` is mirrored already"));
        }
        mirrored.push(near.to_owned());
        return fault.help(match header.parameter {
            Some(_) => format!("did you mean `{near}`?"),
            None => format!(
                "did you mean `{near}`? write `header = \"{}\"`, or `header({near} = \"{name}\")`",
                header_name(near)
            ),
        });
    }
    let fault = fault
        .note(match owned.as_slice() {
            [] => format!("`{tool}` takes nothing from the model"),
            _ => format!("the model fills {}", listed(names(), "and")),
        })
        .help(format!(
            "remove the header `{name}`, or take a parameter `{wanted}: String` with a doc comment"
        ));
    let other = free.filter(|_| header.parameter.is_none());
    fault.maybe_help(
        other.map(|other| format!("to mirror `{other}` as `{name}`, write `header({other} = \"{name}\")`")),
    )
}

/// GR-41 and GR-42: header names are tokens, and differ by more than case.
pub(crate) fn names(parameters: &[&Parameter<'_>], errors: &Errors) {
    let mut earlier: Vec<(&LitStr, &Ident)> = Vec::new();
    let headers = parameters.iter().filter_map(|parameter| parameter.header.as_ref());
    let mut taken: Vec<String> = headers.map(LitStr::value).filter(|name| is_sound(name)).collect();
    for parameter in parameters {
        let Some(header) = &parameter.header else { continue };
        let name = header.value();
        if !is_sound(&name) {
            errors.push(unsound(header, parameter.ident, &mut taken));
        }
        let same = earlier.iter().find(|(first, _)| first.value().eq_ignore_ascii_case(&name));
        if let Some((first, owner)) = same {
            errors.push(
                Fault::at(
                    header,
                    format!("header `{name}` is already used: `{owner}` is mirrored as `{}`", first.value()),
                )
                .note("header names are compared ignoring case")
                .help(match free_name([header_name(&plain(parameter.ident))], &mut taken) {
                    Some(free) => format!("write another name, such as `\"{free}\"`"),
                    None => format!("write another name for `{}`", parameter.ident),
                }),
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
                .help(format!(
                    "remove the header `{name}`; if a proxy needs one to route, mirror a tenant or region"
                )),
            );
        }
    }
}

/// Whether a client can send a header of this name.
fn is_sound(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_token) && without_prefix(name).is_none()
}

/// What follows the prefix that every mirrored header has, if it is there.
fn without_prefix(name: &str) -> Option<&str> {
    let start = name.get(..PREFIX.len())?;
    start.eq_ignore_ascii_case(PREFIX).then(|| &name[PREFIX.len()..])
}

fn unsound(header: &LitStr, parameter: &Ident, taken: &mut Vec<String>) -> Fault {
    let name = header.value();
    let fault = match without_prefix(&name) {
        Some(_) => {
            Fault::at(header, format!("header `{name}` repeats the prefix that every mirrored header has"))
        }
        None if name.is_empty() => Fault::at(header, "the header name is empty"),
        None => Fault::at(header, format!("header name `{}` is not an HTTP token", name.escape_debug()))
            .note("clients drop a tool with such a header: a name has letters, digits and `-`"),
    };
    let written = better_token(&without_accents(without_prefix(&name).unwrap_or(&name)));
    let of_parameter = better_token(&without_accents(&header_name(&plain(parameter))));
    fault.help(match free_name([written, of_parameter], taken) {
        Some(better) => format!("write `\"{better}\"`; the header on the wire is then `Mcp-Param-{better}`"),
        None => "write a word of ASCII letters; the parameter keeps its own name".to_owned(),
    })
}

/// The first of some names that no other header has; it is taken from then on.
fn free_name<const N: usize>(names: [String; N], taken: &mut Vec<String>) -> Option<String> {
    let free = |name: &String| is_sound(name) && !taken.iter().any(|taken| taken.eq_ignore_ascii_case(name));
    let found = names.into_iter().find(free)?;
    taken.push(found.clone());
    Some(found)
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
            .help(format!(
                "remove the header `{}`; if a proxy needs one to route, mirror a tenant or region",
                header.value()
            ))
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
