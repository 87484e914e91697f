//! One message in, at most one message out. No I/O: transports frame, this decides.
//!
//! The order in which a request is judged is fixed in `respond`; a transport that carries headers hands them
//! over as [`Mirrors`], one that does not leaves them out, and nothing else differs between transports.

mod answer;
mod assemble;
mod call;
mod catalogue;
mod check;
mod complete;
mod contents;
mod envelope;
mod host;
mod input;
mod introduction;
mod legacy;
mod listen;
mod listing;
mod live;
mod logs;
mod mirror;
mod prompts;
mod refusal;
mod resource_check;
mod resources;
mod respond;
#[cfg_attr(not(feature = "tasks"), path = "no_tasks.rs")]
mod tasks;
mod tool_lists;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

pub(crate) use respond::wants_notifications;
use taffrail_core::protocol::Message;
pub use taffrail_core::protocol::{Id, Notification, Request};
use taffrail_core::{Call, Definition, PromptDefinition, ResourceDefinition};

pub use answer::{Answer, Body};
pub(crate) use assemble::Assembly;
pub use assemble::{AssemblyError, Order};
pub(crate) use contents::Contents;
pub(crate) use introduction::ServerIdentity;
pub use listen::Streams;
pub(crate) use live::Live;
pub use mirror::{Mirrored, Mirrors};

use crate::advice::{AdviceList, ServerWaiver};
use crate::apart::apart;
use crate::changes::Changes;
use crate::limit::Limits;
use crate::round::Sealing;
use crate::tasks::DeskHandle;
use catalogue::Catalogue;

#[cfg(test)]
mod tests;

/// A server, assembled: everything that a transport needs to answer messages. Cheap to clone.
#[derive(Clone)]
pub struct Service {
    inner: Arc<Inner>,
    /// Where the newest generation is, when there can be another than this.
    live: Option<Arc<Live>>,
}

struct Inner {
    catalogue: Catalogue,
    listening: Arc<listen::Listening>,
    limits: Limits,
    sealing: Arc<Sealing>,
    /// `None` when no call becomes a task.
    desk: Option<DeskHandle>,
    transports: Arc<crate::transport::Settings>,
}

impl Inner {
    /// The same server with another catalogue.
    fn followed_by(&self, catalogue: Catalogue) -> Self {
        Self {
            catalogue,
            listening: Arc::clone(&self.listening),
            limits: self.limits.clone(),
            sealing: Arc::clone(&self.sealing),
            desk: self.desk.clone(),
            transports: Arc::clone(&self.transports),
        }
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

/// A message, read.
#[derive(Debug)]
pub enum Incoming<'m> {
    /// To be answered.
    Request(Request<'m>),
    /// Never to be answered.
    Notification(Notification<'m>),
    /// An answer to a request that this server cannot have made.
    Response,
}

/// What surrounds a request on its transport.
pub struct Exchange<'a> {
    /// The headers that mirror the body, where the transport has any.
    pub mirrors: Option<&'a dyn Mirrors>,
    /// Where notifications about this request go.
    pub outlet: Arc<dyn Outlet>,
}

impl fmt::Debug for Exchange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("has_mirrors", &self.mirrors.is_some()).finish_non_exhaustive()
    }
}

/// Takes the notifications of one request, in order, before its answer.
pub trait Outlet: Send + Sync {
    /// Sends one notification: a JSON object on one line, without the newline.
    fn notify(&self, message: Vec<u8>);

    /// As [`notify`](Self::notify), for a request of the server's own, which must not be missed.
    fn ask(&self, message: Vec<u8>) {
        self.notify(message);
    }

    /// Lets the client go, which comes back for the rest; false where clients do not.
    fn let_client_poll(&self) -> bool {
        false
    }

    /// Resolves when the client has been away for longer than it is waited for. Never where the call ends with its connection.
    fn gone(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::pending())
    }

    /// Waits until more can be sent without piling up. A stream that writes only as fast as it is read has room always.
    fn room(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }

    /// What the connection gives to requests that stay open; `None` where none can.
    fn streams(&self) -> Option<Arc<Streams>> {
        None
    }
}

