//! How much may be done at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what runs at once.
#[derive(Debug)]
pub(crate) struct Gate {
    inside: AtomicUsize,
    most: usize,
}

impl Gate {
    pub(crate) fn new(most: usize) -> Self {
        Self { inside: AtomicUsize::new(0), most }
    }

    /// A pass that frees its place when dropped; `None` when all places are taken.
    pub(crate) fn enter(&self) -> Option<Pass<'_>> {
        self.take_place().then(|| Pass { gate: self })
    }

    /// As [`enter`](Self::enter), for a pass that outlives the borrow.
    pub(crate) fn enter_owned(self: &Arc<Self>) -> Option<OwnedPass> {
        self.take_place().then(|| OwnedPass { gate: Arc::clone(self) })
    }

    fn take_place(&self) -> bool {
        let free = self.inside.fetch_add(1, Ordering::Relaxed) < self.most;
        if !free {
            self.leave();
        }
        free
    }

    fn leave(&self) {
        self.inside.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }
}

/// A place inside a [`Gate`].
#[derive(Debug)]
pub(crate) struct Pass<'a> {
    gate: &'a Gate,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.gate.leave();
    }
}

/// A [`Pass`] that keeps its gate alive.
#[derive(Debug)]
pub(crate) struct OwnedPass {
    gate: Arc<Gate>,
}

impl Drop for OwnedPass {
    fn drop(&mut self) {
        self.gate.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gate_frees_its_place_when_the_pass_is_dropped() {
        let gate = Gate::new(1);
        let pass = gate.enter();
        assert!(pass.is_some());
        assert!(gate.enter().is_none());
        drop(pass);
        assert!(gate.enter().is_some());
    }
}
