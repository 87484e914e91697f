//! One HTTP connection of a client, which can be dropped at any moment.

use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use crate::messages::{REVISION, shortened};

/// What is not answered in this time is lost. Longer than any call runs, also on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// So that a client that does not read is soon felt.
const NARROW: u32 = 4096;

#[derive(Debug)]
pub(crate) struct Connection {
    address: SocketAddr,
    sender: SendRequest<Full<Bytes>>,
    driver: JoinHandle<()>,
}

impl Drop for Connection {
    /// Closes the socket, whatever is under way on it.
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Result<Self, String> {
        let stream = within(TcpStream::connect(address)).await?.map_err(unreachable)?;
        Self::over(address, stream).await
    }

    /// One that takes little before it is read.
    pub(crate) async fn narrow(address: SocketAddr) -> Result<Self, String> {
        let socket = TcpSocket::new_v4().map_err(unreachable)?;
        socket.set_recv_buffer_size(NARROW).map_err(unreachable)?;
        let stream = within(socket.connect(address)).await?.map_err(unreachable)?;
        Self::over(address, stream).await
    }

    async fn over(address: SocketAddr, stream: TcpStream) -> Result<Self, String> {
        let (sender, connection) =
            handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
        let driver = tokio::spawn(async move {
            // Its errors reach whoever waits for an answer.
            let _ = connection.await;
        });
        Ok(Self { address, sender, driver })
    }

    /// Sends a message with the headers that mirror it, and gives what comes back as soon as that begins.
    pub(crate) async fn post(&mut self, message: &Value) -> Result<Response<Incoming>, String> {
        let method = message["method"].as_str().unwrap_or_default();
        let mut headers = vec![("mcp-protocol-version", REVISION), ("mcp-method", method)];
        let params = &message["params"];
        headers.extend(
            ["name", "uri", "taskId"]
                .iter()
                .find_map(|name| params[*name].as_str())
                .map(|name| ("mcp-name", name)),
        );
        self.send(Method::POST, &headers, message.to_string()).await
    }

    pub(crate) async fn send(
        &mut self,
        method: Method,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<Response<Incoming>, String> {
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("host", self.address.to_string())
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::from(body)).map_err(|error| error.to_string())?;
        within(self.sender.ready()).await?.map_err(|error| format!("a connection was closed: {error}"))?;
        within(self.sender.send_request(request))
            .await?
            .map_err(|error| format!("a call got no answer: {error:?}"))
    }

    /// Sends a message and reads the whole answer.
    pub(crate) async fn answer(&mut self, message: &Value) -> Result<Value, String> {
        let response = self.post(message).await?;
        read(response, Duration::ZERO).await
    }
}

/// Reads an answer, JSON or the last event of a stream, with a pause before each piece.
pub(crate) async fn read(response: Response<Incoming>, pause: Duration) -> Result<Value, String> {
    let status = response.status();
    let mut body = response.into_body();
    let mut bytes = Vec::new();
    while let Some(piece) = next_piece(&mut body).await? {
        bytes.extend_from_slice(&piece);
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    let last = text.lines().filter_map(|line| line.strip_prefix("data: ")).next_back().unwrap_or(&text);
    let answer =
        serde_json::from_str(last).map_err(|error| format!("{status}, not JSON: {error}: {last}"))?;
    if status != StatusCode::OK {
        return Err(format!("{status}: {}", shortened(&answer)));
    }
    Ok(answer)
}

/// The next piece of an answer or of a stream; `None` at its end.
pub(crate) async fn next_piece(body: &mut Incoming) -> Result<Option<Bytes>, String> {
    let Some(frame) = within(body.frame()).await? else { return Ok(None) };
    let frame = frame.map_err(|error| format!("an answer was cut off: {error}"))?;
    Ok(Some(frame.into_data().unwrap_or_default()))
}

pub(crate) async fn within<T>(waiting: impl Future<Output = T>) -> Result<T, String> {
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.map_err(|_| format!("nothing came within {} s", PATIENCE.as_secs()))
}

fn unreachable(error: std::io::Error) -> String {
    format!("the server cannot be reached (see `ulimit -n` for how many connections there may be): {error}")
}
