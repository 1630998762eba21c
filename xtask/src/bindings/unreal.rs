//! Unreal: the plugin's logic is tested with the library, and the engine layer is compiled and run with stand-ins.

mod headers;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::engine_libraries::{Libraries, Place, put};
use super::native::{CPP, SANITIZED};
use super::stage::{Stage, build_release, copy};
use super::{files, output, path, step, text};
use crate::process::{root, target};

const PLUGIN: &str = "bindings/unreal/Cunning";
/// Files that know nothing of the engine.
const LOGIC: &str = "bindings/unreal/Cunning/Source/Cunning/Private/Game";
const SAMPLES: &str = "bindings/unreal/samples";
/// Folders with sources of the engine layer, which includes the logic.
const LAYER: &[&str] = &["bindings/unreal/Cunning/Source", SAMPLES, "bindings/unreal/stubs"];
/// Folders in which the engine layer looks for headers.
const INCLUDES: &[&str] = &[
    "bindings/unreal/stubs",
    "bindings/unreal/Cunning/Source/Cunning/Public",
    "bindings/unreal/Cunning/Source/Cunning/Private",
    "bindings/unreal/Cunning/Source/CunningEditor/Private",
    SAMPLES,
];
/// The engine leaves parameters unused in many overrides; its own build does not warn about them.
const ENGINE_FLAGS: &[&str] = &[
    "-Wno-unused-parameter",
    "-DWITH_GAMEPLAY_DEBUGGER=1",
    "-DWITH_EDITORONLY_DATA=1",
    "-DPLATFORM_WINDOWS=0",
];
/// Where the plugin has libraries.
pub(super) const PLACES: &[Place] = &[
    Place {
        platforms: &["linux-x86_64"],
        file: "libcunning.a",
        to: "Source/ThirdParty/CunningLibrary/lib/Linux/libcunning.a",
    },
    Place {
        platforms: &["linux-arm64"],
        file: "libcunning.a",
        to: "Source/ThirdParty/CunningLibrary/lib/LinuxArm64/libcunning.a",
    },
    Place {
        platforms: &["macos-x86_64", "macos-arm64"],
        file: "libcunning.a",
        to: "Source/ThirdParty/CunningLibrary/lib/Mac/libcunning.a",
    },
    Place {
        platforms: &["windows-x86_64"],
        file: "cunning.dll.lib",
        to: "Source/ThirdParty/CunningLibrary/lib/Win64/cunning.dll.lib",
    },
    Place {
        platforms: &["windows-x86_64"],
        file: "cunning.dll",
        to: "Binaries/ThirdParty/CunningLibrary/Win64/cunning.dll",
    },
];

pub(super) fn check(stage: &Stage, is_full: bool) -> io::Result<()> {
    let folder = target(&root()).join("bindings-unreal");
    step("logic of the Unreal plugin", || test_logic(stage, &folder, &[]))?;
    step("Unreal plugin with stand-ins", || test_layer(stage, &folder, &[]))?;
    if is_full {
        step("logic of the Unreal plugin under the sanitizers", || test_logic(stage, &folder, SANITIZED))?;
        step("Unreal plugin with stand-ins under the sanitizers", || test_layer(stage, &folder, SANITIZED))?;
        step("Unreal plugin with clang, as for Windows and for shipping builds", || {
            other_builds(stage, &folder)
        })?;
    }
    step("assembled Unreal plugin", || {
        assemble(&[Libraries::of_host(stage.prefix.join("lib"))], &folder.join("Cunning"))
    })
}

