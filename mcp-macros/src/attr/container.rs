//! `#[tool_input(…)]`, `#[tool_output(…)]`, `#[provides(…)]`: what a derive is told about the whole type.

use syn::{Attribute, Path};

use super::waiver::Waiver;
use super::{Keyed, arguments, crate_value, named, set, unknown};
use crate::crate_path::CratePath;
use crate::diagnostic::Errors;

/// `crate = ::path` and, where the derive has guardrails of the whole type, `allow(…)`.
#[derive(Default)]
pub(crate) struct ContainerAttr {
    krate: Option<Keyed<Path>>,
    pub(crate) waivers: Vec<Waiver>,
}

impl ContainerAttr {
    pub(crate) fn parse(attrs: &[Attribute], name: &str, errors: &Errors) -> Self {
        let mut attr = Self::default();
        for tokens in named(attrs, name, &format!("#[{name}(crate = ::path)]"), errors) {
            arguments(tokens.clone(), errors, |key, input| {
                match key.to_string().as_str() {
                    "crate" => {
                        let path = crate_value(&key, input)?;
                        set(&mut attr.krate, key, path, errors);
                    }
                    "allow" => attr.waivers.extend(Waiver::parse(&key, input, errors)?),
                    _ => {
                        return Err(
                            unknown(&format!("#[{name}]"), &key, &["crate", "allow"], &[]).into_error()
                        );
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
