//! The guide is true: every page is in its summary, its links lead somewhere, and its commands do what it says.
//!
//! A block marked `toml NAME` is a file of that name; if the project has one of that name, it is the same. In a block
//! marked `console` every line that begins with `$ cunning` is run, in a folder where all files of the page are, and
//! beside them `domains` and `scenes`; what follows must be what it prints, where a line `…` stands for any lines and `…`
//! in a line for anything. `# exit 10` at its end says how it ends, if not with 0. A line that begins with `cunning` is
//! run, whatever it prints. Commands that serve or need a terminal or large data are in blocks marked `sh`.
//!
//! `CUNNING_GUIDE=write` writes down what commands print, where the page has nothing yet.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.sort();
    pages
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// The words of a command; quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == letter => quote = None,
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

fn run(line: &str, folder: &Path) -> Output {
    let words = words(line);
    Command::new(env!("CARGO_BIN_EXE_cunning"))
        .args(&words[1..])
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "120")
        .output()
        .unwrap()
}

/// Whether a line is the expected one, in which `…` is anything.
fn is_line_like(line: &str, expected: &str) -> bool {
    match expected.split_once('…') {
        Some((begin, end)) => line.starts_with(begin) && line.ends_with(end),
        None => line == expected,
    }
}

/// Leaves out of a line how long something took.
fn without_time(line: &str) -> String {
    match line.split_once(" µs") {
        Some((before, after)) => {
            format!("{}… µs{after}", before.trim_end_matches(|c: char| c.is_ascii_digit()))
        }
        None => line.to_owned(),
    }
}

/// Whether lines are the expected ones, of which `…` is any number.
fn is_like(lines: &[&str], expected: &[&str]) -> bool {
    match (lines, expected) {
        (_, ["…"]) | ([], []) => true,
        (_, ["…", rest @ ..]) => (0..=lines.len()).any(|skipped| is_like(&lines[skipped..], rest)),
        ([line, lines @ ..], [wanted, rest @ ..]) => is_line_like(line, wanted) && is_like(lines, rest),
        _ => false,
    }
}

/// Runs the commands of a block; what the block should say.
fn check_block(block: &[&str], folder: &Path, page: &str, writes: bool) -> Vec<String> {
    let mut said = Vec::new();
    let mut at = 0;
    while at < block.len() {
        let line = block[at];
        said.push(line.to_owned());
        at += 1;
        let (command, is_shown) = match line.strip_prefix("$ ") {
            Some(command) => (command, true),
            None => (line, false),
        };
        if !command.starts_with("cunning ") {
            assert!(!is_shown, "{page}: `{command}` is no command of ours; such blocks are marked `sh`");
            continue;
        }
        let (command, code) = match command.split_once("  # exit ") {
            Some((command, code)) => (command, code.trim().parse().unwrap()),
            None => (command, 0),
        };
        let output = run(command, folder);
        let (out, err) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(code), "{page}: {command}\n{out}{err}");
        let expected = block[at..].iter().take_while(|line| is_shown && !line.starts_with("$ ")).count();
        let (expected, both) = (&block[at..at + expected], format!("{out}{err}"));
        at += expected.len();
        let lines: Vec<&str> = both.lines().map(str::trim_end).collect();
        if writes && is_shown && expected.is_empty() {
            said.extend(lines.iter().map(|line| without_time(line)));
            continue;
        }
        said.extend(expected.iter().map(|line| (*line).to_owned()));
        let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
        assert!(!is_shown || is_like(&lines, &expected), "{page}: {command}\n{both}");
    }
    said
}

fn check_page(path: &Path) {
    let page = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for part in ["domains", "scenes"] {
        copy_folder(&root().join(part), &folder.path().join(part));
    }
    let writes = std::env::var_os("CUNNING_GUIDE").is_some_and(|value| value == "write");
    let lines: Vec<&str> = text.lines().collect();
    let (mut said, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        said.push(lines[at].to_owned());
        let Some(mark) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let end = (at + 1..lines.len()).find(|&line| lines[line] == "```").expect("every block ends");
        let block = &lines[at + 1..end];
        match mark.split_whitespace().collect::<Vec<_>>()[..] {
            ["toml" | "pddl" | "text", name] => {
                let text = block.join("\n") + "\n";
                // A file that the project has too, for code that reads it.
                if let Ok(own) = std::fs::read_to_string(root().join(name)) {
                    assert_eq!(text, own, "{page}: {name} is another one in the project");
                }
                std::fs::write(folder.path().join(name), text).unwrap();
                said.extend(block.iter().map(|line| (*line).to_owned()));
            }
            ["console"] => said.extend(check_block(block, folder.path(), page, writes)),
            _ => said.extend(block.iter().map(|line| (*line).to_owned())),
        }
        said.push("```".to_owned());
        at = end + 1;
    }
    if writes {
        std::fs::write(path, said.join("\n") + "\n").unwrap();
    }
}

#[test]
fn commands_do_what_the_pages_say() {
    let only = std::env::var("CUNNING_GUIDE_PAGE").ok();
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        if only.as_deref().is_none_or(|only| only == name) {
            check_page(&page);
        }
    }
}

/// What stands in round brackets after square ones.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link)
}

#[test]
fn every_page_is_in_the_summary_and_every_link_leads_somewhere() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        let is_listed = name == "SUMMARY.md" || links(&summary).any(|link| link == name);
        assert!(is_listed, "{name} is not in docs/SUMMARY.md");
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text).filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap();
            assert!(docs.join(file).exists(), "{name}: {link} leads nowhere");
        }
    }
}

#[test]
fn a_line_of_dots_stands_for_any_lines() {
    assert!(is_like(&["a", "b", "c"], &["a", "…", "c"]) && is_like(&["a"], &["a", "…"]));
    assert!(is_like(&["a", "c", "c"], &["…", "c"]) && !is_like(&["a", "b"], &["a", "…", "c"]));
    assert!(!is_like(&["a", "b"], &["a"]) && !is_like(&["a"], &["a", "b"]));
    assert_eq!(words("a 'b c' \"d\"e ''"), ["a", "b c", "de", ""]);
}
