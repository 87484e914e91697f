//! Clients on stdio: many calls under way on one pipe, some of them cancelled, read now and then.

use std::collections::{HashMap, HashSet};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::messages::{call, judge, token};
use crate::process::serve;
use crate::tally::Counts;
use crate::wire::within;

/// How many servers at once; each has a client of its own.
const SERVERS: u64 = 4;
/// How many calls are under way on one pipe.
const WINDOW: usize = 64;

pub(crate) async fn storm(seed: u64, until: Instant, counts: &Arc<Counts>) -> Result<(), String> {
    let mut running = JoinSet::new();
    for client in 0..SERVERS {
        let (random, counts) = (Rng::with_seed(seed ^ (client + 1)), Arc::clone(counts));
        running.spawn(live(random, until, counts));
    }
    while let Some(ended) = running.join_next().await {
        ended.map_err(|error| error.to_string())??;
    }
    Ok(())
}

async fn live(random: Rng, until: Instant, counts: Arc<Counts>) -> Result<(), String> {
    let mut child = serve(&["stdio"], Stdio::piped(), Stdio::piped())?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("the server has no pipes".into());
    };
    let lines = BufReader::new(output).lines();
    let mut client = Client { input, lines, random, counts, open: HashMap::new(), over: HashSet::new() };
    while Instant::now() < until {
        client.step().await?;
    }
    while client.open.values().any(|cancelled| !cancelled) {
        client.hear().await?;
    }
    drop(client);
    let ended = within(child.wait()).await?.map_err(|error| error.to_string())?;
    if ended.success() { Ok(()) } else { Err(format!("the server on stdio ended with {ended}")) }
}

struct Client {
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    random: Rng,
    counts: Arc<Counts>,
    /// Calls that were made and not answered, and whether they were cancelled.
    open: HashMap<u32, bool>,
    /// Calls that were answered: a second answer is a fault.
    over: HashSet<u32>,
}

impl Client {
    async fn step(&mut self) -> Result<(), String> {
        if self.open.values().filter(|cancelled| !**cancelled).count() >= WINDOW {
            if self.random.u8(0..64) == 0 {
                tokio::time::sleep(Duration::from_millis(self.random.u64(0..200))).await;
            }
            return self.hear().await;
        }
        let token = token()?;
        let message = match self.random.u8(0..8) {
            0 => call(token, "work", json!({ "milliseconds": self.random.u32(0..200) })),
            1 => call(token, "echo", json!({ "kib": self.random.u32(0..300) })),
            _ => call(token, "echo", json!({})),
        };
        self.open.insert(token, false);
        self.say(&message).await?;
        if self.random.u8(0..16) == 0 {
            self.open.insert(token, true);
            let params = json!({ "requestId": token });
            self.say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
                .await?;
            self.counts.cancelled.add();
        }
        Ok(())
    }

    /// Writes a line, and goes on reading meanwhile: a server may wait for that.
    async fn say(&mut self, message: &Value) -> Result<(), String> {
        let line = format!("{message}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            tokio::select! {
                written = self.input.write(rest) => {
                    rest = &rest[written.map_err(|error| format!("the server reads no more: {error}"))?..];
                }
                line = self.lines.next_line() => heard(line, &mut self.open, &mut self.over, &self.counts)?,
            }
        }
        Ok(())
    }

    async fn hear(&mut self) -> Result<(), String> {
        let line = within(self.lines.next_line()).await?;
        heard(line, &mut self.open, &mut self.over, &self.counts)
    }
}

fn heard(
    line: std::io::Result<Option<String>>,
    open: &mut HashMap<u32, bool>,
    over: &mut HashSet<u32>,
    counts: &Counts,
) -> Result<(), String> {
    let line = line.map_err(|error| error.to_string())?.ok_or("the server closed its output")?;
    let message: Value =
        serde_json::from_str(&line).map_err(|error| format!("no JSON on stdout: {error}: {line}"))?;
    let Some(id) = message["id"].as_u64() else { return Ok(()) };
    let token = u32::try_from(id).map_err(|error| error.to_string())?;
    if !over.insert(token) {
        return Err(format!("the call {token} was answered twice"));
    }
    // An answer may cross a cancellation on its way.
    open.remove(&token).ok_or_else(|| format!("an answer to {token}, which was not asked"))?;
    judge(token, &message)?;
    counts.lines.add();
    Ok(())
}
