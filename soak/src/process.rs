//! The server in a process of its own, seen from outside.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    pub(crate) async fn serve_http() -> Result<Self, String> {
        // The port is free again when the listener is gone, and nobody else asks for it meanwhile.
        let free = TcpListener::bind("127.0.0.1:0").await.and_then(|listener| listener.local_addr());
        let address = free.map_err(|error| format!("no free port: {error}"))?;
        let child = serve(&["http", "--addr", &address.to_string()], Stdio::null(), Stdio::null())?;
        for _ in 0..100 {
            if TcpStream::connect(address).await.is_ok() {
                return Ok(Self { child, address });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("the server did not listen on {address} within 5 s"))
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Resident memory.
    pub(crate) fn memory_kib(&self) -> u64 {
        let status =
            self.proc("status").and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
    }

    pub(crate) fn open_files(&self) -> usize {
        self.proc("fd").and_then(|path| std::fs::read_dir(path).ok()).map_or(0, Iterator::count)
    }

    fn proc(&self, what: &str) -> Option<String> {
        self.child.id().map(|id| format!("/proc/{id}/{what}"))
    }

    /// Asks the server to end, as a service manager does, and sees that it does.
    pub(crate) async fn end(mut self) -> Result<(), String> {
        if let Some(id) = self.child.id() {
            let asked = Command::new("kill").arg(id.to_string()).status().await;
            asked.map_err(|error| format!("`kill` cannot be run: {error}"))?;
        }
        match tokio::time::timeout(Duration::from_secs(20), self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(Ok(status)) => Err(format!("the server ended with {status}")),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the server did not end within 20 s of SIGTERM".into()),
        }
    }
}

/// Starts this program as a server. It ends with the handle to it.
pub(crate) fn serve(arguments: &[&str], stdin: Stdio, stdout: Stdio) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("serve").args(arguments).stdin(stdin).stdout(stdout).kill_on_drop(true);
    command.spawn().map_err(|error| format!("the server did not start: {error}"))
}
