//! Compares the crate tables of `ARCHITECTURE.md` with the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The dependencies of each crate on our other crates, by its folder; names without `cunning-`.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn short(name: &str) -> String {
    name.trim_start_matches("cunning-").to_owned()
}

/// Reads the tables: rows with a crate, its contents and its dependencies.
fn documented() -> Dependencies {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text.split_once("\n## Crates\n").expect("a section `Crates`");
    let (section, _) = section.split_once("\n### ").expect("a section for each crate");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let row = |row: &str| {
        let (folder, rest) = row.split_once('`').expect("a crate");
        let dependencies = rest.trim_end_matches(" |").rsplit_once("| ").expect("dependencies").1;
        let dependencies = dependencies.split(", ").filter(|name| *name != "–").map(str::to_owned);
        (folder.to_owned(), dependencies.collect())
    };
    rows.map(row).collect()
}

fn manifest_dependencies(folder: &Path) -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let dependencies = manifest.get("dependencies").and_then(|table| table.as_table());
    let names = dependencies.into_iter().flat_map(|table| table.keys());
    names.filter(|name| name.starts_with("cunning")).map(|name| short(name)).collect()
}

fn actual() -> Dependencies {
    let root = root();
    let mut folders: Vec<String> = vec!["fuzz".to_owned(), "xtask".to_owned()];
    for layer in ["bindings", "crates", "internal", "tools"] {
        let entries = std::fs::read_dir(root.join(layer)).unwrap().map(|entry| entry.unwrap());
        let crates = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
        folders.extend(crates.map(|entry| format!("{layer}/{}", entry.file_name().to_str().unwrap())));
    }
    let mut all: Dependencies = folders
        .into_iter()
        .map(|folder| (folder.clone(), manifest_dependencies(&root.join(folder))))
        .collect();
    all.insert("cunning".to_owned(), manifest_dependencies(&root));
    all
}

#[test]
fn crate_tables_match_the_manifests() {
    let (documented, actual) = (documented(), actual());
    for (folder, dependencies) in &actual {
        let row = documented.get(folder);
        assert_eq!(
            row,
            Some(dependencies),
            "ARCHITECTURE.md: the row of `{folder}` is missing or out of date"
        );
    }
    for folder in documented.keys() {
        assert!(actual.contains_key(folder), "ARCHITECTURE.md lists `{folder}`, which has no manifest");
    }
}
