//! The description of the interface, made from the table of verbs and the schemas of their types.

use crate::sets::{SetEntry, SetPuzzles};
use crate::studies::{PlanEntry, StudyEntry, StudyRequest};
use serde_json::{Map, Value, json};
use sudolab_wire::verb::{Gives, Takes, VERBS, Verb};
use sudolab_wire::{LINE_AND_BYTES, VERSION, schema};

/// The OpenAPI document.
pub fn document() -> Value {
    let mut schemas = Map::new();
    for schema in schema() {
        add(&mut schemas, schema.name, schema.value);
    }
    add(&mut schemas, "set", schemars::schema_for!(SetEntry).into());
    add(&mut schemas, "set-puzzles", schemars::schema_for!(SetPuzzles).into());
    add(&mut schemas, "plan", schemars::schema_for!(PlanEntry).into());
    add(&mut schemas, "study", schemars::schema_for!(StudyEntry).into());
    add(&mut schemas, "request-study", schemars::schema_for!(StudyRequest).into());
    let mut paths = Map::new();
    for verb in VERBS {
        paths.insert(format!("/api/v{VERSION}/{}", verb.name), path(verb));
    }
    for (address, item) in own() {
        paths.insert(format!("/api/v{VERSION}/{address}"), item);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sudolab",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The Sudoku laboratory on this machine. Errors are {code, message, remedy, where}. A request that names itself by the header x-sudolab-job can be cancelled; one whose client leaves stops by itself.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// Adds a schema; what it defines for itself stands beside it, so that every reference is one of
/// this document.
fn add(schemas: &mut Map<String, Value>, name: &str, mut value: Value) {
    let defined = value.as_object_mut().and_then(|object| {
        object.remove("$id");
        object.remove("$schema");
        object.remove("$defs")
    });
    if let Some(Value::Object(defined)) = defined {
        for (name, mut value) in defined {
            redirect(&mut value);
            schemas.insert(name, value);
        }
    }
    redirect(&mut value);
    schemas.insert(name.to_owned(), value);
}

fn redirect(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(to)) = object.get_mut("$ref")
                && let Some(name) = to.strip_prefix("#/$defs/")
            {
                *to = format!("#/components/schemas/{name}");
            }
            object.values_mut().for_each(redirect);
        }
        Value::Array(list) => list.iter_mut().for_each(redirect),
        _ => {}
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A line of an answer that is waited for: how far it is, at last the answer, or what went wrong.
fn told(name: &str) -> Value {
    let line = |key: &str, schema: &str| json!({ "type": "object", "properties": { (key): reference(schema) }, "required": [key] });
    json!({ "anyOf": [line("progress", "progress"), line("answer", name), line("error", "error")] })
}

fn path(verb: &Verb) -> Value {
    let content = match verb.gives {
        Gives::One(name) => json!({
            "application/json": { "schema": reference(name) },
            "application/x-ndjson": { "schema": told(name) },
        }),
        Gives::Later(name) => json!({
            "application/json": { "schema": reference(name) },
            "application/x-ndjson": { "schema": told(name) },
            LINE_AND_BYTES: { "schema": { "type": "string", "contentMediaType": LINE_AND_BYTES } },
        }),
        Gives::Many(name) => json!({
            "application/json": { "schema": { "type": "array", "items": reference(name) } },
            "application/x-ndjson": { "schema": reference(name) },
        }),
        Gives::File(media) => {
            json!({ media: { "schema": { "type": "string", "contentMediaType": media } } })
        }
    };
    let responses = answers(&content, verb.takes != Takes::Nothing);
    let mut operation = json!({
        "operationId": verb.name,
        "summary": verb.about,
        "responses": responses,
    });
    match verb.takes {
        Takes::Nothing => json!({ "get": operation }),
        Takes::Request(name) => {
            operation["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": reference(name) } },
            });
            json!({ "post": operation })
        }
    }
}

/// What may come back.
fn answers(content: &Value, takes: bool) -> Value {
    let error = |text: &str| json!({ "description": text, "content": { "application/json": { "schema": reference("error") } } });
    let mut all = Map::new();
    all.insert("200".into(), json!({ "description": "The answer.", "content": content }));
    all.insert("403".into(), error("The host, the origin or the token is not ours."));
    all.insert("405".into(), error("Another method is taken here."));
    all.insert("503".into(), error("Too much is being worked on."));
    if takes {
        all.insert("400".into(), error("The body is no request."));
        all.insert("409".into(), error("It was cancelled."));
        all.insert("413".into(), error("The body is too large."));
        all.insert("415".into(), error("The body is not said to be JSON."));
        all.insert("422".into(), error("The request cannot be meant or met."));
        all.insert("504".into(), error("The time was up."));
    }
    Value::Object(all)
}

