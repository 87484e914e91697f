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

const CAPACITY: usize = 1024;

/// A text of bounded length, put together in const evaluation. What does not fit is left out.
pub(super) struct Text {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Text {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], length: 0 }
    }

    pub(super) const fn push(mut self, part: &str) -> Self {
        let part = part.as_bytes();
        if self.length + part.len() > CAPACITY {
            return self;
        }
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
