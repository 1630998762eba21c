//! The parts of a scene that a person plays: briefing, orders, objectives, scripted players and levels of difficulty.

use crate::id::TeamId;
use crate::scene::{WinCondition, Word};

/// The table `[briefing]`: which team a person commands, and what the person is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Briefing {
    /// The team that the person commands.
    pub team: TeamId,
    /// The text of the briefing.
    pub text: String,
}

/// A table `[order.NAME]`: an order that a person may give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSpec {
    /// The unique name within the scene.
    pub name: Word,
    /// A description for people.
    pub doc: String,
    /// The goal that is ordered.
    pub goal: Word,
    /// What the order adds to the score of the goal, in thousandths.
    pub bias: u32,
    /// How long the order counts; without it until the goal is met or cannot be reached.
    pub within_ms: Option<u64>,
    /// Whether the goal comes before all others.
    pub is_rigid: bool,
}

/// An entry of `[[objective]]`: something that counts for the player's score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The unique name within the scene.
    pub name: String,
    /// A description for people.
    pub doc: String,
    /// What is counted.
    pub aim: ObjectiveAim,
    /// The points for it.
    pub score: u32,
    /// Whether reaching it wins the scene.
    pub wins: bool,
}

/// What an objective counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectiveAim {
    /// Whether a condition holds: the points are for the whole.
    Met(WinCondition),
    /// The living actors of a team: the points are for each of them.
    Alive(TeamId),
}

/// A table `[player.NAME]`: a scripted player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The unique name within the scene.
    pub name: String,
    /// A description for people.
    pub doc: String,
    /// The lines of the script, see [`ScriptedPlayer`](crate::simulation::ScriptedPlayer).
    pub script: Vec<Word>,
}

/// A table `[difficulty.NAME]`: a level of difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The unique name within the scene.
    pub name: String,
    /// A description for people.
    pub doc: String,
}

/// How a scene is read: which of its options are chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneChoices<'c> {
    /// Switches that are on or off, in place of their defaults.
    pub switches: &'c [(&'c str, bool)],
    /// The level of difficulty, in place of the scene's own.
    pub difficulty: Option<&'c str>,
}
