//! The quest panel: a quest whose pieces can be moved, demonstrations recorded key by key, and a comparison of planners.
//!
//! Every request contains its whole input (the quest, the moves of its pieces, the keys), so the studio keeps no state
//! between requests.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use cunning_diag::Source;
use cunning_search::{Algorithm, QueueChoice, Status, Weight};
use cunning_train::{
    Demonstration, EventKind, Experience, FirstLeg, Moment, NS_PER_MS, Quest, QuestPlanner, QuestSearch,
    QuestSession, Successors, built_in,
};
use cunning_walk::Direction;
use serde::{Deserialize, Serialize};

use crate::backdrop::{Path, path_of};
use crate::limits::{QUEST_DEMONSTRATIONS_MAX, QUEST_EXPANSIONS_MAX, QUEST_KEYS_MAX, QUEST_MOVES_MAX};
use crate::protocol::RequestError;
use crate::shell::{Deadline, Shell};

/// How long a planner may take; the slice under way is finished.
const PATIENCE: Duration = Duration::from_secs(20);
/// The number of expansions between two checks of the time.
const SLICE: u64 = 20_000;
/// The duration of one wait.
const WAIT_MS: u64 = 250;

/// The included quests, and the user's quest if one was opened.
#[derive(Default)]
pub(crate) struct QuestLibrary {
    user: Option<UserQuest>,
}

/// A quest file that was opened, and the demonstration files it names.
struct UserQuest {
    quest: Source,
    demonstrations: Vec<Source>,
}

impl QuestLibrary {
    /// Adds the user's quest.
    pub(crate) fn with_quest(quest: Source, demonstrations: Vec<Source>) -> Self {
        Self { user: Some(UserQuest { quest, demonstrations }) }
    }

    /// The names of all quests, the user's first.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.user.iter().map(|user| user.quest.name()).chain(built_in::NAMES.iter().copied()).collect()
    }

    fn user(&self, name: &str) -> Option<&UserQuest> {
        self.user.as_ref().filter(|user| user.quest.name() == name)
    }

    fn quest(&self, name: &str) -> Option<Source> {
        self.user(name).map(|user| user.quest.clone()).or_else(|| built_in::quest(name))
    }

    /// The demonstrations that a quest names.
    fn demonstrations(&self, setup: &QuestSetup, quest: &Quest) -> Result<Vec<Demonstration>, RequestError> {
        let mut all = Vec::new();
        for name in quest.demonstrations() {
            let source = match self.user(&setup.name) {
                Some(user) => user.demonstrations.iter().find(|source| source.name() == name).cloned(),
                None => built_in::demonstrations(name),
            };
            let source = source
                .ok_or_else(|| RequestError::new(format!("the demonstration file `{name}` was not found")))?;
            all.extend(Demonstration::parse(&source).map_err(RequestError::new)?);
        }
        Ok(all)
    }
}

/// A quest and the moves of its pieces.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct QuestSetup {
    name: String,
    /// Pairs of cells that are swapped, in order.
    moves: Vec<[(u32, u32); 2]>,
}

/// A demonstration as the keys that were pressed in a quest.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct KeyedDemonstration {
    setup: QuestSetup,
    /// One letter per key: `12346789` for the directions of a keypad, `s` to toggle sneaking, `w` to wait.
    keys: String,
}

/// A quest as the page draws it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct QuestView {
    name: String,
    doc: String,
    width: u32,
    height: u32,
    rows: Vec<String>,
    pieces: Vec<Piece>,
    health: u32,
    /// The paths of the demonstrations that come with the quest.
    demonstrations: Vec<Path>,
    /// Why the goal cannot be reached, if it cannot.
    obstacle: Option<String>,
    planners: Vec<PlannerRow>,
}

/// A piece that can be moved.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Piece {
    kind: PieceKind,
    name: String,
    x: u32,
    y: u32,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
