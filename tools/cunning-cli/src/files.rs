//! Reading and writing the files a user names. A dash is standard input.

use std::io::{self, Read};
use std::path::Path;

use cunning_diag::Source;

use crate::failure::Failure;

/// Reads text of at most `bytes_max` bytes. A longer file is cut just past that, which its reader will notice:
/// readers have their own caps and say so themselves.
pub(crate) fn read(path: &Path, bytes_max: usize) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path, bytes_max as u64)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // A character cut in two at the limit is not the user's fault; the cap will be.
        Err(error) if error.utf8_error().error_len().is_none() && error.as_bytes().len() > bytes_max => {
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.split(|&byte| byte == b'\n').count();
            return Err(Failure::input(
                "cli/not-text",
                format!("{name} is not text: line {line} is not UTF-8"),
            ));
        }
    };
    Ok(Source::new(name, text))
}

/// Reads at most `bytes_max` bytes and one more, and gives them with the name that messages have for the file.
pub(crate) fn read_bytes(path: &Path, bytes_max: u64) -> Result<(String, Vec<u8>), Failure> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let limit = bytes_max + 1;
    let read = if is_stdin {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::io(&name, error))?;
    Ok((name, bytes))
}

pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let message = "standard output is for the result; name a file to write to";
        return Err(Failure::input("cli/write-to-stdout", message));
    }
    std::fs::write(path, contents).map_err(|error| Failure::io(path.display().to_string(), error))
}
