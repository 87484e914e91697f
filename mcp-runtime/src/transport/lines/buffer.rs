//! Cuts a byte stream into lines of bounded length.

/// How much is asked for in one read, in bytes: the capacity of a pipe on Linux.
const CHUNK: usize = 64 << 10;

/// How much is asked for until a read has filled that. Most clients send one short message at a time, and memory that has been
/// cleared is memory that is held.
const FIRST: usize = 8 << 10;

/// A buffer larger than this is given back once its long line is done.
const KEPT: usize = 1 << 20;

/// Bytes that were read and not yet handed out as lines.
#[derive(Debug)]
pub(crate) struct LineBuffer {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    /// No newline lies between `start` and here.
    scanned: usize,
    limit: usize,
    /// How much the next read asks for.
    chunk: usize,
    /// Inside a line that was too long; its rest is thrown away.
    skipping: bool,
}

/// What a [`LineBuffer`] has to offer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// A line without its `\n` and without a `\r` before it; never blank.
    Line(&'a [u8]),
    /// A line longer than the limit; said once for each.
    TooLong,
    /// No whole line is left: read more.
    More,
}

impl LineBuffer {
    pub(crate) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), start: 0, end: 0, scanned: 0, limit, chunk: FIRST, skipping: false }
    }

    /// Room for the next read; tell [`filled`](Self::filled) how much of it was used. Never empty.
    pub(crate) fn spare(&mut self) -> &mut [u8] {
        if self.start == self.end {
            (self.start, self.end, self.scanned) = (0, 0, 0);
            if self.bytes.len() > KEPT {
                self.bytes = Vec::new();
            }
        } else if self.start > 0 && self.bytes.len() - self.end < self.chunk {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end, self.scanned) = (0, self.end - self.start, self.scanned - self.start);
        }
        if self.bytes.len() - self.end < self.chunk {
            // Doubling keeps the copying of a long line linear in its length.
            let size = (self.end + self.chunk).max(self.bytes.len().saturating_mul(2).min(self.limit));
            self.bytes.resize(size, 0);
        }
        &mut self.bytes[self.end..]
    }

    /// Says that the first `count` bytes of the spare room now hold input.
    pub(crate) fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.bytes.len());
        if self.end == self.bytes.len() {
            self.chunk = CHUNK;
        }
    }

    /// Takes bytes that are already in memory.
    pub(crate) fn extend(&mut self, mut input: &[u8]) {
        while !input.is_empty() {
            let spare = self.spare();
            let count = spare.len().min(input.len());
            spare[..count].copy_from_slice(&input[..count]);
            self.filled(count);
            input = &input[count..];
        }
    }

    /// The next line that is not blank.
    pub(crate) fn next(&mut self) -> Next<'_> {
        loop {
            let Some(found) = newline(&self.bytes[self.scanned..self.end]) else {
                return self.unfinished();
            };
            let (from, newline) = (self.start, self.scanned + found);
            (self.start, self.scanned) = (newline + 1, newline + 1);
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if newline - from > self.limit {
                return Next::TooLong;
            }
            if let Some((from, to)) = trimmed(&self.bytes, from, newline) {
                return Next::Line(&self.bytes[from..to]);
            }
        }
    }

    /// What is left after the last newline, at the end of the input; `None` when that is blank or was skipped.
    pub(crate) fn last(&mut self) -> Option<&[u8]> {
        let (from, to) = (self.start, self.end);
        (self.start, self.scanned) = (to, to);
        if std::mem::take(&mut self.skipping) {
            return None;
        }
        trimmed(&self.bytes, from, to).map(|(from, to)| &self.bytes[from..to])
    }

    fn unfinished(&mut self) -> Next<'_> {
        self.scanned = self.end;
        if self.skipping {
            self.start = self.end;
        } else if self.end - self.start > self.limit {
            self.start = self.end;
            self.skipping = true;
            return Next::TooLong;
        }
        Next::More
    }
}

