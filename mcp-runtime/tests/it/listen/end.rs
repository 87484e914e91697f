//! Subscriptions end by the client, by the server, by a client that does not read, and with their connection.

use super::*;
use std::io::{Read, Write};
use std::sync::{Arc, Condvar, Mutex};

#[tokio::test]
async fn sub_10_and_canc_02_a_cancelled_subscription_says_nothing_more() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    opened(&memory, 1, all()).await;
    opened(&memory, "1", all()).await;
    memory.send(cancel(1));
    changes.tools_changed();
    let told = settled(&memory).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["params"]["_meta"][SUBSCRIPTION], "1");
    opened(&memory, 1, all()).await;
}

#[tokio::test]
async fn sub_11_and_12_and_canc_06_the_server_says_cancelled_and_then_answers() {
    let changes = Changes::new();
    let memory = service(&changes).connect();
    opened(&memory, "listen-1", all()).await;
    memory.close().await;
    let cancelled = next(&memory).await;
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], "listen-1");
    assert_eq!(cancelled["params"]["_meta"], json!({ SUBSCRIPTION: "listen-1" }));
    let last = next(&memory).await;
    assert_eq!((&last["id"], &last["result"]["resultType"]), (&json!("listen-1"), &json!("complete")));
    assert_eq!(last["result"]["_meta"][SUBSCRIPTION], "listen-1");
    assert_eq!(memory.receive().await, None);
    changes.tools_changed();
}

#[tokio::test]
async fn sub_13_another_connection_starts_with_no_subscription() {
    let changes = Changes::new();
    let service = service(&changes);
    let first = service.connect();
    opened(&first, 1, all()).await;
    drop(first);
    let second = service.connect();
    changes.tools_changed();
    assert!(settled(&second).await.is_empty());
    opened(&second, 1, all()).await;
}

/// Output that nobody reads until it is let go.
#[derive(Clone, Default)]
struct Stuck(Arc<Pipe>);

#[derive(Default)]
struct Pipe {
    state: Mutex<(bool, Vec<u8>)>,
    freed: Condvar,
}

impl Write for Stuck {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let Pipe { state, freed } = &*self.0;
        let mut state = state.lock().unwrap();
        // The first lines are read, so that the subscription opens.
        while !state.0 && state.1.len() > 1_000 {
            state = freed.wait(state).unwrap();
        }
        state.1.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Input that gives some lines and then nothing, until it is dropped.
struct Lines(std::io::Cursor<Vec<u8>>, std::sync::mpsc::Receiver<()>);

impl Read for Lines {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(into)? {
            0 => {
                let _ = self.1.recv();
                Ok(0)
            }
            count => Ok(count),
        }
    }
}

#[tokio::test]
async fn sub_16_on_a_pipe_nobody_reads_changes_wait_once_and_the_subscription_ends() {
    let changes = Changes::new();
    let limits = Limits::default().stalled(Duration::from_millis(200)).grace(Duration::from_millis(200));
    let service = server(&changes, &ALL).limits(limits).build().unwrap();
    let output = Stuck::default();
    // A large answer keeps the pipe full.
    let large = "x".repeat(400_000);
    let lines = [subscribe(1, all()), call(2, "echo", json!({ "text": large }))].join("\n") + "\n";
    let (end, ended) = std::sync::mpsc::channel();
    let input = Lines(std::io::Cursor::new(lines.into_bytes()), ended);
    let serving = tokio::spawn({
        let (service, output) = (service.clone(), output.clone());
        async move { service.serve_lines(input, output).await }
    });
    for _ in 0..200 {
        changes.tools_changed();
        changes.resource_updated("note://a");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    {
        let Pipe { state, freed } = &*output.0;
        state.lock().unwrap().0 = true;
        freed.notify_all();
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(end);
    serving.await.unwrap().unwrap();
    let written = output.0.state.lock().unwrap().1.clone();
    let written = String::from_utf8(written).unwrap();
    let told = written.lines().filter(|line| line.contains("list_changed")).count();
    assert!(told < 20, "{told}");
    let last: Vec<_> = written.lines().filter(|line| line.contains("subscriptionId")).collect();
    assert!(last[last.len() - 2].contains("the client does not read"), "{}", last[last.len() - 2]);
    assert!(last[last.len() - 1].contains("\"resultType\":\"complete\""));
}
