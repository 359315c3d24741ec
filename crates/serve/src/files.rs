//! The files of the page, carried by the program.

use crate::reply::{refusal, with};
use axum::body::Body;
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use sudolab_wire::{Error, ErrorCode};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the page, or what is said of an address that is none.
pub async fn file(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    match FILES.binary_search_by(|(file, _)| (*file).cmp(name)) {
        Ok(_) if method != Method::GET && method != Method::HEAD => {
            refusal(&Error::new(ErrorCode::Method, format!("{name} can only be read")))
        }
        Ok(at) => with(StatusCode::OK, media(name), Body::from(FILES[at].1)),
        Err(_) => refusal(
            &Error::new(ErrorCode::NotFound, format!("there is nothing at /{path}"))
                .remedy("the interface is described at /api/v1/openapi.json"),
        ),
    }
}

fn media(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_carried_in_order() {
        assert!(FILES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(FILES.iter().any(|(name, _)| *name == "index.html"));
        assert!(FILES.iter().all(|(name, _)| !name.starts_with("tests/")));
    }
}
