//! What clients of the current revision do, well behaved or not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::legacy;
use crate::messages::{Outcome, call, judge, request, token};
use crate::tally::Counts;
use crate::tasks;
use crate::wire::{Connection, next_piece, read, within};

/// Lives one client after the other until the time is over.
pub(crate) async fn live(
    server: SocketAddr,
    mut random: Rng,
    until: Instant,
    counts: Arc<Counts>,
) -> Result<(), String> {
    // Not all at the same moment.
    tokio::time::sleep(Duration::from_millis(random.u64(0..500))).await;
    while Instant::now() < until {
        match random.u8(0..15) {
            0..4 => calls(server, &mut random, &counts).await?,
            4 => reads_slowly(server, &mut random, &counts).await?,
            5 | 6 => hangs_up(server, &mut random, &counts).await?,
            7 => says_half(server, &mut random, &counts).await?,
            8 => answers_questions(server, &mut random, &counts).await?,
            9 => listens(server, &mut random, &counts).await?,
            10 => makes_noise(server, &mut random, &counts).await?,
            11..14 => tasks::begins(server, &mut random, &counts).await?,
            _ => legacy::lives(server, &mut random, &counts).await?,
        }
    }
    Ok(())
}

fn some_call(token: u32, random: &mut Rng) -> Value {
    match random.bool() {
        true => call(token, "echo", json!({ "kib": random.u32(0..8) })),
        false => call(token, "work", json!({ "milliseconds": random.u32(0..50) })),
    }
}

/// Several calls on one connection, each of which must be answered with its own answer.
async fn calls(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::open(server).await?;
    for _ in 0..random.u32(1..10) {
        let token = token()?;
        let answer = connection.answer(&some_call(token, random)).await?;
        match judge(token, &answer)? {
            Outcome::Busy => counts.busy.add(),
            _ => counts.answered.add(),
        }
    }
    let list = connection.answer(&request(1, "tools/list", json!({}))).await?;
    match list["result"]["tools"].as_array().map(Vec::len) {
        Some(6) => Ok(()),
        _ => Err(format!("a list of other tools: {list}")),
    }
}

/// A large answer, a little at a time: it must arrive whole.
async fn reads_slowly(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::narrow(server).await?;
    let (token, kib) = (token()?, random.u32(50..200));
    let response = connection.post(&call(token, "echo", json!({ "kib": kib }))).await?;
    let answer = read(response, Duration::from_millis(random.u64(1..10))).await?;
    let length = answer["result"]["content"][0]["text"].as_str().map_or(0, str::len);
    match judge(token, &answer)? {
        Outcome::Done if length < (kib as usize) * 1000 => Err(format!("{kib} KiB came as {length} bytes")),
        Outcome::Busy => counts.busy.end(),
        _ => counts.slow.end(),
    }
}

/// Goes away while the call runs or while its answer is on the way.
async fn hangs_up(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::open(server).await?;
    let message = match random.bool() {
        true => call(token()?, "work", json!({ "milliseconds": random.u32(500..5000) })),
        false => call(token()?, "echo", json!({ "kib": 800 })),
    };
    let patience = Duration::from_millis(random.u64(0..300));
    // Whatever came in that time is of no interest.
    let _ = tokio::time::timeout(patience, connection.answer(&message)).await;
    counts.abandoned.end()
}

/// Goes away in the middle of a request.
async fn says_half(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut stream = within(TcpStream::connect(server)).await?.map_err(|error| error.to_string())?;
    let body = call(token()?, "echo", json!({ "kib": 1 })).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {server}\r\nContent-Type: application/json\r\nMcp-Method: tools/call\r\n\
         Mcp-Name: echo\r\nMCP-Protocol-Version: 2026-07-28\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let whole = head + &body;
    // A server that closes first has seen enough.
    let _ = stream.write_all(&whole.as_bytes()[..random.usize(1..whole.len())]).await;
    tokio::time::sleep(Duration::from_millis(random.u64(0..100))).await;
    counts.abandoned.end()
}

/// Is asked, and answers on another connection, or never.
async fn answers_questions(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let token = token()?;
    let mut message = call(token, "ask", json!({}));
    let asked = match judge(token, &Connection::open(server).await?.answer(&message).await?)? {
        Outcome::Asked(asked) => asked,
        Outcome::Busy => return counts.busy.end(),
        other => return Err(format!("the call {token} came to {other:?} instead of asking")),
    };
    if random.u8(0..4) == 0 {
        return counts.abandoned.end();
    }
    let question = asked["inputRequests"].as_object().and_then(|all| all.keys().next());
    let question = question.ok_or("a question without a key")?;
    let answer = json!({ "action": "accept", "content": { "agreed": true } });
    message["params"]["inputResponses"] = json!({ question.as_str(): answer });
    if let Some(state) = asked.get("requestState") {
        message["params"]["requestState"] = state.clone();
    }
    match judge(token, &Connection::open(server).await?.answer(&message).await?)? {
        Outcome::Done => counts.asked.end(),
        Outcome::Busy => counts.busy.end(),
        other => Err(format!("the call {token} came to {other:?} after its question was answered")),
    }
}

/// Listens for changes, reads some of them or none, and goes away.
async fn listens(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::narrow(server).await?;
    let wanted = json!({ "notifications": { "resourceSubscriptions": ["soak://clock"] } });
    let response = connection.post(&request(token()?, "subscriptions/listen", wanted)).await?;
    if !response.status().is_success() {
        // As many as may listen do.
        return counts.busy.end();
    }
    let mut body = response.into_body();
    let first = next_piece(&mut body).await?.ok_or("a subscription ended before it began")?;
    let first = String::from_utf8_lossy(&first);
    if first.contains("\"error\"") {
        return counts.busy.end();
    }
    if !first.contains("notifications/subscriptions/acknowledged") {
        return Err(format!("a subscription began with {first}"));
    }
    let mut other = Connection::open(server).await?;
    other.answer(&request(1, "tools/call", json!({ "name": "tick", "arguments": {} }))).await?;
    if random.bool() {
        next_piece(&mut body).await?.ok_or("a subscription ended without a word")?;
    }
    tokio::time::sleep(Duration::from_millis(random.u64(0..500))).await;
    counts.listened.end()
}

/// Says what is no HTTP, or no JSON.
async fn makes_noise(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut stream = within(TcpStream::connect(server)).await?.map_err(|error| error.to_string())?;
    let mut noise: Vec<u8> = match random.bool() {
        true => b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 64\r\n\r\n".to_vec(),
        false => Vec::new(),
    };
    noise.extend(std::iter::repeat_with(|| random.u8(..)).take(64));
    let _ = stream.write_all(&noise).await;
    counts.noise.end()
}
