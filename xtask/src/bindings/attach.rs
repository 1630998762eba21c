//! The studio sees a running game in every language: the examples called `attached`, each with a studio of its own.

use std::io;
use std::process::Command;

use super::stage::Stage;
use super::{csharp, native, output, path, python, step};
use crate::process::program;

/// How long a game runs at most, in seconds.
const SECONDS: &str = "60";

pub(super) fn check(stage: &Stage) -> io::Result<()> {
    let c = native::compile(stage, native::C, "bindings/c/examples/attached.c", "attached-c", &[], false)?;
    let cpp = native::compile(
        stage,
        native::CPP,
        "bindings/cpp/examples/attached.cpp",
        "attached-cpp",
        &[],
        false,
    )?;
    let sharp = csharp::compile_example("Attached")?;
    let package = python::stage("debug")?;
    for (language, game) in [
        ("C", Command::new(c)),
        ("C++", Command::new(cpp)),
        ("C#", csharp::mono(stage, &sharp)),
        ("Python", python::script(&package, "bindings/python/examples/attached.py")),
    ] {
        step(&format!("studio attached to a game in {language}"), || {
            let mut script = Command::new("python3");
            script.arg(path("bindings/conformance/attached.py")).arg(program("cunning"));
            script.arg(game.get_program()).args(game.get_args()).arg(SECONDS);
            let environment = game.get_envs().filter_map(|(name, value)| Some((name, value?)));
            output(script.envs(environment))
        })?;
    }
    Ok(())
}
