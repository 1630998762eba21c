//! The room of quests: a quest with its pieces moved about, a demonstration walked key by key, and all planners in a race.
//!
//! Every question brings along what it is about (the quest, where its pieces are, the keys that were pressed), so nothing
//! is kept between questions but the plans themselves, which are made again when they are asked for again.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::{Duration, Instant};

use cunning_diag::Source;
use cunning_search::{Status, Weight};
use cunning_train::{
    Demonstration, EventKind, Experience, FirstLeg, MhaVariant, Moment, NS_PER_MS, Planner, Quest,
    QuestSearch, QuestSession, Successors, built_in,
};
use cunning_walk::Direction;
use serde::{Deserialize, Serialize};

use crate::limits::{QUEST_EXPANSIONS_MAX, QUEST_KEYS_MAX, QUEST_MOVES_MAX, QUEST_SHOWN_MAX};
use crate::stand::{Way, way_of};
use crate::wire::Refusal;

/// How long a planner may take, but for the slice that it is at then.
const PATIENCE: Duration = Duration::from_secs(20);
/// Expansions between two looks at the time.
const SLICE: u64 = 20_000;
/// How long a wait is.
const WAIT_MS: u64 = 250;

/// The quests that there are: those that come along, and perhaps one of the user's own.
#[derive(Default)]
pub(crate) struct Shelf {
    own: Option<Own>,
}

/// A quest file that was opened, and the files of demonstrations that it names.
struct Own {
    quest: Source,
    demonstrations: Vec<Source>,
}

impl Shelf {
    /// With a quest of the user's own.
    pub(crate) fn with(quest: Source, demonstrations: Vec<Source>) -> Self {
        Self { own: Some(Own { quest, demonstrations }) }
    }

    /// The names of the quests, the user's own first.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.own.iter().map(|own| own.quest.name()).chain(built_in::NAMES.iter().copied()).collect()
    }

    fn own(&self, name: &str) -> Option<&Own> {
        self.own.as_ref().filter(|own| own.quest.name() == name)
    }

    fn quest(&self, name: &str) -> Option<Source> {
        self.own(name).map(|own| own.quest.clone()).or_else(|| built_in::quest(name))
    }

    /// The demonstrations that a quest names.
    fn demonstrations(&self, setup: &Setup, quest: &Quest) -> Result<Vec<Demonstration>, Refusal> {
        let mut all = Vec::new();
        for name in quest.demonstrations() {
            let source = match self.own(&setup.name) {
                Some(own) => own.demonstrations.iter().find(|source| source.name() == name).cloned(),
                None => built_in::demonstrations(name),
            };
            let source = source.ok_or_else(|| Refusal::new(format!("there is no `{name}`")))?;
            all.extend(Demonstration::parse(&source).map_err(|found| Refusal::new(found.to_string()))?);
        }
        Ok(all)
    }
}

/// A quest with pieces that were moved.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Setup {
    name: String,
    /// Cells whose letters change places, one pair after the other.
    moves: Vec<[(u32, u32); 2]>,
}

/// A demonstration: the keys that were pressed in a quest.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Shown {
    setup: Setup,
    /// A letter a key: `12346789` as they lie on a keypad, `s` to sneak or walk, `w` to wait.
    keys: String,
}

/// A quest for a page.
#[derive(Serialize)]
pub(crate) struct Drawn {
    name: String,
    doc: String,
    width: u32,
    height: u32,
    rows: Vec<String>,
    pieces: Vec<Piece>,
    health: u32,
    /// The ways of the demonstrations that come with it.
    shown: Vec<Way>,
    /// Why it cannot be done, if it cannot.
    obstacle: Option<String>,
    planners: Vec<PlannerRow>,
}

/// Something that can be moved.
#[derive(Serialize)]
struct Piece {
    kind: &'static str,
    name: String,
    x: u32,
    y: u32,
}

#[derive(Serialize)]
struct PlannerRow {
    name: String,
    bound: f64,
}

/// How a demonstration stands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Walked {
    /// How many of the keys did something.
    taken: usize,
    way: Vec<(u32, u32)>,
    ms: u64,
    health: u32,
    facts: Vec<String>,
    sneaks: bool,
    is_done: bool,
    refused: Option<String>,
}

/// What a planner did.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Raced {
    name: String,
    bound: f64,
    status: &'static str,
    /// Seconds.
    cost: Option<f64>,
    expanded: u64,
    micros: u64,
    plan: Vec<(u32, u32)>,
    /// Cells with the expansion that reached them first, in that order.
    reached: Vec<(u32, u64)>,
}