/// The position of the first newline. A search that asks the processor first what it can do takes longer for the first message than
/// all else that the reader does, where a hypervisor answers.
fn newline(bytes: &[u8]) -> Option<usize> {
    const AT_ONCE: usize = 32;
    let (chunks, _) = bytes.as_chunks::<AT_ONCE>();
    // Without an early exit inside a chunk, the compiler looks at all of its bytes at once.
    let has_none = |chunk: &&[u8; AT_ONCE]| !chunk.iter().fold(false, |any, byte| any | (*byte == b'\n'));
    let known = chunks.iter().take_while(has_none).count() * AT_ONCE;
    let found = bytes[known..].iter().position(|byte| *byte == b'\n')?;
    Some(known + found)
}

/// The bounds of a line without its `\r`; `None` when only blanks are left.
fn trimmed(bytes: &[u8], from: usize, to: usize) -> Option<(usize, usize)> {
    let line = bytes[from..to].strip_suffix(b"\r").unwrap_or(&bytes[from..to]);
    let blank = line.iter().all(u8::is_ascii_whitespace);
    (!blank).then_some((from, from + line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that the buffer says about `input` given in pieces of `piece` bytes.
    fn said(limit: usize, input: &[u8], piece: usize) -> Vec<Result<Vec<u8>, ()>> {
        let mut buffer = LineBuffer::new(limit);
        let mut said = Vec::new();
        for chunk in input.chunks(piece) {
            buffer.extend(chunk);
            loop {
                match buffer.next() {
                    Next::Line(line) => said.push(Ok(line.to_vec())),
                    Next::TooLong => said.push(Err(())),
                    Next::More => break,
                }
            }
        }
        said.extend(buffer.last().map(|line| Ok(line.to_vec())));
        said
    }

    #[test]
    fn stdio_09_blank_lines_and_carriage_returns_are_tolerated() {
        let input = b"\n \r\na\r\n\t\nb\n\r\nlast";
        for piece in 1..input.len() {
            let expected = ["a", "b", "last"].map(|line| Ok(line.as_bytes().to_vec()));
            assert_eq!(said(100, input, piece), expected, "pieces of {piece}");
        }
    }

    #[test]
    fn stdio_09_an_over_long_line_is_told_once_and_skipped_to_its_newline() {
        let mut input = b"short\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', 3 * CHUNK));
        input.extend(b"\nnext\n");
        for piece in [1_000, CHUNK, input.len()] {
            let said = said(CHUNK, &input, piece);
            assert_eq!(said, [Ok(b"short".to_vec()), Err(()), Ok(b"next".to_vec())], "pieces of {piece}");
        }
    }

    #[test]
    fn a_line_of_exactly_the_limit_passes_and_one_more_does_not() {
        assert_eq!(said(4, b"1234\n12345\n1234\n", 3), [Ok(b"1234".to_vec()), Err(()), Ok(b"1234".to_vec())]);
    }

    #[test]
    fn a_long_line_within_the_limit_is_whole_and_its_memory_is_given_back() {
        let mut buffer = LineBuffer::new(8 << 20);
        buffer.extend(&vec![b'y'; 5 << 20]);
        assert_eq!(buffer.next(), Next::More);
        buffer.extend(b"\n");
        assert!(matches!(buffer.next(), Next::Line(line) if line.len() == 5 << 20));
        assert_eq!(buffer.next(), Next::More);
        assert!(buffer.spare().len() <= KEPT);
    }

    #[test]
    fn a_newline_is_found_wherever_it_is() {
        let mut bytes = [b'x'; 100];
        assert_eq!(newline(&bytes), None);
        for at in (0..bytes.len()).rev() {
            bytes[at] = b'\n';
            assert_eq!(newline(&bytes), Some(at));
            assert_eq!(newline(&bytes[..at]), None);
        }
    }

    #[test]
    fn reads_are_small_until_one_is_filled() {
        let mut buffer = LineBuffer::new(8 << 20);
        for _ in 0..100 {
            buffer.extend(b"a message\n");
            assert!(matches!(buffer.next(), Next::Line(_)));
            assert_eq!(buffer.next(), Next::More);
        }
        assert_eq!(buffer.spare().len(), FIRST);
        buffer.filled(FIRST);
        assert!(buffer.spare().len() >= CHUNK);
    }
}