enum PieceKind {
    Walker,
    Item,
    Trigger,
    Enemy,
    Door,
    Goal,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PlannerRow {
    name: String,
    bound: f64,
}

/// The state after the keys of a demonstration.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DemonstrationState {
    /// The number of keys that had an effect; the first that has none ends the demonstration.
    accepted: usize,
    path: Vec<(u32, u32)>,
    ms: u64,
    health: u32,
    facts: Vec<String>,
    is_sneaking: bool,
    is_done: bool,
    /// Why the last key had no effect, if it had none.
    rejected: Option<String>,
}

/// The result of a planner.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlannerRun {
    name: String,
    bound: f64,
    status: &'static str,
    /// The duration of the plan.
    cost_seconds: Option<f64>,
    expanded: u64,
    micros: u64,
    plan: Vec<(u32, u32)>,
    /// Cells with the number of the expansion that first reached them, in that order.
    reached: Vec<(u32, u64)>,
}

/// The planners to compare, without and with training, with the parameters that their papers recommend.
fn planners() -> Vec<QuestPlanner> {
    let [two, five, ten, twenty, fifty, hundred] = [2, 5, 10, 20, 50, 100].map(Weight::whole);
    let turns = QueueChoice::RoundRobin;
    let guided = |algorithm| QuestPlanner::guided(algorithm, hundred, FirstLeg::Straight);
    vec![
        QuestPlanner::ASTAR,
        Algorithm::WeightedAStar(ten).into(),
        QuestPlanner::e_graph(two, five),
        QuestPlanner::t_graph(two, five),
        QuestPlanner::shared_mha(hundred, twenty, fifty),
        guided(Algorithm::MhaPlusPlus(twenty, turns)),
        guided(Algorithm::FocalMha(twenty, turns)),
        guided(Algorithm::UnconstrainedMha(twenty, turns)),
    ]
}

/// The bound of a planner; infinite if it has none.
fn bound(planner: QuestPlanner) -> f64 {
    planner.bound().unwrap_or(f64::INFINITY)
}

/// A quest with its pieces moved.
pub(crate) fn view(quests: &QuestLibrary, setup: &QuestSetup) -> Result<QuestView, RequestError> {
    let quest = read(quests, setup)?;
    let mut pieces = Vec::new();
    let mut add = |kind, name: &str, cells: &[u32]| {
        for &cell in cells {
            let (x, y) = quest.position(cell);
            pieces.push(Piece { kind, name: name.to_owned(), x, y });
        }
    };
    add(PieceKind::Walker, "start", &[quest.walker().cell]);
    for event in quest.events() {
        let kind = match event.kind {
            EventKind::Item => PieceKind::Item,
            EventKind::Trigger => PieceKind::Trigger,
        };
        add(kind, &event.name, &event.cells);
    }
    quest.enemies().iter().for_each(|enemy| add(PieceKind::Enemy, &enemy.name, &enemy.cells));
    quest.doors().iter().for_each(|door| add(PieceKind::Door, &door.name, &door.cells));
    add(PieceKind::Goal, "goal", &quest.goal().cells);
    let row = |y: u32| {
        let is_free = |x: u32| quest.cell((x, y)).is_some_and(|cell| quest.is_free(cell));
        (0..quest.width()).map(|x| if is_free(x) { '.' } else { '#' }).collect()
    };
    let planners = planners();
    Ok(QuestView {
        name: quest.name().to_owned(),
        doc: quest.doc().to_owned(),
        width: quest.width(),
        height: quest.height(),
        rows: (0..quest.height()).map(row).collect(),
        pieces,
        health: quest.walker().health,
        demonstrations: quests.demonstrations(setup, &quest)?.iter().map(path_of).collect(),
        obstacle: quest.check_reachable().err().map(|reason| reason.to_string()),
        planners: planners
            .into_iter()
            .map(|planner| PlannerRow { name: planner.to_string(), bound: bound(planner) })
            .collect(),
    })
}

