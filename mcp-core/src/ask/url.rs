//! Sending the user to a page: what must not go through a form or through the client.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use super::question::url_params;
use super::{Answer, Asking, Place, Question, QuestionKind};
use crate::{Context, Failure, ToolFailure};

/// The address of a page that a user may be sent to: absolute, `https` outside of loopback, without credentials or
/// personal data (*Elicitation > Safe URL Handling*).
///
/// ```
/// use taffrail::PageUrl;
///
/// assert!(PageUrl::parse("https://example.com/connect/5f3a").is_ok());
/// assert!(PageUrl::parse("https://example.com/connect?token=abc").is_err());
/// assert!(PageUrl::parse("http://example.com/connect").is_err());
/// assert!(PageUrl::parse("http://127.0.0.1:8080/connect/5f3a").is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageUrl(String);

/// Why a user must not be sent to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsafeUrl {
    /// It is no absolute `https` or `http` address of printable ASCII characters.
    Malformed,
    /// It is `http` and not on this machine.
    Insecure,
    /// It carries a user name or password.
    UserInfo,
    /// A parameter of its query or fragment looks like a credential or like personal data. Holds the parameter's name.
    Sensitive(String),
}

impl fmt::Display for UnsafeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("the address of a page must be an absolute `https` URL"),
            Self::Insecure => {
                f.write_str("the address of a page must be `https`; `http` is for this machine only")
            }
            Self::UserInfo => f.write_str("the address of a page must not carry a user name or password"),
            Self::Sensitive(name) => write!(
                f,
                "the query parameter `{name}` looks like a credential or personal data; put a random id in the URL and the data in your store"
            ),
        }
    }
}

impl std::error::Error for UnsafeUrl {}

impl From<PageUrl> for String {
    fn from(url: PageUrl) -> Self {
        url.0
    }
}

impl PageUrl {
    /// Checks an address.
    ///
    /// # Errors
    /// Why a user must not be sent there.
    pub fn parse(text: impl Into<String>) -> Result<Self, UnsafeUrl> {
        let text = text.into();
        check(&text)?;
        Ok(Self(text))
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PageUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn check(text: &str) -> Result<(), UnsafeUrl> {
    if !text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'<' | b'>' | b'"')) {
        return Err(UnsafeUrl::Malformed);
    }
    let (scheme, rest) = text.split_once("://").ok_or(UnsafeUrl::Malformed)?;
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    if authority.contains('@') {
        return Err(UnsafeUrl::UserInfo);
    }
    let host = host(authority).ok_or(UnsafeUrl::Malformed)?;
    match () {
        () if is("https") => {}
        () if is("http") && is_loopback(host) => {}
        () if is("http") => return Err(UnsafeUrl::Insecure),
        () => return Err(UnsafeUrl::Malformed),
    }
    let parameters = rest.split(['?', '#', '&', ';']).skip(1);
    for parameter in parameters {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = decoded(name);
        if is_sensitive(&name) || decoded(value).contains('@') {
            return Err(UnsafeUrl::Sensitive(name));
        }
    }
    Ok(())
}

/// The host of an authority, when it and its port are well-formed.
fn host(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(inside) => {
            let (host, after) = inside.split_once(']')?;
            host.parse::<std::net::Ipv6Addr>().ok()?;
            (host, after.strip_prefix(':').or(after.is_empty().then_some(""))?)
        }
        None => authority.split_once(':').unwrap_or((authority, "")),
    };
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':');
    let well_formed = !host.is_empty() && host.chars().all(named);
    let has_port = port.is_empty() || port.parse::<u16>().is_ok();
    (well_formed && has_port).then_some(host)
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A percent-encoded name is the same name to whoever reads the query.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.extend(u8::try_from(high * 16 + low));
                rest = &after[2..];
            }
            (byte, ..) => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words that say it alone, in names of which separators and case are taken out.
fn is_sensitive(name: &str) -> bool {
    const INSIDE: &[&str] = &[
        "token",
        "secret",
        "password",
        "passwd",
        "apikey",
        "accesskey",
        "credential",
        "jwt",
        "bearer",
        "session",
        "signature",
        "email",
        "phone",
        "creditcard",
        "cardnumber",
        "authorization",
        "otp",
    ];
    const WHOLE: &[&str] =
        &["pwd", "pass", "key", "sig", "auth", "sid", "pin", "ssn", "username", "mail", "code"];
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    INSIDE.iter().any(|word| plain.contains(word)) || WHOLE.contains(&plain.as_str())
}

/// The user agreed to open the page. That is all it says: whether anything was done there, only the page knows
/// (*Elicitation > URL Mode*).
#[derive(Debug)]
#[must_use = "consent is no completion: look up in your own store whether the user has finished"]
pub struct Consented {
    _made_here: (),
}

