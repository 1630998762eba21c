//! Who may come in: this machine, this address, this start.
//!
//! A page of another site can make a browser call any address, this one too. So every request must name this server as
//! its `Host`, in exactly the way its own address does (a name that somebody made point here is another name); a socket
//! must come from the page that this server gave out (`Origin`); and before it is told anything, it must know the token
//! that was printed when the server started.

use axum::http::{HeaderMap, header};
use cunning_link::Token;

/// What is needed to be let in.
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

    /// The address to open, with the token where no server ever sees it.
    pub(crate) fn url(&self) -> String {
        format!("{}/#{}", self.origins[0], self.token)
    }

    /// Whether a request is meant for this server.
    pub(crate) fn admits_host(&self, headers: &HeaderMap) -> bool {
        only(headers, header::HOST)
            .is_some_and(|host| self.hosts.iter().any(|known| known.as_bytes() == host))
    }

    /// Whether a socket comes from this server's page, opened by the same name.
    pub(crate) fn admits_origin(&self, headers: &HeaderMap) -> bool {
        let host = only(headers, header::HOST);
        let origin = only(headers, header::ORIGIN);
        self.hosts.iter().zip(&self.origins).any(|(known_host, known_origin)| {
            host == Some(known_host.as_bytes()) && origin == Some(known_origin.as_bytes())
        })
    }

    pub(crate) fn token(&self) -> &Token {
        &self.token
    }
}

/// The value of a header that is there exactly once.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&[u8]> {
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
        // What cannot be a header at all never gets this far.
        if let Ok(host) = host.parse() {
            headers.append(header::HOST, host);
        }
        if let Some(Ok(origin)) = origin.map(str::parse) {
            headers.append(header::ORIGIN, origin);
        }
        headers
    }

    /// Names that lead here, or look as if they did.
    const STRANGERS: &[&str] = &[
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
    fn only_its_own_two_addresses_are_hosts() {
        for host in ["127.0.0.1:4711", "localhost:4711"] {
            assert!(guard().admits_host(&headers(host, None)), "{host}");
        }
        for host in STRANGERS {
            assert!(!guard().admits_host(&headers(host, None)), "{host}");
        }
        assert!(!guard().admits_host(&HeaderMap::new()));
        let mut twice = headers("localhost:4711", None);
        twice.append(header::HOST, header::HeaderValue::from_static("evil.example"));
        assert!(!guard().admits_host(&twice));
    }

    #[test]
    fn sockets_come_from_its_own_page_alone() {
        for host in ["127.0.0.1:4711", "localhost:4711"] {
            let own = format!("http://{host}");
            assert!(guard().admits_origin(&headers(host, Some(&own))), "{host}");
            assert!(!guard().admits_origin(&headers(host, None)), "{host} without an origin");
            assert!(!guard().admits_origin(&headers(host, Some(&format!("https://{host}")))), "{host}");
            assert!(!guard().admits_origin(&headers(host, Some(&format!("{own}/")))), "{host}");
            assert!(!guard().admits_origin(&headers(host, Some(host))), "{host}");
            assert!(!guard().admits_origin(&headers(host, Some("null"))), "{host}");
            for stranger in STRANGERS {
                let origin = format!("http://{stranger}");
                assert!(!guard().admits_origin(&headers(host, Some(&origin))), "{host} from {origin}");
            }
        }
        // By the one name and from the other is no page of this server's.
        assert!(!guard().admits_origin(&headers("localhost:4711", Some("http://127.0.0.1:4711"))));
    }
}
