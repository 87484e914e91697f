//! Framing, metadata, cancellation and end of a connection; what the messages mean is decided in [`crate::dispatch`].

#[cfg(feature = "http")]
pub mod http;
pub(crate) mod lines;
pub mod memory;
mod shutdown;
pub mod stdio;

/// What transports need to know besides bounds.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    #[cfg(feature = "http")]
    pub(crate) http: http::HttpConfig,
}

impl Settings {
    /// What is wrong with the settings, one sentence each.
    pub(crate) fn faults(&self) -> Vec<String> {
        #[cfg(feature = "http")]
        return self.http.faults();
        #[cfg(not(feature = "http"))]
        Vec::new()
    }
}
