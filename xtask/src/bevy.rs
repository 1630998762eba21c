//! `cargo xtask bevy-window` and `cargo xtask compare-bevy`: what is checked of the Bevy plugin by choice, because it
//! takes long to build.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{Cargo, root, target};
use crate::system::{install, install_line, succeeds};

/// The workspace of the plugin.
pub(crate) const MANIFEST: &str = "bindings/bevy/Cargo.toml";
/// The workspace of the comparison with its peers.
const COMPARE: &str = "bindings/bevy/compare/Cargo.toml";

/// What a window needs that is drawn in software and seen by nobody.
const PACKAGES: &[&str] = &[
    "libasound2-dev",
    "libudev-dev",
    "libxkbcommon-x11-0",
    "mesa-vulkan-drivers",
    "pkg-config",
    "xauth",
    "xvfb",
];

/// Examples that have a window, each with the second of the game at which there is most to see.
const EXAMPLES: &[(&str, &str)] = &[
    ("01_first_agent", "2.5"),
    ("02_pirate", "6"),
    ("03_squad", "1.5"),
    ("04_crowd", "8"),
    ("05_trained_companion", "4"),
    ("06_fear", "15"),
];

/// Plays examples in a window that nobody sees, and has them look at their own pictures.
pub(crate) fn window() -> io::Result<ExitCode> {
    let is_there = || succeeds("xvfb-run", &["--help"]) && has_driver();
    let has_all = is_there() || install(PACKAGES) && is_there();
    if !has_all {
        let line = install_line(PACKAGES).join(" ");
        return Err(io::Error::other(format!(
            "there is no Xvfb with a software driver here: `apt-get {line}`"
        )));
    }
    let pictures = target(&root()).join("bevy-window");
    std::fs::create_dir_all(&pictures)?;
    let programs = target(&root().join("bindings/bevy")).join("debug/examples");
    for (example, after) in EXAMPLES {
        if !build(example).run()?.success() {
            return Ok(ExitCode::FAILURE);
        }
        let picture = pictures.join(format!("{example}.png"));
        if !show(&programs.join(example), &picture, after).status()?.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether there is a Vulkan driver that draws in software.
fn has_driver() -> bool {
    let drivers = Path::new("/usr/share/vulkan/icd.d").read_dir();
    drivers.is_ok_and(|all| {
        all.flatten().any(|driver| driver.file_name().to_string_lossy().starts_with("lvp_icd"))
    })
}

fn build(example: &str) -> Cargo {
    Cargo::new(&["build", "--manifest-path", MANIFEST, "--features", "window", "--example", example])
}

fn show(program: &Path, picture: &Path, after: &str) -> Command {
    let mut command = Command::new("xvfb-run");
    command.args(["--auto-servernum", "--server-args=-screen 0 1280x800x24"]).arg(program);
    command.arg("--screenshot").arg(picture).args(["--after", after]);
    // The software driver is one of Vulkan.
    command.env("WGPU_BACKEND", "vulkan");
    command
}

/// Runs the comparison with the plugin's peers, or only builds it.
pub(crate) fn compare(is_check: bool) -> io::Result<ExitCode> {
    let status = compare_command(is_check).run()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare_command(is_check: bool) -> Cargo {
    let how: &[&str] = if is_check { &["check"] } else { &["run", "--release"] };
    Cargo::new(&[how, &["--manifest-path", COMPARE]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_with_a_window_is_shown() {
        let folder = root().join("bindings/bevy/examples");
        let mut with_window: Vec<String> = Vec::new();
        for name in crate::test::rust_files(&folder).unwrap() {
            let text = std::fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
            if text.contains("mod window;") {
                with_window.push(name);
            }
        }
        let shown: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        assert_eq!(with_window, shown);
    }

    #[test]
    fn the_comparison_can_be_typed() {
        let line = "cargo run --release --manifest-path bindings/bevy/compare/Cargo.toml";
        assert_eq!(compare_command(false).to_string(), line);
    }
}
