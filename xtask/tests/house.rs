//! Rules of the workspace that the compiler does not check.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the root")
}

/// The entries of a folder, in the order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.expect("the folder is readable").path()).collect();
    paths.sort();
    paths
}

/// A test file that no binary contains is never compiled and never fails.
#[test]
fn every_test_file_is_in_a_test_binary() {
    let packages = ["crates", "tools", "internal"].iter().flat_map(|layer| entries(&root().join(layer)));
    let mut merged = 0;
    for package in packages {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).expect("a package has a manifest");
        if !manifest.contains("autotests = false") {
            continue;
        }
        merged += 1;
        let all = fs::read_to_string(package.join("tests/all.rs")).expect("tests are merged into all.rs");
        for file in entries(&package.join("tests")) {
            let name = file.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8");
            let is_test = file.extension().is_some_and(|extension| extension == "rs") && name != "all";
            let is_listed = all.contains(&format!("mod {name};\n"))
                || manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(!is_test || is_listed, "add `mod {name};` to {}/tests/all.rs", package.display());
        }
    }
    assert!(merged > 10, "only {merged} packages have merged tests");
}
