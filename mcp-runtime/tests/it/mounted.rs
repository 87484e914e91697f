//! The endpoint inside somebody's axum router.

use super::message::{call, call_with_token, text};
use super::wire::post;
use super::{service, until};
use serde_json::json;
use std::net::SocketAddr;
use taffrail_runtime::Service;

async fn mounted(service: &Service) -> SocketAddr {
    let app = axum::Router::<()>::new()
        .route_service("/tools/mcp", service.http())
        .route("/health", axum::routing::get(|| async { "well" }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

#[tokio::test]
async fn http_01_it_answers_where_it_is_mounted() {
    let address = mounted(&service().0).await;
    let add = post(call(1, "add", json!({ "a": 20, "b": 22 }))).path("/tools/mcp");
    assert_eq!(text(&add.send(address).await.json()), "42");
    assert_eq!(post("").verb("GET").path("/health").send(address).await.body, "well");
    assert_eq!(add.clone().verb("GET").send(address).await.status, 405);
    let events = post(call_with_token(1, "progress", json!({ "steps": 2, "ms": 5 }), 1)).path("/tools/mcp");
    assert_eq!(text(events.send(address).await.events().last().unwrap()), "2 steps");
}

#[tokio::test]
async fn http_02_a_rebound_name_is_a_foreign_origin_there_too() {
    let address = mounted(&service().0).await;
    let rebound = post(call(1, "add", json!({}))).path("/tools/mcp");
    let rebound = rebound.only("Host", "evil.example").header("Origin", "http://evil.example");
    assert_eq!(rebound.send(address).await.status, 403);
}

#[tokio::test]
async fn canc_01_hanging_up_cancels_there_too() {
    let (service, state) = service();
    let address = mounted(&service).await;
    let stream = post(call(1, "sleep", json!({ "ms": 60_000 }))).path("/tools/mcp").open(address).await;
    until(&state.started, 1).await;
    drop(stream);
    until(&state.cancelled, 1).await;
}
