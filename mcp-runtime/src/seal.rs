//! State that travels through the client: encrypted, authenticated, and good for one request only
//! (*Multi Round-Trip Requests > Security Considerations*).
//!
//! XChaCha20-Poly1305, whose nonces are long enough to be drawn at random by any number of instances. What the state is
//! bound to is authenticated with it and not inside it, so a state for something else cannot be told from garbage.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use orion::hazardous::aead::xchacha20poly1305::{Nonce, SecretKey, XChaCha20Poly1305};
use orion::hazardous::hash::blake2::blake2b::Hasher;
use zeroize::Zeroizing;

/// The length of a key, in bytes.
const KEY: usize = 32;
const NONCE: usize = 24;
const TAG: usize = 16;
/// The form of what follows, so that another one can be told apart later.
const FORM: u8 = 1;
/// The longest state that is sealed, in bytes. It goes through every later request of the client.
pub(crate) const LONGEST: usize = 64 << 10;

/// What a sealed state is known by: its nonce, which no two states share.
pub(crate) type StateId = [u8; NONCE];

/// A secret key that seals `requestState`: at least 256 bits, the same on all instances of a server.
///
/// It is wiped from memory when it is dropped, and never shown.
///
/// ```
/// use taffrail::StateKey;
///
/// // `openssl rand -base64 32` makes one.
/// let key = StateKey::from_text("mYq0cR7mJp0cT7X5oGmEXl3V6uW4Tn3r9x3o6u0Jw1E=")?;
/// assert_eq!(format!("{key:?}"), "StateKey([redacted])");
/// assert!(StateKey::from_bytes(b"only sixteen byt").is_err());
/// # Ok::<(), taffrail::WeakKey>(())
/// ```
#[derive(Clone)]
pub struct StateKey(Arc<SecretKey>);

/// A key was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeakKey {
    /// It has fewer than 256 bits. Holds its length in bytes.
    Short(usize),
    /// All of its bytes are the same.
    Constant,
    /// It is neither base64 nor hexadecimal.
    Unreadable,
}

impl fmt::Display for WeakKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(bytes) => {
                write!(
                    f,
                    "a state key needs at least {KEY} bytes and has {bytes}; `openssl rand -base64 32` makes one"
                )
            }
            Self::Constant => f.write_str("a state key must be random; `openssl rand -base64 32` makes one"),
            Self::Unreadable => f.write_str("a state key is written as base64 or hexadecimal"),
        }
    }
}

impl std::error::Error for WeakKey {}

impl StateKey {
    /// A key of at least 32 bytes from a generator that is fit for cryptography. All bytes count.
    ///
    /// # Errors
    /// When it is too short, or evidently not random.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeakKey> {
        if bytes.len() < KEY {
            return Err(WeakKey::Short(bytes.len()));
        }
        if bytes.iter().all(|byte| *byte == bytes[0]) {
            return Err(WeakKey::Constant);
        }
        let mut key = Zeroizing::new([0; KEY]);
        match <[u8; KEY]>::try_from(bytes) {
            Ok(exact) => *key = exact,
            Err(_) => *key = digest(bytes),
        }
        Ok(Self(Arc::new(SecretKey::from(*key))))
    }

    /// A key as configuration holds it: base64, or hexadecimal.
    ///
    /// # Errors
    /// When it is neither, too short, or evidently not random.
    pub fn from_text(text: &str) -> Result<Self, WeakKey> {
        let text = text.trim();
        let is_hex = text.len() >= 2 * KEY
            && text.len().is_multiple_of(2)
            && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bytes = if is_hex {
            let pairs = text.as_bytes().chunks_exact(2);
            let byte = |pair: &[u8]| {
                std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok())
            };
            pairs.map(byte).collect::<Option<Vec<u8>>>()
        } else {
            let unpadded = text.trim_end_matches('=');
            let decoded = STANDARD.decode(text).or_else(|_| URL_SAFE_NO_PAD.decode(unpadded));
            decoded.ok()
        };
        let bytes = Zeroizing::new(bytes.ok_or(WeakKey::Unreadable)?);
        Self::from_bytes(&bytes)
    }

    /// A key of this process alone. `None` when the system has no randomness to give.
    pub(crate) fn random() -> Option<Self> {
        let mut key = Zeroizing::new([0; KEY]);
        getrandom::fill(&mut *key).ok()?;
        Some(Self(Arc::new(SecretKey::from(*key))))
    }
}

