//! A listener of our own: accepts connections, bounds them, and drains them when asked to stop.

use super::admission::Rules;
use super::patient::Patient;
use super::post::HttpService;
use crate::apart::{Apart, apart};
use crate::dispatch::Service;
use crate::error::ServeError;
use crate::race::{Either, race};
use crate::transport::shutdown::Signals;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

/// How long to wait after `accept` failed: it does when the process has no descriptors left, and goes on doing so for a while.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A server that listens and has not begun to answer.
///
/// Connections are HTTP/1.1, with `TCP_NODELAY`. TLS and HTTP/2 are a proxy's business.
pub struct HttpServer {
    service: Service,
    listener: TcpListener,
    address: SocketAddr,
}

impl std::fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpServer").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Service {
    /// Listens at `address` and serves until SIGTERM or Ctrl-C, as [`HttpServer::run`] does.
    ///
    /// # Errors
    /// When the address cannot be listened at, or is not a loopback address and there is no authentication.
    ///
    /// ```no_run
    /// # async fn example(service: taffrail::Service) -> Result<(), taffrail::ServeError> {
    /// service.serve_http("127.0.0.1:3000").await
    /// # }
    /// ```
    pub async fn serve_http(&self, address: impl ToSocketAddrs) -> Result<(), ServeError> {
        let addresses = tokio::net::lookup_host(address).await.map_err(ServeError::resolve)?.collect();
        self.serving_at(addresses).await
    }

    /// Listens at `address`; nothing is answered until [`HttpServer::run`].
    ///
    /// An address that other machines reach needs authentication, or
    /// [`HttpConfig::insecure_public`](super::HttpConfig::insecure_public).
    ///
    /// # Errors
    /// When the address cannot be listened at, or is not a loopback address and there is no authentication; when tools ask
    /// for input and instances share no key.
    pub async fn listen(&self, address: impl ToSocketAddrs) -> Result<HttpServer, ServeError> {
        let addresses = tokio::net::lookup_host(address).await.map_err(ServeError::resolve)?.collect();
        self.listening_at(addresses).await
    }

    fn serving_at(&self, addresses: Vec<SocketAddr>) -> Apart<'_, Result<(), ServeError>> {
        apart(async move { self.listen_at(addresses).await?.run_until_signal().await })
    }

    fn listening_at(&self, addresses: Vec<SocketAddr>) -> Apart<'_, Result<HttpServer, ServeError>> {
        apart(self.listen_at(addresses))
    }

    async fn listen_at(&self, addresses: Vec<SocketAddr>) -> Result<HttpServer, ServeError> {
        if let Some(fault) = self.shared_state_fault() {
            return Err(ServeError::unshared_state(fault));
        }
        let public = addresses.iter().find(|address| !address.ip().to_canonical().is_loopback());
        match (public, &self.transports().http.insecure_public) {
            (Some(address), None) => return Err(ServeError::public(*address)),
            (Some(address), Some(reason)) => {
                tracing::warn!(%address, reason, "listening without authentication on an address that other machines reach");
            }
            (None, _) => {}
        }
        let listener =
            TcpListener::bind(&*addresses).await.map_err(|error| ServeError::bind(&addresses, error))?;
        let address = listener.local_addr().map_err(|error| ServeError::bind(&addresses, error))?;
        Ok(HttpServer { service: self.clone(), listener, address })
    }
}

impl HttpServer {
    /// Where it listens; tells the port when port 0 was asked for.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// The address to give to a client.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.service.transports().http.path)
    }

    /// Serves until SIGTERM or Ctrl-C. Requests then have [`Limits::drain`](crate::Limits::drain) to finish; what is left, or
    /// what a second signal finds, is cancelled. Tasks have as long, and are then marked as failed.
    ///
    /// # Errors
    /// When the signals cannot be listened for.
    pub async fn run(self) -> Result<(), ServeError> {
        self.running_until_signal().await
    }

    fn running_until_signal(self) -> Apart<'static, Result<(), ServeError>> {
        apart(self.run_until_signal())
    }

    async fn run_until_signal(self) -> Result<(), ServeError> {
        let mut signals = Signals::listen().map_err(ServeError::signals)?;
        let service = self.service.clone();
        let draining = self.accept_until(apart(signals.next())).await;
        // Beside the requests, which may still ask for their tasks.
        let tasks = service.end_tasks_beside();
        let finished = async {
            draining.finish().await;
            tasks.await;
        };
        race(finished, signals.next()).await;
        Ok(())
    }

    /// As [`run`](Self::run), until `stop` is ready instead of a signal.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        self.accept_until(stop).await.finish().await;
    }

    async fn accept_until(self, stop: impl Future<Output = ()>) -> Draining {
        let limits = self.service.limits();
        let places = Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS)));
        let (drain, patience) = (limits.drain, limits.stalled);
        let http = connection_builder(limits);
        let rules = Rules::listening(&self.service.transports().http, limits, self.address);
        let service = HttpService::new(self.service.clone(), rules);
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        tracing::info!(url = self.url(), "listening");
        let mut stop = std::pin::pin!(stop);
        loop {
            let next = next_connection(&self.listener, &places);
            let (stream, place) = match race(next, stop.as_mut()).await {
                Either::Left(next) => next,
                Either::Right(()) => break,
            };
            while connections.try_join_next().is_some() {}
            let service = service.clone();
            let connection = http.serve_connection(
                Patient::new(TokioIo::new(stream), patience),
                service_fn(move |request| apart(service.clone().answer(request))),
            );
            let connection = graceful.watch(connection);
            connections.spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection ended early");
                }
                drop(place);
            });
        }
        service.end_subscriptions();
        Draining { graceful, connections, time: drain }
    }
}

/// Connections that finish what they have begun.
struct Draining {
    graceful: GracefulShutdown,
    connections: JoinSet<()>,
    time: Duration,
}

impl Draining {
    async fn finish(self) {
        let Self { graceful, mut connections, time } = self;
        if tokio::time::timeout(time, graceful.shutdown()).await.is_err() {
            tracing::warn!(?time, "requests that did not finish in time are cancelled");
        }
        connections.shutdown().await;
    }
}

fn connection_builder(limits: &crate::limit::Limits) -> http1::Builder {
    /// What hyper takes without a vector that is made anew, and initialised, for each request.
    const UNSAID: usize = 100;
    let mut http = http1::Builder::new();
    // Our own checks say what is wrong; these keep the reading itself within bounds. hyper answers 431 too.
    if limits.header_count > UNSAID {
        http.max_headers(limits.header_count);
    }
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.read_time)
        .max_header_size(limits.header_bytes.saturating_mul(2).max(8192));
    http
}

/// The next connection, once there is a place for it.
async fn next_connection(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed, so that there always is a permit in the end.
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "no TCP_NODELAY");
                }
                return (stream, place);
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}