/// Plays the keys of a demonstration, up to the first that has no effect.
pub(crate) fn demonstrate(
    quests: &QuestLibrary,
    keyed: &KeyedDemonstration,
) -> Result<DemonstrationState, RequestError> {
    let quest = read(quests, &keyed.setup)?;
    let Played { session, is_sneaking, accepted, rejected } = play(&quest, keyed)?;
    let now = session.now();
    Ok(DemonstrationState {
        accepted,
        path: session.moments().iter().map(|moment| quest.position(moment.situation.cell)).collect(),
        ms: now.ns / NS_PER_MS,
        health: now.situation.level * quest.walker().level,
        facts: quest.fact_names(now.situation.facts).map(str::to_owned).collect(),
        is_sneaking,
        is_done: session.is_done(),
        rejected,
    })
}

/// A demonstration in the file format that `cunning train plan --demo` reads.
pub(crate) fn demonstration_file(
    quests: &QuestLibrary,
    keyed: &KeyedDemonstration,
) -> Result<String, RequestError> {
    Ok(Demonstration::to_json(&[demonstration(quests, keyed)?]))
}

/// Runs one planner, with the recorded demonstrations and, if wanted, those that come with the quest.
pub(crate) fn run_planner(
    quests: &QuestLibrary,
    setup: &QuestSetup,
    (recorded, use_included): (&[KeyedDemonstration], bool),
    planner: usize,
    shell: &dyn Shell,
) -> Result<PlannerRun, RequestError> {
    if recorded.len() > QUEST_DEMONSTRATIONS_MAX {
        return Err(RequestError::new(format!(
            "at most {QUEST_DEMONSTRATIONS_MAX} demonstrations can be used"
        )));
    }
    let quest = read(quests, setup)?;
    let planner = *planners()
        .get(planner)
        .ok_or_else(|| RequestError::new(format!("there is no planner {planner}")))?;
    let mut experience = Experience::new();
    let mut all = if use_included { quests.demonstrations(setup, &quest)? } else { Vec::new() };
    for one in recorded {
        all.push(demonstration(quests, one)?);
    }
    for one in all {
        experience.add(one).map_err(RequestError::new)?;
    }
    if let Err(reason) = quest.check_reachable() {
        return Err(RequestError::new(reason));
    }
    let deadline = Deadline::after(shell, PATIENCE);
    let mut search =
        QuestSearch::new(&quest, &experience, planner, Successors::Sixteen).map_err(RequestError::new)?;
    let (mut met, mut reached, mut count) = (BTreeSet::new(), Vec::new(), 0);
    let mut watch = |cell: u32| {
        count += 1;
        if met.insert(cell) {
            reached.push((cell, count));
        }
    };
    let mut left = QUEST_EXPANSIONS_MAX;
    while left > 0 && search.status() == Status::Running && !deadline.is_over() {
        search.step_watched(left.min(SLICE), &mut watch);
        left -= left.min(SLICE);
    }
    let position = |moment: &Moment| quest.position(moment.situation.cell);
    Ok(PlannerRun {
        name: planner.to_string(),
        bound: bound(planner),
        status: cunning_mind::debug::status_word(search.status()),
        cost_seconds: search.cost().map(|ns| ns as f64 / 1e9),
        expanded: search.counters().expanded,
        micros: deadline.elapsed().as_micros() as u64,
        plan: search.plan().iter().map(position).collect(),
        reached,
    })
}

fn demonstration(quests: &QuestLibrary, keyed: &KeyedDemonstration) -> Result<Demonstration, RequestError> {
    let quest = read(quests, &keyed.setup)?;
    play(&quest, keyed)?.session.to_demonstration().map_err(RequestError::new)
}

/// A demonstration that was played up to a key.
struct Played<'q> {
    session: QuestSession<'q>,
    is_sneaking: bool,
    accepted: usize,
    rejected: Option<String>,
}