impl fmt::Debug for StateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StateKey([redacted])")
    }
}

/// Seals a text for a binding. `None` when the system has no randomness to give.
pub(crate) fn seal(key: &StateKey, text: &[u8], binding: &[u8]) -> Option<String> {
    let mut id: StateId = [0; NONCE];
    getrandom::fill(&mut id).ok()?;
    let mut sealed = vec![0; 1 + NONCE + text.len() + TAG];
    sealed[0] = FORM;
    sealed[1..=NONCE].copy_from_slice(&id);
    let nonce = Nonce::from(id);
    XChaCha20Poly1305::seal(&key.0, &nonce, text, Some(binding), &mut sealed[1 + NONCE..]).ok()?;
    Some(URL_SAFE_NO_PAD.encode(sealed))
}

/// Opens what one of the keys has sealed for the binding. Nothing tells what was wrong with anything else.
pub(crate) fn open(keys: &[StateKey], sealed: &str, binding: &[u8]) -> Option<(StateId, Vec<u8>)> {
    const LONGEST_SEALED: usize = (1 + NONCE + LONGEST + TAG) * 4 / 3 + 4;
    if sealed.len() > LONGEST_SEALED {
        return None;
    }
    let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    let (form, sealed) = sealed.split_first()?;
    let (id, sealed) = sealed.split_at_checked(NONCE)?;
    let id: StateId = id.try_into().ok()?;
    if *form != FORM || sealed.len() < TAG {
        return None;
    }
    let nonce = Nonce::from(id);
    keys.iter().find_map(|key| {
        let mut text = vec![0; sealed.len() - TAG];
        XChaCha20Poly1305::open(&key.0, &nonce, sealed, Some(binding), &mut text).ok()?;
        Some((id, text))
    })
}

/// A digest that nobody can find a second text for.
pub(crate) fn digest(text: &[u8]) -> [u8; KEY] {
    let mut digest = [0; KEY];
    // BLAKE2b takes up to 2^128 bytes, so it does not refuse; all zeros would equal no digest.
    if let Ok(made) = Hasher::Blake2b256.digest(text) {
        digest.copy_from_slice(made.as_ref());
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(seed: u8) -> StateKey {
        let bytes: Vec<u8> = (0..32).map(|at| at ^ seed).collect();
        StateKey::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn sec_05_keys_have_256_bits_or_are_refused() {
        assert_eq!(StateKey::from_bytes(&[7; 16]).unwrap_err(), WeakKey::Short(16));
        assert_eq!(StateKey::from_bytes(&[7; 32]).unwrap_err(), WeakKey::Constant);
        assert_eq!(StateKey::from_text("").unwrap_err(), WeakKey::Short(0));
        assert_eq!(StateKey::from_text("not base64!").unwrap_err(), WeakKey::Unreadable);
        assert_eq!(StateKey::from_text("c2hvcnQ=").unwrap_err(), WeakKey::Short(5));
        let hex: String = (0..32).map(|at| format!("{at:02x}")).collect();
        let same = StateKey::from_text(&hex).unwrap();
        let sealed = seal(&same, b"x", b"").unwrap();
        assert!(open(&[key(0)], &sealed, b"").is_some());
    }

    #[test]
    fn sec_05_a_longer_key_counts_whole() {
        let mut bytes: Vec<u8> = (0..40).collect();
        let long = StateKey::from_bytes(&bytes).unwrap();
        bytes[39] ^= 1;
        let other = StateKey::from_bytes(&bytes).unwrap();
        let sealed = seal(&long, b"x", b"").unwrap();
        assert!(open(&[other], &sealed, b"").is_none());
    }

    #[test]
    fn mrtr_13_old_keys_still_open_and_the_binding_counts() {
        let sealed = seal(&key(1), b"text", b"ada").unwrap();
        assert_eq!(open(&[key(2), key(1)], &sealed, b"ada").unwrap().1, b"text");
        assert!(open(&[key(2)], &sealed, b"ada").is_none());
        assert!(open(&[key(1)], &sealed, b"bob").is_none());
    }

    #[test]
    fn mrtr_23_a_sealed_state_does_not_show_what_it_holds() {
        let sealed = seal(&key(1), b"the plain text", b"").unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(&sealed).unwrap();
        assert!(!bytes.windows(5).any(|window| window == b"plain"));
        assert_ne!(sealed, seal(&key(1), b"the plain text", b"").unwrap());
    }
}
