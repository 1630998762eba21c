//! Every seed and every regression of the fuzz target, run through the checks of the target.

#![allow(clippy::expect_used, missing_docs, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

#[path = "../../../fuzz/src/save.rs"]
mod save;

#[test]
fn saves() {
    let mut count = 0;
    for folder in ["corpus/save", "regressions/save"] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
        // A target without regressions has no folder.
        for file in fs::read_dir(folder).into_iter().flatten() {
            save::check(&fs::read(file.expect("a file").path()).expect("its bytes"));
            count += 1;
        }
    }
    assert!(count > 0, "there are seeds");
}
