//! Discord's own specification: bodies of requests and answers against its schemas. It must never know a rule by itself.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

use crate::sandbox::errors::Problem;
use crate::sandbox::lock;

/// The specification, and the validators built from it so far.
#[derive(Debug)]
pub(crate) struct Schemas {
    document: Value,
    built: Mutex<Built>,
}

/// By method and path, and status (0 for the request); none where the specification has no schema.
type Built = HashMap<(String, u16), Option<Arc<Validator>>>;

/// Specifications already read in this process: reading one takes longer than most tests.
static READ: OnceLock<Mutex<HashMap<PathBuf, Arc<Schemas>>>> = OnceLock::new();

impl Schemas {
    /// Reads the specification, or says why not.
    pub(crate) fn load(path: &Path) -> Result<Arc<Self>, String> {
        let mut read = lock(READ.get_or_init(Mutex::default));
        if let Some(known) = read.get(path) {
            return Ok(known.clone());
        }
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let document = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let schemas = Arc::new(Self { document, built: Mutex::default() });
        read.insert(path.to_owned(), schemas.clone());
        Ok(schemas)
    }

    /// What is wrong with a request's body.
    pub(crate) fn request(&self, method: &str, template: &str, body: &Value) -> Vec<Problem> {
        let Some(validator) = self.validator(method, template, 0) else { return Vec::new() };
        match corrected(body) {
            Some(corrected) => problems(&validator, &corrected),
            None => problems(&validator, body),
        }
    }

    /// What is wrong with an answer's body.
    pub(crate) fn response(&self, method: &str, template: &str, status: u16, body: &Value) -> Vec<Problem> {
        if status == 429 {
            return Vec::new();
        }
        let status = if status >= 400 { 400 } else { status };
        self.validator(method, template, status).map_or_else(Vec::new, |validator| problems(&validator, body))
    }

    /// The validator of a route's request (status 0) or answer; built at its first use.
    fn validator(&self, method: &str, template: &str, status: u16) -> Option<Arc<Validator>> {
        let key = (format!("{method} {template}"), status);
        let mut built = lock(&self.built);
        if let Some(known) = built.get(&key) {
            return known.clone();
        }
        let made = self.schema(method, template, status).and_then(|schema| self.build(schema)).map(Arc::new);
        built.insert(key, made.clone());
        made
    }

    /// What is wrong with a value by the schema of this name.
    #[cfg(test)]
    pub(crate) fn named(&self, name: &str, value: &Value) -> Vec<Problem> {
        let schema = &self.document["components"]["schemas"][name];
        problems(&self.build(schema).expect("a schema of this name"), value)
    }

    fn schema(&self, method: &str, template: &str, status: u16) -> Option<&Value> {
        let operation = self.document.get("paths")?.get(template)?.get(method.to_ascii_lowercase())?;
        let holder = match status {
            0 => operation.get("requestBody")?,
            // The tree under `errors` has words for codes, as the documentation shows; the specification says numbers.
            400 => return Some(&self.document["components"]["schemas"]["Error"]),
            _ => operation.get("responses")?.get(status.to_string())?,
        };
        holder.get("content")?.get("application/json")?.get("schema")
    }

    /// Builds a validator that carries only the schemas it needs.
    fn build(&self, schema: &Value) -> Option<Validator> {
        let mut names = BTreeSet::new();
        let mut open = vec![schema];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(map) => {
                    let name =
                        map.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/components/schemas/"));
                    if let Some(name) = name.filter(|name| names.insert((*name).to_owned())) {
                        open.push(&self.document["components"]["schemas"][name]);
                    }
                    open.extend(map.values());
                }
                Value::Array(list) => open.extend(list),
                _ => {}
            }
        }
        let all = &self.document["components"]["schemas"];
        let needed: Map<String, Value> = names.into_iter().map(|name| (name.clone(), all[&name].clone())).collect();
        let whole = json!({"allOf": [schema], "components": {"schemas": needed}});
        jsonschema::validator_for(&whole).ok()
    }
}

/// Differences between the specification and the documentation, in favour of the documentation: an attachment's identifier
/// may be a number, permissions may be a string. Null only where nothing has to be changed.
fn corrected(body: &Value) -> Option<Value> {
    let mut copy = None;
    for place in ["/attachments", "/data/attachments"] {
        let numbers = |list: &Value| list.as_array().is_some_and(|list| list.iter().any(|entry| entry["id"].is_u64()));
        if body.pointer(place).is_some_and(numbers) {
            let entries = copy.get_or_insert_with(|| body.clone()).pointer_mut(place).and_then(Value::as_array_mut);
            for entry in entries.into_iter().flatten() {
                if let Some(id) = entry["id"].as_u64() {
                    entry["id"] = id.to_string().into();
                }
            }
        }
    }
    let commands = (0..body.as_array().map_or(0, Vec::len)).map(|index| format!("/{index}/default_member_permissions"));
    for place in commands.chain(["/default_member_permissions".to_owned()]) {
        let bits = body.pointer(&place).and_then(|bits| bits.as_str()?.parse::<u64>().ok());
        let Some(bits) = bits else { continue };
        if let Some(entry) = copy.get_or_insert_with(|| body.clone()).pointer_mut(&place) {
            *entry = bits.into();
        }
    }
    copy
}

fn problems(validator: &Validator, body: &Value) -> Vec<Problem> {
    if validator.is_valid(body) {
        return Vec::new();
    }
    let mut found = Vec::new();
    validator.iter_errors(body).for_each(|error| explain(&error, &mut found));
    found
}

/// Goes down into the alternative that was meant, so that the fault and not the whole body is named.
fn explain(error: &ValidationError<'_>, found: &mut Vec<Problem>) {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) = error.kind() else {
        return found.push(problem(error));
    };
    let other_type = |error: &ValidationError<'_>| {
        let here = error.instance_path().as_str();
        here.ends_with("/type")
            || matches!(error.kind(), ValidationErrorKind::Type { .. }) && error.instance().is_object()
    };
    match context.iter().find(|errors| !errors.is_empty() && !errors.iter().any(other_type)) {
        Some(meant) => meant.iter().for_each(|error| explain(error, found)),
        None => found.push(problem(error)),
    }
}

fn problem(error: &ValidationError<'_>) -> Problem {
    let text: String = error.masked().to_string().chars().take(200).collect();
    let path = error.instance_path().as_str().trim_start_matches('/').to_owned();
    Problem { path, code: "SPECIFICATION", text }
}
