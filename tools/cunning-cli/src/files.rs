//! Reads and writes the files that the user names. A dash is standard input.
//!
//! A written file appears under its name only when it is complete; see [`cunning_files`].

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cunning_diag::Source;
pub(crate) use cunning_files::NewFile;

use crate::failure::Failure;

/// Reads text of at most `bytes_max` bytes. A longer file is cut one byte after that, so that the parser of the text
/// reports the excess: every parser has its own cap.
pub(crate) fn read(path: &Path, bytes_max: usize) -> Result<Source, Failure> {
    let (name, bytes) = read_bytes(path, bytes_max as u64)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // The cut at the limit may have split a character; the parser reports the length.
        Err(error) if error.utf8_error().error_len().is_none() && error.as_bytes().len() > bytes_max => {
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.split(|&byte| byte == b'\n').count();
            return Err(Failure::input(
                "cli/not-text",
                format!("{name} is not a text file: line {line} is not UTF-8"),
            ));
        }
    };
    Ok(Source::new(name, text))
}

/// Reads at most `bytes_max` bytes and one more; returns them with the file's name for messages.
pub(crate) fn read_bytes(path: &Path, bytes_max: u64) -> Result<(String, Vec<u8>), Failure> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let limit = bytes_max + 1;
    let read = if is_stdin {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::io(&name, error))?;
    Ok((name, bytes))
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    is_file_name(path)?;
    cunning_files::write(path, contents).map_err(|error| Failure::io(path.display().to_string(), error))
}

/// Creates a file under a temporary name, and a handle to write it with.
pub(crate) fn create(path: &Path) -> Result<(NewFile, File), Failure> {
    is_file_name(path)?;
    let created = NewFile::create(path).and_then(|file| {
        let writer = file.writer()?;
        Ok((file, writer))
    });
    created.map_err(|error| Failure::io(path.display().to_string(), error))
}

/// Returns an error for the name of standard output.
fn is_file_name(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        let message =
            "cannot write to `-`, because standard output is for the result; name a file to write to";
        return Err(Failure::input("cli/write-to-stdout", message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_folder_and_standard_output_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(write(&folder.path().join("no/such/file"), b""), Err(Failure::Io { .. })));
        assert!(matches!(write(Path::new("-"), b""), Err(Failure::Input(_))));
    }
}
