//! `--player`: scripted players on the command line.

use std::path::Path;

use cunning_arena::limits::SCENE_BYTES_MAX;
use cunning_arena::simulation::{Scenario, ScriptedPlayer};

use crate::failure::Failure;
use crate::files;

/// The word for no player.
const NONE: &str = "none";

/// The text of a script file; `None` if the name is that of a scripted player of the scene, or `none`.
pub(crate) fn script_file(scenario: &Scenario, name: &str) -> Result<Option<String>, Failure> {
    let is_of_scene = scenario.scene().scripted_players().iter().any(|player| player.name == name);
    if name == NONE || is_of_scene || !Path::new(name).exists() {
        return Ok(None);
    }
    Ok(Some(files::read(Path::new(name), SCENE_BYTES_MAX)?.text().to_owned()))
}

/// The scripted player with a name: of the scene, or in a file.
pub(crate) fn scripted(scenario: &Scenario, name: Option<&str>) -> Result<Option<ScriptedPlayer>, Failure> {
    let Some(name) = name.filter(|name| *name != NONE) else { return Ok(None) };
    let player = match script_file(scenario, name)? {
        Some(text) => ScriptedPlayer::parse(text.lines()),
        None => ScriptedPlayer::of_scene(scenario, name),
    };
    player.map(Some).map_err(|error| Failure::input("cli/player", error))
}
