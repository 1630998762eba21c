//! `cunning studio` keeps its token out of the list of processes.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program that writes its arguments to a file beside it.
fn fake_opener(folder: &Path) {
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$0.part\"\nmv \"$0.part\" \"$0.args\"\n";
    let path = folder.join("xdg-open");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn browser_is_opened_without_the_token_in_its_arguments() {
    let folder = tempfile::tempdir().unwrap();
    fake_opener(folder.path());
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    let mut studio = Command::new(env!("CARGO_BIN_EXE_cunning"))
        .args(["studio", "pirate"])
        .env("PATH", path)
        .env("XDG_RUNTIME_DIR", folder.path())
        .env_remove("BROWSER")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(studio.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let token = url.trim().split_once('#').unwrap().1;
    let (args, begin) = (folder.path().join("xdg-open.args"), Instant::now());
    while !args.exists() && begin.elapsed() < Duration::from_secs(30) {
        std::thread::yield_now();
    }
    let args = fs::read_to_string(&args).unwrap_or_default();
    // The file leads to the address, and only its user can read it.
    let file = Path::new(args.trim());
    let (page, about) = (fs::read_to_string(file), file.metadata());
    studio.kill().unwrap();
    studio.wait().unwrap();
    assert!(!args.is_empty() && !args.contains(token), "{args}");
    assert!(page.unwrap().contains(url.trim()));
    assert_eq!(about.unwrap().permissions().mode() & 0o777, 0o600);
}
