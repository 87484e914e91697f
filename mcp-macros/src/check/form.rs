//! Rules of a form.

use syn::Ident;

use super::sensitive::names_credential;
use super::{constraint, names};
use crate::attr::container::{ContainerAttr, NO_ENUM_NAMES};
use crate::attr::waiver::{On, waived};
use crate::diagnostic::{Errors, Fault};
use crate::model::form::{FormFieldModel, FormShape};
use crate::model::parameter::Parameter;

/// A form has no guardrail of the whole type.
pub(crate) fn container(container: &ContainerAttr, errors: &Errors) {
    for waiver in &container.waivers {
        let written = On::Argument.shown(&waiver.guardrail.to_string());
        errors.push(waiver.misplaced(&format!("to the field: {written}")));
    }
}

/// `enum_names` is about the titles of a choice, so there must be some.
pub(crate) fn enum_names(key: &Ident, ident: &Ident, shape: &FormShape<'_>, errors: &Errors) {
    match shape {
        FormShape::Fields(_) => errors.push(
            Fault::at(key, format!("`{ident}` is a form, and `enum_names` says how a choice is offered"))
                .help(NO_ENUM_NAMES),
        ),
        FormShape::Words(words) if words.iter().all(|word| word.title.is_empty()) => errors.push(
            Fault::at(key, format!("no variant of `{ident}` has a title, so `enum_names` has no effect"))
                .help(NO_ENUM_NAMES),
        ),
        FormShape::Words(_) => {}
    }
}

/// Everything that is decided once all fields are known.
pub(crate) fn fields(fields: &[FormFieldModel<'_>], errors: &Errors) {
    let parameters: Vec<&Parameter<'_>> = fields.iter().map(|field| &field.parameter).collect();
    names::unique(&parameters, errors);
    for field in fields {
        constraint::consistent(&field.parameter, errors);
        no_secret(field, errors);
    }
}

/// GR-50 and ELIC-08.
fn no_secret(field: &FormFieldModel<'_>, errors: &Errors) {
    let parameter = &field.parameter;
    let sound = [(&parameter.name, field.name_tokens()), (&field.title, field.title_tokens())];
    let sound = sound.into_iter().find(|(name, _)| names_credential(name));
    let heard = sound.is_some();
    let waivers = &parameter.arg.waivers;
    if let Some((sound, place)) = sound.filter(|_| !waived(waivers, "secret_wording")) {
        errors.push(
            Fault::at(place, format!("`{sound}` sounds like a credential or the number of a card"))
                .note("what is typed into a form passes through the client and may reach the model; the protocol forbids to ask for credentials there")
                .help("remove the field, and send the user to a page: `ctx.elicit_url(message, url).await?`")
                .help(format!("if it is not one, say why: {}", On::Argument.shown("secret_wording"))),
        );
    }
    for waiver in waivers {
        if waiver.is("secret_wording") && heard {
            continue;
        }
        errors.push(waiver.idle());
    }
}
