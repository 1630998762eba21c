//! Decides which requests are accepted.
//!
//! A page of another site can make a browser send requests to any address, including this one. Therefore every request
//! must name this server in `Host`, exactly as its address is written (this stops DNS rebinding); a WebSocket must come
//! from the page that this server served (`Origin`); and before it receives anything, it must present the token that
//! was printed when the server started.

use axum::http::{HeaderMap, header};
use cunning_link::Token;

/// The accepted values of `Host` and `Origin`, and the token.
pub(crate) struct Guard {
    hosts: [String; 2],
    origins: [String; 2],
    token: Token,
}

impl Guard {
    pub(crate) fn new(port: u16, token: Token) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        let origins = hosts.clone().map(|host| format!("http://{host}"));
        Self { hosts, origins, token }
    }

    /// The address to open. The token is in the fragment, which browsers never send to a server.
    pub(crate) fn url(&self) -> String {
        format!("{}/#{}", self.origins[0], self.token)
    }

    /// Whether the `Host` header names this server.
    pub(crate) fn admits_host(&self, headers: &HeaderMap) -> bool {
        single(headers, header::HOST)
            .is_some_and(|host| self.hosts.iter().any(|known| known.as_bytes() == host))
    }

    /// Whether the `Origin` header names this server, by the same name as `Host`.
    pub(crate) fn admits_origin(&self, headers: &HeaderMap) -> bool {
        let host = single(headers, header::HOST);
        let origin = single(headers, header::ORIGIN);
        self.hosts.iter().zip(&self.origins).any(|(known_host, known_origin)| {
            host == Some(known_host.as_bytes()) && origin == Some(known_origin.as_bytes())
        })
    }

    pub(crate) fn token(&self) -> &Token {
        &self.token
    }
}

/// The value of a header that occurs exactly once.
fn single(headers: &HeaderMap, name: header::HeaderName) -> Option<&[u8]> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: u16 = 4711;

    fn guard() -> Guard {
        Guard::new(PORT, Token::random().unwrap())
    }

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        // Values that cannot be a header never get this far.
        if let Ok(host) = host.parse() {
            headers.append(header::HOST, host);
        }
        if let Some(Ok(origin)) = origin.map(str::parse) {
            headers.append(header::ORIGIN, origin);
        }
        headers
    }

    /// Names that resolve to this server or resemble its name.
    const WRONG_HOSTS: &[&str] = &[
        "",
        " ",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:80",
        "127.0.0.1:4712",
        "127.0.0.1:04711",
        "127.0.0.1:4711 ",
        " 127.0.0.1:4711",
        "127.0.0.1:4711/",
        "127.0.0.1:4711,localhost:4711",
        "127.0.0.1.:4711",
        "127.0.0.01:4711",
        "127.0.1:4711",
        "127.1:4711",
        "2130706433:4711",
        "0x7f000001:4711",
        "017700000001:4711",
        "0:4711",
        "0.0.0.0:4711",
        "127.0.0.2:4711",
        "127.0.0.1@evil.example:4711",
        "evil.example",
        "evil.example:4711",
        "127.0.0.1.evil.example:4711",
        "127.0.0.1.nip.io:4711",
        "localhost.evil.example:4711",
        "localhost.:4711",
        "LOCALHOST:4711",
        "Localhost:4711",
        "localhost:+4711",
        "localhost:4711:4711",
        "localhost:4711#",
        "localhost:4711?",
        "localhost4711",
        "local:4711",
        "xlocalhost:4711",
        "[::1]:4711",
        "[::ffff:127.0.0.1]:4711",
        "[::]:4711",
        "::1:4711",
        "ip6-localhost:4711",
        "169.254.169.254:4711",
        "192.168.0.1:4711",
        "10.0.0.1:4711",
        "metadata:4711",
        "user:pass@127.0.0.1:4711",
        "http://127.0.0.1:4711",
        "null",
        "undefined",
        "%31%32%37.0.0.1:4711",
        "①②⑦.0.0.1:4711",
        "127。0。0。1:4711",
        "127.0.0.1%00:4711",
        "127.0.0.1\\:4711",
        "127.0.0.1:4711\\evil.example",
    ];

    #[test]
    fn host_must_be_exactly_the_server_address() {
        for host in ["127.0.0.1:4711", "localhost:4711"] {
            assert!(guard().admits_host(&headers(host, None)), "{host}");
        }
        for host in WRONG_HOSTS {
            assert!(!guard().admits_host(&headers(host, None)), "{host}");
        }
        assert!(!guard().admits_host(&HeaderMap::new()));
        let mut twice = headers("localhost:4711", None);
        twice.append(header::HOST, header::HeaderValue::from_static("evil.example"));
        assert!(!guard().admits_host(&twice));
    }

    #[test]
    fn origin_must_match_the_host() {
        for host in ["127.0.0.1:4711", "localhost:4711"] {
            let own = format!("http://{host}");
            assert!(guard().admits_origin(&headers(host, Some(&own))), "{host}");
            assert!(!guard().admits_origin(&headers(host, None)), "{host} without an origin");
            assert!(!guard().admits_origin(&headers(host, Some(&format!("https://{host}")))), "{host}");
            assert!(!guard().admits_origin(&headers(host, Some(&format!("{own}/")))), "{host}");
            assert!(!guard().admits_origin(&headers(host, Some(host))), "{host}");
            assert!(!guard().admits_origin(&headers(host, Some("null"))), "{host}");
            for wrong in WRONG_HOSTS {
                let origin = format!("http://{wrong}");
                assert!(!guard().admits_origin(&headers(host, Some(&origin))), "{host} from {origin}");
            }
        }
        // Both name this server, but by different names.
        assert!(!guard().admits_origin(&headers("localhost:4711", Some("http://127.0.0.1:4711"))));
    }
}
