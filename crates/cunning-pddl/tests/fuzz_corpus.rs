//! Runs the checks of the PDDL fuzz target on its seeds and on every input that once failed.
#![allow(clippy::expect_used, clippy::panic, missing_docs)] // A test fails by panicking.

use std::fs;
use std::path::PathBuf;

#[path = "../../../fuzz/src/pddl.rs"]
mod pddl;
#[path = "../../../fuzz/src/size.rs"]
mod size;

/// The inputs in a folder; none if the folder does not exist.
fn inputs(folder: &str) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder).join("pddl");
    let bytes =
        |file: std::io::Result<fs::DirEntry>| fs::read(file.expect("a file").path()).expect("its bytes");
    // Like the target, read the valid UTF-8 at the start of an input.
    let text = |bytes: Vec<u8>| bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid()).to_owned();
    fs::read_dir(folder).into_iter().flatten().map(bytes).map(text).collect()
}

#[test]
fn inputs_are_parsed_or_rejected() {
    inputs("corpus").iter().chain(&inputs("regressions")).for_each(|text| pddl::check(text));
}

/// Seeds reach deep into the parser only if it accepts them.
#[test]
fn seeds_are_accepted() {
    let seeds = inputs("corpus");
    assert!(seeds.len() > 3, "too few seeds");
    for seed in seeds {
        let (domain, problem) = seed.split_once(pddl::PROBLEM).expect("a domain and a problem");
        if let Err(found) = cunning_pddl::parse(domain, problem) {
            panic!("{found}\n{seed}");
        }
    }
}
