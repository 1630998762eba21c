//! Runs the checks of the fuzz targets on their seeds and on every input that once failed.

#![allow(clippy::expect_used, clippy::panic, missing_docs, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

#[path = "../../../fuzz/src/domain.rs"]
pub mod domain;
#[path = "../../../fuzz/src/expression.rs"]
mod expression;
#[path = "../../../fuzz/src/plan.rs"]
mod plan;
#[path = "../../../fuzz/src/size.rs"]
mod size;

/// Feeds the files of a target to its check.
fn replay(target: &str, check: fn(&str)) {
    let mut count = 0;
    for folder in ["corpus", "regressions"] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder).join(target);
        // A target that never broke has no regressions.
        for file in fs::read_dir(folder).into_iter().flatten() {
            let bytes = fs::read(file.expect("a file").path()).expect("its bytes");
            // A target sees what is text of an input.
            check(bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid()));
            count += 1;
        }
    }
    assert!(count > 0, "{target} has seeds");
}

#[test]
fn domains() {
    replay("domain", domain::check);
}

#[test]
fn expressions() {
    replay("expression", expression::check);
}

#[test]
fn plans() {
    replay("plan", plan::check);
}
