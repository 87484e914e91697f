//! stdio with a process: standard streams, signals, end.

use super::message::{call, parsed, request, text};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The example with the tools of these tests, which `cargo test` builds beside them.
pub(crate) fn probe() -> Command {
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    let program = path.join("examples").join(format!("probe{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "build {} first: cargo build --examples", program.display());
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut child = probe().args(arguments).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn send(&mut self, message: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(message.as_ref()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    fn line(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        parsed(&line)
    }

    fn exits_within(&mut self, time: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < time, "the process is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    fn stderr(&mut self) -> String {
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn stdio_02_and_03_stray_prints_go_to_stderr_and_the_protocol_stays_clean() {
    let mut server = Server::start(&["stdio"]);
    server.send(call(1, "print", json!({})));
    server.send(call(2, "print", json!({})));
    assert_eq!(text(&server.line()), "printed");
    assert_eq!(server.line()["id"], 2);
    drop(server.input.take());
    assert!(server.exits_within(Duration::from_secs(10)).success());
    let mut rest = String::new();
    server.output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    assert!(server.stderr().contains("a stray line"));
}

#[test]
fn stdio_02_a_program_started_by_a_tool_cannot_eat_requests() {
    let mut server = Server::start(&["stdio"]);
    server.send(call(1, "child", json!({})));
    server.send(call(2, "add", json!({ "a": 1, "b": 1 })));
    assert_eq!(text(&server.line()), "read 0 bytes");
    assert_eq!(text(&server.line()), "2");
}

#[test]
fn stdio_is_the_default_when_standard_input_is_no_terminal() {
    let mut server = Server::start(&[]);
    server.send(request(1, "server/discover", json!({})));
    assert_eq!(server.line()["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "probe");
}

#[test]
fn stdio_05_the_end_of_input_ends_the_process_within_the_grace() {
    let mut server = Server::start(&["stdio", "--grace", "1500"]);
    server.send(call("short", "sleep", json!({ "ms": 50 })));
    server.send(call("long", "sleep", json!({ "ms": 60_000 })));
    server.send(call("now", "add", json!({})));
    assert_eq!(server.line()["id"], "now");
    drop(server.input.take());
    assert_eq!(server.line()["id"], "short", "a call may finish within the grace");
    assert_eq!(server.exits_within(Duration::from_secs(10)).code(), Some(0));
}

#[test]
fn stdio_05_a_last_line_without_newline_is_answered() {
    let mut server = Server::start(&["stdio"]);
    let message = call(1, "add", json!({ "a": 1, "b": 2 }));
    server.input.take().unwrap().write_all(message.as_bytes()).unwrap();
    assert_eq!(text(&server.line()), "3");
    assert!(server.exits_within(Duration::from_secs(10)).success());
}

#[test]
fn stdio_05_a_tool_that_blocks_does_not_keep_the_process() {
    let mut server = Server::start(&["stdio", "--grace", "100"]);
    server.send(call(1, "block", json!({ "ms": 60_000 })));
    std::thread::sleep(Duration::from_millis(200));
    drop(server.input.take());
    assert_eq!(server.exits_within(Duration::from_secs(10)).code(), Some(0));
}

#[test]
fn state_03_a_tool_that_blocks_does_not_keep_the_others() {
    let mut server = Server::start(&["stdio"]);
    server.send(call("slow", "block", json!({ "ms": 3_000 })));
    server.send(call("fast", "add", json!({})));
    server.send(call("also fast", "sleep", json!({ "ms": 1 })));
    let mut others = [server.line()["id"].to_string(), server.line()["id"].to_string()];
    others.sort();
    assert_eq!(others, ["\"also fast\"", "\"fast\""]);
    assert_eq!(server.line()["id"], "slow");
}

#[test]
fn stdio_06_a_client_that_no_longer_reads_ends_the_process() {
    let mut server = Server::start(&["stdio"]);
    server.send(call(1, "add", json!({})));
    assert_eq!(server.line()["id"], 1);
    let unread = std::mem::replace(&mut server.output, BufReader::new(closed_output()));
    drop(unread);
    server.send(call(2, "add", json!({})));
    server.send(call(3, "sleep", json!({ "ms": 60_000 })));
    assert_eq!(server.exits_within(Duration::from_secs(10)).code(), Some(0));
}

/// The output of a process that is over.
fn closed_output() -> ChildStdout {
    let mut over = Command::new("true").stdout(Stdio::piped()).spawn().unwrap();
    let output = over.stdout.take().unwrap();
    over.wait().unwrap();
    output
}

#[test]
fn stdio_13_sigterm_and_ctrl_c_act_like_the_end_of_input() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Server::start(&["stdio", "--grace", "1500"]);
        server.send(call("short", "sleep", json!({ "ms": 100 })));
        server.send(call("long", "sleep", json!({ "ms": 60_000 })));
        server.send(call("now", "add", json!({})));
        assert_eq!(server.line()["id"], "now");
        server.signal(signal);
        assert_eq!(server.line()["id"], "short");
        assert_eq!(server.exits_within(Duration::from_secs(10)).code(), Some(0), "{signal}");
    }
}

#[test]
fn stdio_13_a_client_that_reads_nothing_cannot_keep_the_process() {
    let mut server = Server::start(&["stdio", "--grace", "100"]);
    // More than a pipe takes; the server stops reading when nobody takes its answers.
    server.send(call(1, "echo", json!({ "text": "x".repeat(200_000) })));
    server.send(call(2, "sleep", json!({ "ms": 1 })));
    std::thread::sleep(Duration::from_millis(100));
    server.signal("-TERM");
    assert_eq!(server.exits_within(Duration::from_secs(10)).code(), Some(0));
}

#[test]
fn stdio_12_nothing_is_expected_of_a_process_before() {
    for _ in 0..2 {
        let mut server = Server::start(&["stdio"]);
        server.send(call(1, "add", json!({ "a": 2, "b": 2 })));
        assert_eq!(text(&server.line()), "4");
        server.signal("-KILL");
    }
}

#[test]
fn a_second_signal_ends_a_drain_at_once() {
    let mut child = probe().args(["http", "--addr", "127.0.0.1:0"]).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    let address =
        line.trim().strip_prefix("Listening on http://").unwrap().strip_suffix("/mcp").unwrap().to_owned();
    let body = call(1, "sleep", json!({ "ms": 60_000 }));
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: sleep\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let id = child.id().to_string();
    let start = Instant::now();
    let mut status = None;
    while status.is_none() && start.elapsed() < Duration::from_secs(8) {
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        std::thread::sleep(Duration::from_millis(100));
        status = child.try_wait().unwrap();
    }
    let _ = child.kill();
    let _ = child.wait();
    assert_eq!(
        status.and_then(|status| status.code()),
        Some(0),
        "the drain takes ten seconds, the user does not"
    );
}
