//! What clients do whose calls become tasks: wait for them, answer them, cancel them, listen to them, or forget them.

use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::messages::{Outcome, call, judge, request, shortened, token};
use crate::server::TASK_LIFE;
use crate::tally::Counts;
use crate::wire::{Connection, next_piece};

/// A task that this client has begun.
struct Task {
    token: u32,
    id: String,
    /// No later than it was made.
    asked: Instant,
}

pub(crate) async fn begins(server: SocketAddr, random: &mut Rng, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::open(server).await?;
    let (token, asked) = (token()?, Instant::now());
    let asks = random.u8(0..3) == 0;
    let arguments = json!({ "milliseconds": random.u32(0..300), "kib": random.u32(0..16), "asks": asks });
    let id = match judge(token, &connection.answer(&call(token, "job", arguments)).await?)? {
        Outcome::Task(id) => id,
        Outcome::Busy => return counts.busy.end(),
        other => return Err(format!("the call {token} came to {other:?} instead of a task")),
    };
    let task = Task { token, id, asked };
    match random.u8(0..8) {
        0 => counts.abandoned.end(),
        1 => cancels(&mut connection, &task, counts).await,
        2..5 if !asks => listens(server, &task, counts).await,
        _ => waits(&mut connection, &task, random, counts).await,
    }
}

/// What there is to say about a task; `None` once its time may be over.
async fn about(
    connection: &mut Connection,
    task: &Task,
    method: &str,
    mut params: Value,
) -> Result<Option<Value>, String> {
    params["taskId"] = task.id.as_str().into();
    let mut answer = connection.answer(&request(task.token, method, params)).await?;
    if answer["error"]["code"] == -32602 && task.asked.elapsed() >= TASK_LIFE {
        return Ok(None);
    }
    match answer["result"]["resultType"].as_str() {
        Some("complete") => Ok(Some(answer["result"].take())),
        _ => Err(format!("`{method}` was answered with {}", shortened(&answer))),
    }
}

/// Asks for a task until it is over, and answers what it asks, once or twice.
async fn waits(
    connection: &mut Connection,
    task: &Task,
    random: &mut Rng,
    counts: &Counts,
) -> Result<(), String> {
    loop {
        let Some(state) = about(connection, task, "tasks/get", json!({})).await? else {
            return counts.busy.end();
        };
        match state["status"].as_str() {
            Some("working") => {}
            Some("input_required") => {
                let keys = state["inputRequests"].as_object().into_iter().flat_map(|all| all.keys());
                let answer = json!({ "action": "accept", "content": { "agreed": true } });
                let answers: Value = keys.map(|key| (key.clone(), answer.clone())).collect();
                for _ in 0..random.u8(1..3) {
                    let answers = json!({ "inputResponses": answers });
                    about(connection, task, "tasks/update", answers).await?;
                }
            }
            Some("completed") => return ended(task, &state["result"], counts),
            _ => return Err(format!("the task of {} is now {}", task.token, shortened(&state))),
        }
        tokio::time::sleep(Duration::from_millis(random.u64(50..200))).await;
    }
}

/// The end of a task is the answer to its call.
fn ended(task: &Task, result: &Value, counts: &Counts) -> Result<(), String> {
    match judge(task.token, &json!({ "id": task.token, "result": result }))? {
        Outcome::Done => counts.tasks.end(),
        // It had too little time, on a busy machine.
        Outcome::Busy => counts.busy.end(),
        other => Err(format!("the task of {} ended with {other:?}", task.token)),
    }
}

async fn cancels(connection: &mut Connection, task: &Task, counts: &Counts) -> Result<(), String> {
    for _ in 0..2 {
        if about(connection, task, "tasks/cancel", json!({})).await?.is_none() {
            return counts.busy.end();
        }
    }
    let state = about(connection, task, "tasks/get", json!({})).await?;
    match state.as_ref().map(|state| &state["status"]) {
        // It may have been done before.
        Some(status) if status == "cancelled" || status == "completed" => counts.dismissed.end(),
        Some(status) => Err(format!("the task of {} is {status} after it was cancelled", task.token)),
        None => counts.busy.end(),
    }
}

/// Is told of a task until its end, and goes away.
async fn listens(server: SocketAddr, task: &Task, counts: &Counts) -> Result<(), String> {
    let mut connection = Connection::narrow(server).await?;
    let wanted = json!({ "notifications": { "taskIds": [task.id] } });
    let response = connection.post(&request(token()?, "subscriptions/listen", wanted)).await?;
    let mut body = response.into_body();
    let mut told = String::new();
    while let Some(piece) = next_piece(&mut body).await? {
        told.push_str(&String::from_utf8_lossy(&piece));
        if told.contains("\"status\":\"completed\"") {
            return counts.heard.end();
        }
        if !told.contains(&task.id) {
            // Too many listen, or its time was over before.
            break;
        }
    }
    let is_late = task.asked.elapsed() >= TASK_LIFE || told.contains("\"error\"");
    if is_late { counts.busy.end() } else { Err(format!("all that is told of a task is {told}")) }
}
