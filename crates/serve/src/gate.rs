//! Who may ask, and the headers that every reply carries.
//!
//! A page of somebody else, open in the same browser, can send requests to this machine. What keeps
//! it out: the `Host` must be one of ours (a name that was made to point here is not), an `Origin`
//! must be our own, and bodies must be JSON, which a foreign page may not send without being asked
//! first; it never gets a word that permits it.

use crate::reply::refusal;
use crate::token::Token;
use axum::extract::{Request, State};
use axum::http::header::{HeaderName, HeaderValue, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use sudolab_wire::{Error, ErrorCode};

/// What a page from here may do: nothing but load its own files.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; \
frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The header that carries the token.
pub const TOKEN_HEADER: &str = "x-sudolab-token";

/// Who may ask.
#[derive(Debug)]
pub struct Gate {
    address: SocketAddr,
    exposed: bool,
    token: Arc<Token>,
}

impl Gate {
    /// The gate of a server at this address.
    pub fn new(address: SocketAddr, exposed: bool, token: Arc<Token>) -> Gate {
        Gate { address, exposed, token }
    }

    /// Whether a request may pass.
    ///
    /// # Errors
    /// Why not.
    pub fn admits(&self, path: &str, headers: &HeaderMap) -> Result<(), Error> {
        let refused = |text: String| Error::new(ErrorCode::Refused, text);
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next().map(HeaderValue::to_str), hosts.next()) {
            (Some(Ok(host)), None) if self.knows(host) => host,
            (Some(Ok(host)), None) => {
                return Err(refused(format!("{host:?} is not a name of this server"))
                    .remedy(format!("open http://{}/", self.address)));
            }
            _ => return Err(refused("the request names no host".to_owned())),
        };
        if let Some(origin) = headers.get(ORIGIN)
            && origin.to_str().ok() != Some(&format!("http://{host}"))
        {
            return Err(refused("the request comes from another site".to_owned())
                .remedy("only pages of this server may ask it"));
        }
        let asks_more = path.starts_with("/api/") && path != "/api/v1/health";
        if self.exposed && asks_more && !self.has_token(headers) {
            return Err(refused("the token is missing or wrong".to_owned()).remedy(format!(
                "send the header {TOKEN_HEADER} with the token the server printed, or open the page by the link it printed"
            )));
        }
        Ok(())
    }

    /// Whether the host a request line names, where it names one, is ours: it weighs more than the header.
    ///
    /// # Errors
    /// When it is not.
    pub fn admits_authority(&self, authority: Option<&str>) -> Result<(), Error> {
        match authority {
            Some(name) if !self.knows(name) => {
                let text = format!("{name:?} is not a name of this server");
                Err(Error::new(ErrorCode::Refused, text)
                    .remedy(format!("open http://{}/", self.address)))
            }
            _ => Ok(()),
        }
    }

    /// Whether the request carries the token.
    pub fn has_token(&self, headers: &HeaderMap) -> bool {
        headers.get(TOKEN_HEADER).is_some_and(|value| self.token.is(value.as_bytes()))
    }

    /// A name that was made to point here is a name; an address is not. So with others listening,
    /// any address is ours, and names only for this machine itself.
    fn knows(&self, host: &str) -> bool {
        let port = self.address.port();
        let (name, told) = match host.rsplit_once(':') {
            Some((name, digits))
                if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) =>
            {
                (name, digits.parse::<u16>().ok())
            }
            _ => (host, Some(80)),
        };
        if told != Some(port) {
            return false;
        }
        let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']')).unwrap_or(name);
        match bare.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || self.exposed || ip == self.address.ip(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Lets a request pass or refuses it, and gives every reply its headers.
pub async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let admitted = gate.admits_authority(request.uri().authority().map(Authority::as_str));
    let admitted = admitted.and_then(|()| gate.admits(request.uri().path(), request.headers()));
    let mut response = match admitted {
        Ok(()) => next.run(request).await,
        Err(error) => refusal(&error),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-cache"),
    ] {
        let name = HeaderName::from_static(name);
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(address: &str, exposed: bool) -> Gate {
        let address = address.parse().expect("an address");
        Gate::new(address, exposed, Arc::new(Token::new().expect("random numbers")))
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect("a header"));
        }
        headers
    }

    #[test]
    fn only_names_of_this_machine_with_the_right_port_are_known() {
        let gate = gate("127.0.0.1:7000", false);
        for good in ["127.0.0.1:7000", "localhost:7000", "LocalHost:7000", "[::1]:7000"] {
            assert!(gate.admits("/", &headers(&[("host", good)])).is_ok(), "{good}");
        }
        for bad in [
            "evil.example:7000",
            "127.0.0.1",
            "127.0.0.1:7001",
            "localhost.evil:7000",
            "",
            "10.0.0.1:7000",
        ] {
            assert!(gate.admits("/", &headers(&[("host", bad)])).is_err(), "{bad}");
        }
        let two = headers(&[("host", "127.0.0.1:7000"), ("host", "evil.example:7000")]);
        assert!(gate.admits("/", &two).is_err());
        assert!(gate.admits("/", &HeaderMap::new()).is_err());
    }

    #[test]
    fn an_origin_must_be_our_own() {
        let gate = gate("127.0.0.1:7000", false);
        let with = |origin| headers(&[("host", "127.0.0.1:7000"), ("origin", origin)]);
        assert!(gate.admits("/api/v1/check", &with("http://127.0.0.1:7000")).is_ok());
        for bad in
            ["http://evil.example", "null", "https://127.0.0.1:7000", "http://localhost:7000"]
        {
            assert!(gate.admits("/api/v1/check", &with(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn who_is_exposed_asks_for_the_token() {
        let gate = gate("0.0.0.0:7000", true);
        let host = ("host", "192.168.1.5:7000");
        assert!(gate.admits("/", &headers(&[host])).is_ok());
        assert!(gate.admits("/api/v1/check", &headers(&[host])).is_err());
        let token = gate.token.to_string();
        let told = headers(&[host, (TOKEN_HEADER, &token)]);
        assert!(gate.admits("/api/v1/check", &told).is_ok());
        let named = headers(&[("host", "evil.example:7000"), (TOKEN_HEADER, &token)]);
        assert!(gate.admits("/api/v1/check", &named).is_err());
    }
}
