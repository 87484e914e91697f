//! URIs and templates of URIs (RFC 3986, RFC 6570).

mod overlap;
mod template;

pub use template::UriTemplate;

/// Whether a text is an absolute URI.
///
/// # Errors
/// What is wrong, as a clause.
pub fn check(uri: &str) -> Result<(), String> {
    let rest = check_scheme(uri)?;
    if rest.is_empty() {
        return Err(String::from("nothing follows the scheme"));
    }
    check_characters(rest)
}

/// The part after `scheme:`.
pub(crate) fn check_scheme(uri: &str) -> Result<&str, String> {
    let scheme = uri.split_once(':').filter(|(scheme, _)| !scheme.contains(['/', '?', '#', '{']));
    let Some((scheme, rest)) = scheme else {
        return Err(String::from("it is not absolute: it has no scheme, such as `notes:`"));
    };
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-.".contains(&byte);
    if scheme.starts_with(|first: char| first.is_ascii_lowercase()) && scheme.bytes().all(is_part) {
        return Ok(rest);
    }
    Err(format!(
        "`{scheme}` is no scheme: it must begin with a lower-case letter and have lower-case letters, digits, `+`, `-` and `.` only"
    ))
}

/// Whether a part of a URI has only characters that a URI may have, with `%` before two hexadecimal digits.
pub(crate) fn check_characters(text: &str) -> Result<(), String> {
    const MARKS: &str = "-._~:/?#[]@!$&'()*+,;=";
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '%' {
            let digits = rest.by_ref().take(2).filter(char::is_ascii_hexdigit).count();
            if digits < 2 {
                return Err(String::from("`%` must be followed by two hexadecimal digits"));
            }
        } else if c == ' ' {
            return Err(String::from("it holds a space, which is written `%20`"));
        } else if !(c.is_ascii_alphanumeric() || MARKS.contains(c)) {
            return Err(format!("it holds {}, which a URI writes with `%`", shown(c)));
        }
    }
    Ok(())
}

fn shown(c: char) -> String {
    if c.is_control() { String::from("a control character") } else { format!("`{c}`") }
}

/// Undoes `%` once. `None` when what comes out is no UTF-8, or `%` stands before something else than two digits.
pub(crate) fn decode(text: &str) -> Option<std::borrow::Cow<'_, str>> {
    if !text.contains('%') {
        return Some(text.into());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next()?)? << 4 | hex(rest.next()?)?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().map(Into::into)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn res_04_and_gr_122_uris_are_absolute_and_written_as_rfc_3986_says() {
        for uri in ["test://static-text", "file:///a%20b", "urn:isbn:123", "a+b.c-1:x", "x://[::1]:80/?a=b#c"]
        {
            assert_eq!(check(uri), Ok(()), "{uri}");
        }
        for uri in [
            "notes/1", "/notes", "1x:a", "Notes:a", "a b:c", "x://a b", "x:%zz", "x:%2", "x:ä", "x:a\u{7}",
            "x:", "", "x:a\\b", "a_b:c",
        ] {
            assert!(check(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn percent_signs_are_undone_once() {
        assert_eq!(decode("a%2Fb").as_deref(), Some("a/b"));
        assert_eq!(decode("%252e").as_deref(), Some("%2e"));
        assert_eq!(decode("%"), None);
        assert_eq!(decode("%f"), None);
        assert_eq!(decode("%ff"), None);
        assert_eq!(decode("%+1"), None);
    }
}