/// The planners of the race: without training, with it, each with what the papers or their authors recommend.
fn planners() -> Result<Vec<Planner>, Refusal> {
    let weight = |w: f64| Weight::new(w).map_err(|error| Refusal::new(error.to_string()));
    let improved = |variant| -> Result<Planner, Refusal> {
        Ok(Planner::ImprovedMha {
            variant,
            epsilon: weight(100.0)?,
            first_leg: FirstLeg::Straight,
            w: weight(20.0)?,
        })
    };
    Ok(vec![
        Planner::AStar,
        Planner::WeightedAStar { w: weight(10.0)? },
        Planner::EGraph { epsilon: weight(2.0)?, w: weight(5.0)? },
        Planner::TGraph { epsilon: weight(2.0)?, w: weight(5.0)? },
        Planner::SharedMha {
            epsilon: weight(100.0)?,
            first_leg: FirstLeg::Straight,
            w1: weight(20.0)?,
            w2: weight(50.0)?,
        },
        improved(MhaVariant::PlusPlus)?,
        improved(MhaVariant::Focal)?,
        improved(MhaVariant::Unconstrained)?,
    ])
}

/// A quest as it is set up.
pub(crate) fn draw(shelf: &Shelf, setup: &Setup) -> Result<Drawn, Refusal> {
    let quest = read(shelf, setup)?;
    let mut pieces = Vec::new();
    let mut add = |kind, name: &str, cells: &[u32]| {
        for &cell in cells {
            let (x, y) = quest.position(cell);
            pieces.push(Piece { kind, name: name.to_owned(), x, y });
        }
    };
    add("walker", "start", &[quest.walker().cell]);
    for event in quest.events() {
        let kind = match event.kind {
            EventKind::Item => "item",
            EventKind::Trigger => "trigger",
        };
        add(kind, &event.name, &event.cells);
    }
    quest.enemies().iter().for_each(|enemy| add("enemy", &enemy.name, &enemy.cells));
    quest.doors().iter().for_each(|door| add("door", &door.name, &door.cells));
    add("goal", "goal", &quest.goal().cells);
    let row = |y: u32| {
        let is_free = |x: u32| quest.cell((x, y)).is_some_and(|cell| quest.is_free(cell));
        (0..quest.width()).map(|x| if is_free(x) { '.' } else { '#' }).collect()
    };
    let planners = planners()?;
    Ok(Drawn {
        name: quest.name().to_owned(),
        doc: quest.doc().to_owned(),
        width: quest.width(),
        height: quest.height(),
        rows: (0..quest.height()).map(row).collect(),
        pieces,
        health: quest.walker().health,
        shown: shelf.demonstrations(setup, &quest)?.iter().map(way_of).collect(),
        obstacle: quest.check_reachable().err().map(|reason| reason.to_string()),
        planners: planners
            .into_iter()
            .map(|planner| PlannerRow { name: planner.to_string(), bound: planner.bound() })
            .collect(),
    })
}

/// Walks a demonstration. A key that does nothing ends it there.
pub(crate) fn walk(shelf: &Shelf, shown: &Shown) -> Result<Walked, Refusal> {
    let quest = read(shelf, &shown.setup)?;
    let (scenario, sneaks, taken, refused) = played(&quest, shown)?;
    let now = scenario.now();
    Ok(Walked {
        taken,
        way: scenario.moments().iter().map(|moment| quest.position(moment.situation.cell)).collect(),
        ms: now.ns / NS_PER_MS,
        health: now.situation.level * quest.walker().level,
        facts: quest.fact_names(now.situation.facts).map(str::to_owned).collect(),
        sneaks,
        is_done: scenario.is_done(),
        refused,
    })
}

/// A demonstration as the file that `cunning train plan --demo` reads.
pub(crate) fn demonstration_file(shelf: &Shelf, shown: &Shown) -> Result<String, Refusal> {
    Ok(Demonstration::to_json(&[demonstration(shelf, shown)?]))
}

