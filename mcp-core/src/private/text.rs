//! Text in const evaluation: comparing, and panicking with a message put together from parts.

/// Whether two texts are the same.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether two texts are the same when ASCII case is ignored.
pub(crate) const fn same_ignoring_case(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

const BUCKETS: usize = 1024;

/// Which texts may have occurred before, when ASCII case is ignored.
///
/// Comparing hundreds of names pair by pair takes the compiler seconds, and then it gives constant evaluation up.
pub(super) struct Seen {
    buckets: [u64; BUCKETS],
}

impl Seen {
    pub(super) const fn new() -> Self {
        Self { buckets: [0; BUCKETS] }
    }

    /// Notes a text. `false` when no equal one was noted before; `true` when that must be looked up.
    pub(super) const fn note(&mut self, text: &str) -> bool {
        let hash = hash(text.as_bytes());
        let (bucket, bit) = (hash as usize % BUCKETS, 1 << (hash >> 26));
        let seen = self.buckets[bucket] & bit != 0;
        self.buckets[bucket] |= bit;
        seen
    }
}

/// FNV-1a of the lower case, then mixed: names often differ in their last letter only.
const fn hash(bytes: &[u8]) -> u32 {
    let (mut at, mut hash) = (0, 0x811c_9dc5_u32);
    while at < bytes.len() {
        hash = (hash ^ bytes[at].to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash = (hash ^ (hash >> 15)).wrapping_mul(0x2c1b_3c6d);
    hash ^ (hash >> 12)
}

const CAPACITY: usize = 8192;

/// What stands in for what does not fit.
const MORE: &str = "\nnote: there is more, which is told when this is mended";

/// A text of bounded length, put together in const evaluation. What does not fit is left out, and the text says so.
pub(super) struct Text {
    bytes: [u8; CAPACITY],
    length: usize,
    full: bool,
}

impl Text {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], length: 0, full: false }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(super) const fn push(mut self, part: &str) -> Self {
        if self.full {
            return self;
        }
        self.full = self.length + part.len() + MORE.len() > CAPACITY;
        let part = if self.full { MORE.as_bytes() } else { part.as_bytes() };
        let mut at = 0;
        while at < part.len() {
            self.bytes[self.length] = part[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    pub(super) const fn push_number(self, number: u64) -> Self {
        let mut digits = [0; 20];
        let (mut rest, mut start) = (number, digits.len());
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let (_, digits) = digits.split_at(start);
        match core::str::from_utf8(digits) {
            Ok(digits) => self.push(digits),
            Err(_) => self,
        }
    }

    /// Fails the build with this text.
    #[track_caller]
    pub(super) const fn fail(&self) -> ! {
        let (text, _) = self.bytes.split_at(self.length);
        match core::str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a guardrail was hit, and its message is not readable"),
        }
    }
}
