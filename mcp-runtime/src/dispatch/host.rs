//! What a running call can ask of the server: progress, cancellation, work beside it.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use serde_json::value::RawValue;
use taffrail_core::protocol::{LogLevel, LogMessage};
use taffrail_core::{Asker, Failure, Host, Progress};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::envelope::Envelope;
use super::logs::Logs;
use super::tasks::TaskBegin;
use super::{Outlet, Service};
use crate::lock::lock;
use crate::round::Round;
use crate::tasks::TaskHandle;

/// The runtime's side of one call.
pub(super) struct CallHost {
    reports: Option<Mutex<Reports>>,
    logs: Logs,
    outlet: Arc<dyn Outlet>,
    over: AtomicBool,
    end: Notify,
    work: Mutex<Option<JoinSet<()>>>,
    round: Option<Arc<Round>>,
    task: CallTask,
}

/// The task that a call is or may become. Nothing but a tool has one.
#[derive(Default)]
pub(super) struct CallTask {
    /// `None` where there is none, for this client or at all.
    pub(super) task: Option<TaskHandle>,
    /// From when on, if the tool has said that its calls become tasks.
    pub(super) declared: Option<TaskBegin>,
}

/// The progress of a call that asked for it.
struct Reports {
    token: Box<RawValue>,
    greatest: f64,
    /// The newest report that was not sent, because there were too many.
    held: Option<Vec<u8>>,
    /// How many may be sent at once.
    credit: u32,
    refilled: Instant,
}

/// A burst is sent whole, then at most one report in each interval; the last one always.
const BURST: u32 = 16;
const INTERVAL: Duration = Duration::from_millis(50);

impl Service {
    /// The side of a call that may ask what `round` says; without one it may ask nothing.
    pub(super) fn host(
        &self,
        envelope: &Envelope<'_>,
        outlet: Arc<dyn Outlet>,
        round: Option<Arc<Round>>,
        task: CallTask,
    ) -> Arc<CallHost> {
        CallHost::new(envelope.progress_token, self.logs(envelope), outlet, round, task)
    }
}

impl CallHost {
    fn new(
        token: Option<&RawValue>,
        logs: Logs,
        outlet: Arc<dyn Outlet>,
        round: Option<Arc<Round>>,
        task: CallTask,
    ) -> Arc<Self> {
        if let Some(round) = &round {
            round.connect(&outlet);
        }
        let reports = token.map(|token| {
            Mutex::new(Reports {
                token: token.to_owned(),
                greatest: f64::NEG_INFINITY,
                held: None,
                credit: BURST,
                refilled: Instant::now(),
            })
        });
        let (over, end, work) = (AtomicBool::new(false), Notify::new(), Mutex::new(None));
        Arc::new(Self { reports, logs, outlet, over, end, work, round, task })
    }

    fn begun_task(&self) -> Option<&TaskHandle> {
        self.task.task.as_ref().filter(|task| task.rest().is_some())
    }

    /// Ends the call: what was held back of its progress is sent if it is answered, work beside it is dropped,
    /// and nothing that still holds its context is heard any more.
    fn finish(&self, answered: bool) {
        // Both are held, so that nobody who has seen that it was not over still sends after this.
        let (reports, logs) = (self.reports.as_ref().map(lock), self.logs.budget());
        let was_over = self.over.swap(true, Ordering::AcqRel);
        if !was_over
            && answered
            && let Some(held) = reports.and_then(|mut reports| reports.held.take())
        {
            self.outlet.notify(held);
        }
        if let Some(mut logs) = logs {
            logs.close();
        }
        self.end.notify_waiters();
        drop(lock(&self.work).take());
    }
}

/// Ends the call when it is dropped, which is how it is cancelled, or when it is answered.
pub(super) struct CallGuard {
    host: Arc<CallHost>,
    answered: bool,
}

impl CallGuard {
    pub(super) fn new(host: Arc<CallHost>) -> Self {
        Self { host, answered: false }
    }

    pub(super) fn answered(mut self) {
        self.answered = true;
    }
}

impl Drop for CallGuard {
    fn drop(&mut self) {
        self.host.finish(self.answered);
    }
}

impl Reports {
    /// The notification, if the report goes forward.
    fn written(&mut self, progress: Progress<'_>) -> Option<Vec<u8>> {
        let forward = progress.done.is_finite() && progress.done > self.greatest;
        if !forward {
            tracing::debug!(done = progress.done, "progress that does not increase is not sent");
            return None;
        }
        self.greatest = progress.done;
        let total = progress.total.filter(|total| total.is_finite());
        let members = [("total", total.map(Value::from)), ("message", progress.message.map(Value::from))];
        let members = members.into_iter().filter_map(|(name, value)| Some(format!(",\"{name}\":{}", value?)));
        let (token, done) = (self.token.get(), Value::from(progress.done));
        let params = format!("\"progressToken\":{token},\"progress\":{done}{}", members.collect::<String>());
        let notification =
            format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{{params}}}}}");
        Some(notification.into_bytes())
    }

    /// Whether one more may be sent now.
    fn spend(&mut self) -> bool {
        let intervals = self.refilled.elapsed().as_nanos() / INTERVAL.as_nanos();
        if intervals > 0 {
            self.credit = BURST.min(self.credit.saturating_add(u32::try_from(intervals).unwrap_or(BURST)));
            self.refilled = Instant::now();
        }
        self.credit.checked_sub(1).is_some_and(|rest| {
            self.credit = rest;
            true
        })
    }
}

impl Host for CallHost {
    fn wants_progress(&self) -> bool {
        self.reports.is_some() || self.begun_task().is_some()
    }