/// Has one planner plan, with the demonstrations of the quest and those that were walked here.
pub(crate) fn race(
    shelf: &Shelf,
    setup: &Setup,
    (shown, uses_own): (&[Shown], bool),
    planner: usize,
) -> Result<Raced, Refusal> {
    if shown.len() > QUEST_SHOWN_MAX {
        return Err(Refusal::new(format!("at most {QUEST_SHOWN_MAX} demonstrations are taken")));
    }
    let quest = read(shelf, setup)?;
    let planner = *planners()?.get(planner).ok_or_else(|| Refusal::new("there is no such planner"))?;
    let mut experience = Experience::new();
    let mut all = if uses_own { shelf.demonstrations(setup, &quest)? } else { Vec::new() };
    for one in shown {
        all.push(demonstration(shelf, one)?);
    }
    for one in all {
        experience.add(one).map_err(|error| Refusal::new(error.to_string()))?;
    }
    if let Err(reason) = quest.check_reachable() {
        return Err(Refusal::new(reason.to_string()));
    }
    let begin = Instant::now();
    let mut search = QuestSearch::new(&quest, &experience, planner, Successors::Sixteen)
        .map_err(|error| Refusal::new(error.to_string()))?;
    let (mut met, mut reached, mut count) = (BTreeSet::new(), Vec::new(), 0);
    let mut watch = |cell: u32| {
        count += 1;
        if met.insert(cell) {
            reached.push((cell, count));
        }
    };
    let mut left = QUEST_EXPANSIONS_MAX;
    while left > 0 && search.status() == Status::Running && begin.elapsed() < PATIENCE {
        search.step_watched(left.min(SLICE), &mut watch);
        left -= left.min(SLICE);
    }
    let position = |moment: &Moment| quest.position(moment.situation.cell);
    Ok(Raced {
        name: planner.to_string(),
        bound: planner.bound(),
        status: cunning_mind::status_word(search.status()),
        cost: search.cost().map(|ns| ns as f64 / 1e9),
        expanded: search.counters().expanded,
        micros: begin.elapsed().as_micros() as u64,
        plan: search.plan().iter().map(position).collect(),
        reached,
    })
}

fn demonstration(shelf: &Shelf, shown: &Shown) -> Result<Demonstration, Refusal> {
    let quest = read(shelf, &shown.setup)?;
    let (scenario, ..) = played(&quest, shown)?;
    scenario.to_demonstration().map_err(|error| Refusal::new(error.to_string()))
}

type Played<'q> = (QuestSession<'q>, bool, usize, Option<String>);

fn played<'q>(quest: &'q Quest, shown: &Shown) -> Result<Played<'q>, Refusal> {
    if shown.keys.len() > QUEST_KEYS_MAX {
        return Err(Refusal::new(format!("a demonstration has at most {QUEST_KEYS_MAX} keys")));
    }
    let mut scenario = QuestSession::new(quest);
    let (mut sneaks, mut taken) = (false, 0);
    for key in shown.keys.chars() {
        let done = match (key, direction(key)) {
            (_, Some(direction)) => scenario.step(direction, sneaks),
            ('s', _) => {
                sneaks = !sneaks;
                Ok(())
            }
            ('w', _) => scenario.wait(WAIT_MS),
            _ => return Err(Refusal::new("there is no such key")),
        };
        if let Err(refused) = done {
            return Ok((scenario, sneaks, taken, Some(refused.to_string())));
        }
        taken += 1;
    }
    Ok((scenario, sneaks, taken, None))
}

/// As they lie on a keypad.
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

/// A quest with its pieces moved.
fn read(shelf: &Shelf, setup: &Setup) -> Result<Quest, Refusal> {
    if setup.moves.len() > QUEST_MOVES_MAX {
        return Err(Refusal::new(format!("at most {QUEST_MOVES_MAX} moves are taken; begin anew")));
    }
    let source = shelf.quest(&setup.name).ok_or_else(|| Refusal::new("there is no such quest"))?;
    let mut text = source.text().to_owned();
    if !setup.moves.is_empty() {
        let place =
            rows(&text).ok_or_else(|| Refusal::new("the quest has no map that pieces can be moved on"))?;
        let mut rows: Vec<String> = text[place.clone()].lines().map(str::to_owned).collect();
        for [from, to] in &setup.moves {
            swap(&mut rows, *from, *to)?;
        }
        let map: String = rows.iter().flat_map(|row| [row.as_str(), "\n"]).collect();
        text.replace_range(place, &map);
    }
    Quest::parse(&Source::new(source.name(), text.as_str())).map_err(|found| {
        let first = found.iter().next().map_or("it makes no quest", |first| first.message());
        Refusal::new(first.to_owned())
    })
}

/// Where the rows of a quest's map are in its text, if each of their letters is a byte and so can change places.
fn rows(text: &str) -> Option<Range<usize>> {
    let mut line = 0;
    let start = text.split_inclusive('\n').find_map(|words| {
        line += words.len();
        let value = words.trim().strip_prefix("map")?.trim_start().strip_prefix('=')?.trim_start();
        ["\"\"\"", "'''"].into_iter().find(|quotes| *quotes == value).map(|quotes| (line, quotes))
    });
    let (start, quotes) = start?;
    let place = start..start + text[start..].find(quotes)?;
    text[place.clone()].is_ascii().then_some(place)
}

