//! C and C++: players, examples and, in the long checks, sanitizers, valgrind, CMake and random calls.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::stage::{Stage, replace};
use super::{Scripts, output, path, step, text};
use crate::process::{root, target};

pub(super) const C: &[&str] = &["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"];
/// As Unreal compiles: neither exceptions nor RTTI.
pub(super) const CPP: &[&str] =
    &["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-fno-exceptions", "-fno-rtti"];
pub(super) const SANITIZED: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-O1"];

/// Random calls in the short and in the long checks, all seeds together.
const CALLS: u64 = 30_000;
const CALLS_FULL: u64 = 1_000_000;
/// Random calls under valgrind, which is slow.
const CALLS_VALGRIND: u64 = 20_000;
const SEEDS: u64 = 5;

pub(super) fn check(stage: &Stage, scripts: &Scripts, is_full: bool) -> io::Result<()> {
    let c = step("compile C", || {
        header_alone(stage)?;
        compile(stage, C, "bindings/conformance/players/player.c", "player-c", &[], false)
    })?;
    scripts.play("C", || Command::new(&c))?;
    let cpp = step("compile C++", || {
        compile(stage, CPP, "bindings/conformance/players/player.cpp", "player-cpp", &[], true)
    })?;
    scripts.play("C++, linked statically", || Command::new(&cpp))?;
    step("examples in C and C++", || {
        for (compiler, source) in [
            (C, "bindings/c/examples/bell.c"),
            (C, "bindings/c/examples/rollback.c"),
            (CPP, "bindings/cpp/examples/bell.cpp"),
        ] {
            let example = compile(
                stage,
                compiler,
                source,
                &format!("example-{}", source.replace('/', "-")),
                &[],
                false,
            )?;
            output(&mut Command::new(example))?;
        }
        Ok(())
    })?;
    let calls = if is_full { CALLS_FULL } else { CALLS };
    let fuzz = compile(stage, C, "bindings/c/fuzz/abi.c", "abi", SANITIZED, false)?;
    step(&format!("{calls} random calls under the sanitizers"), || random_calls(&fuzz, calls))?;
    step("misuse of every function under the sanitizers", || misuse(stage))?;
    if is_full { check_more(stage, scripts) } else { Ok(()) }
}

/// The header compiles alone, as C99 and as C++.
fn header_alone(stage: &Stage) -> io::Result<()> {
    for (language, compiler) in [("c", "-std=c99"), ("c++", "-std=c++11")] {
        let program = if language == "c" { "gcc" } else { "g++" };
        let header = stage.prefix.join("include/cunning.h");
        let flags = [compiler, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-x", language];
        output(Command::new(program).args(flags).arg(header))?;
    }
    Ok(())
}

fn check_more(stage: &Stage, scripts: &Scripts) -> io::Result<()> {
    let c = compile(stage, C, "bindings/conformance/players/player.c", "player-c-asan", SANITIZED, false)?;
    scripts.play("C under the address and undefined behaviour sanitizers", || Command::new(&c))?;
    let cpp =
        compile(stage, CPP, "bindings/conformance/players/player.cpp", "player-cpp-asan", SANITIZED, false)?;
    scripts.play("C++ under the sanitizers", || Command::new(&cpp))?;
    for name in ["player-c", "player-cpp"] {
        scripts.play(&format!("{name} under valgrind"), || valgrind(&programs().join(name)))?;
    }
    let fuzz = compile(stage, C, "bindings/c/fuzz/abi.c", "abi-valgrind", &["-O1"], false)?;
    step(&format!("{CALLS_VALGRIND} random calls under valgrind"), || {
        output(valgrind(&fuzz).args([CALLS_VALGRIND.to_string(), "99".to_owned()]))
    })?;
    step("CMake package", || {
        cmake(&path("bindings/cpp/examples"), &stage.prefix, &target(&root()).join("bindings-cmake"))
    })
}

/// Compiles and runs the program that misuses every function of the header.
fn misuse(stage: &Stage) -> io::Result<()> {
    let header = std::fs::read_to_string(stage.prefix.join("include/cunning.h"))?;
    let source = programs().join("misuse.c");
    replace(&source, super::misuse::program(&header)?.as_bytes())?;
    let program = compile(stage, C, &text(&source), "misuse", SANITIZED, false)?;
    output(&mut Command::new(program))?;
    Ok(())
}

fn random_calls(fuzz: &Path, calls: u64) -> io::Result<()> {
    for seed in 1..=SEEDS {
        output(Command::new(fuzz).args([(calls / SEEDS).to_string(), seed.to_string()]))?;
    }
    Ok(())
}

fn valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
    // Suppressions name the functions that the code is in, whatever was inlined there.
    command.arg("--read-inline-info=no");
    command.arg(format!("--suppressions={}", text(&path("bindings/c/valgrind.supp"))));
    command.arg(program);
    command
}

/// Builds and runs the examples of a folder with the CMake package of an installed library.
pub(crate) fn cmake(source: &Path, prefix: &Path, build: &Path) -> io::Result<()> {
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", text(prefix));
    let (source, build) = (text(source), text(build));
    output(Command::new("cmake").args(["-S", &source, "-B", &build, &prefix]))?;
    output(Command::new("cmake").args(["--build", &build]))?;
    output(Command::new("ctest").args(["--test-dir", &build, "--output-on-failure"]))?;
    Ok(())
}

/// The folder of compiled programs.
fn programs() -> PathBuf {
    target(&root()).join("bindings-programs")
}

/// Compiles a program and returns its path.
pub(super) fn compile(
    stage: &Stage,
    compiler: &[&str],
    source: &str,
    name: &str,
    flags: &[&str],
    is_static: bool,
) -> io::Result<PathBuf> {
    std::fs::create_dir_all(programs())?;
    let program = programs().join(name);
    let libraries = if is_static { stage.fixed() } else { stage.shared() };
    let mut command = Command::new(compiler.first().copied().unwrap_or("cc"));
    command.args(compiler.get(1..).unwrap_or_default()).args(flags).arg(stage.include());
    output(command.arg(path(source)).arg("-o").arg(&program).args(libraries).arg("-lm"))?;
    Ok(program)
}
