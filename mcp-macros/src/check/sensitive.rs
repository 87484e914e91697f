//! Names that sound like credentials or personal data.

use crate::model::name::words;

/// Words that say it alone.
const WORDS: &[(&str, &str)] = &[
    ("password", CREDENTIAL),
    ("passwd", CREDENTIAL),
    ("pwd", CREDENTIAL),
    ("passphrase", CREDENTIAL),
    ("passcode", CREDENTIAL),
    ("secret", CREDENTIAL),
    ("token", CREDENTIAL),
    ("jwt", CREDENTIAL),
    ("bearer", CREDENTIAL),
    ("credential", CREDENTIAL),
    ("credentials", CREDENTIAL),
    ("authorization", CREDENTIAL),
    ("apikey", CREDENTIAL),
    ("otp", CREDENTIAL),
    ("cvv", CREDENTIAL),
    ("cvc", CREDENTIAL),
    ("pin", CREDENTIAL),
    ("email", PERSONAL),
    ("phone", PERSONAL),
    ("birthday", PERSONAL),
    ("birthdate", PERSONAL),
    ("surname", PERSONAL),
    ("ssn", PERSONAL),
    ("iban", PERSONAL),
    ("passport", PERSONAL),
];

/// Pairs of neighbouring words that say it together.
const PAIRS: &[(&str, &str, &str)] = &[
    ("api", "key", CREDENTIAL),
    ("access", "key", CREDENTIAL),
    ("private", "key", CREDENTIAL),
    ("signing", "key", CREDENTIAL),
    ("encryption", "key", CREDENTIAL),
    ("card", "number", CREDENTIAL),
    ("e", "mail", PERSONAL),
    ("first", "name", PERSONAL),
    ("last", "name", PERSONAL),
    ("full", "name", PERSONAL),
    ("user", "name", PERSONAL),
    ("customer", "name", PERSONAL),
    ("birth", "date", PERSONAL),
    ("postal", "address", PERSONAL),
    ("home", "address", PERSONAL),
    ("ip", "address", PERSONAL),
];

/// Tokens that are places in a list, not credentials.
const HARMLESS_TOKENS: &[&str] = &["page", "continuation", "next", "sync", "max"];

const CREDENTIAL: &str = "a credential";
const PERSONAL: &str = "personal data";

/// What a name sounds like, if it sounds sensitive.
pub(crate) fn sensitive_word(name: &str) -> Option<&'static str> {
    let words = words(name);
    let before = |at: usize| at.checked_sub(1).map(|at| words[at].as_str());
    words.iter().enumerate().find_map(|(at, word)| {
        let pair = PAIRS.iter().find(|(first, second, _)| word == second && before(at) == Some(first));
        let alone = WORDS
            .iter()
            .find(|(alone, _)| word == alone)
            .filter(|_| !(word == "token" && before(at).is_some_and(|word| HARMLESS_TOKENS.contains(&word))));
        pair.map(|(_, _, kind)| *kind).or(alone.map(|(_, kind)| *kind))
    })
}

/// Whether a name sounds like a credential.
pub(crate) fn names_credential(name: &str) -> bool {
    sensitive_word(name) == Some(CREDENTIAL)
}

#[cfg(test)]
mod tests {
    use super::sensitive_word;

    #[test]
    fn gr_46_hears_credentials_and_personal_data() {
        for name in
            ["api_key", "Api-Key", "userEmail", "e_mail", "access_token", "card_number", "Authorization"]
        {
            assert!(sensitive_word(name).is_some(), "{name}");
        }
    }

    #[test]
    fn gr_46_does_not_hear_them_in_honest_names() {
        for name in [
            "region",
            "tenant_id",
            "project_name",
            "object_key",
            "page_token",
            "shipping",
            "mailbox_size",
            "keyboard",
        ] {
            assert!(sensitive_word(name).is_none(), "{name}");
        }
    }
}
