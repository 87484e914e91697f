//! Private stand-in for dispatch until the real one lands.
#![allow(missing_docs, clippy::all)]
use crate::limit::Limits;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    Number(Box<str>),
    String(Box<str>),
}
impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let raw = <Cow<'de, RawValue>>::deserialize(d).map(|c| c.get().to_owned())?;
        if raw.starts_with('"') {
            Ok(Id::String(serde_json::from_str::<String>(&raw).map_err(serde::de::Error::custom)?.into()))
        } else if raw.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
            Ok(Id::Number(raw.into()))
        } else {
            Err(serde::de::Error::custom("id"))
        }
    }
}
pub struct Exchange<'a> {
    pub mirrors: Option<&'a dyn Mirrors>,
    pub outlet: Arc<dyn Outlet>,
}
pub trait Mirrors: Sync {
    fn get(&self, name: &str) -> Mirrored<'_>;
}
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub enum Mirrored<'a> {
    Absent,
    One(&'a [u8]),
    Many,
}
pub trait Outlet: Send + Sync {
    fn notify(&self, message: Vec<u8>);
}
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}
impl Answer {
    pub fn invalid_request(message: &str) -> Self {
        let body = serde_json::json!({"jsonrpc":"2.0","error":{"code":-32600,"message":message}});
        Self { status: 400, body: body.to_string().into_bytes() }
    }
}
pub enum Incoming<'m> {
    Request(Request<'m>),
    Notification(Notification<'m>),
    Response,
}
pub struct Request<'m> {
    id: Id,
    envelope: Envelope<'m>,
}
impl Request<'_> {
    pub fn id(&self) -> &Id {
        &self.id
    }
    pub fn wants_progress(&self) -> bool {
        self.envelope.params.is_some_and(|p| p.get().contains("progressToken"))
    }
}
pub struct Notification<'m> {
    envelope: Envelope<'m>,
}
impl Notification<'_> {
    pub fn method(&self) -> &str {
        &self.envelope.method
    }
    pub fn params(&self) -> Option<&RawValue> {
        self.envelope.params
    }
}
#[derive(Deserialize)]
struct Envelope<'m> {
    #[serde(borrow, default)]
    id: Option<&'m RawValue>,
    #[serde(borrow, default)]
    method: Cow<'m, str>,
    #[serde(borrow, default)]
    params: Option<&'m RawValue>,
}
pub struct Service<S> {
    inner: Arc<(S, Limits)>,
}
impl<S> Clone for Service<S> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}
#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    arguments: Args<'a>,
}
#[derive(Deserialize, Default)]
struct Args<'a> {
    a: Option<i64>,
    b: Option<i64>,
    #[serde(borrow)]
    text: Option<Cow<'a, str>>,
}
#[derive(Serialize)]
struct Reply<'a, R> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: R,
}
impl<S: Send + Sync + 'static> Service<S> {
    pub fn standin(state: S, limits: Limits) -> Self {
        Self { inner: Arc::new((state, limits)) }
    }
    pub(crate) fn assemble(a: crate::server::Assembly<S>) -> Self {
        Self::standin(a.state, a.limits)
    }
    pub fn limits(&self) -> &Limits {
        &self.inner.1
    }
    #[cfg(feature = "http")]
    pub fn http_config(&self) -> &crate::HttpConfig {
        static C: std::sync::OnceLock<crate::HttpConfig> = std::sync::OnceLock::new();
        C.get_or_init(Default::default)
    }
    pub fn mirrored_headers(&self) -> impl Iterator<Item = &str> {
        [].into_iter()
    }
    pub fn open<'m>(&self, message: &'m [u8]) -> Result<Incoming<'m>, Answer> {
        let Ok(envelope) = serde_json::from_slice::<Envelope<'_>>(message) else {
            return Err(Answer {
                status: 400,
                body: br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#.to_vec(),
            });
        };
        if envelope.method.is_empty() {
            return Ok(Incoming::Response);
        }
        match envelope.id {
            None => Ok(Incoming::Notification(Notification { envelope })),
            Some(raw) => {
                let id = serde_json::from_str(raw.get()).unwrap();
                Ok(Incoming::Request(Request { id, envelope }))
            }
        }
    }
    pub async fn respond(&self, request: Request<'_>, exchange: Exchange<'_>) -> Answer {
        let p: Params<'_> = serde_json::from_str(request.envelope.params.unwrap().get()).unwrap();
        let id = request.envelope.id.unwrap();
        if let Some(m) = exchange.mirrors {
            if m.get("Mcp-Method") == Mirrored::Absent || m.get("mcp-protocol-version") == Mirrored::Absent {
                return Answer { status: 400, body: b"{}".to_vec() };
            }
        }
        let mut body = Vec::with_capacity(256);
        match &*p.name {
            "sleep" => tokio::time::sleep(Duration::from_millis(p.arguments.a.unwrap() as u64)).await,
            "progress" => {
                for i in 0..p.arguments.a.unwrap() {
                    exchange.outlet.notify(format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progress":{i}}}}}"#).into_bytes());
                    tokio::time::sleep(Duration::from_millis(10)).await
                }
            }
            _ => {}
        }
        let text = match &p.arguments.text {
            Some(t) => t.to_string(),
            None => format!("{}", p.arguments.a.unwrap_or(0) + p.arguments.b.unwrap_or(0)),
        };
        serde_json::to_writer(
            &mut body,
            &Reply { jsonrpc: "2.0", id, result: serde_json::json!({"content":[{"type":"text","text":text}]}) },
        )
        .unwrap();
        Answer { status: 200, body }
    }
}
