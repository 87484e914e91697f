//! A function that is a resource, or a family of them.

use syn::ItemFn;

use super::function::Function;
use super::kind::Kind;
use super::name;
use super::uri::{self, Variable};
use crate::attr::resource::ResourceAttr;
use crate::check;
use crate::check::question::Says;
use crate::diagnostic::{Errors, Fault};
use crate::model::duration::milliseconds;

/// A resource without a fault that the macro can see.
pub(crate) struct Resource<'a> {
    pub(crate) function: Function<'a>,
    pub(crate) attr: ResourceAttr,
    /// The URI or template.
    pub(crate) uri: String,
    pub(crate) variables: Vec<Variable>,
    /// The name for programs.
    pub(crate) name: String,
    pub(crate) cache_ms: Option<u64>,
}

impl<'a> Resource<'a> {
    /// Everything that is wrong with the item is in `errors` when this is `None`.
    pub(crate) fn from_syn(attr: ResourceAttr, item: &'a ItemFn, errors: &Errors) -> Option<Self> {
        let before = errors.count();
        let function = Function::new(item, Kind::Resource, attr.timeout.as_ref(), errors);
        let ident = function.ident();
        let says = Says::needs(!attr.needs.is_empty());
        check::question::declared(item, &function.inputs, Kind::Resource, says, errors);
        if function.doc.is_missing() {
            errors.push(
                Fault::at(ident, format!("resource `{ident}` has no description"))
                    .note("people and models choose what to read by its name and description")
                    .help("write a doc comment that says what it holds: `/// The …`"),
            );
        }
        let name = attr.name.as_ref().map_or_else(|| name::plain(ident), |name| name.value.value());
        let cache = attr.cache.as_ref();
        let cache_ms =
            cache.and_then(|cache| milliseconds(&cache.value.scope.to_string(), &cache.value.ttl, errors));
        let literal = attr.uri.as_ref();
        let variables = literal.and_then(|uri| variables(uri, errors));
        let (uri, variables) = (literal?.value(), variables?);
        let resource = Self { function, attr, uri, variables, name, cache_ms };
        check::resource::consistent(&resource, errors);
        (errors.count() == before).then_some(resource)
    }

    /// The variable that a parameter takes.
    pub(crate) fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }
}

/// GR-122.
fn variables(uri: &syn::LitStr, errors: &Errors) -> Option<Vec<Variable>> {
    let text = uri.value();
    match uri::variables(&text) {
        Ok(variables) => Some(variables),
        Err((problem, help)) => {
            let problem =
                if problem.starts_with('`') || problem.starts_with("nothing") || problem.starts_with("a ") {
                    format!("`{text}`: {problem}")
                } else {
                    format!("`{text}` {problem}")
                };
            errors.push(Fault::at(uri, problem).maybe_help(help));
            None
        }
    }
}
