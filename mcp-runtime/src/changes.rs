//! Telling clients that something changed: from anywhere in the program to every subscription that wants to hear of it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use taffrail_core::protocol::{Changed, SubscriptionFilter};
use tokio::sync::Notify;

use crate::lock::lock;

/// How many parts of named resources wait for one reader. Beyond that, the named resources stand for their parts.
const PARTS: usize = 256;

/// A handle that tells clients of changes (*Subscriptions*). Cheap to clone; it may be used from any thread, and never waits.
///
/// Give it to the server with [`Server::notifies`](crate::Server::notifies), which declares what clients may listen for, and keep
/// a clone where changes are noticed: in a background task, or in the state, from where a tool borrows it as `&Changes`. A handle
/// that no server was given tells nobody, and nothing says so.
///
/// A change is for every client of the server that listens for its kind, on whatever connection. Changes that come faster
/// than a client reads become one: a client reads again when it is told, and then sees the newest state.
///
/// ```
/// use taffrail::{Change, Changes, Server};
/// # use taffrail::{Identity, Resources};
///
/// # fn server(resources: Resources<Changes>) -> Server<Changes> {
/// let changes = Changes::new();
/// let watcher = changes.clone();
/// std::thread::spawn(move || watcher.resource_updated("file:///etc/motd"));
/// Server::new(changes.clone()).resources(resources).notifies(&changes, [Change::Contents])
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Changes {
    hub: Arc<Mutex<Hub>>,
}

#[derive(Default)]
struct Hub {
    /// With their numbers, which ascend.
    listeners: Vec<(u64, Arc<Mailbox>)>,
    /// Tells subscriptions apart; no number is used twice.
    count: u64,
}

impl Changes {
    /// A handle to give to a server, before there is one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that the list of tools changed. A [`Registry`](crate::Registry) says it by itself.
    pub fn tools_changed(&self) {
        self.publish(&Changed::Tools);
    }

    /// Says that the list of prompts changed. A [`Registry`](crate::Registry) says it by itself.
    pub fn prompts_changed(&self) {
        self.publish(&Changed::Prompts);
    }

    /// Says that the list of resources or of templates changed. A [`Registry`](crate::Registry) says it by itself.
    pub fn resources_changed(&self) {
        self.publish(&Changed::Resources);
    }

    /// Says that a resource holds something else. Clients that named it are told, and those that named what it is part of:
    /// `file:///notes/today` is part of `file:///notes`.
    pub fn resource_updated(&self, uri: impl Into<String>) {
        self.publish(&Changed::Contents(uri.into()));
    }

    fn publish(&self, changed: &Changed) {
        // Not under the lock: a reader that is woken may end its subscription, which takes it.
        let listeners: Vec<_> =
            self.lock().listeners.iter().map(|(_, mailbox)| Arc::clone(mailbox)).collect();
        listeners
            .iter()
            .filter(|mailbox| mailbox.filter.wants(changed))
            .for_each(|mailbox| mailbox.put(changed));
    }

    /// Listens from now on, until the subscription is dropped.
    pub(crate) fn subscribe(&self, filter: SubscriptionFilter) -> Subscription {
        let mailbox = Arc::new(Mailbox { filter, waiting: Mutex::default(), filled: Notify::new() });
        let mut hub = self.lock();
        hub.count += 1;
        let number = hub.count;
        hub.listeners.push((number, Arc::clone(&mailbox)));
        drop(hub);
        Subscription { changes: self.clone(), number, mailbox }
    }

    /// Whether both are one.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.hub, &other.hub)
    }

    #[cfg(test)]
    pub(crate) fn listeners(&self) -> usize {
        self.lock().listeners.len()
    }

    fn lock(&self) -> MutexGuard<'_, Hub> {
        lock(&self.hub)
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes").field("listeners", &self.lock().listeners.len()).finish()
    }
}

/// What waits for one reader: each change once, however often it happened.
struct Mailbox {
    filter: SubscriptionFilter,
    waiting: Mutex<Waiting>,
    filled: Notify,
}

#[derive(Default)]
struct Waiting {
    /// Sorted.
    changed: Vec<Changed>,
    /// Since when the oldest of them waits.
    since: Option<Instant>,
}

