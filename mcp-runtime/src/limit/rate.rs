//! How often something may be done.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often each tool may be called.
///
/// A bucket of `burst` calls that refills with `per_second` calls a second, one bucket per tool. A call beyond it is
/// answered with a transient failure (`isError`) that says after how many seconds to retry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateLimit {
    per_second: f64,
    burst: u32,
}

impl RateLimit {
    /// `per_second` calls in the long run, `burst` at once. [`Server::build`](crate::Server::build) refuses a rate that is not a positive
    /// number and a burst of 0.
    #[must_use]
    pub const fn new(per_second: f64, burst: u32) -> Self {
        Self { per_second, burst }
    }

    pub(crate) fn is_usable(self) -> bool {
        self.per_second.is_finite() && self.per_second >= 1e-6 && self.burst > 0
    }
}

impl Default for RateLimit {
    /// 100 calls a second per tool, 1 000 at once: out of a model's reach, within that of a runaway loop.
    fn default() -> Self {
        Self::new(100.0, 1_000)
    }
}

/// The rate limit of a set of tools: the generic cell rate algorithm, one atomic per tool.
#[derive(Debug)]
pub(crate) struct Limiter {
    epoch: Instant,
    /// Nanoseconds that one call takes out of the bucket.
    interval: u64,
    /// How far ahead of the clock a tool's theoretical arrival time may lie.
    tolerance: u64,
    arrivals: Box<[AtomicU64]>,
}

impl Limiter {
    pub(crate) fn new(limit: RateLimit, tools: usize) -> Self {
        let interval = (1e9 / limit.per_second).min(1e18) as u64;
        Self {
            epoch: Instant::now(),
            interval,
            tolerance: interval.saturating_mul(u64::from(limit.burst.saturating_sub(1))),
            arrivals: (0..tools).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Takes one call of the tool at `index` out of its bucket, or says how long until one fits.
    ///
    /// # Errors
    /// The time after which a retry would be admitted.
    pub(crate) fn admit(&self, index: usize) -> Result<(), Duration> {
        let now = u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.admit_at(index, now)
    }

    /// Counts on at `index` where another limiter of the same rate stopped at `from`.
    pub(crate) fn copy(&self, index: usize, other: &Self, from: usize) {
        let (Some(arrival), Some(seen)) = (self.arrivals.get(index), other.arrivals.get(from)) else {
            return;
        };
        // Each counts from a start of its own.
        let ahead = other.epoch.elapsed().as_nanos();
        let ahead = seen.load(Ordering::Relaxed).saturating_sub(u64::try_from(ahead).unwrap_or(u64::MAX));
        let now = u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
        arrival.store(now.saturating_add(ahead), Ordering::Relaxed);
    }

    fn admit_at(&self, index: usize, now: u64) -> Result<(), Duration> {
        let Some(arrival) = self.arrivals.get(index) else { return Ok(()) };
        let mut seen = arrival.load(Ordering::Relaxed);
        loop {
            let ahead = seen.saturating_sub(now);
            if ahead > self.tolerance {
                return Err(Duration::from_nanos(ahead - self.tolerance));
            }
            let next = seen.max(now).saturating_add(self.interval);
            match arrival.compare_exchange_weak(seen, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(current) => seen = current,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn tool_32_a_burst_passes_and_the_next_call_is_told_when() {
        let limiter = Limiter::new(RateLimit::new(10.0, 3), 1);
        for _ in 0..3 {
            assert_eq!(limiter.admit_at(0, SECOND), Ok(()));
        }
        assert_eq!(limiter.admit_at(0, SECOND), Err(Duration::from_millis(100)));
        assert_eq!(limiter.admit_at(0, SECOND + SECOND / 10), Ok(()), "one place after a tenth of a second");
        assert!(limiter.admit_at(0, SECOND + SECOND / 10).is_err());
        for _ in 0..3 {
            assert_eq!(limiter.admit_at(0, 100 * SECOND), Ok(()), "a pause refills the whole burst, no more");
        }
        assert!(limiter.admit_at(0, 100 * SECOND).is_err());
    }

    #[test]
    fn tool_32_tools_do_not_share_a_bucket() {
        let limiter = Limiter::new(RateLimit::new(1.0, 1), 2);
        assert!(limiter.admit_at(0, 0).is_ok());
        assert!(limiter.admit_at(0, 0).is_err());
        assert!(limiter.admit_at(1, 0).is_ok());
    }

    #[test]
    fn tool_32_concurrent_callers_never_get_more_than_the_burst() {
        let limiter = Limiter::new(RateLimit::new(0.001, 50), 1);
        let admitted = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        if limiter.admit(0).is_ok() {
                            admitted.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert_eq!(admitted.into_inner(), 50);
    }
}
