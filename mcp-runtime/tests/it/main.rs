//! Whole servers over memory, byte streams, processes and HTTP, driven as clients drive them.

#[cfg(unix)]
mod cli;
mod http;
mod legacy;
mod legacy_changes;
mod legacy_resume;
mod lines;
mod listen;
mod message;
mod mounted;
#[cfg(unix)]
mod process;
mod registry;
mod tools;
#[cfg(unix)]
mod transports;
mod wire;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use taffrail_runtime::{Limits, Server, Service};
use tools::State;

fn server() -> Server<State> {
    Server::new(State::default()).tools(tools::tools())
}

/// A service and what happens inside its tools.
fn service() -> (Service, State) {
    service_within(Limits::default())
}

fn service_within(limits: Limits) -> (Service, State) {
    let state = State::default();
    let server = Server::new(state.clone()).tools(tools::tools()).limits(limits);
    (server.no_rate_limit("tests call as fast as they can").build().unwrap(), state)
}

/// Waits until a counter has a value; panics when it does not come to that.
async fn until(counter: &AtomicUsize, value: usize) {
    for _ in 0..1_000 {
        if counter.load(Ordering::SeqCst) == value {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the counter is {}, not {value}", counter.load(Ordering::SeqCst));
}
