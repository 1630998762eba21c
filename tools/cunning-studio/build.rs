//! Compiles the built page into the library. Without a built page the library shows how to build it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The most files that the page may have.
const FILES_MAX: usize = 256;

fn main() -> io::Result<()> {
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("web");
    let page = web.join("dist");
    // Cargo reruns for a missing path in every build, so watch the parent folder until the page exists.
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
