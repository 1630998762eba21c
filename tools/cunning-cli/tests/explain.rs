//! Golden tests of `cunning explain`.
//!
//! Each file in the folder `explain` is a domain whose first line is the command to run on it. The output must equal the
//! text file of the same name. `CUNNING_BLESS=1 cargo test -p cunning-cli --test explain` rewrites the text files; read them
//! as a designer would before you commit them.

use crate::command;

use std::path::{Path, PathBuf};

use serde_json::Value;

const PREFIX: &str = "# cunning explain FILE ";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explain")
}

/// Runs the command in the first line of a domain, with additional options.
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
fn explanations_equal_the_golden_files() {
    let is_blessed = std::env::var_os("CUNNING_BLESS").is_some();
    let mut broken = 0;
    for domain in domains() {
        let (code, stdout, stderr) = run(&domain, "");
        let output = format!("exit code {code}\n{stdout}{stderr}");
        let expected = domain.with_extension("txt");
        if is_blessed {
            std::fs::write(&expected, &output).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(output, expected, "{}", domain.display());
        broken += usize::from(code != 0);
    }
    assert!(broken >= 20, "only {broken} domains have no plan");
}

#[test]
fn explanations_are_printed_as_json_on_request() {
    for domain in domains() {
        let (code, _, _) = run(&domain, "");
        let (json_code, stdout, stderr) = run(&domain, "--format json");
        assert_eq!((code, stderr.as_str()), (json_code, ""), "{}", domain.display());
        let explanation: Value = serde_json::from_str(&stdout).unwrap();
        match explanation["status"].as_str().unwrap() {
            "solved" => {
                for step in explanation["steps"].as_array().unwrap() {
                    assert!(step["action"].is_string() && step["args"].is_object(), "{stdout}");
                    assert!(!step["for"].as_array().unwrap().is_empty(), "{stdout}");
                    assert!(!step["alternative"].is_null(), "{stdout}");
                }
            }
            "unsolvable" => {
                let is_named = |missing: &Value| {
                    missing["condition"].is_string() && !missing["chain"].as_array().unwrap().is_empty()
                };
                let missing = explanation["missing"].as_array().unwrap();
                assert!(missing.iter().all(is_named), "{stdout}");
                assert!(!missing.is_empty() || explanation["impossible"].is_string(), "{stdout}");
            }
            "limit_exceeded" => {
                assert!(!explanation["dead_ends"].as_array().unwrap().is_empty() && code == 21, "{stdout}");
            }
            "out_of_budget" => assert!(explanation["lower_bound"].is_number(), "{stdout}"),
            other => assert!(other == "invalid" && code == 30, "{stdout}"),
        }
    }
}
