//! GR-51: a credential that the model has to know, to repeat and perhaps to log.

use super::sensitive::names_credential;
use crate::attr::waiver::{On, Waiver, waived};
use crate::diagnostic::{Errors, Fault};
use crate::model::name::plain;
use crate::model::parameter::Parameter;
use crate::model::types::{is_string, last_segment};

/// Reports parameters that are named like credentials and not marked as secret. `waivers` are those of the tool.
pub(crate) fn arguments(parameters: &[&Parameter<'_>], waivers: &[Waiver], errors: &Errors) {
    for parameter in parameters.iter().filter(|parameter| is_exposed(parameter)) {
        if parameter.waives("secret_argument") || waived(waivers, "secret_argument") {
            continue;
        }
        let ident = parameter.ident;
        errors.push(
            Fault::at(ident, format!("`{ident}` would put a credential into the model's context"))
                .note("what the model fills, it has to be told first, and it may repeat it anywhere (`secret_argument`)")
                .help("read it when the server starts (from the environment or a file), and borrow what it opens from the server's state: `client: &Client`, a field of the struct with `#[derive(Provides)]`")
                .help("if the user has to give it, keep it out of logs and messages: `#[arg(secret)]`")
                .help(format!("if it is not one, say why: {}", On::Argument.shown("secret_argument"))),
        );
    }
}

/// Whether the parameter carries a credential in plain sight. Headers have their own rule.
pub(crate) fn is_exposed(parameter: &Parameter<'_>) -> bool {
    let marked = parameter.arg.secret.is_some()
        || last_segment(parameter.ty).is_some_and(|last| last.ident == "Secret");
    let named = names_credential(&plain(parameter.ident)) || names_credential(&parameter.name);
    is_string(parameter.ty) && !marked && parameter.header.is_none() && named
}