/// The server's own addresses.
fn own() -> Vec<(&'static str, Value)> {
    let json_of = |schema: Value| json!({ "application/json": { "schema": schema } });
    let get = |id: &str, about: &str, schema: Value| json!({ "get": { "operationId": id, "summary": about, "responses": answers(&json_of(schema), false) } });
    let name = |about: &str| json!({ "name": "name", "in": "path", "required": true, "description": about, "schema": { "type": "string", "minLength": 1 } });
    let number = |n: &str, about: &str| json!({ "name": n, "in": "query", "description": about, "schema": { "type": "integer", "minimum": 0, "maximum": 1_000_000 } });
    let missing = json!({ "description": "There is none of that name.", "content": json_of(reference("error")) });
    let mut set = get("set", "Some puzzles of a built-in set.", reference("set-puzzles"));
    set["get"]["parameters"] = json!([
        name("The name of the set."),
        number("first", "The number of the first puzzle, from 0."),
        number("take", "How many, 1000 at the most."),
    ]);
    set["get"]["responses"]["404"] = missing.clone();
    set["get"]["responses"]["422"] = missing.clone();
    let cancelled = json!({ "type": "object", "properties": { "cancelled": { "type": "boolean" } }, "required": ["cancelled"] });
    let mut cancel = json!({ "delete": {
        "operationId": "cancel",
        "summary": "Cancels a request that named itself.",
        "parameters": [name("The name of the job.")],
        "responses": answers(&json_of(cancelled), false),
    }});
    cancel["delete"]["responses"]["404"] = missing.clone();
    let study = || name("The name of the study.");
    let of_study = |id: &str, about: &str, content: &Value| {
        let mut responses = answers(content, false);
        responses["404"] = missing.clone();
        responses["422"] = missing.clone();
        json!({ "operationId": id, "summary": about, "parameters": [study()], "responses": responses })
    };
    let part = |id: &str, about: &str, media: &str| {
        let file = json!({ "name": "file", "in": "path", "required": true, "description": "Its name, as the report links it.", "schema": { "type": "string", "minLength": 1 } });
        let content = json!({ media: { "schema": { "type": "string" } } });
        let mut of = of_study(id, about, &content);
        of["parameters"] = json!([study(), file]);
        json!({ "get": of })
    };
    let told = |media: &str| json!({ media: { "schema": { "type": "string" } } });
    let list_of = |name: &str| json!({ "type": "array", "items": reference(name) });
    let mut studies = get("studies", "Every study.", list_of("study"));
    studies["post"] = json!({
        "operationId": "create-study",
        "summary": "Begins a study or goes on with it; needs the token.",
        "requestBody": { "required": true, "content": { "application/json": { "schema": reference("request-study") } } },
        "responses": answers(&json_of(reference("study")), true),
    });
    let one = json!({
        "get": of_study("study", "How far a study is.", &json_of(reference("study"))),
        "delete": of_study("cancel-study", "Cancels a study; needs the token.", &json_of(reference("study"))),
    });
    let health = json!({
        "type": "object",
        "properties": {
            "status": { "type": "string" }, "version": { "type": "string" }, "wire": { "type": "integer" },
        },
        "required": ["status", "version", "wire"],
    });
    vec![
        ("health", get("health", "Whether the server is there.", health)),
        ("openapi.json", get("describe", "This document.", json!({ "type": "object" }))),
        (
            "sets",
            get(
                "sets",
                "The built-in sets of puzzles.",
                json!({ "type": "array", "items": reference("set") }),
            ),
        ),
        ("sets/{name}", set),
        ("jobs/{name}", cancel),
        ("plans", get("plans", "The plans that the program carries.", list_of("plan"))),
        ("studies", studies),
        ("studies/{name}", one),
        (
            "studies/{name}/events",
            json!({ "get": of_study("study-events", "How far a study is, again and again.", &told("text/event-stream")) }),
        ),
        (
            "studies/{name}/report",
            json!({ "get": of_study("study-report", "The report as a page.", &told("text/html")) }),
        ),
        (
            "studies/{name}/report.js",
            json!({ "get": of_study("study-report-script", "What sorts the tables of the report.", &told("text/javascript")) }),
        ),
        ("studies/{name}/tables/{file}", part("study-table", "A table of the report.", "text/csv")),
        (
            "studies/{name}/figures/{file}",
            part("study-figure", "A figure of the report.", "image/svg+xml"),
        ),
        (
            "studies/{name}/export",
            json!({ "get": of_study("study-export", "Every run as a table.", &told("text/csv")) }),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(to)) = object.get("$ref") {
                    found.push(to);
                }
                object.values().for_each(|v| references(v, found));
            }
            Value::Array(list) => list.iter().for_each(|v| references(v, found)),
            _ => {}
        }
    }

    #[test]
    fn every_verb_is_described_and_every_reference_leads_somewhere() {
        let document = document();
        for verb in VERBS {
            assert!(
                document["paths"][format!("/api/v1/{}", verb.name)].is_object(),
                "{}",
                verb.name
            );
        }
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > VERBS.len());
        for to in found {
            let name =
                to.strip_prefix("#/components/schemas/").expect("a reference of this document");
            assert!(document["components"]["schemas"][name].is_object(), "{to}");
        }
    }
}
