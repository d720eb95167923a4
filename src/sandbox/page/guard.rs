//! Who may ask at all. Every page in the person's browser can send requests to loopback, and any name can be made to point
//! there; so only this server's own name counts, and only its own pages. It must never let an error tell the secret.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::sandbox::Shared;

/// Lets a request through that comes from this server's own page, or from no page at all, as a bot's does.
pub(crate) async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let port = shared.base.rsplit(':').next().unwrap_or_default();
    if !is_welcome(request.method(), request.headers(), port) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut response = next.run(request).await;
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn is_welcome(method: &Method, headers: &HeaderMap, port: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let own = |host: &str| host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}");
    let from = |origin: &str| origin.strip_prefix("http://").is_some_and(own);
    let fetch = |part: &'static str| text(HeaderName::from_static(part)).unwrap_or_default();
    // A link to the page may stand anywhere: opening it shows the page, and no other page can look into it.
    let opened =
        method == Method::GET && fetch("sec-fetch-mode") == "navigate" && fetch("sec-fetch-dest") == "document";
    let near = matches!(fetch("sec-fetch-site"), "" | "same-origin" | "none");
    text(HOST).is_some_and(own) && text(ORIGIN).is_none_or(from) && (near || opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn welcome(method: &Method, headers: &[(&'static str, &'static str)]) -> bool {
        let pairs =
            headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_welcome(method, &pairs.collect(), "80")
    }

    #[test]
    fn a_bot_and_the_own_page_are_welcome() {
        assert!(welcome(&Method::POST, &[("host", "127.0.0.1:80")]));
        assert!(welcome(&Method::POST, &[("host", "localhost:80"), ("origin", "http://localhost:80")]));
        assert!(welcome(&Method::GET, &[("host", "127.0.0.1:80"), ("sec-fetch-site", "same-origin")]));
        let link = [
            ("host", "127.0.0.1:80"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert!(welcome(&Method::GET, &link));
        assert!(!welcome(&Method::POST, &link));
    }

    #[test]
    fn other_names_and_other_pages_are_not() {
        assert!(!welcome(&Method::GET, &[]));
        assert!(!welcome(&Method::GET, &[("host", "rebound.example:80")]));
        assert!(!welcome(&Method::GET, &[("host", "127.0.0.1:81")]));
        for origin in ["http://rebound.example", "null", "https://127.0.0.1:80", "http://127.0.0.1:81"] {
            assert!(!welcome(&Method::POST, &[("host", "127.0.0.1:80"), ("origin", origin)]), "{origin}");
        }
        assert!(!welcome(&Method::GET, &[("host", "127.0.0.1:80"), ("sec-fetch-site", "cross-site")]));
    }
}
