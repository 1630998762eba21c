//! `cunning replay`: runs a recorded scene again and compares it with the recording.

use std::path::PathBuf;

use cunning_arena::simulation::{ReplayError, Replayed, replay};
use cunning_diag::visible_line;
use cunning_trace::RECORDING_BYTES_MAX;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cunning run pirate --record pirate.cng
  cunning replay pirate.cng
  cunning replay range.cng

The recording contains domain files that were reloaded while the scene ran in the studio. A range that the studio saved
is run from the beginning of the scene and compared from the beginning of the range.
Exits with 0 if the runs are the same, and with 1 if they differ.")]
pub(crate) struct Arguments {
    /// The recording, written by `cunning run --record` or the studio (`-` reads standard input)
    file: PathBuf,
}

#[derive(Serialize)]
struct Record {
    scene: String,
    ticks: u64,
    compared: u64,
    diverged: Option<Divergence>,
    is_finished: bool,
}

#[derive(Serialize)]
struct Divergence {
    tick: u64,
    recorded: String,
    now: String,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let (name, bytes) = files::read_bytes(&arguments.file, RECORDING_BYTES_MAX)?;
    if bytes.len() as u64 > RECORDING_BYTES_MAX {
        let message = format!("{name} is larger than {RECORDING_BYTES_MAX} bytes");
        return Err(Failure::input("cli/recording", message));
    }
    let Replayed { scene, ticks, compared, diverged, is_finished } =
        replay(&bytes).map_err(|error| match error {
            ReplayError::Texts(found) => Failure::Input(found),
            error => Failure::input("cli/recording", format!("{name}: {error}")),
        })?;
    let exit = if diverged.is_some() { Exit::CheckFailed } else { Exit::Done };
    if output.is_json() {
        let diverged =
            diverged.map(|found| Divergence { tick: found.tick, recorded: found.recorded, now: found.now });
        output.json(&Record { scene, ticks, compared, diverged, is_finished })?;
        return Ok(exit);
    }
    let scene = visible_line(&scene);
    output.text(&match diverged {
        None if !is_finished => format!(
            "{scene}: the recording is cut off; {ticks} ticks replayed, {compared} hashes compared, no differences so far\n"
        ),
        None => format!("{scene}: {ticks} ticks replayed, {compared} hashes compared, no differences\n"),
        Some(found) => format!(
            "{scene}: differs from tick {}\n  recorded  {}\n  now       {}\n",
            found.tick,
            visible_line(&found.recorded),
            visible_line(&found.now)
        ),
    })?;
    Ok(exit)
}
