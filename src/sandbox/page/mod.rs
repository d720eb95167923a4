//! The page on which one person plays all members: its files, all of them in the program, and the way to them. It must never
//! show a member more than the driver does, nor load anything from elsewhere.
//!
//! | file | what for |
//! |---|---|
//! | `guard.rs` | who may ask at all |
//! | `view.rs` | what each member sees now, as far as the page does not know it yet |
//! | `live.rs` | the socket that brings it |
//! | `assets/` | the page itself |
//!
//! What members and developers do goes through `super::control`.

pub(super) mod guard;
mod live;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};

use super::{Shared, control};

/// A file of the page.
struct Asset {
    name: &'static str,
    text: &'static str,
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(Asset { name: $name, text: include_str!(concat!("assets/", $name)) }),*]
    };
}

/// All files of the page.
const ASSETS: &[Asset] = assets![
    "index.html",
    "style.css",
    "app.js",
    "api.js",
    "dom.js",
    "markdown.js",
    "message.js",
    "components.js",
    "menu.js",
    "modal.js",
    "commands.js",
    "composer.js",
    "seat.js",
    "world.js",
    "tools.js",
];

/// Nothing from elsewhere, nothing inline, no frame around it: what a member writes can't become a program. Not every
/// browser takes the page's own socket for its own origin, so it is named.
fn policy(shared: &Shared) -> String {
    let port = shared.base.rsplit(':').next().unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Everything below the secret.
pub(super) fn routes(secret: &str) -> Router<Arc<Shared>> {
    let home = format!("/{secret}/");
    let inside = Router::new()
        .route("/live", get(live))
        .route("/sandbox", any(control::handle))
        .route("/sandbox/", any(control::handle))
        .route("/sandbox/{*path}", any(control::handle))
        .route("/{name}", get(asset));
    let to_home = home.clone();
    Router::new()
        .route(&home, get(index))
        .route(&format!("/{secret}"), get(async move || Redirect::permanent(&to_home)))
        .nest(&format!("/{secret}"), inside)
}

async fn index(State(shared): State<Arc<Shared>>) -> Response {
    file(&shared, "index.html")
}

async fn asset(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    file(&shared, &name)
}

fn file(shared: &Shared, name: &str) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match asset.name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    let policy = policy(shared);
    let headers = [("content-type", kind), ("content-security-policy", &policy), ("cache-control", "no-store")];
    (headers, asset.text).into_response()
}

async fn live(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| live::serve(shared, socket))
}
