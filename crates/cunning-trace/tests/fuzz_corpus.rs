//! Runs the checks of the fuzz target on its seeds and on every input that ever failed.

#![allow(clippy::expect_used, missing_docs, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

#[path = "../../../fuzz/src/trace.rs"]
mod trace;

#[test]
fn recordings() {
    let mut count = 0;
    for folder in ["corpus/trace", "regressions/trace"] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
        // A target without failures has no regressions.
        for file in fs::read_dir(folder).into_iter().flatten() {
            trace::check(&fs::read(file.expect("a file").path()).expect("its bytes"));
            count += 1;
        }
    }
    assert!(count > 0, "the corpus is empty");
}
