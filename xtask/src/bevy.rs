//! `cargo xtask bevy-window` and `cargo xtask compare-bevy`: checks of the Bevy plugin that take long to build.

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{Cargo, program, root, target};
use crate::system::{can_install, install, install_line, succeeds};

/// The manifest of the plugin's workspace.
const MANIFEST: &str = "bindings/bevy/Cargo.toml";
/// The manifest of the workspace that compares the plugin with its peers.
const COMPARE: &str = "bindings/bevy/compare/Cargo.toml";

/// The Debian packages for a window on a virtual screen, drawn in software.
const PACKAGES: &[&str] = &[
    "libasound2-dev",
    "libudev-dev",
    "libxkbcommon-x11-0",
    "mesa-vulkan-drivers",
    "pkg-config",
    "xauth",
    "xvfb",
];

/// Examples with a window, each with the second of game time at which its screenshot is taken.
const EXAMPLES: &[(&str, &str)] = &[
    ("01_first_agent", "2.5"),
    ("02_pirate", "6"),
    ("03_squad", "1.5"),
    ("04_crowd", "8"),
    ("05_trained_companion", "4"),
    ("06_fear", "15"),
    ("07_skirmish", "4"),
];

/// Returns success if windows can be shown here: Xvfb with a software driver is installed, or can be.
pub(crate) fn probe() -> ExitCode {
    if has_screen() || can_install() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays the examples on a virtual screen; each checks its own screenshot.
pub(crate) fn window() -> io::Result<ExitCode> {
    if !(has_screen() || install(PACKAGES) && has_screen()) {
        let line = install_line(PACKAGES).join(" ");
        return Err(io::Error::other(format!(
            "Xvfb or a Vulkan software driver is missing; install them with `apt-get {line}`"
        )));
    }
    let pictures = target(&root()).join("bevy-window");
    std::fs::create_dir_all(&pictures)?;
    for (example, after) in EXAMPLES {
        if !build(example).run()?.success() {
            return Ok(ExitCode::FAILURE);
        }
        let picture = pictures.join(format!("{example}.png"));
        if !show(&program(&format!("examples/{example}")), &picture, after).status()?.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn has_screen() -> bool {
    succeeds("xvfb-run", &["--help"]) && has_driver()
}

/// Whether a Vulkan driver that draws in software is installed.
fn has_driver() -> bool {
    let drivers = Path::new("/usr/share/vulkan/icd.d").read_dir();
    drivers.is_ok_and(|all| {
        all.flatten().any(|driver| driver.file_name().to_string_lossy().starts_with("lvp_icd"))
    })
}

fn build(example: &str) -> Cargo {
    Cargo::new(&["build", "--manifest-path", MANIFEST, "--features", "window", "--example", example])
        .env("CARGO_TARGET_DIR", target(&root()).to_string_lossy())
}

fn show(program: &Path, picture: &Path, after: &str) -> Command {
    let mut command = Command::new("xvfb-run");
    command.args(["--auto-servernum", "--server-args=-screen 0 1280x800x24"]).arg(program);
    command.arg("--screenshot").arg(picture).args(["--after", after]);
    // The software driver is a Vulkan driver.
    command.env("WGPU_BACKEND", "vulkan");
    command
}

/// Runs the comparison with the plugin's peers, or only checks that it compiles.
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
    fn every_example_with_a_window_is_listed() {
        let folder = root().join("bindings/bevy/examples");
        let mut with_window: Vec<String> = Vec::new();
        for name in crate::examples::rust_files(&folder).unwrap() {
            let text = std::fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
            if text.contains("mod window;") {
                with_window.push(name);
            }
        }
        let shown: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        assert_eq!(with_window, shown);
    }

    #[test]
    fn comparison_is_run_in_release_mode() {
        let line = "cargo run --release --manifest-path bindings/bevy/compare/Cargo.toml";
        assert_eq!(compare_command(false).to_string(), line);
    }
}
