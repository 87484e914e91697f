//! A list as it is sent: written once, cut into pages (*Pagination*).
//!
//! The pages of a list are fixed, so a cursor is not a position that a client could change: it is one of the few texts that
//! lead to a page, made from the content of the whole list. Servers with the same definitions and settings make the same ones.

use std::ops::Range;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::value::RawValue;
use taffrail_core::Cache;
use taffrail_core::protocol::Fault;

/// How lists are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paging {
    /// How many items a page has at most.
    pub(crate) items: usize,
    /// How many bytes the items of a page have at most; one item that is larger has a page of its own.
    pub(crate) bytes: usize,
}

impl Default for Paging {
    fn default() -> Self {
        const ROOMY: usize = 1 << 20;
        Self { items: usize::MAX, bytes: ROOMY }
    }
}

/// A list in pages; there is at least one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    first: Page,
    rest: Vec<Page>,
}

/// A page of a list, as members of a result.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Page {
    /// What leads to it; the first one needs nothing.
    cursor: String,
    members: Arc<String>,
    /// Where the caching hints begin, which come last.
    hints: usize,
}

impl Page {
    pub(super) fn members(&self) -> &Arc<String> {
        &self.members
    }

    /// For clients of earlier revisions, which know of no caching hints.
    pub(super) fn without_hints(&self) -> &str {
        &self.members[..self.hints]
    }
}

/// The items of a list, written one after another where they stand in its first page. Most lists are one page, and then nothing
/// is copied.
pub(super) struct Items {
    /// The member of the result that holds them.
    member: &'static str,
    text: Vec<u8>,
    /// Where each item stands in the text.
    places: Vec<Range<usize>>,
}

impl Items {
    /// No items yet, of about so many.
    pub(super) fn new(member: &'static str, count: usize) -> Self {
        // What is not filled is given back. Until then it costs nothing, and text that outgrows its place is copied.
        const ROOMY: usize = 1 << 10;
        let mut text = Vec::with_capacity(count.saturating_mul(ROOMY));
        open(&mut text, member);
        Self { member, text, places: Vec::with_capacity(count) }
    }

    /// Adds an item that `write` appends as JSON.
    pub(super) fn add<R>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        if !self.places.is_empty() {
            self.text.push(b',');
        }
        let start = self.text.len();
        let written = write(&mut self.text);
        self.places.push(start..self.text.len());
        written
    }

    /// The text of some items, with the commas between them.
    fn text_of(&self, places: &[Range<usize>]) -> &[u8] {
        match places {
            [] => &[],
            [first, .., last] => &self.text[first.start..last.end],
            [only] => &self.text[only.clone()],
        }
    }
}

impl Listing {
    pub(super) fn new(items: Items, paging: Paging, cache: Cache) -> Self {
        let starts = starts(&items.places, paging);
        if starts.len() == 1 {
            let first = closed(String::new(), items.text, None, cache);
            return Self { first, rest: Vec::new() };
        }
        let generation = generation(&items);
        let cursor = |start: usize| {
            let position = u64::try_from(start).unwrap_or(u64::MAX).to_be_bytes();
            URL_SAFE_NO_PAD.encode(digest(generation, &position).to_be_bytes())
        };
        let page = |at: usize| {
            let (start, end) = (starts[at], starts.get(at + 1).copied());
            let mut text = Vec::new();
            open(&mut text, items.member);
            text.extend_from_slice(items.text_of(&items.places[start..end.unwrap_or(items.places.len())]));
            closed(cursor(start), text, end.map(cursor), cache)
        };
        Self { first: page(0), rest: (1..starts.len()).map(page).collect() }
    }

    /// The first page.
    pub(super) fn first(&self) -> &str {
        &self.first.members
    }

    /// The page that a cursor leads to, the first without one. Whether there is a cursor decides, not whether it is empty.
    pub(super) fn page(&self, cursor: Option<&RawValue>) -> Result<&Page, Fault> {
        let Some(cursor) = cursor else { return Ok(&self.first) };
        let cursor: Option<String> = serde_json::from_str(cursor.get()).ok();
        let found = cursor.and_then(|cursor| self.rest.iter().find(|page| page.cursor == cursor));
        found.ok_or_else(|| {
            Fault::InvalidParams(
                "`cursor` is not one that this list gave; the list may have changed: start again without one"
                    .into(),
            )
        })
    }
}

/// What stands for the content of a whole list.
fn generation(items: &Items) -> u128 {
    let texts = items.places.iter().map(|place| &items.text[place.clone()]);
    texts.fold(digest(SEED, items.member.as_bytes()), |so_far, item| digest(digest(so_far, item), &[0]))
}

/// Where each page starts. An empty list has one page.
fn starts(items: &[Range<usize>], paging: Paging) -> Vec<usize> {
    let (mut starts, mut count, mut bytes) = (vec![0], 0, 0);
    for (at, item) in items.iter().enumerate() {
        let is_full = count >= paging.items || bytes + item.len() > paging.bytes;
        if count > 0 && is_full {
            starts.push(at);
            (count, bytes) = (0, 0);
        }
        count += 1;
        bytes += item.len();
    }
    starts
}

/// Writes what stands before the items of a page.
fn open(out: &mut Vec<u8>, member: &str) {
    out.extend_from_slice(format!("\"{member}\":[").as_bytes());
}