fn play<'q>(quest: &'q Quest, keyed: &KeyedDemonstration) -> Result<Played<'q>, RequestError> {
    if keyed.keys.len() > QUEST_KEYS_MAX {
        return Err(RequestError::new(format!("the demonstration has more than {QUEST_KEYS_MAX} keys")));
    }
    let session = QuestSession::new(quest);
    let mut played = Played { session, is_sneaking: false, accepted: 0, rejected: None };
    for key in keyed.keys.chars() {
        let done = match (key, direction(key)) {
            (_, Some(direction)) => played.session.step(direction, played.is_sneaking),
            ('s', _) => {
                played.is_sneaking = !played.is_sneaking;
                Ok(())
            }
            ('w', _) => played.session.wait(WAIT_MS),
            _ => return Err(RequestError::new(format!("`{key}` is not a key of a demonstration"))),
        };
        if let Err(rejected) = done {
            played.rejected = Some(rejected.to_string());
            break;
        }
        played.accepted += 1;
    }
    Ok(played)
}

/// The direction of a key on a keypad.
fn direction(key: char) -> Option<Direction> {
    Some(match key {
        '7' => Direction::NorthWest,
        '8' => Direction::North,
        '9' => Direction::NorthEast,
        '6' => Direction::East,
        '3' => Direction::SouthEast,
        '2' => Direction::South,
        '1' => Direction::SouthWest,
        '4' => Direction::West,
        _ => return None,
    })
}

/// Parses a quest after moving its pieces.
fn read(quests: &QuestLibrary, setup: &QuestSetup) -> Result<Quest, RequestError> {
    if setup.moves.len() > QUEST_MOVES_MAX {
        return Err(RequestError::new(format!(
            "there are more than {QUEST_MOVES_MAX} moves: put the pieces back"
        )));
    }
    let source = quests
        .quest(&setup.name)
        .ok_or_else(|| RequestError::new(format!("there is no quest `{}`", setup.name)))?;
    let mut text = source.text().to_owned();
    if !setup.moves.is_empty() {
        let place = rows(&text).ok_or_else(|| {
            RequestError::new(
                "the pieces of this quest cannot be moved: its map is not a multi-line ASCII string",
            )
        })?;
        let mut rows: Vec<String> = text[place.clone()].lines().map(str::to_owned).collect();
        for [from, to] in &setup.moves {
            swap(&mut rows, *from, *to)?;
        }
        let map: String = rows.iter().flat_map(|row| [row.as_str(), "\n"]).collect();
        text.replace_range(place, &map);
    }
    Quest::parse(&Source::new(source.name(), text.as_str())).map_err(|found| {
        let first = found.iter().next().map_or("the quest is invalid", |first| first.message());
        RequestError::new(first)
    })
}

/// The range of the map's rows in the text of a quest, if they are ASCII.
fn rows(text: &str) -> Option<Range<usize>> {
    let mut line = 0;
    let start = text.split_inclusive('\n').find_map(|names| {
        line += names.len();
        let value = names.trim().strip_prefix("map")?.trim_start().strip_prefix('=')?.trim_start();
        ["\"\"\"", "'''"].into_iter().find(|quotes| *quotes == value).map(|quotes| (line, quotes))
    });
    let (start, quotes) = start?;
    let place = start..start + text[start..].find(quotes)?;
    text[place.clone()].is_ascii().then_some(place)
}

