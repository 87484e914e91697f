//! State through which a tool can change something.

/// Marks a type through which its borrower can change something: a handle to a writable store, a client of a service
/// that acts.
///
/// A `readonly` tool that borrows such a type does not compile, because clients run read-only tools without asking
/// anybody. Keep reading and writing in two types, mark the writing one, and give both to the server's state.
///
/// ```
/// use taffrail::WriteAccess;
///
/// /// Reads and writes orders.
/// struct OrderBook;
///
/// impl WriteAccess for OrderBook {}
/// ```
pub trait WriteAccess {}
