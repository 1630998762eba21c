//! Runs the transcripts of the guide's pages about bindings.
//!
//! A block marked with a language and a file name, such as `c bell.c`, is a file. In a block marked `shell-session`
//! every line that begins with `$ ` is run by a shell in the folder with the page's files, and the lines after it must
//! be its output.

use std::io;
use std::path::Path;
use std::process::Command;

use super::{output, path, step};
use crate::process::{root, target};

/// Runs the transcripts of a page with some environment variables.
pub(super) fn check(page: &str, environment: &[(&str, String)]) -> io::Result<()> {
    step(&format!("transcripts of {page}"), || {
        let folder = target(&root()).join("bindings-docs");
        std::fs::remove_dir_all(&folder).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })?;
        std::fs::create_dir_all(&folder)?;
        check_page(&std::fs::read_to_string(path(page))?, &folder, environment)
    })
}

fn check_page(page: &str, folder: &Path, environment: &[(&str, String)]) -> io::Result<()> {
    let mut commands = 0;
    for (mark, block) in blocks(page) {
        if let Some((_, name)) = mark.split_once(' ') {
            std::fs::write(folder.join(name), block.join("\n") + "\n")?;
        }
        if mark != "shell-session" {
            continue;
        }
        for (command, expected) in transcript(&block) {
            commands += 1;
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).current_dir(folder);
            shell.envs(environment.iter().map(|(name, value)| (name, value)));
            let found = output(&mut shell)?;
            if found.lines().map(str::trim_end).ne(expected.iter().copied()) {
                return Err(io::Error::other(format!("`{command}` printed:\n{found}")));
            }
        }
    }
    if commands == 0 { Err(io::Error::other("the page has no transcript")) } else { Ok(()) }
}

/// The fenced blocks of a page, each with its mark.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```") {
            blocks.push((mark, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    blocks
}

/// The commands of a block with the lines that they should print.
fn transcript<'a>(block: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => {}
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_transcripts_are_found() {
        let page = "a\n```c bell.c\nint x;\n```\n```shell-session\n$ ./bell\nring\nding\n$ true\n```\n";
        let blocks = blocks(page);
        assert_eq!(blocks[0], ("c bell.c", vec!["int x;"]));
        assert_eq!(transcript(&blocks[1].1), [("./bell", vec!["ring", "ding"]), ("true", vec![])]);
    }
}
