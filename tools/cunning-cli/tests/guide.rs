//! Tests of the README and of the guide in `docs`: every page is in the summary, links and paths lead to files, and
//! commands print what the pages show.
//!
//! A block marked `toml NAME` is a file of that name; if the project has a file of that name, they must be equal. A block in
//! any language that is marked with a path in `bindings` must be equal to that file. In a
//! block marked `console` every line that begins with `$ cunning` is run, in a folder with all files of the page and the
//! folders `domains` and `scenes`. The lines after it must be its output, where a line `…` stands for any lines and `…` in a
//! line for any text. `# exit 10` at the end of the command is the expected exit code if it is not 0. A line that begins with
//! `cunning` is run, and its output is not compared. Commands that serve, or need a terminal or large data, are in blocks
//! marked `sh`.
//!
//! `CUNNING_GUIDE=write` inserts the output of commands that have none in the page. `CUNNING_GUIDE_PAGE=NAME` tests a single
//! page.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Markdown files of a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
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

/// Splits a command into words; quotes hold words together.
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

/// Whether a line matches the expected one, in which `…` stands for any text.
fn is_line_like(line: &str, expected: &str) -> bool {
    match expected.split_once('…') {
        Some((begin, end)) => line.starts_with(begin) && line.ends_with(end),
        None => line == expected,
    }
}

/// Replaces the time in a line by `…`.
fn without_time(line: &str) -> String {
    match line.split_once(" µs") {
        Some((before, after)) => {
            format!("{}… µs{after}", before.trim_end_matches(|c: char| c.is_ascii_digit()))
        }
        None => line.to_owned(),
    }
}

/// Whether lines match the expected ones, in which a line `…` stands for any number of lines.
fn is_like(lines: &[&str], expected: &[&str]) -> bool {
    match (lines, expected) {
        (_, ["…"]) | ([], []) => true,
        (_, ["…", rest @ ..]) => (0..=lines.len()).any(|skipped| is_like(&lines[skipped..], rest)),
        ([line, lines @ ..], [wanted, rest @ ..]) => is_line_like(line, wanted) && is_like(lines, rest),
        _ => false,
    }
}

/// Runs the commands of a block; returns the lines that the block should have.
fn check_block(block: &[&str], folder: &Path, page: &str, writes: bool) -> Vec<String> {
    let mut updated = Vec::new();
    let mut at = 0;
    while at < block.len() {
        let line = block[at];
        updated.push(line.to_owned());
        at += 1;
        let (command, is_shown) = match line.strip_prefix("$ ") {
            Some(command) => (command, true),
            None => (line, false),
        };
        if !command.starts_with("cunning ") {
            assert!(!is_shown, "{page}: `{command}` is not a `cunning` command; mark such blocks `sh`");
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
            updated.extend(lines.iter().map(|line| without_time(line)));
            continue;
        }
        updated.extend(expected.iter().map(|line| (*line).to_owned()));
        let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
        assert!(!is_shown || is_like(&lines, &expected), "{page}: {command}\n{both}");
    }
    updated
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
    let (mut updated, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        updated.push(lines[at].to_owned());
        let Some(mark) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let end = (at + 1..lines.len()).find(|&line| lines[line] == "```").expect("a block has no end");
        let block = &lines[at + 1..end];
        match mark.split_whitespace().collect::<Vec<_>>()[..] {
            // Files of bindings have other tests; here they only have to be equal.
            [_, name] if name.starts_with("bindings/") => {
                let own = std::fs::read_to_string(root().join(name)).unwrap();
                assert_eq!(
                    block.join("\n") + "\n",
                    own,
                    "{page}: {name} differs from the file in the project"
                );
                updated.extend(block.iter().map(|line| (*line).to_owned()));
            }
            ["toml" | "pddl" | "text", name] => {
                let text = block.join("\n") + "\n";
                // The project may have the same file, for code that reads it.
                if let Ok(own) = std::fs::read_to_string(root().join(name)) {
                    assert_eq!(text, own, "{page}: {name} differs from the file in the project");
                }
                std::fs::write(folder.path().join(name), text).unwrap();
                updated.extend(block.iter().map(|line| (*line).to_owned()));
            }
            ["console"] => updated.extend(check_block(block, folder.path(), page, writes)),
            _ => updated.extend(block.iter().map(|line| (*line).to_owned())),
        }
        updated.push("```".to_owned());
        at = end + 1;
    }
    if writes {
        std::fs::write(path, updated.join("\n") + "\n").unwrap();
    }
}

#[test]
fn commands_print_what_the_pages_show() {
    let only = std::env::var("CUNNING_GUIDE_PAGE").ok();
    for page in pages(&root().join("docs")).into_iter().chain([root().join("README.md")]) {
        let name = page.file_name().unwrap().to_str().unwrap();
        if only.as_deref().is_none_or(|only| only == name) {
            check_page(&page);
        }
    }
}

/// The targets of the links in a Markdown text.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link)
}

/// The files and folders of the project that a Markdown text names as code, such as `domains/pirate.toml`.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    const FOLDERS: [&str; 9] = [
        "bindings/",
        "crates/",
        "docs/",
        "domains/",
        "examples/",
        "internal/",
        "scenes/",
        "tools/",
        "xtask/",
    ];
    let is_plain = |path: &&str| {
        path.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c))
    };
    let words = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
    words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder))).filter(is_plain)
}

#[test]
fn pages_are_in_the_summary_and_links_lead_to_files() {
    let (root, docs) = (root(), root().join("docs"));
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for page in pages(&docs) {
        let name = page.file_name().unwrap().to_str().unwrap();
        let is_listed = name == "SUMMARY.md" || links(&summary).any(|link| link == name);
        assert!(is_listed, "{name} is not in docs/SUMMARY.md");
    }
    for page in pages(&docs).into_iter().chain(pages(&root)) {
        let (name, folder) = (page.display(), page.parent().unwrap());
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text).filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap();
            assert!(folder.join(file).exists(), "{name}: the link {link} leads nowhere");
        }
    }
    let pages = pages(&docs).into_iter().chain(["README.md", "ARCHITECTURE.md"].map(|page| root.join(page)));
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for path in paths(&text) {
            // Commands of the page may name files that the page itself contains.
            let is_there = root.join(path).exists() || text.contains(&format!("toml {path}"));
            assert!(is_there, "{}: {path} does not exist", page.display());
        }
    }
}

#[test]
fn ellipsis_stands_for_any_lines() {
    assert!(is_like(&["a", "b", "c"], &["a", "…", "c"]) && is_like(&["a"], &["a", "…"]));
    assert!(is_like(&["a", "c", "c"], &["…", "c"]) && !is_like(&["a", "b"], &["a", "…", "c"]));
    assert!(!is_like(&["a", "b"], &["a"]) && !is_like(&["a"], &["a", "b"]));
    assert_eq!(words("a 'b c' \"d\"e ''"), ["a", "b c", "de", ""]);
}