/// Lets two cells change places. What stands somewhere goes where nothing does; a door may go into a wall, which closes
/// behind it.
fn swap(rows: &mut [String], from: (u32, u32), to: (u32, u32)) -> Result<(), Refusal> {
    let letter = |rows: &[String], (x, y): (u32, u32)| {
        rows.get(y as usize).and_then(|row| row.as_bytes().get(x as usize).copied())
    };
    let outside = || Refusal::new("that is outside the map");
    let (one, other) = (letter(rows, from).ok_or_else(outside)?, letter(rows, to).ok_or_else(outside)?);
    let is_edge = |(x, y): (u32, u32)| {
        x == 0 || y == 0 || y as usize + 1 >= rows.len() || x as usize + 1 >= rows[y as usize].len()
    };
    if !(other == b'.' || other == b'#' && one == b'D') || matches!(one, b'.' | b'#') || is_edge(to) {
        return Err(Refusal::new("it cannot stand there"));
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

    fn dungeon(moves: Vec<[(u32, u32); 2]>) -> Setup {
        Setup { name: "dungeon".to_owned(), moves }
    }

    #[test]
    fn pieces_move_where_nothing_is() {
        let key = (7, 39);
        let drawn = draw(&Shelf::default(), &dungeon(vec![[key, (2, 2)]])).unwrap();
        assert!(drawn.pieces.iter().any(|piece| (piece.name.as_str(), piece.x, piece.y) == ("key", 2, 2)));
        for to in [(0, 0), (10, 1), (18, 3), (99, 99)] {
            assert!(draw(&Shelf::default(), &dungeon(vec![[key, to]])).is_err(), "{to:?}");
        }
        // The door goes into another wall, and where it was there is one.
        let drawn = draw(&Shelf::default(), &dungeon(vec![[(38, 42), (38, 45)]])).unwrap();
        assert_eq!((&drawn.rows[42][38..39], &drawn.rows[45][38..39]), ("#", "."));
    }

    #[test]
    fn a_demonstration_helps() {
        let walked =
            walk(&Shelf::default(), &Shown { setup: dungeon(Vec::new()), keys: "666s8w".to_owned() })
                .unwrap();
        assert_eq!((walked.taken, walked.sneaks, walked.way.last()), (6, true, Some(&(7, 19))));
        let refused =
            walk(&Shelf::default(), &Shown { setup: dungeon(Vec::new()), keys: "4444".to_owned() }).unwrap();
        assert!(refused.taken == 3 && refused.refused.is_some());
        assert!(
            walk(&Shelf::default(), &Shown { setup: dungeon(Vec::new()), keys: "x".to_owned() }).is_err()
        );
        let setup = dungeon(Vec::new());
        let optimal = race(&Shelf::default(), &setup, (&[], true), 0).unwrap();
        let trained = race(&Shelf::default(), &setup, (&[], true), 4).unwrap();
        assert!(trained.expanded * 5 < optimal.expanded);
        assert!(trained.cost.unwrap() <= optimal.cost.unwrap() * trained.bound);
        assert!(!trained.reached.is_empty() && trained.reached.is_sorted_by_key(|(_, at)| *at));
    }

    #[test]
    fn a_quest_of_ones_own_stands_beside_the_others() {
        let text = built_in::quest("dungeon").unwrap().text().replace('\n', "\r\n");
        let text = text.replace("map = \"\"\"", "map  =  \"\"\"").replace("shield.json", "mine.json");
        let own = |text: &str, files: &[&str]| {
            let shown = built_in::demonstrations("key.json").unwrap();
            let files = files.iter().map(|name| Source::new(*name, shown.text())).collect();
            Shelf::with(Source::new("dungeon", text), files)
        };
        let shelf = own(&text, &["mine.json", "key.json"]);
        assert_eq!(shelf.names(), ["dungeon", "dungeon", "shield", "key"], "its own comes first");
        let moved = dungeon(vec![[(7, 39), (2, 2)]]);
        let drawn = draw(&shelf, &moved).unwrap();
        assert!(drawn.shown.len() == 2 && drawn.pieces.iter().any(|piece| (piece.x, piece.y) == (2, 2)));
        let refused = draw(&own(&text, &[]), &moved).err().unwrap();
        assert!(refused.message.contains("mine.json"), "{refused:?}");
        // Letters that are more than a byte are no reason to panic.
        for wrong in [text.replace("#...S", "#é..S"), text.replace("map  =", "# map ="), String::new()] {
            assert!(draw(&own(&wrong, &["mine.json", "key.json"]), &moved).is_err());
        }
    }
}
