//! A function that is a prompt.

use syn::ItemFn;

use super::function::Function;
use super::kind::Kind;
use super::name::{self, check_item_name};
use crate::attr::prompt::PromptAttr;
use crate::check;
use crate::check::question::Says;
use crate::diagnostic::{Errors, Fault};

/// A prompt without a fault that the macro can see.
pub(crate) struct Prompt<'a> {
    pub(crate) function: Function<'a>,
    pub(crate) attr: PromptAttr,
    /// The name on the wire.
    pub(crate) name: String,
}

impl<'a> Prompt<'a> {
    /// Everything that is wrong with the item is in `errors` when this is `None`.
    pub(crate) fn from_syn(attr: PromptAttr, item: &'a ItemFn, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let function = Function::new(item, Kind::Prompt, attr.timeout.as_ref(), errors);
        let ident = function.ident();
        let says = Says::needs(!attr.needs.is_empty());
        check::question::declared(item, &function.inputs, Kind::Prompt, says, errors);
        if function.doc.is_missing() {
            errors.push(
                Fault::at(ident, format!("prompt `{ident}` has no description"))
                    .note("people pick a prompt by its name and description")
                    .help("write a doc comment that says what the messages ask for: `/// Asks for …`"),
            );
        }
        let name = match &attr.name {
            Some(name) => {
                let text = name.value.value();
                check_item_name("prompt", &text, &name.value, errors);
                text
            }
            None => {
                let text = name::plain(ident);
                check_item_name("prompt", &text, ident, errors);
                text
            }
        };
        check::texts::completes(&attr.completes, &function, &format!("prompt `{name}`"), errors);
        check::icon::sound(&attr.icons, errors);
        check::names::scopes(&attr.scopes, errors);
        (errors.count() == before).then_some(Self { function, attr, name })
    }
}
