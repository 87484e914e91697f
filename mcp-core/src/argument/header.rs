//! Which arguments may travel as `Mcp-Param-*` headers.

use crate::Argument;

/// A type whose values may be mirrored into an `Mcp-Param-*` header (*Streamable HTTP > Schema Extension*):
/// strings, booleans, integers within ±(2^53-1) and fieldless enums, also optional.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be mirrored into an `Mcp-Param-*` header",
    label = "no header can carry this",
    note = "only strings, `bool`, integers within ±(2^53-1) and fieldless enums may be mirrored; clients drop a tool that mirrors anything else",
    note = "for an amount take an integer in minor units; of a struct, mirror a field: `#[arg(header = \"Region\")]` on it; of anything else, such as a list or a secret, remove `header`"
)]
pub trait HeaderParam: Argument {
    /// The least integer that the type can hold; 0 for what is no integer.
    const MIN: i128 = 0;
    /// The greatest integer that the type can hold; 0 for what is no integer.
    const MAX: i128 = 0;
}

/// The header names inside a type, known at compile time.
#[derive(Clone, Copy, Debug)]
pub struct HeaderTree {
    /// Names declared on the type's own fields.
    pub own: &'static [&'static str],
    /// The trees of its fields' types.
    pub nested: &'static [HeaderTree],
    /// Whether a name stands where no header can be read: under a list, a map or a union.
    pub lost: bool,
}

impl HeaderTree {
    /// No headers.
    pub const NONE: Self = Self { own: &[], nested: &[], lost: false };

    /// A struct's tree: its own names and its fields' trees.
    #[must_use]
    pub const fn of(own: &'static [&'static str], nested: &'static [Self]) -> Self {
        let (mut at, mut lost) = (0, false);
        while at < nested.len() {
            lost |= nested[at].lost;
            at += 1;
        }
        Self { own, nested, lost }
    }

    /// What becomes of a tree under a list, a map or a union.
    #[must_use]
    pub const fn repeated(self) -> Self {
        Self { own: &[], nested: &[], lost: self.lost || self.count() > 0 }
    }

    /// Whether no header can be read from the type.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// How many names there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        let (mut at, mut count) = (0, self.own.len());
        while at < self.nested.len() {
            count += self.nested[at].count();
            at += 1;
        }
        count
    }

    /// The name at `index`, counted over the whole tree; empty past the end.
    #[must_use]
    pub const fn nth(&self, index: usize) -> &'static str {
        if index < self.own.len() {
            return self.own[index];
        }
        let (mut at, mut index) = (0, index - self.own.len());
        while at < self.nested.len() {
            let count = self.nested[at].count();
            if index < count {
                return self.nested[at].nth(index);
            }
            index -= count;
            at += 1;
        }
        ""
    }
}