/// Swaps two cells of the map. A piece may move to a free cell, a door also into a wall.
fn swap(rows: &mut [String], from: (u32, u32), to: (u32, u32)) -> Result<(), RequestError> {
    let letter = |rows: &[String], (x, y): (u32, u32)| {
        rows.get(y as usize).and_then(|row| row.as_bytes().get(x as usize).copied())
    };
    let outside = || RequestError::new("the cell is outside the map");
    let (one, other) = (letter(rows, from).ok_or_else(outside)?, letter(rows, to).ok_or_else(outside)?);
    let is_edge = |(x, y): (u32, u32)| {
        x == 0 || y == 0 || y as usize + 1 >= rows.len() || x as usize + 1 >= rows[y as usize].len()
    };
    if !(other == b'.' || other == b'#' && one == b'D') || matches!(one, b'.' | b'#') || is_edge(to) {
        return Err(RequestError::new("the piece cannot be placed there"));
    }
    for (at, letter) in [(from, other), (to, one)] {
        let (x, y) = (at.0 as usize, at.1 as usize);
        rows[y].replace_range(x..=x, char::from(letter).encode_utf8(&mut [0; 4]));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::FileShell;

    fn dungeon(moves: Vec<[(u32, u32); 2]>) -> QuestSetup {
        QuestSetup { name: "dungeon".to_owned(), moves }
    }

    #[test]
    fn pieces_move_to_free_cells() {
        let key = (7, 39);
        let moved = view(&QuestLibrary::default(), &dungeon(vec![[key, (2, 2)]])).unwrap();
        assert!(moved.pieces.iter().any(|piece| (piece.name.as_str(), piece.x, piece.y) == ("key", 2, 2)));
        for to in [(0, 0), (10, 1), (18, 3), (99, 99)] {
            assert!(view(&QuestLibrary::default(), &dungeon(vec![[key, to]])).is_err(), "{to:?}");
        }
        // A door moves into a wall and leaves a wall behind.
        let moved = view(&QuestLibrary::default(), &dungeon(vec![[(38, 42), (38, 45)]])).unwrap();
        assert_eq!((&moved.rows[42][38..39], &moved.rows[45][38..39]), ("#", "."));
    }

    #[test]
    fn demonstrations_reduce_expansions() {
        let state = demonstrate(
            &QuestLibrary::default(),
            &KeyedDemonstration { setup: dungeon(Vec::new()), keys: "666s8w".to_owned() },
        )
        .unwrap();
        assert_eq!((state.accepted, state.is_sneaking, state.path.last()), (6, true, Some(&(7, 19))));
        let refused = demonstrate(
            &QuestLibrary::default(),
            &KeyedDemonstration { setup: dungeon(Vec::new()), keys: "4444".to_owned() },
        )
        .unwrap();
        assert!(refused.accepted == 3 && refused.rejected.is_some());
        assert!(
            demonstrate(
                &QuestLibrary::default(),
                &KeyedDemonstration { setup: dungeon(Vec::new()), keys: "x".to_owned() }
            )
            .is_err()
        );
        let setup = dungeon(Vec::new());
        let optimal = run_planner(&QuestLibrary::default(), &setup, (&[], true), 0, &FileShell).unwrap();
        let trained = run_planner(&QuestLibrary::default(), &setup, (&[], true), 4, &FileShell).unwrap();
        assert!(trained.expanded * 5 < optimal.expanded);
        assert!(trained.cost_seconds.unwrap() <= optimal.cost_seconds.unwrap() * trained.bound);
        assert!(!trained.reached.is_empty() && trained.reached.is_sorted_by_key(|(_, at)| *at));
    }

    #[test]
    fn user_quests_come_before_included_ones() {
        let text = built_in::quest("dungeon").unwrap().text().replace('\n', "\r\n");
        let text = text.replace("map = \"\"\"", "map  =  \"\"\"").replace("shield.json", "mine.json");
        let own = |text: &str, files: &[&str]| {
            let shown = built_in::demonstrations("key.json").unwrap();
            let files = files.iter().map(|name| Source::new(*name, shown.text())).collect();
            QuestLibrary::with_quest(Source::new("dungeon", text), files)
        };
        let quests = own(&text, &["mine.json", "key.json"]);
        assert_eq!(quests.names(), ["dungeon", "dungeon", "shield", "key"], "the user's quest comes first");
        let setup = dungeon(vec![[(7, 39), (2, 2)]]);
        let moved = view(&quests, &setup).unwrap();
        assert!(
            moved.demonstrations.len() == 2 && moved.pieces.iter().any(|piece| (piece.x, piece.y) == (2, 2))
        );
        let refused = view(&own(&text, &[]), &setup).err().unwrap();
        assert!(refused.message.contains("mine.json"), "{refused:?}");
        // Letters longer than a byte must not panic.
        for wrong in [text.replace("#...S", "#é..S"), text.replace("map  =", "# map ="), String::new()] {
            assert!(view(&own(&wrong, &["mine.json", "key.json"]), &setup).is_err());
        }
    }
}
