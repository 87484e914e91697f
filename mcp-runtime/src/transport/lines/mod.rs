//! One JSON message per line: the framing of stdio, of the in-memory connection and of any byte stream.

mod buffer;
mod connection;
mod outbox;
mod serve;
mod turn;

pub(crate) use buffer::{LineBuffer, Next};
pub(crate) use connection::{Connection, Polled, Slot, poller};
pub(crate) use outbox::{Drain, Outbox};
pub(crate) use serve::serve;
use turn::Turns;
