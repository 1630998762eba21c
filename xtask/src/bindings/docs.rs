//! Runs the transcripts of the guide's pages about bindings, or a whole page as a reader follows it.
//!
//! A block marked with a language and a file name, such as `c bell.c`, is a file. In a block marked `shell-session`
//! every line that begins with `$ ` is run by a shell in the folder with the page's files, and the lines after it must
//! be its output. A block marked `sh` is what a reader types to install: it runs only in a new clone.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{output, path, step};
use crate::process::{root, target};

/// Runs the transcripts of a page with some environment variables.
pub(super) fn check(page: &str, environment: &[(&str, String)]) -> io::Result<()> {
    step(&format!("transcripts of {page}"), || {
        let folder = target(&root()).join("bindings-docs");
        remove(&folder)?;
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

/// What stands for the repository in commands of the guide.
const REPOSITORY: &str = "PATH_TO_THE_REPOSITORY";
/// What a script prints before the output of each command of a transcript.
const MARK: &str = "=== output of a command of the guide ===";

/// Follows a page word by word, from its `git clone` on, in an empty folder with an empty home. Only what is committed is
/// cloned, and everything is compiled again.
pub(super) fn check_fresh(page: &str) -> io::Result<()> {
    step(&format!("{page} word by word in a new clone"), || {
        let name = Path::new(page).file_stem().unwrap_or_default();
        let folder = target(&root()).join("bindings-fresh").join(name);
        remove(&folder)?;
        let home = folder.join("home");
        std::fs::create_dir_all(&home)?;
        let text = std::fs::read_to_string(path(page))?.replace(REPOSITORY, &super::text(&root()));
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &script(&text)]).current_dir(&folder);
        // The toolchains stay where they are.
        for (variable, place) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            let old = std::env::var_os("HOME").map(|home| Path::new(&home).join(place));
            if let Some(place) = std::env::var_os(variable).map(PathBuf::from).or(old) {
                shell.env(variable, place);
            }
        }
        let printed = output(shell.env("HOME", &home).env_remove("CARGO_TARGET_DIR"))?;
        compare(&text, &printed)?;
        remove(&folder)
    })
}

/// A script that does everything that a page says, and prints a mark before each command of its transcripts.
fn script(page: &str) -> String {
    let mut parts = Vec::new();
    for (mark, block) in blocks(page) {
        let text = block.join("\n");
        match mark.split_once(' ') {
            Some((_, name)) => parts.push(format!("cat > {name} <<'END_OF_FILE'\n{text}\nEND_OF_FILE\n")),
            None if mark == "sh" => parts.push(format!("{text}\n")),
            None if mark == "shell-session" => {
                for (command, _) in transcript(&block) {
                    parts.push(format!("echo '{MARK}'\n{command}\n"));
                }
            }
            None => {}
        }
    }
    parts.concat()
}

/// Compares what a script printed with the transcripts of its page.
fn compare(page: &str, printed: &str) -> io::Result<()> {
    let blocks = blocks(page);
    let sessions = blocks.iter().filter(|(mark, _)| *mark == "shell-session");
    let commands: Vec<_> = sessions.flat_map(|(_, block)| transcript(block)).collect();
    let outputs: Vec<&str> = printed.split(&format!("{MARK}\n")).skip(1).collect();
    if commands.is_empty() || commands.len() != outputs.len() {
        return Err(io::Error::other(format!(
            "{} of {} commands ran:\n{printed}",
            outputs.len(),
            commands.len()
        )));
    }
    for ((command, expected), found) in commands.iter().zip(outputs) {
        if found.lines().map(str::trim_end).ne(expected.iter().copied()) {
            return Err(io::Error::other(format!("`{command}` printed:\n{found}")));
        }
    }
    Ok(())
}

fn remove(folder: &Path) -> io::Result<()> {
    std::fs::remove_dir_all(folder).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })
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

    #[test]
    fn page_is_followed_in_its_order() {
        let page = "```sh\nmkdir place\ncd place\n```\n```txt a.txt\nhello\n```\n```shell-session\n$ cat a.txt\nhello\n\
                    $ true\n```\n";
        let script = script(page);
        assert_eq!(
            script,
            format!(
                "mkdir place\ncd place\ncat > a.txt <<'END_OF_FILE'\nhello\nEND_OF_FILE\necho '{MARK}'\n\
                     cat a.txt\necho '{MARK}'\ntrue\n"
            )
        );
        assert!(compare(page, &format!("noise\n{MARK}\nhello\n{MARK}\n")).is_ok());
        assert!(compare(page, &format!("{MARK}\nother\n{MARK}\n")).is_err());
        assert!(compare(page, &format!("{MARK}\nhello\n")).is_err());
    }
}
