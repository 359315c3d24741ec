//! Stories about the schemas in `docs/schema`.

use std::path::PathBuf;
use sudolab_testkit::written;
use sudolab_wire::{Schema, schema};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

/// Writes the files anew when `SUDOLAB_WRITE_SCHEMA` is set.
#[test]
fn the_written_schemas_are_those_of_the_types() {
    let file = |schema: Schema| (format!("{}.json", schema.name), format!("{:#}\n", schema.value));
    written::are_current(
        &folder(),
        schema().into_iter().map(file),
        "SUDOLAB_WRITE_SCHEMA",
        "cargo test -p sudolab-wire --test schemas",
    );
}

#[test]
fn every_file_of_the_folder_is_the_schema_of_a_type() {
    let names: Vec<String> = schema().iter().map(|s| format!("{}.json", s.name)).collect();
    written::are_all(&folder(), &|name| names.iter().any(|known| known == name));
}

#[test]
fn every_field_is_described() {
    fn look(path: &str, value: &serde_json::Value) {
        let Some(object) = value.as_object() else { return };
        if let Some(properties) = object.get("properties").and_then(|p| p.as_object()) {
            for (name, property) in properties {
                let told = property.get("description").is_some();
                assert!(told, "{path}: {name} has no description");
            }
        }
        object.iter().for_each(|(key, value)| look(&format!("{path}/{key}"), value));
    }
    for schema in schema() {
        look(schema.name, &schema.value);
    }
}
