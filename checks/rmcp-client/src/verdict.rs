//! Running cases and counting them.

use std::fmt::Debug;
use std::time::Duration;

pub const TIME_PER_CASE: Duration = Duration::from_secs(20);

pub type Fault = Box<dyn std::error::Error>;
pub type Verdict = Result<(), Fault>;

#[derive(Default)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl Tally {
    pub async fn case(&mut self, name: &str, run: impl Future<Output = Verdict>) {
        let verdict = match tokio::time::timeout(TIME_PER_CASE, run).await {
            Ok(verdict) => verdict,
            Err(_) => Err(format!("no answer in {TIME_PER_CASE:?}").into()),
        };
        match verdict {
            Ok(()) => {
                self.passed += 1;
                println!("ok {name}");
            }
            Err(fault) => {
                self.failed += 1;
                println!("FAIL {name}: {fault}");
            }
        }
    }
}

pub fn same<T: PartialEq + Debug + ?Sized>(got: &T, wanted: &T) -> Verdict {
    holds(got == wanted, format!("got {got:?} instead of {wanted:?}"))
}

pub fn holds(condition: bool, fault: impl Into<Fault>) -> Verdict {
    if condition { Ok(()) } else { Err(fault.into()) }
}

/// Waits until a condition holds; the time of the case ends it.
pub async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