    fn progress(&self, progress: Progress<'_>) {
        if let Some(task) = self.begun_task() {
            // There are no notifications of progress any more; what people can read becomes the task's message.
            if let Some(message) = progress.message {
                task.note(message);
            }
            return;
        }
        let Some(reports) = &self.reports else { return };
        let mut reports = lock(reports);
        if self.over.load(Ordering::Acquire) {
            return;
        }
        if let Some(notification) = reports.written(progress) {
            if reports.spend() {
                reports.held = None;
                self.outlet.notify(notification);
            } else {
                reports.held = Some(notification);
            }
        }
    }

    fn wants_log(&self, level: LogLevel) -> bool {
        self.logs.wants(level) && !self.is_cancelled() && self.begun_task().is_none()
    }

    fn log(&self, message: LogMessage<'_>) {
        let Some(mut budget) = self.logs.budget().filter(|_| self.logs.wants(message.level)) else { return };
        if self.is_cancelled() {
            return;
        }
        if let Some(notification) = budget.written(message) {
            self.outlet.notify(notification);
        }
    }

    fn begin_task(&self) -> Option<Pin<Box<dyn Future<Output = Result<(), Failure>> + Send + '_>>> {
        let CallTask { task, declared } = &self.task;
        let task = task.as_ref();
        if task.is_none() && declared.is_none() {
            return None;
        }
        Some(Box::pin(async move {
            if self.is_cancelled() {
                // Its client has another answer already, and would never hear of the task.
                return Err(Failure::transient("the call that was to become a task is over"));
            }
            match task {
                // What this round asks has to be answered first, and the function is entered again then.
                Some(_) if self.round.as_ref().is_some_and(|round| round.asks()) => {
                    std::future::pending().await
                }
                Some(task) => task.begin().await,
                None => Ok(()),
            }
        }))
    }

    fn asker(&self) -> Option<&dyn Asker> {
        self.round.as_deref().map(|round| round as &dyn Asker)
    }

    fn let_client_poll(&self) -> bool {
        !self.is_cancelled() && self.outlet.let_client_poll()
    }

    fn is_cancelled(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async {
            let ended = self.end.notified();
            if !self.is_cancelled() {
                ended.await;
            }
        })
    }

    fn spawn(&self, work: Pin<Box<dyn Future<Output = ()> + Send>>) {
        let mut set = lock(&self.work);
        if !self.is_cancelled() {
            set.get_or_insert_default().spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Heard(Mutex<Vec<serde_json::Value>>);

    impl Outlet for Heard {
        fn notify(&self, message: Vec<u8>) {
            lock(&self.0).push(serde_json::from_slice(&message).unwrap());
        }
    }

    fn host(token: Option<&RawValue>, heard: &Arc<Heard>) -> Arc<CallHost> {
        CallHost::new(token, Logs::Undeclared, heard.clone(), None, CallTask::default())
    }

    fn report(host: &CallHost, done: f64) {
        host.progress(Progress { done, total: Some(10.0), message: None });
    }

    fn values(heard: &Heard) -> Vec<f64> {
        lock(&heard.0).iter().map(|message| message["params"]["progress"].as_f64().unwrap()).collect()
    }

    #[test]
    fn prog_01_without_a_token_nothing_is_sent_and_the_token_keeps_its_type() {
        let heard = Arc::new(Heard::default());
        report(&host(None, &heard), 1.0);
        assert!(lock(&heard.0).is_empty());
        for token in ["7", "\"7\""] {
            let token = RawValue::from_string(token.into()).unwrap();
            report(&host(Some(&token), &heard), 1.0);
        }
        let tokens: Vec<_> =
            lock(&heard.0).iter().map(|message| message["params"]["progressToken"].clone()).collect();
        assert_eq!(tokens, [serde_json::json!(7), serde_json::json!("7")]);
    }

    #[test]
    fn prog_02_progress_increases_or_is_dropped() {
        let heard = Arc::new(Heard::default());
        let token = RawValue::from_string("1".into()).unwrap();
        let host = host(Some(&token), &heard);
        for done in [5.0, 5.0, 3.0, f64::NAN, f64::INFINITY, 8.0] {
            report(&host, done);
        }
        assert_eq!(values(&heard), [5.0, 8.0]);
    }

    #[test]
    fn prog_03_after_the_end_nothing_is_sent() {
        let heard = Arc::new(Heard::default());
        let token = RawValue::from_string("1".into()).unwrap();
        let host = host(Some(&token), &heard);
        CallGuard::new(host.clone()).answered();
        report(&host, 1.0);
        assert!(values(&heard).is_empty());
        assert!(host.is_cancelled());
    }

    #[test]
    fn prog_06_a_burst_becomes_few_and_the_last_one_is_kept() {
        let heard = Arc::new(Heard::default());
        let token = RawValue::from_string("1".into()).unwrap();
        let host = host(Some(&token), &heard);
        for done in 1..=10_000 {
            report(&host, f64::from(done));
        }
        CallGuard::new(host).answered();
        let values = values(&heard);
        assert!(values.len() < 200, "{}", values.len());
        assert_eq!(values.last(), Some(&10_000.0));
    }

    #[tokio::test]
    async fn canc_10_work_beside_a_call_ends_with_it() {
        struct Flag(Arc<AtomicBool>);
        impl Drop for Flag {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Release);
            }
        }
        let host = host(None, &Arc::default());
        let dropped = Arc::new(AtomicBool::new(false));
        let flag = Flag(dropped.clone());
        host.spawn(Box::pin(async move {
            let _flag = flag;
            std::future::pending::<()>().await;
        }));
        tokio::task::yield_now().await;
        drop(CallGuard::new(host.clone()));
        host.cancelled().await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(dropped.load(Ordering::Acquire));
    }
}
