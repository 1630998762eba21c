//! C#: the layer above the C interface, compiled and played with Mono.

use std::io;
use std::path::PathBuf;
use std::process::Command;

use super::stage::Stage;
use super::{Scripts, files, output, path, step, text};
use crate::process::{root, target};

pub(super) fn check(stage: &Stage, scripts: &Scripts) -> io::Result<()> {
    let folder = target(&root()).join("bindings-csharp");
    std::fs::create_dir_all(&folder)?;
    let player = folder.join("Player.exe");
    let steady = folder.join("Steady.exe");
    step("compile C#", || {
        compile(&player, &["bindings/conformance/players/Player.cs"])?;
        compile(&steady, &["bindings/csharp/tests/Steady.cs"])
    })?;
    scripts.play("C#", || mono(stage, &player))?;
    step("C# without garbage per tick", || output(&mut mono(stage, &steady)))?;
    Ok(())
}

/// Compiles an example and returns its path.
pub(super) fn compile_example(name: &str) -> io::Result<PathBuf> {
    let folder = target(&root()).join("bindings-csharp");
    std::fs::create_dir_all(&folder)?;
    let program = folder.join(format!("{name}.exe"));
    compile(&program, &[&format!("bindings/csharp/examples/{name}.cs")])?;
    Ok(program)
}

/// Compiles a program together with the layer, as C# 7.3 does.
fn compile(program: &std::path::Path, own: &[&str]) -> io::Result<()> {
    let mut command = Command::new("mcs");
    command.args(["-langversion:7.2", "-unsafe", "-warnaserror", "-optimize", "-nologo"]);
    command.arg(format!("-out:{}", text(program))).args(files(&path("bindings/csharp/src"), "cs")?);
    output(command.args(own.iter().map(|source| path(source))))?;
    Ok(())
}

pub(super) fn mono(stage: &Stage, program: &std::path::Path) -> Command {
    let mut command = Command::new("mono");
    command.arg(program).env("LD_LIBRARY_PATH", stage.prefix.join("lib"));
    command
}
