//! An HTTP client that sends what it is told, right or wrong, and reads what comes back.

use super::message::{REVISION, parsed};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;
use taffrail_runtime::Service;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// A server of its own, stopped when dropped.
pub(crate) struct Listening {
    pub(crate) address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) async fn listen(service: &Service) -> Listening {
    let server = service.listen("127.0.0.1:0").await.unwrap();
    let address = server.local_addr();
    Listening { address, task: tokio::spawn(server.run_until(std::future::pending())) }
}

/// A request, to be changed until it is what a test wants.
#[derive(Clone)]
pub(crate) struct Request {
    verb: &'static str,
    path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// A POST of a message with all the headers that mirror it.
pub(crate) fn post(message: impl Into<String>) -> Request {
    let body: String = message.into();
    let value: Value = serde_json::from_str(&body).unwrap_or_default();
    let mut request =
        Request { verb: "POST", path: "/mcp".into(), headers: Vec::new(), body: body.into_bytes() }
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", REVISION);
    if let Some(method) = value["method"].as_str() {
        request = request.header("Mcp-Method", method);
    }
    if let Some(name) = value["params"]["name"].as_str() {
        request = request.header("Mcp-Name", name);
    }
    request
}

impl Request {
    pub(crate) fn verb(mut self, verb: &'static str) -> Self {
        self.verb = verb;
        self
    }

    pub(crate) fn path(mut self, path: &str) -> Self {
        self.path = path.into();
        self
    }

    /// Adds a header, besides those of this name that are there.
    pub(crate) fn header(mut self, name: &str, value: impl Into<Vec<u8>>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the only header of this name.
    pub(crate) fn only(self, name: &str, value: impl Into<Vec<u8>>) -> Self {
        self.without(name).header(name, value)
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(header, _)| !header.eq_ignore_ascii_case(name));
        self
    }

    fn bytes(&self, address: SocketAddr, last: bool) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\n", self.verb, self.path).into_bytes();
        let has = |name: &str| self.headers.iter().any(|(header, _)| header.eq_ignore_ascii_case(name));
        if !has("host") {
            bytes.extend(format!("Host: {address}\r\n").into_bytes());
        }
        for (name, value) in &self.headers {
            bytes.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        }
        if !has("content-length") && !has("transfer-encoding") {
            bytes.extend(format!("Content-Length: {}\r\n", self.body.len()).into_bytes());
        }
        if last {
            bytes.extend(b"Connection: close\r\n");
        }
        bytes.extend(b"\r\n");
        bytes.extend(&self.body);
        bytes
    }

    /// Sends it on a connection of its own and reads the whole response.
    pub(crate) async fn send(&self, address: SocketAddr) -> Response {
        let mut stream = self.open(address).await;
        let mut bytes = Vec::new();
        // A server that refuses a body may reset the connection that still carries it.
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await;
        let _ = read.expect("a response in time");
        Response::read(&bytes)
    }

    /// Sends it on a connection of its own.
    pub(crate) async fn open(&self, address: SocketAddr) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let _ = stream.write_all(&self.bytes(address, true)).await;
        stream
    }
}

impl Response {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(bytes)));
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .map(|line| line.split_once(':').unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let mut body = bytes[end + 4..].to_vec();
        if headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked") {
            body = dechunked(&body);
        }
        Self { status, headers, body: String::from_utf8(body).unwrap() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// The one JSON object of the body.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        parsed(&self.body)
    }

    /// The events of a stream that can be resumed, each with its id and its data.
    pub(crate) fn numbered(&self) -> Vec<(String, String)> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"), "{self:?}");
        let events = self.body.split_terminator("\n\n").filter(|event| !event.starts_with(':'));
        events
            .map(|event| {
                let line =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                (line("id: ").expect("an id"), line("data: ").expect("data"))
            })
            .collect()
    }

    /// The messages of such a stream.
    pub(crate) fn messages(&self) -> Vec<Value> {
        self.numbered().iter().filter(|(_, data)| !data.is_empty()).map(|(_, data)| parsed(data)).collect()
    }

    /// The messages of an event stream, read strictly: one `data:` line and a blank line each, comments between.
    pub(crate) fn events(&self) -> Vec<Value> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"), "{self:?}");
        let body = self.body.strip_suffix("\n\n").expect("the last event is whole");
        let events = body.split("\n\n").filter(|event| !event.starts_with(':'));
        events
            .map(|event| parsed(event.strip_prefix("data: ").expect("a data line and nothing else")))
            .collect()
    }
}

fn dechunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|window| window == b"\r\n").expect("a chunk size");
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return body;
        }
        body.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
}
