//! `#[tool_input(…)]`, `#[tool_output(…)]`, `#[provides(…)]`: what a derive is told about the whole type.

use syn::{Attribute, Ident, Path};

use super::waiver::Waiver;
use super::words::Words;
use super::{Keyed, arguments, crate_value, flag, named, set, set_flag, unknown};
use crate::crate_path::CratePath;
use crate::diagnostic::{Errors, Fault};

/// `crate = ::path`; where the derive has guardrails of the whole type, `allow(…)`; for forms, `enum_names`.
#[derive(Default)]
pub(crate) struct ContainerAttr {
    krate: Option<Keyed<Path>>,
    pub(crate) waivers: Vec<Waiver>,
    /// `enum_names`, which only a choice in a form can have.
    pub(crate) enum_names: Option<Ident>,
}

/// What a message offers in place of `enum_names`.
pub(crate) const NO_ENUM_NAMES: &str = "remove `enum_names`, which is deprecated: titles go out in `oneOf`";

impl ContainerAttr {
    pub(crate) fn parse(attrs: &[Attribute], name: &str, errors: &Errors) -> Self {
        let mut attr = Self::default();
        for tokens in named(attrs, name, &format!("#[{name}(crate = ::path)]"), errors) {
            let mut words = Words::of(tokens);
            arguments(tokens.clone(), errors, |key, input| {
                match key.to_string().as_str() {
                    "crate" => {
                        let path = crate_value(&key, input)?;
                        set(&mut attr.krate, key, path, errors);
                    }
                    "enum_names" if name == "elicit" => {
                        if flag(&key, input).is_err() {
                            return Err(Fault::at(&key, "`enum_names` takes no value")
                                .help(NO_ENUM_NAMES)
                                .into_error());
                        }
                        set_flag(&mut attr.enum_names, key, errors);
                    }
                    "allow" => attr.waivers.extend(Waiver::parse(&key, input, &mut words, errors)?),
                    _ => {
                        // `enum_names` is deprecated, so that nobody is led to it.
                        let known = &["crate", "allow"];
                        return Err(unknown(&format!("#[{name}]"), &key, known, &[], &mut words).into_error());
                    }
                }
                Ok(())
            });
        }
        attr
    }

    pub(crate) fn crate_path(&self, errors: &Errors) -> CratePath {
        CratePath::new(self.krate.as_ref(), errors)
    }
}
