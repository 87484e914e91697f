//! Whether one URI can match two patterns (RES-09, GR-123), found by walking both at once.

use std::collections::{HashMap, VecDeque};

use super::UriTemplate;
use super::template::Part;

/// A pattern as a chain of steps, each of which takes one character of a set; some may be repeated.
struct Chain {
    steps: Vec<Step>,
    /// From which step on the pattern may end.
    ends: usize,
}

struct Step {
    takes: Characters,
    repeats: bool,
}

/// A set of ASCII characters.
type Characters = u128;

/// Characters that witnesses are made of first, because they read best.
const READABLE: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-._~";

impl UriTemplate {
    /// A URI that both templates match, if there is one.
    #[must_use]
    pub fn overlap(&self, other: &Self) -> Option<String> {
        let witness = meet(&Chain::of(self), &Chain::of(other))?;
        // Which names a query has was not looked at on the way.
        (self.matches(&witness).is_some() && other.matches(&witness).is_some()).then_some(witness)
    }
}

impl Chain {
    fn of(template: &UriTemplate) -> Self {
        let mut steps = Vec::new();
        for part in &template.parts {
            match part {
                Part::Literal(text) => steps.extend(text.bytes().map(|byte| Step::one(bit(byte)))),
                variable => {
                    let takes =
                        (0..128).filter(|byte| variable.takes(*byte)).fold(0, |set, byte| set | bit(byte));
                    steps.push(Step { takes, repeats: true });
                }
            }
        }
        let ends = steps.len();
        if !template.query.is_empty() {
            // Any query: which names it has is looked at once a text is found.
            steps.push(Step::one(bit(b'?')));
            let takes = (0x21..0x7F).filter(|byte| *byte != b'#').fold(0, |set, byte| set | bit(byte));
            steps.push(Step { takes, repeats: true });
        }
        Self { steps, ends }
    }

    /// The positions after taking characters of a set at a position. A position is a step that is next; after a repeated step
    /// both that step and the one behind it are next.
    fn after(&self, at: usize) -> impl Iterator<Item = (Characters, usize)> {
        let step = self.steps.get(at);
        let stay = step.filter(|step| step.repeats).map(|step| (step.takes, at));
        let go = step.map(|step| (step.takes, at + 1));
        go.into_iter().chain(stay)
    }

    fn is_end(&self, at: usize) -> bool {
        at == self.ends || at == self.steps.len()
    }
}

impl Step {
    fn one(takes: Characters) -> Self {
        Self { takes, repeats: false }
    }
}

fn bit(byte: u8) -> Characters {
    1 << byte
}

fn readable(set: Characters) -> Option<u8> {
    let all = READABLE.iter().copied().chain(0x21..0x7F);
    all.into_iter().find(|byte| set & bit(*byte) != 0)
}

/// Where a pair of positions was first reached from, and with which character.
type Origins = HashMap<(usize, usize), ((usize, usize), u8)>;

/// The shortest text that both take.
fn meet(a: &Chain, b: &Chain) -> Option<String> {
    let (mut origins, mut queue) = (Origins::new(), VecDeque::from([(0, 0)]));
    while let Some(here) = queue.pop_front() {
        if a.is_end(here.0) && b.is_end(here.1) && here != (0, 0) {
            return Some(written(&origins, here));
        }
        for (set_a, next_a) in a.after(here.0) {
            for (set_b, next_b) in b.after(here.1) {
                let (next, byte) = ((next_a, next_b), readable(set_a & set_b));
                let is_new = next != (0, 0) && !origins.contains_key(&next);
                if let Some(byte) = byte.filter(|_| is_new) {
                    origins.insert(next, (here, byte));
                    queue.push_back(next);
                }
            }
        }
    }
    None
}

fn written(origins: &Origins, end: (usize, usize)) -> String {
    let (mut text, mut at) = (Vec::new(), end);
    while let Some((before, byte)) = origins.get(&at) {
        text.push(char::from(*byte));
        at = *before;
    }
    text.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlap(a: &str, b: &str) -> Option<String> {
        let (a, b) = (UriTemplate::parse(a).unwrap(), UriTemplate::parse(b).unwrap());
        let witness = a.overlap(&b);
        assert_eq!(witness.is_some(), b.overlap(&a).is_some());
        if let Some(witness) = &witness {
            assert!(a.matches(witness).is_some() && b.matches(witness).is_some(), "{witness}");
        }
        witness
    }

    #[test]
    fn res_09_two_templates_that_match_one_uri_are_found_with_an_example() {
        assert_eq!(overlap("notes://{id}", "notes://{name}").as_deref(), Some("notes://a"));
        assert_eq!(overlap("x:{+path}", "x:{a}/raw").as_deref(), Some("x:a/raw"));
        assert_eq!(overlap("x:{a}-b", "x:a-{b}").as_deref(), Some("x:a-b"));
        assert_eq!(overlap("x:{a}{?q}", "x:b{?r}").as_deref(), Some("x:b"));
    }

    #[test]
    fn gr_123_templates_that_never_meet_are_left_alone() {
        for (a, b) in [
            ("notes://{id}", "notes://{id}/raw"),
            ("notes://{id}", "todos://{id}"),
            ("x:{a}.md", "x:{a}.txt"),
            ("x:a/{b}", "x:{a}"),
            ("x:{a}?k=1", "x:{a}?k=2"),
            ("x:{a}?k=1", "x:{a}"),
        ] {
            assert_eq!(overlap(a, b), None, "{a} {b}");
        }
    }

    #[test]
    fn a_query_that_is_part_of_a_literal_meets_one_that_is_open() {
        let (a, b) = ("x:{a}?k=1", "x:{a}{?k}");
        assert_eq!(overlap(a, b).as_deref(), Some("x:a?k=1"));
    }
}
