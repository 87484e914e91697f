//! What clients do that begin with `initialize`.

use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use hyper::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::messages::{Outcome, judge, token};
use crate::server::SESSION_IDLE;
use crate::tally::Counts;
use crate::wire::{Connection, read};

/// Whether a session that the server no longer knows may have been idle for too long, on a busy machine.
fn is_over(status: StatusCode, used: Instant) -> bool {
    status == StatusCode::NOT_FOUND && used.elapsed() >= SESSION_IDLE
}

/// One session: begun, used, and ended or forgotten.
pub(crate) async fn lives(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::open(server).await?;
    let about = json!({ "name": "soak", "version": "1" });
    let begin = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about });
    let begin = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begin });
    let mut used = Instant::now();
    let response = connection.send(Method::POST, &[], begin.to_string()).await?;
    if response.status().as_u16() == 503 {
        return counts.busy.end();
    }
    let session = response.headers().get("mcp-session-id").and_then(|value| value.to_str().ok());
    let session = session.ok_or("a session without an id")?.to_owned();
    read(response, Duration::ZERO).await?;
    let headers = [("mcp-session-id", session.as_str()), ("mcp-protocol-version", "2025-11-25")];
    for _ in 0..random.u32(1..4) {
        let token = token()?;
        let message = call(token, random);
        let before = std::mem::replace(&mut used, Instant::now());
        let response = connection.send(Method::POST, &headers, message.to_string()).await?;
        if is_over(response.status(), before) {
            return counts.busy.end();
        }
        match judge(token, &read(response, Duration::ZERO).await?)? {
            Outcome::Busy => counts.busy.add(),
            _ => counts.legacy.add(),
        }
    }
    if random.bool() {
        cancels(server, &headers, random, used, counts).await?;
    }
    if random.bool() {
        let ended = connection.send(Method::DELETE, &headers, String::new()).await?;
        if !ended.status().is_success() && !is_over(ended.status(), used) {
            return Err(format!("a session could not be ended: {}", ended.status()));
        }
    }
    Ok(())
}

fn call(token: u32, random: &mut Rng) -> Value {
    let arguments = json!({ "token": token, "milliseconds": random.u32(0..50) });
    let params = json!({ "name": "work", "arguments": arguments, "_meta": { "progressToken": token } });
    json!({ "jsonrpc": "2.0", "id": token, "method": "tools/call", "params": params })
}

/// Hanging up would not end a call of this era; saying so does.
async fn cancels(
    server: SocketAddr,
    headers: &[(&str, &str)],
    random: &mut Rng,
    used: Instant,
    counts: &Counts,
) -> Result<(), String> {
    let token = token()?;
    let mut message = call(token, random);
    message["params"]["arguments"]["milliseconds"] = 4000.into();
    let mut connection = Connection::open(server).await?;
    let running = connection.send(Method::POST, headers, message.to_string());
    let pause = Duration::from_millis(random.u64(0..100));
    // The stream stays open meanwhile, as it may.
    let _ = tokio::time::timeout(pause, running).await;
    let params = json!({ "requestId": token });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    let taken = Connection::open(server).await?.send(Method::POST, headers, cancel.to_string()).await?;
    match taken.status() {
        StatusCode::ACCEPTED => counts.cancelled.end(),
        status if is_over(status, used) => counts.busy.end(),
        status => Err(format!("a cancellation was answered {status}")),
    }
}
