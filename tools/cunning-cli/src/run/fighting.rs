//! The table of `--fighting`: how each team fought, side by side.

use std::fmt::Write as _;

use cunning_diag::visible_line;
use cunning_sweep::SceneResult;

/// How a row is computed: the sum of a counter, divided by that of another one and scaled.
const ROWS: [(&str, &str, &str, f64); 18] = [
    ("time from sight to first shot, s", "answer_ms", "answers", 0.001),
    ("fired first, % of fights", "first_shots", "", 100.0),
    ("in contact, % of time", "contact_ms", "alive_ms", 100.0),
    ("seen by enemies, % of time", "watched_ms", "alive_ms", 100.0),
    ("  of it in cover, %", "covered_ms", "watched_ms", 100.0),
    ("  of it firing, %", "firing_ms", "watched_ms", 100.0),
    ("  of it walking, %", "walking_ms", "watched_ms", 100.0),
    ("  of it reloading, %", "reloading_ms", "watched_ms", 100.0),
    ("  of it pinned, %", "pinned_ms", "watched_ms", 100.0),
    ("  of it idle, %", "idle_ms", "watched_ms", 100.0),
    ("shots per fight", "shots", "", 1.0),
    ("  at targets in the open, %", "shots_at_exposed", "shots", 100.0),
    ("  at cells, %", "shots_at_cells", "shots", 100.0),
    ("  hits, %", "hits", "shots", 100.0),
    ("  distance, cells", "distance", "shots", 0.001),
    ("grenades per fight", "grenades", "", 1.0),
    ("damage to enemies per fight", "damage", "", 1.0),
    ("damage to itself per fight", "own_damage", "", 1.0),
];

/// The table; empty if nothing was counted.
pub(super) fn table<'r>(teams: &[String], runs: impl IntoIterator<Item = &'r SceneResult>) -> String {
    let runs: Vec<&SceneResult> = runs.into_iter().filter(|run| !run.fighting.is_empty()).collect();
    let mut text = String::new();
    if runs.is_empty() {
        return text;
    }
    let sum = |team: usize, name: &str| -> f64 {
        if name.is_empty() {
            return runs.len() as f64;
        }
        let counters = runs.iter().filter_map(|run| run.fighting.get(team)?.get(name));
        counters.map(|count| *count as f64).sum()
    };
    // Writing to a String cannot fail.
    let _ = write!(text, "{:<34}", "");
    for team in teams {
        let _ = write!(text, "{:>10}", visible_line(team));
    }
    text.push('\n');
    for (title, part, whole, scale) in ROWS {
        let _ = write!(text, "{title:<34}");
        for team in 0..teams.len() {
            let whole = sum(team, whole);
            let share = if whole > 0.0 { sum(team, part) / whole * scale } else { 0.0 };
            let _ = write!(text, "{share:>10.2}");
        }
        text.push('\n');
    }
    text
}