impl Waiting {
    fn put(&mut self, changed: Changed) {
        if let Err(at) = self.changed.binary_search(&changed) {
            self.changed.insert(at, changed);
        }
    }
}

impl Mailbox {
    fn put(&self, changed: &Changed) {
        let mut waiting = lock(&self.waiting);
        waiting.since.get_or_insert_with(Instant::now);
        match changed {
            Changed::Contents(uri) if waiting.changed.len() >= PARTS => {
                // Bounded by what the client named, however many parts change.
                if let Some(named) = self.filter.named(uri) {
                    waiting.put(Changed::Contents(named.to_owned()));
                }
            }
            changed => waiting.put(changed.clone()),
        }
        drop(waiting);
        self.filled.notify_one();
    }
}

/// One subscription. Dropping it ends it.
pub(crate) struct Subscription {
    changes: Changes,
    number: u64,
    mailbox: Arc<Mailbox>,
}

impl Subscription {
    pub(crate) fn filter(&self) -> &SubscriptionFilter {
        &self.mailbox.filter
    }

    /// Waits until there is a change. Nothing is taken: what waits keeps growing together until [`take`](Self::take).
    pub(crate) async fn filled(&self) {
        loop {
            let filled = self.mailbox.filled.notified();
            if lock(&self.mailbox.waiting).since.is_some() {
                return;
            }
            filled.await;
        }
    }

    /// Another subscription in the place of this one. What waits goes over, as far as it is still wanted.
    pub(crate) fn followed_by(&self, filter: SubscriptionFilter) -> Self {
        let next = self.changes.subscribe(filter);
        let (waiting, _) = self.take();
        let wanted = waiting.iter().filter(|changed| next.mailbox.filter.wants(changed));
        wanted.for_each(|changed| next.mailbox.put(changed));
        next
    }

    /// Takes what waits, and says for how long it has.
    pub(crate) fn take(&self) -> (Vec<Changed>, Duration) {
        let Waiting { changed, since } = std::mem::take(&mut *lock(&self.mailbox.waiting));
        (changed, since.map_or(Duration::ZERO, |since| since.elapsed()))
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let listeners = &mut self.changes.lock().listeners;
        if let Ok(at) = listeners.binary_search_by_key(&self.number, |(number, _)| *number) {
            listeners.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    fn filter(json: &str) -> SubscriptionFilter {
        SubscriptionFilter::read(&RawValue::from_string(json.into()).unwrap()).unwrap()
    }

    #[test]
    fn sub_16_repeated_changes_become_one_and_what_waits_is_bounded() {
        let changes = Changes::new();
        let subscription = changes
            .subscribe(filter(r#"{"toolsListChanged":true,"resourceSubscriptions":["db://x","db://y"]}"#));
        for number in 0..10_000 {
            changes.tools_changed();
            changes.resource_updated("db://y");
            changes.resource_updated(format!("db://x/{number}"));
        }
        let (waiting, _) = subscription.take();
        assert!(waiting.len() <= PARTS + 3, "{}", waiting.len());
        for changed in
            [Changed::Tools, Changed::Contents("db://x".into()), Changed::Contents("db://y".into())]
        {
            assert!(waiting.contains(&changed), "{changed:?} is not lost");
        }
        assert!(subscription.take().0.is_empty());
    }

    #[test]
    fn sub_05_what_was_not_asked_for_is_not_kept() {
        let changes = Changes::new();
        let subscription = changes.subscribe(filter(r#"{"promptsListChanged":true}"#));
        changes.tools_changed();
        changes.resources_changed();
        changes.resource_updated("db://x");
        assert!(subscription.take().0.is_empty());
        changes.prompts_changed();
        assert_eq!(subscription.take().0.into_iter().collect::<Vec<_>>(), [Changed::Prompts]);
    }

    #[test]
    fn sub_10_a_dropped_subscription_leaves_nothing_behind() {
        let changes = Changes::new();
        let subscription = changes.subscribe(filter("{}"));
        assert_eq!(changes.listeners(), 1);
        drop(subscription);
        assert_eq!(changes.listeners(), 0);
    }
}
