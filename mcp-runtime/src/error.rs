//! What can go wrong around serving, outside any request.

use std::fmt;
use std::io;

/// A server could not start serving, or had to stop.
#[derive(Debug)]
pub struct ServeError {
    kind: Kind,
    source: Option<io::Error>,
}

#[derive(Debug)]
enum Kind {
    Signals,
    Descriptors,
    Thread,
    Input,
    ReaderDied,
    #[cfg(feature = "http")]
    Resolve,
    #[cfg(feature = "http")]
    Bind(Vec<std::net::SocketAddr>),
    /// The address, and how to say that it is wanted.
    #[cfg(feature = "http")]
    Public(std::net::SocketAddr, &'static str),
    #[cfg(feature = "http")]
    UnsharedState(&'static str),
}

impl ServeError {
    pub(crate) fn signals(source: io::Error) -> Self {
        Self { kind: Kind::Signals, source: Some(source) }
    }

    pub(crate) fn descriptors(source: io::Error) -> Self {
        Self { kind: Kind::Descriptors, source: Some(source) }
    }

    pub(crate) fn thread(source: io::Error) -> Self {
        Self { kind: Kind::Thread, source: Some(source) }
    }

    pub(crate) fn input(source: io::Error) -> Self {
        Self { kind: Kind::Input, source: Some(source) }
    }

    pub(crate) fn reader_died() -> Self {
        Self { kind: Kind::ReaderDied, source: None }
    }

    #[cfg(feature = "http")]
    pub(crate) fn resolve(source: io::Error) -> Self {
        Self { kind: Kind::Resolve, source: Some(source) }
    }

    #[cfg(feature = "http")]
    pub(crate) fn bind(addresses: &[std::net::SocketAddr], source: io::Error) -> Self {
        Self { kind: Kind::Bind(addresses.to_vec()), source: Some(source) }
    }

    #[cfg(feature = "http")]
    pub(crate) fn public(address: std::net::SocketAddr) -> Self {
        Self { kind: Kind::Public(address, "`HttpConfig::insecure_public(\"reason\")`"), source: None }
    }

    /// The same, to somebody who has a command line and not the program's source.
    #[cfg(feature = "http")]
    pub(crate) fn by_flag(mut self) -> Self {
        if let Kind::Public(_, how) = &mut self.kind {
            *how = "`--insecure-public \"reason\"`";
        }
        self
    }
}

#[cfg(feature = "http")]
impl ServeError {
    pub(crate) fn unshared_state(fault: &'static str) -> Self {
        Self { kind: Kind::UnsharedState(fault), source: None }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Signals => f.write_str("cannot listen for SIGTERM and Ctrl-C"),
            Kind::Descriptors => f.write_str("cannot take standard input and output for the protocol"),
            Kind::Thread => f.write_str("cannot start the thread that reads messages"),
            Kind::Input => f.write_str("cannot read messages"),
            Kind::ReaderDied => f.write_str("the thread that reads messages panicked"),
            #[cfg(feature = "http")]
            Kind::Resolve => f.write_str("cannot find out which address to listen on"),
            #[cfg(feature = "http")]
            Kind::Bind(addresses) => {
                f.write_str("cannot listen on ")?;
                for (index, address) in addresses.iter().enumerate() {
                    write!(f, "{}{address}", if index == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            #[cfg(feature = "http")]
            Kind::UnsharedState(fault) => write!(f, "cannot start: {fault}"),
            #[cfg(feature = "http")]
            Kind::Public(address, how) => write!(
                f,
                "refusing to listen on {address} without authentication: anybody who reaches that address could call the \
                 tools. Listen on a loopback address (127.0.0.1) behind a proxy that authenticates, or say why it is safe \
                 with {how}"
            ),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}

/// Whatever ended a program: what `main` returns.
///
/// Every error converts into it with `?`. Shown with `{:?}`, as `main` does, it reads as text: the error, then its causes.
/// For that it is no [`std::error::Error`] itself.
pub struct Error {
    cause: Box<dyn std::error::Error + Send + Sync + 'static>,
}

/// The result of `main`.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

impl Error {
    /// The error that it was made from.
    #[must_use]
    pub fn cause(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        &*self.cause
    }
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Error {
    fn from(cause: E) -> Self {
        Self { cause: Box::new(cause) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cause, f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cause, f)?;
        let mut source = self.cause.source();
        while let Some(error) = source {
            write!(f, "\n  because: {error}")?;
            source = error.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_shows_an_error_and_its_causes_as_text() {
        let error = Error::from(ServeError::input(io::Error::other("the disk is gone")));
        assert_eq!(format!("{error:?}"), "cannot read messages\n  because: the disk is gone");
        assert_eq!(error.to_string(), "cannot read messages");
    }
}