/// `cargo xtask bindings --unreal FOLDER`: puts the plugin together, ready for a project's folder `Plugins`.
pub(crate) fn package(folder: &Path) -> io::Result<ExitCode> {
    let stage = build_release(&target(&root()).join("bindings-release"), true)?;
    assemble(&[Libraries::of_host(stage.prefix.join("lib"))], folder)?;
    writeln!(io::stdout(), "the plugin is in {}; it has the library of this system", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

fn test_logic(stage: &Stage, folder: &Path, flags: &[&str]) -> io::Result<()> {
    let include = path("bindings/unreal/Cunning/Source/Cunning/Private");
    let mut sources = files(&path(LOGIC), "cpp")?;
    sources.push(path("bindings/unreal/tests/World.cpp"));
    let build = Build { stage, folder, includes: vec![include], flags };
    output(&mut Command::new(build.link("logic", &sources)?))?;
    Ok(())
}

fn test_layer(stage: &Stage, folder: &Path, flags: &[&str]) -> io::Result<()> {
    let (build, mut sources) = layer(stage, folder, flags)?;
    sources.push(path("bindings/unreal/tests/Engine.cpp"));
    let tests = build.link("engine", &sources)?;
    output(Command::new(tests).arg(path(SAMPLES)))?;
    Ok(())
}

/// Compiles the engine layer without debugger and editor data, and the code for Windows, with another compiler.
fn other_builds(stage: &Stage, folder: &Path) -> io::Result<()> {
    let (build, sources) = layer(stage, folder, &[])?;
    for define in ["WITH_GAMEPLAY_DEBUGGER", "WITH_EDITORONLY_DATA", "PLATFORM_WINDOWS"] {
        for source in &sources {
            let is_editor = source.to_string_lossy().contains("CunningEditor");
            if is_editor && define == "WITH_EDITORONLY_DATA" {
                continue;
            }
            let value = u8::from(define == "PLATFORM_WINDOWS");
            let mut command = build.compiler("clang++");
            command.arg(format!("-U{define}")).arg(format!("-D{define}={value}")).arg("-fsyntax-only");
            output(command.arg(source))?;
        }
    }
    Ok(())
}

/// The sources of the engine layer, and how they are compiled.
fn layer<'a>(
    stage: &'a Stage,
    folder: &'a Path,
    flags: &'a [&'a str],
) -> io::Result<(Build<'a>, Vec<PathBuf>)> {
    let generated = folder.join("generated");
    let mut all = Vec::new();
    for part in LAYER {
        all.extend(files(&path(part), "h")?);
    }
    let events = headers::generate(&all, &generated)?;
    let mut includes: Vec<PathBuf> = INCLUDES.iter().map(|include| path(include)).collect();
    includes.push(generated);
    let mut sources = vec![events];
    for part in LAYER {
        sources.extend(files(&path(part), "cpp")?);
    }
    Ok((Build { stage, folder, includes, flags }, sources))
}

struct Build<'a> {
    stage: &'a Stage,
    folder: &'a Path,
    includes: Vec<PathBuf>,
    flags: &'a [&'a str],
}

impl Build<'_> {
    fn compiler(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let own = CPP.get(1..).unwrap_or_default().iter().filter(|flag| **flag != "-pedantic");
        command.args(own).args(ENGINE_FLAGS).args(self.flags).arg(self.stage.include());
        command.args(self.includes.iter().map(|folder| format!("-I{}", text(folder))));
        command
    }

    /// Compiles and links a program with the static library, as the plugin does.
    fn link(&self, name: &str, sources: &[PathBuf]) -> io::Result<PathBuf> {
        std::fs::create_dir_all(self.folder)?;
        let program = self.folder.join(name);
        let mut command = self.compiler("g++");
        command.args(sources).arg("-o").arg(&program).args(self.stage.fixed());
        output(&mut command)?;
        Ok(program)
    }
}

/// Assembles the plugin in a folder, which is replaced: its own files, headers, the libraries that were built, and licences.
pub(crate) fn assemble(libraries: &[Libraries], plugin: &Path) -> io::Result<()> {
    if plugin.exists() {
        std::fs::remove_dir_all(plugin)?;
    }
    let own = path(PLUGIN);
    for file in files(&own, "")? {
        copy(&file, &plugin.join(file.strip_prefix(&own).map_err(io::Error::other)?))?;
    }
    let include = plugin.join("Source/ThirdParty/CunningLibrary/include");
    for header in ["bindings/c/include/cunning.h", "bindings/cpp/include/cunning.hpp"] {
        let header = path(header);
        copy(&header, &include.join(header.file_name().unwrap_or_default()))?;
    }
    put(libraries, PLACES, plugin)?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&path(licence), &plugin.join(licence))?;
    }
    copy(&path("docs/unreal.md"), &plugin.join("README.md"))
}
