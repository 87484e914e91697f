//! Thousands of clients that call, hang up, cancel and read slowly, for a bounded time:
//! `cargo run --release -p taffrail-soak -- [--seconds N] [--clients N] [--seed N]`.
//!
//! The server is this same program in a process of its own (`taffrail-soak serve http`, `taffrail-soak serve stdio`), so that its
//! memory and open files can be read from outside. Each round is a storm and then a calm; what must hold:
//!
//! - every call that a client waits for is answered, once, and with its own answer;
//! - no call ran twice, and after the storm none runs on;
//! - memory and open files are, after the last calm, where they were after the first.

mod habits;
mod legacy;
mod lines;
mod messages;
mod process;
mod server;
mod tally;
mod tasks;
mod wire;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use process::Process;
use taffrail::Arguments;
use tally::{Counts, Tally};
use tokio::task::JoinSet;
use tokio::time::Instant;

const USAGE: &str = "usage: taffrail-soak [--seconds N] [--clients N] [--seed N]";
/// A client has up to two connections. A server takes 1024 and as many wait; the system resets what comes beyond.
const CLIENTS: u64 = 1000;
/// The first round warms the server up; the last is held against it.
const ROUNDS: u32 = 4;
/// How much more memory a server may hold after the last round than after the first: allocators keep some.
const SLACK_KIB: u64 = 6 * 1024;

struct Options {
    seconds: u64,
    clients: u64,
    seed: u64,
}

impl Options {
    fn read(arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Self { seconds: 60, clients: CLIENTS, seed: fastrand::u64(..) };
        let mut arguments = arguments;
        while let Some(name) = arguments.next() {
            let value = arguments.next()?.parse().ok()?;
            match name.as_str() {
                "--seconds" => options.seconds = value,
                "--clients" => options.clients = value,
                "--seed" => options.seed = value,
                _ => return None,
            }
        }
        Some(options)
    }
}

#[tokio::main]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "what it found is its only output")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let program = arguments.next().unwrap_or_default();
    let arguments: Vec<_> = arguments.collect();
    if arguments.first().is_some_and(|first| first == "serve") {
        return match server::serve(Arguments::new(program, &arguments[1..])).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    let Some(options) = Options::read(arguments.into_iter().map(|one| one.to_string_lossy().into_owned()))
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    println!("{} clients for {} s with --seed {}", options.clients, options.seconds, options.seed);
    match soak(&options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("fault, --seed {}: {fault}", options.seed);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "what it found is its only output")]
async fn soak(options: &Options) -> Result<(), String> {
    let http = Process::serve_http().await?;
    let counts = Arc::new(Counts::default());
    let lasts = Duration::from_secs(options.seconds) / ROUNDS;
    let mut first = None;
    for round in 1..=ROUNDS {
        let seed = options.seed.wrapping_add(u64::from(round) << 32);
        let until = Instant::now() + lasts;
        let over_http = storm(&http, options.clients, seed, until, &counts);
        let over_lines = lines::storm(seed, until, &counts);
        tokio::try_join!(over_http, over_lines)?;
        let after = calm(&http).await?;
        println!("round {round}: {counts}\n         {after}");
        first.get_or_insert(after);
    }
    let (first, last) = (first.unwrap_or_default(), calm(&http).await?);
    if last.kib > first.kib + SLACK_KIB {
        return Err(format!("memory grew from {} KiB after the first round to {} KiB", first.kib, last.kib));
    }
    if last.files > first.files {
        return Err(format!("open files grew from {} after the first round to {}", first.files, last.files));
    }
    counts.reached_everything()?;
    http.end().await
}

/// All clients at once, each with habits of its own, until the time is over or one of them finds a fault.
async fn storm(
    http: &Process,
    clients: u64,
    seed: u64,
    until: Instant,
    counts: &Arc<Counts>,
) -> Result<(), String> {
    let mut running = JoinSet::new();
    for client in 0..clients {
        let random = fastrand::Rng::with_seed(seed.wrapping_add(client));
        running.spawn(habits::live(http.address(), random, until, Arc::clone(counts)));
    }
    while let Some(ended) = running.join_next().await {
        ended.map_err(|error| error.to_string())??;
    }
    Ok(())
}

/// Waits until nothing runs any more, and says what the server then holds.
async fn calm(http: &Process) -> Result<Tally, String> {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        // Sessions of clients that have gone and tasks that nobody asks for are kept for a while, on purpose.
        tokio::time::sleep(server::SESSION_IDLE.max(server::TASK_LIFE) + Duration::from_millis(1500)).await;
        let tally = Tally::of(http).await?;
        if tally.repeated > 0 {
            return Err(format!("{} calls ran more than once", tally.repeated));
        }
        if tally.running == 0 {
            return Ok(tally);
        }
        if Instant::now() > end {
            return Err(format!("{} calls run on after the clients have gone", tally.running));
        }
    }
}
