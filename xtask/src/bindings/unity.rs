//! Unity: the package is compiled against a stand-in for Unity and played on Mono with the native library.

mod meta;
mod package;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::csharp::mono;
use super::engine_libraries::Libraries;
use super::stage::{Stage, build_release};
use super::{files, output, path, step, text};
use crate::process::{root, target};

#[cfg(test)]
pub(super) use package::PLACES;
pub(crate) use package::{assemble, has_place};

const PACKAGE: &str = "bindings/unity/com.cunning.minds";

/// An assembly of the package, as its definition file describes it, or one of the tests.
struct Assembly {
    name: &'static str,
    /// Folders with sources, and single files.
    sources: &'static [&'static str],
    references: &'static [&'static str],
    options: &'static [&'static str],
}

const LIBRARY: &str = "-target:library";
const ASSEMBLIES: &[Assembly] = &[
    Assembly {
        name: "Cunning",
        sources: &["bindings/csharp/src", "bindings/unity/com.cunning.minds/Runtime/Core"],
        references: &[],
        options: &[LIBRARY, "-unsafe"],
    },
    Assembly {
        name: "UnityStub",
        sources: &[
            "bindings/unity/stubs/UnityEngine.cs",
            "bindings/unity/stubs/UnityEditor.cs",
            "bindings/unity/stubs/Player.cs",
        ],
        references: &[],
        options: &[LIBRARY],
    },
    // Players of the game are compiled without the editor's symbol.
    Assembly {
        name: "Cunning.Unity.Player",
        sources: &["bindings/unity/com.cunning.minds/Runtime/Components"],
        references: &["Cunning", "UnityStub"],
        options: &[LIBRARY],
    },
    Assembly {
        name: "Cunning.Unity",
        sources: &["bindings/unity/com.cunning.minds/Runtime/Components"],
        references: &["Cunning", "UnityStub"],
        options: &[LIBRARY, "-define:UNITY_EDITOR"],
    },
    Assembly {
        name: "Cunning.Unity.Editor",
        sources: &["bindings/unity/com.cunning.minds/Editor"],
        references: &["Cunning", "UnityStub", "Cunning.Unity"],
        options: &[LIBRARY, "-define:UNITY_EDITOR"],
    },
    Assembly {
        name: "Samples",
        sources: &["bindings/unity/com.cunning.minds/Samples~"],
        references: &["Cunning", "UnityStub", "Cunning.Unity"],
        options: &[LIBRARY],
    },
    Assembly {
        name: "Tests",
        sources: &[
            "bindings/unity/stubs/NUnit.cs",
            "bindings/unity/com.cunning.minds/Tests",
            "bindings/unity/tests",
        ],
        references: &["Cunning", "UnityStub", "Cunning.Unity", "Cunning.Unity.Editor", "Samples"],
        options: &[],
    },
];

/// `cargo xtask bindings --unity FOLDER`: puts the package together, ready for a project's folder `Packages`.
pub(crate) fn package(folder: &Path) -> io::Result<ExitCode> {
    let stage = build_release(&target(&root()).join("bindings-release"), true)?;
    assemble(&[Libraries::of_host(stage.prefix.join("lib"))], folder)?;
    meta::verify(folder)?;
    writeln!(io::stdout(), "the package is in {}; it has the library of this system", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn check(stage: &Stage) -> io::Result<()> {
    let folder = target(&root()).join("bindings-unity");
    std::fs::create_dir_all(&folder)?;
    let tests = step("compile the Unity package", || {
        let mut last = PathBuf::new();
        for assembly in ASSEMBLIES {
            last = assembly.compile(&folder)?;
        }
        Ok(last)
    })?;
    step("Unity package on Mono", || {
        output(mono(stage, &tests).env("CUNNING_SAMPLES", path(PACKAGE).join("Samples~")))
    })?;
    step("assembled Unity package", || {
        let assembled = folder.join("com.cunning.minds");
        assemble(&[Libraries::of_host(stage.prefix.join("lib"))], &assembled)?;
        meta::verify(&assembled)
    })
}

impl Assembly {
    fn compile(&self, folder: &Path) -> io::Result<PathBuf> {
        let extension = if self.options.contains(&LIBRARY) { "dll" } else { "exe" };
        let out = folder.join(format!("{}.{extension}", self.name));
        let mut command = Command::new("mcs");
        command.args(["-langversion:7.2", "-warnaserror", "-optimize", "-nologo"]).args(self.options);
        command.arg(format!("-out:{}", text(&out)));
        for reference in self.references {
            command.arg(format!("-r:{}", text(&folder.join(format!("{reference}.dll")))));
        }
        for source in self.sources {
            command.args(files(&path(source), "cs")?);
        }
        output(&mut command)?;
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each type and member of the stand-in names the page that it was taken from.
    #[test]
    fn stand_in_names_the_pages_of_its_members() {
        for file in ["UnityEngine.cs", "UnityEditor.cs"] {
            let source = std::fs::read_to_string(path("bindings/unity/stubs").join(file)).unwrap_or_default();
            let mut before = "";
            let mut members = 0;
            for line in source.lines().map(str::trim) {
                let is_attribute = line.starts_with('[');
                let is_public = line.starts_with("public ") && !line.contains("Attribute(");
                if is_public {
                    members += 1;
                    assert!(
                        before.starts_with("// ") || before.starts_with("/// <summary>Not in Unity"),
                        "{file}: {line}"
                    );
                }
                if !is_attribute {
                    before = line;
                }
            }
            assert!(members > 20, "{file} has {members} members");
        }
    }
}