/// A page of which all but the end is written.
fn closed(cursor: String, mut out: Vec<u8>, next: Option<String>, cache: Cache) -> Page {
    out.push(b']');
    if let Some(next) = next {
        out.extend_from_slice(format!(",\"nextCursor\":\"{next}\"").as_bytes());
    }
    // JSON is UTF-8.
    let lossy = |error: std::string::FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
    let mut members = String::from_utf8(out).unwrap_or_else(lossy);
    let hints = members.len();
    members.push(',');
    members.push_str(&cache.members());
    members.shrink_to_fit();
    Page { cursor, members: Arc::new(members), hints }
}

/// FNV-1a of 128 bits. It need not withstand anybody: a cursor that was made up is none that leads to a page, and one that
/// was found leads only to what a walk through the list shows anyway.
fn digest(seed: u128, bytes: &[u8]) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
    bytes.iter().fold(seed, |digest, byte| (digest ^ u128::from(*byte)).wrapping_mul(PRIME))
}

const SEED: u128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D;

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::Value;

    use super::*;

    fn items(member: &'static str, texts: impl IntoIterator<Item = String>) -> Items {
        let mut items = Items::new(member, 0);
        for text in texts {
            items.add(|out| out.write_all(text.as_bytes())).unwrap();
        }
        items
    }

    fn listing(member: &'static str, count: usize, paging: Paging) -> Listing {
        let texts = (0..count).map(|number| format!("{{\"n\":{number}}}"));
        Listing::new(items(member, texts), paging, Cache::NONE)
    }

    fn page(listing: &Listing, cursor: Option<&str>) -> Result<Value, Fault> {
        let cursor = cursor.map(|cursor| RawValue::from_string(cursor.to_owned()).unwrap());
        let members = listing.page(cursor.as_deref())?.members();
        Ok(serde_json::from_str(&format!("{{{members}}}")).unwrap())
    }

    /// The numbers on each page.
    fn walk(listing: &Listing) -> Vec<Vec<u64>> {
        let (mut pages, mut cursor) = (Vec::new(), None);
        loop {
            let shown = page(listing, cursor.as_deref()).unwrap();
            assert_eq!((&shown["ttlMs"], &shown["cacheScope"]), (&0.into(), &"private".into()));
            pages.push(
                shown["tools"].as_array().unwrap().iter().map(|item| item["n"].as_u64().unwrap()).collect(),
            );
            match shown.get("nextCursor") {
                Some(next) => cursor = Some(next.to_string()),
                None => return pages,
            }
        }
    }

    #[test]
    fn page_01_02_03_and_06_a_walk_shows_each_item_once_and_ends() {
        let by_count = |items| Paging { items, ..Paging::default() };
        assert_eq!(walk(&listing("tools", 5, by_count(2))), [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(walk(&listing("tools", 4, by_count(2))), [vec![0, 1], vec![2, 3]]);
        assert_eq!(walk(&listing("tools", 3, by_count(1))), [[0], [1], [2]]);
        assert_eq!(walk(&listing("tools", 0, by_count(1))), [Vec::<u64>::new()]);
        assert_eq!(walk(&listing("tools", 5, Paging::default())).len(), 1);
    }

    #[test]
    fn legacy_10_and_29_pages_for_earlier_revisions_are_the_same_without_hints() {
        let listing = listing("tools", 2, Paging { items: 1, ..Paging::default() });
        let page = listing.page(None).unwrap();
        let (members, hints) = page.members().split_at(page.without_hints().len());
        assert_eq!(hints, r#","ttlMs":0,"cacheScope":"private""#);
        assert!(members.starts_with(r#""tools":[{"n":0}],"nextCursor":""#), "{members}");
    }

    #[test]
    fn page_01_bytes_bound_a_page_as_well_and_a_large_item_stands_alone() {
        let texts = [r#"{"n":0}"#, r#"{"n":1,"x":"0123456789"}"#, r#"{"n":2}"#].map(String::from);
        let listing = Listing::new(items("tools", texts), Paging { items: 10, bytes: 14 }, Cache::NONE);
        assert_eq!(walk(&listing), [[0], [1], [2]]);
    }

    #[test]
    fn page_04_a_cursor_that_the_list_did_not_give_is_refused() {
        let paging = Paging { items: 1, ..Paging::default() };
        let (list, other) = (listing("tools", 3, paging), listing("prompts", 3, paging));
        let foreign = page(&other, None).unwrap()["nextCursor"].to_string();
        let changed = page(&listing("tools", 4, paging), None).unwrap()["nextCursor"].to_string();
        for cursor in ["\"garbage\"", "\"\"", "7", "null", "[]", "{}", &foreign, &changed] {
            assert_eq!(page(&list, Some(cursor)).unwrap_err().code(), -32602, "{cursor}");
        }
    }

    #[test]
    fn page_05_and_state_02_another_instance_takes_the_cursor() {
        let paging = Paging { items: 2, ..Paging::default() };
        let (a, b) = (listing("tools", 5, paging), listing("tools", 5, paging));
        let cursor = page(&a, None).unwrap()["nextCursor"].to_string();
        assert_eq!(page(&b, Some(&cursor)).unwrap(), page(&a, Some(&cursor)).unwrap());
    }
}
