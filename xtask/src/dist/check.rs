//! Checks of built libraries and programs: what they contain, what they need, and that they run.

use std::io;
use std::path::Path;
use std::process::Command;

use super::platform::Platform;
use crate::bindings::stage::Stage;
use crate::bindings::{cmake, output, text};
use crate::system::succeeds;

/// The text that a library contains if and only if it has the debug link: the beginning of a message of the link. Texts
/// that are only compared, such as what a studio sends first, may become instructions and cannot be found.
const LINK_MARK: &str = "could not open the link: ";

/// The target of this machine.
pub(super) fn host() -> io::Result<String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| io::Error::other("`rustc -vV` names no host"))
}

/// Fails unless the shared library of a stage has, or has not, the debug link.
pub(super) fn link(stage: &Stage, is_wanted: bool) -> io::Result<()> {
    for name in ["lib/libcunning.so", "lib/libcunning.dylib", "lib/cunning.dll"] {
        let file = stage.prefix.join(name);
        if !file.is_file() {
            continue;
        }
        let has_link =
            std::fs::read(&file)?.windows(LINK_MARK.len()).any(|bytes| bytes == LINK_MARK.as_bytes());
        if has_link != is_wanted {
            let word = if is_wanted { "lacks" } else { "has" };
            return Err(io::Error::other(format!("{} {word} the debug link", file.display())));
        }
        return Ok(());
    }
    Err(io::Error::other(format!("no shared library in {}", stage.prefix.display())))
}

/// Runs examples with the libraries of an archive: the bell must ring with the shared and the static library, and only
/// the development library accepts a studio.
pub(super) fn run_library(platform: &Platform, prefix: &Path) -> io::Result<()> {
    glibc(platform, &prefix.join("lib/libcunning.so"))?;
    let scratch = prefix.with_extension("run");
    std::fs::create_dir_all(&scratch)?;
    let pkg_config = |arguments: &[&str]| {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(arguments).arg("cunning");
        output(&mut command)
    };
    let flags = pkg_config(&["--cflags", "--libs"])?;
    let rung = "frame 1: go bell\nframe 2: ring\n";
    let development = format!("-L{0} -Wl,-rpath,{0} -lcunning", text(&prefix.join("development/lib")));
    let include = pkg_config(&["--cflags"])?;
    let fixed = format!(
        "{include} {} {}",
        text(&prefix.join("lib/libcunning.a")),
        pkg_config(&["--libs-only-other", "--static"])?
    );
    for (name, source, flags, expected) in [
        ("shared", "bell.c", flags.clone(), Some(rung)),
        ("static", "bell.c", format!("{fixed} -lgcc_s -lutil -lrt -lpthread -lm -ldl"), Some(rung)),
        ("shipped", "attached.c", flags, None),
        ("development", "attached.c", format!("{include} {development}"), None),
    ] {
        let program = scratch.join(name);
        let mut compiler = Command::new("cc");
        compiler.arg("-std=c11").arg(prefix.join("examples").join(source)).arg("-o").arg(&program);
        output(compiler.args(flags.split_whitespace()))?;
        let run = Command::new(&program).arg("0").output()?;
        let (printed, error) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        let is_good = match expected {
            Some(expected) => run.status.success() && printed == expected,
            None if name == "development" => run.status.success() && printed.contains("--attach 127.0.0.1:"),
            None => !run.status.success() && error.contains("without the debug link"),
        };
        if !is_good {
            return Err(io::Error::other(format!("{name} {source}: {} {printed}{error}", run.status)));
        }
    }
    if succeeds("cmake", &["--version"]) {
        cmake(&prefix.join("examples"), prefix, &scratch.join("cmake"))?;
    }
    std::fs::remove_dir_all(scratch)
}

/// Fails if a file needs a newer C library than the platform promises.
pub(super) fn glibc(platform: &Platform, file: &Path) -> io::Result<()> {
    let Some(promised) = platform.glibc else { return Ok(()) };
    let symbols = output(Command::new("objdump").arg("-T").arg(file))?;
    let needed = newest_glibc(&symbols);
    if needed > version(promised) {
        let name = file.display();
        return Err(io::Error::other(format!("{name} needs glibc {needed:?}, newer than {promised}")));
    }
    Ok(())
}

/// The newest version of the C library in a list of symbols.
fn newest_glibc(symbols: &str) -> Vec<u32> {
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| rest.split([')', ' ', '\n']).next());
    versions.map(version).max().unwrap_or_default()
}

fn version(text: &str) -> Vec<u32> {
    text.split('.').filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_has_the_text_that_it_is_recognized_by() {
        let source =
            std::fs::read_to_string(crate::bindings::path("crates/cunning-link/src/lib.rs")).unwrap();
        assert!(source.contains(LINK_MARK));
    }

    #[test]
    fn newest_version_counts_by_number() {
        let symbols = "0 g DF *UND* 0 (GLIBC_2.2.5) free\n0 DF *UND* 0 (GLIBC_2.17) clock_gettime\n";
        assert_eq!(newest_glibc(symbols), [2, 17]);
        assert!(version("2.4") < version("2.17"));
    }
}
