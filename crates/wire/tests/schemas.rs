//! Stories about the schemas in `docs/schema`.

use std::fs;
use std::path::PathBuf;
use sudolab_wire::schema;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

/// Writes the files anew when `SUDOLAB_WRITE_SCHEMA` is set.
#[test]
fn the_written_schemas_are_those_of_the_types() {
    let write = std::env::var_os("SUDOLAB_WRITE_SCHEMA").is_some();
    let mut stale = Vec::new();
    if write {
        fs::create_dir_all(folder()).expect("the folder can be made");
    }
    for schema in schema() {
        let file = folder().join(format!("{}.json", schema.name));
        let text = format!("{:#}\n", schema.value);
        if write {
            fs::write(&file, &text).expect("the folder can be written");
        } else if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            stale.push(schema.name);
        }
    }
    assert!(
        stale.is_empty(),
        "docs/schema is stale for {stale:?}; write it with \
         SUDOLAB_WRITE_SCHEMA=1 cargo test -p sudolab-wire --test schemas"
    );
}

#[test]
fn every_file_of_the_folder_is_the_schema_of_a_type() {
    let names: Vec<String> = schema().iter().map(|s| format!("{}.json", s.name)).collect();
    for entry in fs::read_dir(folder()).expect("docs/schema is there") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(names.contains(&name), "docs/schema/{name} belongs to no type");
    }
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
