//! The socket between the page and the stand-in: the page says which seats it shows, and hears what changes for them. It must
//! never decide what a seat sees.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket};

use super::view::{Told, Watch};
use crate::sandbox::Shared;

/// Requests come in bursts: what changed within this time is told together.
const TOGETHER: Duration = Duration::from_millis(5);

/// Serves one page until it is closed.
pub(super) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (mut watch, mut told) = (Watch::default(), Told::default());
    loop {
        let changed = shared.changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        for text in told.news(&shared, &watch) {
            if socket.send(Frame::Text(text.into())).await.is_err() {
                return;
            }
        }
        tokio::select! {
            () = changed => tokio::time::sleep(TOGETHER).await,
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => if let Some(wanted) = Watch::read(&text) { watch = wanted },
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}
