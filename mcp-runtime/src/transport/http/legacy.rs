//! Clients of earlier revisions over HTTP: sessions, and requests that outlive the connection they came by.
//!
//! Spec: basic/transports of 2025-11-25. A stream that breaks can be resumed.

use super::HttpBody;
use super::admission::Accepts;
use super::kept::{Kept, Opening, event_of};
use super::post::{Inner, accepted};
use super::refusal::Refusal;
use super::sse::{Call, Channel, Source};
use crate::dispatch::{Answer, Id, Incoming, Notification, Outlet, Request};
use crate::legacy::{Era, Place, Session, SessionStream, Signals};
use crate::limit::OwnedPass;
use crate::race::race;
use bytes::Bytes;
use http::header::HeaderValue;
use http::request::Parts;
use http::{HeaderMap, Method, Response, StatusCode};
use std::sync::Arc;
use taffrail_core::protocol::{PROTOCOL_VERSION, legacy_version};

const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";
const VERSION: &str = "mcp-protocol-version";

/// The methods whose answer may take a while. All others are answered in place.
fn runs_code(method: &str) -> bool {
    matches!(method, "tools/call" | "prompts/get" | "resources/read" | "completion/complete")
}

impl Inner {
    /// Whether a request that does not say its era is of an earlier one.
    ///
    /// # Errors
    /// When it belongs to a session that is over.
    pub(super) fn is_legacy(&self, head: &Parts, request: &Request<'_>) -> Result<bool, Refusal> {
        let Some(sessions) = &self.sessions else { return Ok(false) };
        let session = only(&head.headers, SESSION).map(|id| sessions.find(id).is_some());
        let (method, version) = (Some(&*request.method), only(&head.headers, VERSION));
        match (Signals { method, version, session, initialized: false }).era() {
            Era::Modern => Ok(false),
            Era::Legacy => Ok(true),
            Era::Gone => Err(Refusal::UnknownSession),
        }
    }

    /// Answers such a request.
    pub(super) async fn answer_legacy(
        self: &Arc<Self>,
        head: &Parts,
        message: Bytes,
        accepts: Accepts,
        pass: OwnedPass,
    ) -> Result<Response<HttpBody>, Refusal> {
        let request = match self.service.open(&message) {
            Ok(Incoming::Request(request)) => request,
            Ok(_) => return Err(Refusal::Response),
            Err(answer) => return Ok(accepts.response(answer)),
        };
        if request.method == "initialize" {
            return Ok(self.begin_session(&request.id, &message, accepts));
        }
        let Some(session) = self.session(head)? else {
            return if request.method == "ping" {
                Ok(accepts.response(self.service.pong(&request.id)))
            } else {
                Err(Refusal::NoSession)
            };
        };
        if !runs_code(&request.method) {
            let answer = self.service.respond_legacy(request, session.peer(), Arc::clone(&self.mute)).await;
            return Ok(accepts.response(answer));
        }
        let id = request.id.clone().into_owned();
        drop(request);
        // Only clients of the newest of the earlier revisions expect an event without data, and come back by themselves.
        let keeps = accepts.events && session.replay().keeps();
        let polls = keeps && session.peer().has_newest();
        let place = match self.start(session, id, message, accepts) {
            Ok(place) => place,
            Err(answer) => return Ok(accepts.response(answer)),
        };
        Ok(match Kept::opening(place, keeps, polls.then_some(self.retry)).await {
            Opening::Answer(answer) => accepts.response(answer),
            Opening::Stream(kept) => self.events(Source::Kept(kept), pass),
        })
    }

    fn begin_session(&self, id: &Id<'_>, message: &[u8], accepts: Accepts) -> Response<HttpBody> {
        let (peer, answer) = match self.service.greet(id, message) {
            Ok(begun) => begun,
            Err(answer) => return accepts.response(answer),
        };
        let session = self.sessions.as_ref().and_then(|sessions| sessions.open(peer));
        let mut response = accepts.response(answer);
        match session.and_then(|id| HeaderValue::try_from(id).ok()) {
            Some(session) => drop(response.headers_mut().insert(SESSION, session)),
            None => tracing::error!("the system has no randomness for the id of a session"),
        }
        response
    }

    /// Starts a request apart from the connection that it came by: to lose that is not to cancel it (LEGACY-20).
    fn start(
        self: &Arc<Self>,
        session: Arc<Session>,
        id: Id<'static>,
        message: Bytes,
        accepts: Accepts,
    ) -> Result<Place, Answer> {
        let polls = accepts.events && session.peer().has_newest();
        let (told, ending, place) = session.replay().begin(self.streams(), polls);
        let outlet = if accepts.events { told as Arc<dyn Outlet> } else { Arc::clone(&self.mute) };
        let inner = Arc::clone(self);
        let (own, session) = (Arc::clone(&session), session);
        let key = id.clone();
        let started = session.start(id, |number| {
            let call = async move {
                let answer = match inner.service.open(&message) {
                    Ok(Incoming::Request(request)) => {
                        inner.service.respond_legacy(request, own.peer(), outlet).await
                    }
                    Ok(_) => Answer::none(),
                    Err(answer) => answer,
                };
                own.finished(&key, number);
                ending.answer(&answer);
            };
            tokio::spawn(call).abort_handle()
        });
        if !started {
            return Err(Answer::invalid_request(
                "the id of this request is that of another one in flight, or its session has ended",
            ));
        }
        Ok(place)
    }

