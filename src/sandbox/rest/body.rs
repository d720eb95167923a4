//! Bodies: JSON, or a form with `payload_json` and `files[n]`. It must never know which route they are for.

use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart, Request};
use serde_json::Value;

use crate::sandbox::errors::ApiError;

/// What one request may weigh: ten files, and the form around them.
const MOST: usize = 110 << 20;
/// What one file may weigh.
const FILE: usize = 10 << 20;

/// A file that came along.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`.
    pub(crate) number: u64,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) data: Arc<[u8]>,
}

/// Reads a body; none is null.
pub(crate) async fn read(request: Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let kind = request.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if kind.starts_with("multipart/form-data") {
        return form(request).await;
    }
    let bytes = to_bytes(request.into_body(), MOST).await.map_err(|_| ApiError::too_large())?;
    Ok((json(&bytes)?, Vec::new()))
}

fn json(bytes: &Bytes) -> Result<Value, ApiError> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(bytes).map_err(|_| ApiError::bad_json())
}

async fn form(request: Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| ApiError::bad_json())?;
    let (mut body, mut files) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|_| ApiError::bad_json())? {
        let name = field.name().unwrap_or_default().to_owned();
        let (filename, content_type) = (field.file_name().map(str::to_owned), field.content_type().map(str::to_owned));
        let data = field.bytes().await.map_err(|_| ApiError::too_large())?;
        if name == "payload_json" {
            body = json(&data)?;
            continue;
        }
        if data.len() > FILE {
            return Err(ApiError::too_large());
        }
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')?.parse().ok());
        let number = number.unwrap_or(files.len() as u64);
        let filename = filename.unwrap_or_else(|| "unknown".to_owned());
        files.push(Upload { number, filename, content_type, data: data.to_vec().into() });
    }
    Ok((body, files))
}
