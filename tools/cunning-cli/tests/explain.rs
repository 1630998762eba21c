//! `cunning explain` says what a designer needs to know, in these words.
//!
//! Each file in the folder `explain` is a domain whose first line is the command that is run on it. What the command
//! says must be what stands in the text file of the same name, to the letter. `CUNNING_BLESS=1 cargo test -p cunning-cli
//! --test explain` writes those files anew; then read them as a designer would.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod command;

use std::path::{Path, PathBuf};

use serde_json::Value;

const PREFIX: &str = "# cunning explain FILE ";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explain")
}

/// Runs the command in a domain's first line; with the options after it.
fn run(file: &Path, options: &str) -> (i32, String, String) {
    let text = std::fs::read_to_string(file).unwrap();
    let arguments = text.lines().next().unwrap().strip_prefix(PREFIX).unwrap();
    let file = file.file_name().unwrap().to_str().unwrap();
    command::run(&folder(), &format!("explain {file} {arguments} {options}"), "")
}

fn domains() -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let mut domains: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")).collect();
    domains.sort();
    domains
}

#[test]
fn every_message_is_as_it_was_read() {
    let is_blessed = std::env::var_os("CUNNING_BLESS").is_some();
    let mut broken = 0;
    for domain in domains() {
        let (code, stdout, stderr) = run(&domain, "");
        let said = format!("exit code {code}\n{stdout}{stderr}");
        let expected = domain.with_extension("txt");
        if is_blessed {
            std::fs::write(&expected, &said).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(said, expected, "{}", domain.display());
        broken += usize::from(code != 0);
    }
    assert!(broken >= 20, "only {broken} domains are broken");
}

#[test]
fn programs_get_the_same_as_json() {
    for domain in domains() {
        let (code, _, _) = run(&domain, "");
        let (json_code, stdout, stderr) = run(&domain, "--format json");
        assert_eq!((code, stderr.as_str()), (json_code, ""), "{}", domain.display());
        let said: Value = serde_json::from_str(&stdout).unwrap();
        match said["status"].as_str().unwrap() {
            "solved" => {
                for step in said["steps"].as_array().unwrap() {
                    assert!(step["action"].is_string() && step["args"].is_object(), "{stdout}");
                    assert!(!step["for"].as_array().unwrap().is_empty(), "{stdout}");
                    assert!(!step["alternative"].is_null(), "{stdout}");
                }
            }
            "unsolvable" => {
                let is_named = |missing: &Value| {
                    missing["condition"].is_string() && !missing["chain"].as_array().unwrap().is_empty()
                };
                let missing = said["missing"].as_array().unwrap();
                assert!(missing.iter().all(is_named), "{stdout}");
                assert!(!missing.is_empty() || said["impossible"].is_string(), "{stdout}");
            }
            "limit_exceeded" => {
                assert!(!said["dead_ends"].as_array().unwrap().is_empty() && code == 21, "{stdout}");
            }
            "out_of_budget" => assert!(said["lower_bound"].is_number(), "{stdout}"),
            other => assert!(other == "invalid" && code == 30, "{stdout}"),
        }
    }
}
