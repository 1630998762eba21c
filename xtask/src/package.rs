//! `cargo xtask package`: assembles the packages as they would be published, and builds them from that.

use std::io;
use std::process::ExitCode;

use crate::process::Cargo;
use crate::studio::build_page;

/// The file without which the published command would have a studio without a page.
const PAGE: &str = "web/dist/index.html";

/// Assembles all packages. `verify` builds the page first, and then each package from its archive.
pub(crate) fn run(verify: bool) -> io::Result<ExitCode> {
    if verify {
        build_page()?;
        let listed = Cargo::parse("package --package cunning-studio --list --allow-dirty").output()?;
        let files = String::from_utf8_lossy(&listed.stdout);
        if !files.lines().any(|file| file == PAGE) {
            return Err(io::Error::other(format!("the package of the studio does not contain {PAGE}")));
        }
    }
    let status = Cargo::parse(&line(verify)).run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The arguments of cargo for all packages that are published.
fn line(verify: bool) -> String {
    let unpublished =
        ["cunning-bench", "cunning-c", "cunning-conformance", "cunning-oracle", "cunning-python", "xtask"]
            .map(|name| format!(" --exclude {name}"))
            .concat();
    let more = if verify { "" } else { " --no-verify --quiet" };
    format!("package --workspace --allow-dirty{unpublished}{more}")
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use crate::process::root;

    /// A file that a package compiles in must be inside the package, or users cannot build it.
    #[test]
    fn packages_include_no_files_from_outside() {
        let mut count = 0;
        let folders = ["crates", "tools", "internal"].map(|folder| root().join(folder).read_dir().unwrap());
        for package in folders.into_iter().flatten().map(|entry| entry.unwrap().path()) {
            for file in sources(&package.join("src")) {
                let text = std::fs::read_to_string(&file).unwrap();
                let shipped = text.split("#[cfg(test)]").next().unwrap();
                let shipped = shipped.split("#[cfg(doctest)]").next().unwrap();
                for path in shipped.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next())
                {
                    let target = file.parent().unwrap().join(path).canonicalize().unwrap();
                    let inside = package.canonicalize().unwrap();
                    assert!(target.starts_with(inside), "{} includes {path}", file.display());
                    count += 1;
                }
            }
        }
        assert!(count > 3, "only {count} included files found");
    }

    fn sources(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for path in folder.read_dir().unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                found.extend(sources(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
        found
    }
}
