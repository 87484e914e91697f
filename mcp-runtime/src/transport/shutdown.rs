//! Being asked to stop: SIGTERM and Ctrl-C.

/// Listens for the signals that end a server. While it exists, and after, they no longer end the process by themselves.
#[derive(Debug)]
pub(crate) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// # Errors
    /// The operating system's, when a handler cannot be installed.
    #[cfg(unix)]
    pub(crate) fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(not(unix))]
    pub(crate) fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next signal. A second one is how an impatient user says "at once".
    #[cfg(unix)]
    pub(crate) async fn next(&mut self) {
        crate::race::race(self.terminate.recv(), self.interrupt.recv()).await;
    }

    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
