//! What a client of an earlier revision is told of without asking each time, and where that waits for it.

use crate::changes::{Changes, Subscription};
use crate::lock::lock;
use std::sync::{Arc, Mutex, MutexGuard};
use taffrail_core::protocol::{Change, SubscriptionFilter};
use tokio::sync::watch;

/// How long the URIs that a client subscribes to may be together, in bytes.
const LONGEST: usize = 64 << 10;

/// What the client is told of.
#[derive(Default)]
pub(crate) struct Interest {
    state: Mutex<State>,
    /// Counts what happens to the state.
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    /// Each once.
    resources: Vec<String>,
    /// What waits for the client, while it is being told.
    open: Option<Open>,
}

struct Open {
    changes: Changes,
    kinds: Vec<Change>,
    subscription: Arc<Subscription>,
}

/// Follows an [`Interest`]: where the next change waits, also after it has become another one.
pub(crate) struct Follower<'a> {
    interest: &'a Interest,
    changed: watch::Receiver<u64>,
}

impl std::fmt::Debug for Interest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interest").field("resources", &self.state().resources.len()).finish_non_exhaustive()
    }
}

impl Interest {
    /// Adds a resource; false when there are too many. From then on no change of it is missed.
    pub(crate) fn add(&self, uri: &str, most: usize) -> bool {
        let mut state = self.state();
        let bytes: usize = state.resources.iter().map(String::len).sum();
        let is_known = state.resources.iter().any(|known| known == uri);
        if !is_known && (state.resources.len() >= most || bytes + uri.len() > LONGEST) {
            return false;
        }
        state.resources.extend((!is_known).then(|| uri.to_owned()));
        self.refit(state);
        true
    }

    /// Takes a resource away.
    pub(crate) fn remove(&self, uri: &str) {
        let mut state = self.state();
        state.resources.retain(|known| known != uri);
        self.refit(state);
    }

    /// Listens from now on; what waited for an earlier stream is dropped with that.
    pub(crate) fn listen(&self, changes: &Changes, kinds: &[Change]) {
        let mut state = self.state();
        let subscription = Arc::new(changes.subscribe(state.filter(kinds)));
        state.open = Some(Open { changes: changes.clone(), kinds: kinds.to_vec(), subscription });
        drop(state);
        self.changed.send_modify(|count| *count += 1);
    }

    /// Listens no more, until it is told to again.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.open = None;
        drop(state);
        self.changed.send_modify(|count| *count += 1);
    }

    pub(crate) fn follow(&self) -> Follower<'_> {
        Follower { interest: self, changed: self.changed.subscribe() }
    }

    /// Gives what is open the filter of now.
    fn refit(&self, mut state: MutexGuard<'_, State>) {
        if let Some(Open { changes, kinds, subscription }) = state.open.take() {
            let subscription = Arc::new(subscription.followed_by(state.filter(&kinds)));
            state.open = Some(Open { changes, kinds, subscription });
        }
        drop(state);
        self.changed.send_modify(|count| *count += 1);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    fn filter(&self, kinds: &[Change]) -> SubscriptionFilter {
        SubscriptionFilter::legacy(self.resources.clone()).within(kinds)
    }
}

impl Follower<'_> {
    /// Where changes wait now; `None` when it is over.
    pub(crate) fn now(&mut self) -> Option<Arc<Subscription>> {
        self.changed.mark_unchanged();
        self.interest.state().open.as_ref().map(|open| Arc::clone(&open.subscription))
    }

    /// Waits until they wait elsewhere.
    pub(crate) async fn moved(&mut self) {
        // The sender lives as long as the interest, so that this fails never.
        let _ = self.changed.changed().await;
    }
}
