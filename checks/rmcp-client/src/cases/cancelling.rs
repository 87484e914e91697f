//! Calls that the client gives up.

use std::time::Duration;

use rmcp::model::{CallToolRequest, ClientRequest};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::json;

use super::{Client, call, params, text};
use crate::verdict::{Verdict, holds};

async fn becomes(client: &Client, label: &str, fate: &str) -> Verdict {
    loop {
        let result = call(client, "test_call_fate", json!({ "label": label })).await?;
        match text(&result)? {
            now if now == fate => return Ok(()),
            "finished" => return Err("the call finished".into()),
            _ => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// A label that no other client of the server uses.
fn label(case: &str) -> String {
    format!("rmcp-{case}-{}", std::process::id())
}

fn slow_call(label: &str) -> ClientRequest {
    ClientRequest::CallToolRequest(CallToolRequest::new(params("test_slow_call", json!({ "label": label }))))
}

pub async fn cancels_a_call(client: &Client) -> Verdict {
    let label = label("cancels");
    let options = PeerRequestOptions::no_options();
    let slow = client.send_cancellable_request(slow_call(&label), options).await?;
    becomes(client, &label, "running").await?;
    slow.cancel(Some("the user has seen enough".into())).await?;
    becomes(client, &label, "cancelled").await
}

pub async fn drops_a_call(client: &Client) -> Verdict {
    let label = label("drops");
    let running = async { becomes(client, &label, "running").await };
    tokio::select! {
        result = call(client, "test_slow_call", json!({ "label": label })) => {
            return Err(format!("the call did not take long: {result:?}").into());
        }
        running = running => running?,
    }
    becomes(client, &label, "cancelled").await
}

pub async fn gives_up_a_call_that_takes_too_long(client: &Client) -> Verdict {
    let label = label("gives-up");
    let options = PeerRequestOptions::with_timeout(Duration::from_millis(500));
    let slow = client.send_cancellable_request(slow_call(&label), options).await?;
    let given_up = matches!(slow.await_response().await, Err(ServiceError::Timeout { .. }));
    holds(given_up, "the call did not take long")?;
    becomes(client, &label, "cancelled").await
}
