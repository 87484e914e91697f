//! Judging `subscriptions/listen`, and telling one listener of changes until either side ends it (*Subscriptions*).

use std::sync::Arc;
use std::time::Duration;

use taffrail_core::protocol::{
    Change, Fault, Id, Meta, Request, SubscriptionFilter, SubscriptionWriter, object,
};
use tokio::sync::watch;

use super::respond::check_optional_meta;
use super::{Answer, Outlet, Service};
use crate::apart::{Apart, apart};
use crate::changes::{Changes, Subscription};
use crate::limit::{Gate, OwnedPass};
use crate::race::{Either, race};
use crate::tasks::TaskWatch;

/// What a stream is told at most once in this time, however often it happens.
const PAUSE: Duration = Duration::from_millis(100);

/// What of the server clients can listen for.
pub(super) struct Listening {
    pub(super) changes: Changes,
    /// The kinds of change that the server declares.
    pub(super) kinds: Vec<Change>,
    /// Counts subscriptions on all connections.
    pub(super) gate: Arc<Gate>,
}

/// What one connection gives to its requests that stay open.
#[derive(Debug)]
pub struct Streams {
    gate: Arc<Gate>,
    ended: watch::Sender<bool>,
    says_cancelled: bool,
}

impl Streams {
    /// Streams of a connection that carries many requests at once: at most `most` of them stay open, and one that the server
    /// ends is told by `notifications/cancelled` before its result.
    #[must_use]
    pub fn shared(most: usize) -> Self {
        Self { gate: Arc::new(Gate::new(most)), ended: watch::Sender::new(false), says_cancelled: true }
    }

    /// Streams that each have a response of their own, as on HTTP: the result ends them.
    #[must_use]
    pub fn separate() -> Self {
        Self { says_cancelled: false, ..Self::shared(usize::MAX) }
    }

    /// Ends all that are open, and all that come later.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Waits for [`end`](Self::end).
    pub(super) async fn ended(&self) {
        let mut ended = self.ended.subscribe();
        // The sender is here, so that this fails never.
        let _ = ended.wait_for(|ended| *ended).await;
    }
}

/// A request to listen that is in order.
pub(super) struct AcceptedListen {
    honoured: SubscriptionFilter,
    /// The tasks that it names; which of them there are is not known yet.
    tasks: Vec<String>,
}

impl Service {
    /// Steps 12 and 13 for `subscriptions/listen`.
    pub(super) fn judge_listen(
        &self,
        request: &Request<'_>,
        meta: &Meta<'_>,
    ) -> Result<AcceptedListen, Fault> {
        check_optional_meta(meta)?;
        let asked = request.params.notifications.ok_or_else(|| {
            Fault::InvalidParams("`notifications` must say what to listen for; `{}` is nothing".into())
        })?;
        let asked = SubscriptionFilter::read(asked).map_err(Fault::InvalidParams)?;
        let most = self.inner.limits.subscribed_resources;
        if asked.resources() > most {
            return Err(Fault::InvalidParams(format!(
                "`resourceSubscriptions` names {} resources, more than the server's limit of {most}",
                asked.resources()
            )));
        }
        let tasks = self.judge_watched(&asked, meta)?;
        Ok(AcceptedListen { honoured: asked.within(&self.inner.listening.kinds), tasks })
    }

    /// Tells a listener of changes until the server ends; a client that ends it drops this.
    pub(super) async fn subscribed(
        &self,
        id: &Id<'_>,
        accepted: AcceptedListen,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        let Some(streams) = outlet.streams() else {
            let problem = "subscriptions need a client that takes `text/event-stream`";
            return Answer::fault(&Fault::InvalidRequest(problem.into()), Some(id));
        };
        let (_place, _pass) = match self.admit_listener(&streams) {
            Ok(passes) => passes,
            Err(fault) => return Answer::fault(&fault, Some(id)),
        };
        let (tasks, mut watch) = match self.watched(accepted.tasks).await {
            Ok(watched) => watched,
            Err(fault) => return Answer::fault(&fault, Some(id)),
        };
        let writer = SubscriptionWriter::new(id.clone().into_owned());
        // From here on nothing is missed; what happens before the acknowledgment waits behind it (SUB-04).
        let subscription = self.inner.listening.changes.subscribe(accepted.honoured.with_task_ids(tasks));
        outlet.notify(writer.acknowledged(subscription.filter()));
        let patience = self.inner.limits.stalled;
        let told = tell(&subscription, &mut watch, &writer, &*outlet, patience);
        let reason = match race(streams.ended(), told).await {
            Either::Left(()) => "the server is shutting down",
            Either::Right(()) => {
                tracing::warn!(id = id.as_json(), ?patience, "a subscription ends: its client does not read");
                "the client does not read"
            }
        };
        if streams.says_cancelled {
            outlet.notify(writer.cancelled(reason));
        }
        Answer::result(self.inner.catalogue.results().subscription_end(id))
    }

    fn admit_listener(&self, streams: &Streams) -> Result<(OwnedPass, OwnedPass), Fault> {
        let full = |whose: &str, name: &str, gate: &Gate| Fault::Unavailable {
            message: format!(
                "{whose} already has {} subscriptions open, the server's limit (`{name}`); one can listen for several \
                 things, so close another or ask for more in one",
                gate.most()
            ),
            data: object([("limit", gate.most().into())]),
        };
        let here = streams.gate.enter_owned();
        let here =
            here.ok_or_else(|| full("this connection", "subscriptions_per_connection", &streams.gate))?;
        let all = &self.inner.listening.gate;
        let place = all.enter_owned().ok_or_else(|| full("the server", "subscriptions", all))?;
        Ok((here, place))
    }
}

/// Passes changes on, for as long as they are read.
pub(super) fn tell<'a>(
    subscription: &'a Subscription,
    tasks: &'a mut TaskWatch,
    writer: &'a SubscriptionWriter,
    outlet: &'a dyn Outlet,
    patience: Duration,
) -> Apart<'a, ()> {
    apart(async move {
        loop {
            race(subscription.filled(), tasks.changed()).await;
            // Until there is room, changes wait where they become one.
            let has_room = || async { tokio::time::timeout(patience, outlet.room()).await.is_ok() };
            if !has_room().await {
                return;
            }
            let (changes, waited) = subscription.take();
            if waited > patience {
                return;
            }
            changes.iter().for_each(|changed| outlet.notify(writer.changed(changed)));
            while tasks.has_changed() {
                // Each may be as large as a result.
                if !has_room().await {
                    return;
                }
                if let Some(task) = tasks.take().await {
                    outlet.notify(writer.task(&task));
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    })
}
