//! Mutated bytes into the dispatch, for a bounded time: `cargo run -p taffrail-fuzz -- [--seconds N] [--seed N]`.
//!
//! Needs no instrumented compiler, so that it runs wherever the tests do. It starts from messages that a client sends,
//! mutates bytes and JSON tokens, and holds every answer against what `judge.rs` says of answers. A fault prints the
//! message and the seed that leads to it.

mod judge;
mod messages;
mod mutation;
mod server;

use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: taffrail-fuzz [--seconds N] [--seed N]";

struct Options {
    seconds: u64,
    seed: u64,
}

impl Options {
    fn read(arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self { seconds: 20, seed: fastrand::u64(..) };
        let mut arguments = arguments.skip(1);
        while let Some(name) = arguments.next() {
            let value = arguments.next()?.parse().ok()?;
            match name.as_str() {
                "--seconds" => options.seconds = value,
                "--seed" => options.seed = value,
                _ => return None,
            }
        }
        Some(options)
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "what it found is its only output")]
fn main() -> ExitCode {
    let Some(options) = Options::read(std::env::args()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let service = server::service();
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("no runtime: {error}");
            return ExitCode::from(2);
        }
    };
    let seeds = messages::all();
    let mut random = fastrand::Rng::with_seed(options.seed);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut tally = judge::Tally::default();
    println!("fuzzing for {} s with --seed {}", options.seconds, options.seed);
    while Instant::now() < end {
        let message = mutation::mutate(&seeds, &mut random);
        if let Err(fault) = judge::feed(&service, &runtime, &message, &mut tally) {
            eprintln!("fault after {} messages, --seed {}: {fault}", tally.messages, options.seed);
            eprintln!("the message, escaped:\n{}", message.escape_ascii());
            return ExitCode::FAILURE;
        }
    }
    println!("{tally}");
    if tally.has_reached_everything() {
        ExitCode::SUCCESS
    } else {
        eprintln!("some kind of outcome was never seen");
        ExitCode::FAILURE
    }
}