    /// A notification. Only those of a session can be about its requests: elsewhere ids of different clients collide (HTTP-13).
    pub(super) fn notified(
        &self,
        head: &Parts,
        notification: &Notification<'_>,
    ) -> Result<Response<HttpBody>, Refusal> {
        let Some(session) = self.session(head)? else { return Ok(accepted()) };
        match &*notification.method {
            "notifications/initialized" => drop(session.peer().set_ready()),
            "notifications/cancelled" => {
                let id = notification.params.request_id.and_then(|raw| Id::parse(raw.get()));
                let in_flight = id.map(|id| session.cancel(&id.into_owned()));
                tracing::info!(?in_flight, "the client cancelled a request");
            }
            method => tracing::debug!(method, "a notification without effect"),
        }
        Ok(accepted())
    }

    /// A response to something that this server has asked, in the session of the client.
    pub(super) fn answered(&self, head: &Parts, message: &[u8]) -> Result<Response<HttpBody>, Refusal> {
        self.session(head)?.ok_or(Refusal::Response)?.peer().answered(message);
        Ok(accepted())
    }

    /// GET opens the stream of a session, DELETE ends the session. There is nothing else but POST.
    pub(super) fn other_verb(self: &Arc<Self>, head: &Parts) -> Result<Response<HttpBody>, Refusal> {
        let refused = Refusal::NotPost { verbs: self.verbs() };
        let Some(sessions) = &self.sessions else { return Err(refused) };
        let Some(id) = only(&head.headers, SESSION).filter(|_| !is_modern(head)) else { return Err(refused) };
        match head.method {
            Method::DELETE if sessions.end(id) => {
                let mut response = accepted();
                *response.status_mut() = StatusCode::NO_CONTENT;
                Ok(response)
            }
            Method::GET if head.headers.contains_key(LAST_EVENT) => self.resumed(head),
            Method::GET if self.service.tells_changes() => {
                let session = sessions.find(id).ok_or(Refusal::UnknownSession)?;
                self.open_stream(session.stream())
            }
            Method::DELETE => Err(Refusal::UnknownSession),
            _ => Err(refused),
        }
    }

    /// The verbs that the endpoint takes.
    pub(super) fn verbs(&self) -> &'static str {
        match &self.sessions {
            None => "POST",
            Some(_) if self.service.tells_changes() => "GET, POST, DELETE",
            Some(_) => "POST, DELETE",
        }
    }

    /// A stream of what no request is about: that lists and resources have changed. It ends with the session, or for a newer one.
    fn open_stream(self: &Arc<Self>, stream: SessionStream) -> Result<Response<HttpBody>, Refusal> {
        let pass = self.enter()?;
        let channel = Channel::new(self.streams());
        let (inner, outlet) = (Arc::clone(self), Arc::clone(&channel));
        inner.service.listen_legacy(stream.peer());
        let telling = async move {
            race(stream.replaced(), inner.service.tell_legacy(stream.peer(), &*outlet)).await;
            Answer::none()
        };
        Ok(self.events(Source::Call(Call::telling(channel, Box::pin(telling))), pass))
    }

    /// The rest of a stream, for a client that comes back (LEGACY-16).
    fn resumed(&self, head: &Parts) -> Result<Response<HttpBody>, Refusal> {
        let session = self.session(head)?.ok_or(Refusal::NoSession)?;
        let pass = self.enter()?;
        let (stream, event) = only(&head.headers, LAST_EVENT).and_then(event_of).ok_or(Refusal::NotKept)?;
        let place = session.replay().resume(stream, event).ok_or(Refusal::NotKept)?;
        Ok(self.events(Source::Kept(Kept::resumed(place)), pass))
    }

    /// The session that a message of an earlier era names, if it names one.
    ///
    /// # Errors
    /// When there is no such session, or it speaks no version of that era.
    fn session(&self, head: &Parts) -> Result<Option<Arc<Session>>, Refusal> {
        let Some(sessions) = self.sessions.as_ref().filter(|_| !is_modern(head)) else { return Ok(None) };
        let Some(id) = only(&head.headers, SESSION) else { return Ok(None) };
        let session = sessions.find(id).ok_or(Refusal::UnknownSession)?;
        match head.headers.get(VERSION).map(|version| version.to_str().unwrap_or("?")) {
            Some(version) if legacy_version(version).is_none() => {
                Err(Refusal::UnsupportedVersion { version: version.into() })
            }
            _ => Ok(Some(session)),
        }
    }
}

fn is_modern(head: &Parts) -> bool {
    only(&head.headers, VERSION) == Some(PROTOCOL_VERSION)
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}
