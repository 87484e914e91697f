//! A type that contains itself has a schema without end. The compiler would find the cycle too, and describe it in terms
//! of constants that nobody wrote.

use syn::visit::{self, Visit};
use syn::{Ident, Type, TypePath};

use crate::diagnostic::{Errors, Fault};

/// Refuses a field of type `ty` in the type `owner` when it is spelt with `owner` itself.
pub(crate) fn refuse(owner: &Ident, ty: &Type, errors: &Errors) {
    let mut finder = Finder { owner, found: None };
    finder.visit_type(ty);
    if let Some(place) = finder.found {
        errors.push(
            Fault::at(place, format!("`{owner}` contains itself"))
                .note(
                    "its schema would have no end, and many clients do not follow references inside a schema",
                )
                .help("take a flat list whose items name their parent, for example by `parent: Option<u32>`"),
        );
    }
}

struct Finder<'a> {
    owner: &'a Ident,
    found: Option<&'a Ident>,
}

impl<'a> Visit<'a> for Finder<'a> {
    fn visit_type_path(&mut self, path: &'a TypePath) {
        match path.path.get_ident() {
            Some(ident) if ident == self.owner => {
                self.found.get_or_insert(ident);
            }
            _ => visit::visit_type_path(self, path),
        }
    }
}
