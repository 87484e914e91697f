//! stdio: a client starts the program and talks to it through its standard input and output.
//!
//! Spec: basic/transports/stdio. One JSON message per line each way; logs go to stderr.

use super::lines;
use super::shutdown::Signals;
use crate::apart::{Apart, apart};
use crate::dispatch::Service;
use crate::error::ServeError;
#[cfg(unix)]
use std::fs::File;
use std::io::{Read, Write};

impl Service {
    /// Serves the client on the other side of standard input and output, until it closes them or the process gets SIGTERM or
    /// Ctrl-C.
    ///
    /// Takes both for the protocol: from here on descriptor 1 is standard error, so that a stray `println!` of any crate is a
    /// log line and not a broken message, and descriptor 0 is empty, so that a program started by a tool cannot eat requests.
    ///
    /// At the end, calls in flight have [`Limits::grace`](crate::Limits::grace) to finish; then they are cancelled. When the
    /// client no longer reads, they are cancelled at once.
    /// Tasks have as long, and are then marked as failed.
    ///
    /// What a tool does before it first waits runs on the thread that reads. A tool that blocks there for more than some
    /// milliseconds keeps that thread, and another one reads on; long computations and synchronous queries are still better
    /// off in `tokio::task::spawn_blocking`, as on any async server.
    ///
    /// # Errors
    /// When the descriptors or signals cannot be set up, or reading fails. End of input and a closed output are no errors.
    pub async fn serve_stdio(&self) -> Result<(), ServeError> {
        self.serving_own_descriptors().await
    }

    fn serving_own_descriptors(&self) -> Apart<'_, Result<(), ServeError>> {
        apart(self.serve_own_descriptors())
    }

    async fn serve_own_descriptors(&self) -> Result<(), ServeError> {
        let mut signals = Signals::listen().map_err(ServeError::signals)?;
        let (input, output) = take().map_err(ServeError::descriptors)?;
        let served = lines::serve(self.clone(), input, output, apart(signals.next())).await;
        self.end_tasks_within(self.limits().grace).await;
        served
    }

    /// Serves one client over any pair of blocking byte streams, framed as on stdio: a Unix socket, a serial line, a pipe.
    /// Ends when `input` does, or when `output` fails.
    ///
    /// Who may connect is for the caller to decide before this is called.
    ///
    /// # Errors
    /// When reading fails.
    ///
    /// ```no_run
    /// # async fn example(service: taffrail::Service) -> Result<(), Box<dyn std::error::Error>> {
    /// let (socket, _) = std::net::TcpListener::bind("127.0.0.1:0")?.accept()?;
    /// service.serve_lines(socket.try_clone()?, socket).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_lines<R, W>(&self, input: R, output: W) -> Result<(), ServeError>
    where
        R: Read + Send + 'static,
        W: Write + Send + 'static,
    {
        lines::serve(self.clone(), input, output, apart(std::future::pending())).await
    }
}

/// The real standard input and output, which nothing else in the process can reach afterwards.
#[cfg(unix)]
fn take() -> std::io::Result<(File, File)> {
    use rustix::io::fcntl_dupfd_cloexec;
    use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};

    // Above 2, so that the copies are not mistaken for standard descriptors.
    let input = fcntl_dupfd_cloexec(stdin(), 3)?;
    let output = fcntl_dupfd_cloexec(stdout(), 3)?;
    dup2_stdin(File::open("/dev/null")?)?;
    dup2_stdout(stderr())?;
    // Text that was printed and not yet written belongs to the log too.
    let _ = std::io::stdout().flush();
    Ok((File::from(input), File::from(output)))
}

/// There is no safe call to redirect descriptors here, so that stray prints are not kept out.
#[cfg(not(unix))]
fn take() -> std::io::Result<(std::io::Stdin, std::io::Stdout)> {
    Ok((std::io::stdin(), std::io::stdout()))
}

/// While this lives, what is printed to standard output goes to standard error: tools run for somebody who wants their
/// result alone.
#[cfg(unix)]
pub(crate) struct Muffled(std::os::fd::OwnedFd);

#[cfg(unix)]
impl Muffled {
    pub(crate) fn new() -> std::io::Result<Self> {
        use rustix::stdio::{dup2_stdout, stderr, stdout};

        let output = rustix::io::fcntl_dupfd_cloexec(stdout(), 3)?;
        std::io::stdout().flush()?;
        dup2_stdout(stderr())?;
        Ok(Self(output))
    }
}

#[cfg(unix)]
impl Drop for Muffled {
    fn drop(&mut self) {
        let _ = std::io::stdout().flush();
        if let Err(error) = rustix::stdio::dup2_stdout(&self.0) {
            tracing::error!(%error, "standard output is lost");
        }
    }
}

/// There is no safe call to redirect descriptors here.
#[cfg(not(unix))]
pub(crate) struct Muffled;

#[cfg(not(unix))]
impl Muffled {
    pub(crate) fn new() -> std::io::Result<Self> {
        Ok(Self)
    }
}