/// A page that the user is asked to open. Await it for their consent, or give it a way to see that they have finished:
/// [`until`](Self::until).
///
/// Made by [`Context::elicit_url`].
#[must_use = "nothing is asked until the question is awaited"]
pub struct UrlElicitation<'a> {
    context: &'a Context,
    asking: Asking<'a, Parts, Result<Consented, Failure>>,
}

struct Parts {
    message: String,
    url: String,
    place: Place,
}

impl<'a> UrlElicitation<'a> {
    pub(crate) fn new(context: &'a Context, message: String, url: String) -> Self {
        let place = Place::next(context, QuestionKind::Url);
        Self { context, asking: Asking::new(Parts { message, url, place }) }
    }

    /// Names the question on the wire. Without a name it is called by its number: `visit-1`.
    pub fn key(mut self, key: &'static str) -> Self {
        self.asking = self.asking.with(|parts| parts.place.name = Some(key));
        self
    }

    /// What the user left behind on the page: `look` reads it from your own store. While there is nothing, the user is
    /// asked, and after their consent asked again, until there is.
    ///
    /// # Errors
    /// The failure of `look`; a failure of category `permission`, when the user declined.
    pub async fn until<T, E, F, W>(self, look: F) -> Result<T, Failure>
    where
        E: ToolFailure,
        F: Fn() -> W,
        W: Future<Output = Result<Option<T>, E>>,
    {
        let Some(parts) = self.asking.into_parts() else { return std::future::pending().await };
        let mut question = question(self.context, parts).await?;
        loop {
            if let Some(left) = look().await.map_err(ToolFailure::into_failure)? {
                return Ok(left);
            }
            let response = self.context.ask(question.clone()).await?;
            read(&response).accepted()?;
            if let Some(left) = look().await.map_err(ToolFailure::into_failure)? {
                return Ok(left);
            }
            question = question.again();
        }
    }
}

async fn question(context: &Context, parts: Parts) -> Result<Question, Failure> {
    let url = match PageUrl::parse(parts.url) {
        Ok(url) => url,
        Err(unsafe_url) => context.broken(format!("it sends the user to an address: {unsafe_url}")).await?,
    };
    let params = url_params(&parts.message, url.as_str());
    Ok(Question::new(parts.place.key(QuestionKind::Url), QuestionKind::Url, params))
}

fn read(response: &serde_json::Value) -> Answer<()> {
    match response["action"].as_str() {
        Some("accept") => Answer::Accept(()),
        Some("decline") => Answer::Decline,
        _ => Answer::Cancel,
    }
}

impl Future for UrlElicitation<'_> {
    type Output = Result<Consented, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        let context = self.context;
        self.asking.poll_with(cx, |parts| {
            Box::pin(async move {
                let question = question(context, parts).await?;
                let response = context.ask(question).await?;
                read(&response).map(|()| Consented { _made_here: () }).accepted()
            })
        })
    }
}

impl fmt::Debug for UrlElicitation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UrlElicitation").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elic_09_and_gr_56_addresses_carry_no_credentials_and_are_secure() {
        for good in [
            "https://example.com",
            "HTTPS://example.com:8443/connect/5f3a?step=2&lang=en#top",
            "http://localhost:3000/a",
            "http://[::1]:3000/a",
            "http://127.0.0.1/a",
            "https://[2001:db8::1]/a",
        ] {
            assert!(PageUrl::parse(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("", UnsafeUrl::Malformed),
            ("example.com/a", UnsafeUrl::Malformed),
            ("ftp://example.com", UnsafeUrl::Malformed),
            ("javascript://example.com", UnsafeUrl::Malformed),
            ("https://", UnsafeUrl::Malformed),
            ("https://exa mple.com", UnsafeUrl::Malformed),
            ("https://example.com\\@evil.com", UnsafeUrl::Malformed),
            ("https://example.com:99999/", UnsafeUrl::Malformed),
            ("https://ada:hunter2@example.com/", UnsafeUrl::UserInfo),
            ("http://example.com/", UnsafeUrl::Insecure),
            ("http://localhost.evil.com/", UnsafeUrl::Insecure),
            ("https://example.com/?access_token=x", UnsafeUrl::Sensitive("access_token".into())),
            ("https://example.com/?a=1&API-Key=x", UnsafeUrl::Sensitive("API-Key".into())),
            ("https://example.com/?%74oken=x", UnsafeUrl::Sensitive("token".into())),
            ("https://example.com/#id_token=x", UnsafeUrl::Sensitive("id_token".into())),
            ("https://example.com/?to=ada%40example.com", UnsafeUrl::Sensitive("to".into())),
            ("https://example.com/?email=x", UnsafeUrl::Sensitive("email".into())),
        ] {
            assert_eq!(PageUrl::parse(bad), Err(why), "{bad}");
        }
    }
}