impl Service {
    /// Reads a message.
    ///
    /// # Errors
    /// The answer to what is no message: -32700 or -32600.
    pub fn open<'m>(&self, message: &'m [u8]) -> Result<Incoming<'m>, Answer> {
        match Message::read(message) {
            Ok(Message::Request(request)) => Ok(Incoming::Request(request)),
            Ok(Message::Notification(notification)) => Ok(Incoming::Notification(notification)),
            Ok(Message::Response) => Ok(Incoming::Response),
            Err((fault, id)) => Err(Answer::fault(&fault, id.as_ref())),
        }
    }

    /// Answers a request. Dropping the future cancels the call.
    pub async fn respond(&self, request: Request<'_>, exchange: Exchange<'_>) -> Answer {
        let newest;
        let service = match &self.live {
            None => self,
            Some(live) => {
                newest = live.now();
                &newest
            }
        };
        service.answered(request, exchange).await
    }

    async fn answered(&self, request: Request<'_>, exchange: Exchange<'_>) -> Answer {
        match self.judge(&request, &exchange) {
            Ok(verdict) => self.carry_out(&request, verdict, exchange.outlet).await,
            Err(fault) => Answer::fault(&fault, Some(&request.id)),
        }
    }

    /// The server as it is now, with what its [`Registry`](crate::Registry) holds at this moment: what the methods below tell of.
    /// They tell of what it began with otherwise. Requests are always answered by the newest.
    #[must_use]
    pub fn now(&self) -> Self {
        self.live.as_ref().map_or_else(|| self.clone(), |live| live.now())
    }

    /// Does what a request that is in order asks for.
    async fn carry_out(
        &self,
        request: &Request<'_>,
        verdict: respond::Verdict<'_>,
        outlet: Arc<dyn Outlet>,
    ) -> Answer {
        match verdict {
            respond::Verdict::Answer(body) => Answer::result(body),
            respond::Verdict::Call(accepted) => apart(self.run(&request.id, accepted, outlet)).await,
            respond::Verdict::Prompt(accepted) => apart(self.get_prompt(&request.id, accepted, outlet)).await,
            respond::Verdict::Read(accepted) => {
                apart(self.read_resource(&request.id, accepted, outlet)).await
            }
            respond::Verdict::Complete(accepted) => apart(self.complete(&request.id, accepted, outlet)).await,
            respond::Verdict::Task(accepted) => apart(self.tell_of_task(&request.id, accepted)).await,
            respond::Verdict::Listen(accepted) => apart(self.subscribed(&request.id, accepted, outlet)).await,
        }
    }

    /// The definitions of all tools, in the order in which they are listed.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.inner.catalogue.entries().iter().map(|entry| &entry.definition)
    }

    /// The bounds.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// The names of all mirrored headers of all tools, without `Mcp-Param-`, each once.
    pub fn mirrored_headers(&self) -> impl Iterator<Item = &str> {
        self.inner.catalogue.mirrored_headers()
    }

    /// The text that `tools/list` answers with: the members of its result, of the first page where there are several.
    #[must_use]
    pub fn listing(&self) -> &str {
        self.inner.catalogue.listing().first()
    }

    /// The definitions of all prompts, in the order in which they are listed.
    pub fn prompts(&self) -> impl Iterator<Item = &PromptDefinition> {
        self.inner.catalogue.prompts().definitions()
    }

    /// The definitions of all resources and templates, in the order in which they are listed.
    pub fn resources(&self) -> impl Iterator<Item = &ResourceDefinition> {
        self.inner.catalogue.resources().definitions()
    }

    /// The handle that tells clients of changes, as [`Server::notifies`](crate::Server::notifies) was given it.
    #[must_use]
    pub fn changes(&self) -> Changes {
        self.inner.listening.changes.clone()
    }

    /// What would make the server better; it never keeps one from starting. Guardrails that were waived, on an item with
    /// `allow(…)` or with [`Server::allow`](crate::Server::allow), are left out.
    ///
    /// ```
    /// # use taffrail::Server;
    /// let advice = Server::new(()).build()?.advice();
    /// advice.deny(&["mixed_naming", "thin_description"])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn advice(&self) -> AdviceList {
        self.inner.catalogue.advice()
    }

    pub(crate) fn waivers(&self) -> &[ServerWaiver] {
        self.inner.catalogue.waivers()
    }

    /// What goes on to the next generation, where there can be one.
    pub(crate) fn live(&self) -> Option<&Arc<Live>> {
        self.live.as_ref()
    }

    /// Why calls that ask must not be served to clients whose next request may reach another instance.
    #[cfg(feature = "http")]
    pub(crate) fn shared_state_fault(&self) -> Option<&'static str> {
        let asks = self.definitions().any(Definition::asks);
        let confirms = self.definitions().any(|definition| definition.consequences.confirm.is_some());
        let sealing = &self.inner.sealing;
        let tasks = || self.unshared_tasks_fault().filter(|_| !sealing.is_single_instance());
        sealing.shared_fault(asks, confirms).or_else(tasks)
    }

    /// Refuses such calls from now on.
    #[cfg(feature = "http")]
    pub(crate) fn refuse_unshared_state(&self) {
        self.inner.sealing.refuse_unshared();
        self.refuse_unshared_tasks();
    }

    pub(crate) fn identity(&self) -> &ServerIdentity {
        self.inner.catalogue.identity()
    }

    #[cfg(feature = "http")]
    pub(crate) fn transports(&self) -> &crate::transport::Settings {
        &self.inner.transports
    }

    fn call_of<'a>(&'a self, context: &'a taffrail_core::Context, arguments: &'a str) -> Call<'a, ()> {
        Call { state: &(), context, arguments }
    }
}
