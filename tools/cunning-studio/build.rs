//! Compiles the built page into the library. Without it the library still builds, and says how to build the page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// No page needs more files.
const FILES_MAX: usize = 256;

fn main() -> io::Result<()> {
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("web");
    let page = web.join("dist");
    // What is not there counts as changed in every build, so until there is a page it is awaited in its folder.
    let watched = if page.is_dir() { &page } else { &web };
    println!("cargo::rerun-if-changed={}", watched.display());
    let mut files = Vec::new();
    if page.is_dir() {
        list(&page, &mut files)?;
    }
    files.sort();
    let mut text = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&page).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        let _ = writeln!(text, "(\"/{name}\", include_bytes!({:?})),", file.display().to_string());
    }
    text.push_str("]\n");
    let out = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("assets.rs");
    fs::write(out, text)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
        if files.len() > FILES_MAX {
            return Err(io::Error::other("the built page has too many files"));
        }
    }
    Ok(())
}
