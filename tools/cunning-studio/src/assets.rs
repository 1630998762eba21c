//! The files of the page, compiled into the library. Requests are looked up by name; no file path is ever built from a
//! URL.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

/// The files of the built page: URL path and content.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page that is shown when the real one was not built.
const UNBUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Cunning studio</title>\
    <h1>The page is not built yet</h1><p>This command was compiled without the studio's page. To build both and start \
    them, run</p><pre>cargo xtask studio</pre></html>";

/// Only the files of the page may run or load, and it may connect only to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Returns whether the page was built before the library and is part of it.
pub fn is_built() -> bool {
    FILES.iter().any(|(name, _)| *name == "/index.html")
}

/// Answers a request for a file.
pub(crate) fn answer(path: &str) -> Response<Body> {
    let name = if path == "/" { "/index.html" } else { path };
    let file = FILES.iter().find(|(known, _)| *known == name);
    let (status, kind, body) = match file {
        Some((name, bytes)) => (StatusCode::OK, content_type(name), Body::from(*bytes)),
        None if name == "/index.html" => (StatusCode::OK, "text/html; charset=utf-8", Body::from(UNBUILT)),
        None => (StatusCode::NOT_FOUND, "text/plain; charset=utf-8", Body::from("not found\n")),
    };
    respond(status, kind, body)
}

/// Builds a response with all security headers.
pub(crate) fn respond(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of the parts that are loaded on first use only.
    const ON_DEMAND: [&str; 5] = ["on_demand", "picture", "quest", "fear", "start"];
    /// What a browser loads at first and while it is idle, uncompressed.
    const PAGE_BYTES_MAX: usize = 700_000;

    #[test]
    fn the_page_is_small() {
        let is_on_demand = |name: &str| {
            let part = name.strip_prefix("/assets/").and_then(|name| name.split_once('-'));
            part.is_some_and(|(part, _)| ON_DEMAND.contains(&part))
        };
        let (later, loaded): (Vec<_>, Vec<_>) = FILES.iter().partition(|(name, _)| is_on_demand(name));
        assert!(FILES.is_empty() || later.len() == ON_DEMAND.len(), "{} files are on demand", later.len());
        let bytes: usize = loaded.iter().map(|(_, file)| file.len()).sum();
        assert!(bytes <= PAGE_BYTES_MAX, "{bytes} bytes");
    }
}
