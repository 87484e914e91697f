//! GR-74, 77 and 83: what a tool gives back, as far as its spelling tells.

use syn::visit::Visit;
use syn::{GenericArgument, PathArguments, Type, TypePath};

use crate::diagnostic::{Errors, Fault};
use crate::model::tool::Tool;
use crate::model::types::{last_segment, shown};

/// Everything about the return type.
pub(crate) fn fits(tool: &Tool<'_>, errors: &Errors) {
    let Some(reply) = tool.reply() else { return };
    let success = first_argument(reply, "Result").unwrap_or(reply);
    unordered(reply, "a result", errors);
    if let Some(items) = unbounded(success) {
        // A name that the items do not have.
        let list = if items == "Found" { "AllFound" } else { "Found" };
        errors.push(
            Fault::at(success, format!("`{}` returns a list without a limit", tool.ident()))
                .note("a list of everything fills the model's context, and nothing says how to get the rest")
                .help(format!("take `#[arg(flatten)] page: PageRequest<20, 100>` and return `Page<{items}>`: `page.page(items, next)`, where `next` is `Some` of where the next page begins; at the end, `Page::last(items)`"))
                .help(format!("for a list that is short by nature, return `Json<{list}>`: `Json({list} {{ items }})`, with `#[derive(ToolOutput)] struct {list} {{ items: Vec<{items}> }}`")),
        );
    }
    if last_segment(success).is_some_and(|last| last.ident == "Page") && !can_go_on(tool) {
        errors.push(
            Fault::at(success, format!("`{}` returns a `Page` and takes no cursor", tool.ident()))
                .note("without one, nobody gets beyond the first page")
                .help("take `#[arg(flatten)] page: PageRequest<20, 100>`, which is `limit` and `cursor`, and return `page.page(items, next)`"),
        );
    }
}

/// GR-83: containers whose order changes with every run.
pub(crate) fn unordered(ty: &Type, place: &str, errors: &Errors) {
    let mut finder = Finder { found: Vec::new() };
    finder.visit_type(ty);
    for path in finder.found {
        let Some(last) = path.path.segments.last() else { continue };
        let (hash, instead) =
            if last.ident == "HashMap" { ("HashMap", "BTreeMap") } else { ("HashSet", "BTreeSet") };
        errors.push(
            Fault::at(&last.ident, format!("`{hash}` in {place} comes out in a different order each run"))
                .note("equal answers would be different bytes, and every cache on the way misses")
                .help(format!("use `{instead}`, or a `Vec` that you sort")),
        );
    }
}

struct Finder<'a> {
    found: Vec<&'a TypePath>,
}

impl<'a> Visit<'a> for Finder<'a> {
    fn visit_type_path(&mut self, path: &'a TypePath) {
        if path.path.segments.last().is_some_and(|last| last.ident == "HashMap" || last.ident == "HashSet") {
            self.found.push(path);
        }
        syn::visit::visit_type_path(self, path);
    }
}

/// The items of `Vec<T>`; a list of content blocks is a reply. `Json<Vec<T>>` is said on purpose, and gets advice.
fn unbounded(ty: &Type) -> Option<String> {
    let items = first_argument(ty, "Vec")?;
    let is_block = last_segment(items).is_some_and(|last| last.ident == "Content");
    (!is_block).then(|| shown(items))
}

/// Whether a cursor may be among the parameters. A flattened struct may hold one, and a macro cannot look inside.
fn can_go_on(tool: &Tool<'_>) -> bool {
    tool.arguments().any(|parameter| {
        parameter.is_flattened()
            || parameter.name == "cursor"
            || last_segment(parameter.ty)
                .is_some_and(|last| last.ident == "Cursor" || last.ident == "PageRequest")
    })
}

fn first_argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let last = last_segment(ty).filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
