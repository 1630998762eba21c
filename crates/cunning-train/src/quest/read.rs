//! Parses quest files in TOML to a checked [`Quest`]. All semantic errors are reported together. Invalid TOML, an unknown
//! key or a wrong type ends parsing.

use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_diag::{Code, Diagnostic, Diagnostics, Source, Span};
use serde::Deserialize;
use toml::Spanned;

use super::{Door, Enemy, Event, EventKind, FactId, Facts, Goal, Quest, Walker};
use crate::limits::{
    FACTS_MAX, HEALTH_MAX, LEVELS_MAX, QUEST_BYTES_MAX, SIDE_MAX, STEP_MS_MAX, TEXT_BYTES_MAX,
    THING_CELLS_MAX, THINGS_MAX,
};
use crate::metric::{MILLI, Point};

const TOML: Code = Code::new("train/toml");
const LIMIT: Code = Code::new("train/limit");
const MAP: Code = Code::new("train/map");
const PLACE: Code = Code::new("train/place");
const VALUE: Code = Code::new("train/value");
const UNKNOWN_FACT: Code = Code::new("train/unknown-fact");

const WALL: char = '#';
const FLOOR: char = '.';

/// Tables by name, in alphabetic order until they are sorted by location.
type Named<T> = BTreeMap<Spanned<String>, T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    #[serde(default)]
    doc: String,
    map: Spanned<String>,
    #[serde(default)]
    demonstrations: Vec<Spanned<String>>,
    walker: WalkerTable,
    #[serde(default)]
    item: Named<ItemTable>,
    #[serde(default)]
    trigger: Named<TriggerTable>,
    #[serde(default)]
    door: Named<DoorTable>,
    #[serde(default)]
    enemy: Named<EnemyTable>,
    goal: GoalTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WalkerTable {
    at: Spanned<char>,
    #[serde(default = "WalkerTable::walk_ms")]
    walk_ms: Spanned<u64>,
    #[serde(default = "WalkerTable::sneak_ms")]
    sneak_ms: Spanned<u64>,
    #[serde(default = "WalkerTable::health")]
    health: Spanned<u64>,
    #[serde(default = "WalkerTable::level")]
    level: Spanned<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemTable {
    at: Spanned<char>,
    fact: Option<String>,
    #[serde(default = "zero")]
    heals: Spanned<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TriggerTable {
    at: Spanned<char>,
    fact: Option<String>,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
    #[serde(default = "zero")]
    takes_ms: Spanned<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DoorTable {
    at: Spanned<char>,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnemyTable {
    at: Spanned<char>,
    #[serde(default = "EnemyTable::reach")]
    reach: Spanned<f64>,
    harm: Spanned<u64>,
    sneaking: Option<Spanned<u64>>,
    shield: Option<Spanned<String>>,
    #[serde(default = "zero")]
    shielded: Spanned<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalTable {
    at: Spanned<char>,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
    #[serde(default = "zero")]
    health: Spanned<u64>,
}

fn default_value<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn zero() -> Spanned<u64> {
    default_value(0)
}

impl WalkerTable {
    fn walk_ms() -> Spanned<u64> {
        default_value(250)
    }
    fn sneak_ms() -> Spanned<u64> {
        default_value(500)
    }
    fn health() -> Spanned<u64> {
        default_value(100)
    }
    fn level() -> Spanned<u64> {
        default_value(20)
    }
}

impl EnemyTable {
    fn reach() -> Spanned<f64> {
        default_value(1.5)
    }
}

impl Quest {
    /// Parses a quest.
    pub fn parse(source: &Source) -> Result<Self, Diagnostics> {
        let bytes = source.text().len();
        if bytes > QUEST_BYTES_MAX {
            let message = format!("the quest has {bytes} bytes; at most {QUEST_BYTES_MAX} are allowed");
            return Err(Diagnostic::error(LIMIT, message).at(source, Span::point(0)).into());
        }
        let file: File = toml::from_str(source.text()).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            Diagnostics::from(Diagnostic::error(TOML, error.message()).at(source, span))
        })?;
        let mut reader = Reader {
            source,
            found: Diagnostics::new(),
            letters: BTreeMap::new(),
            facts: Vec::new(),
            covered: 0,
        };
        let quest = reader.quest(file);
        reader.found.into_result().map(|_| quest)
    }
}

struct Reader<'s> {
    source: &'s Source,
    found: Diagnostics,
    /// The cells of each letter.
    letters: BTreeMap<char, Vec<u32>>,
    facts: Vec<String>,
    /// The number of cells that the objects read so far cover.
    covered: usize,
}

impl Reader<'_> {
    fn error(&mut self, code: Code, message: impl Into<String>, span: impl Into<Span>) {
        self.found.push(Diagnostic::error(code, message).at(self.source, span));
    }

    fn quest(&mut self, file: File) -> Quest {
        let (width, height, free) = self.map(&file.map);
        let (item, trigger) = (in_file_order(file.item), in_file_order(file.trigger));
        let (door, enemy) = (in_file_order(file.door), in_file_order(file.enemy));
        for (what, count) in [
            ("items", item.len()),
            ("triggers", trigger.len()),
            ("doors", door.len()),
            ("enemies", enemy.len()),
            ("demonstrations", file.demonstrations.len()),
        ] {
            if count > THINGS_MAX {
                self.error(
                    LIMIT,
                    format!("{count} {what}; at most {THINGS_MAX} are allowed"),
                    Span::point(0),
                );
            }
        }
        for text in file.demonstrations.iter().filter(|text| text.get_ref().len() > TEXT_BYTES_MAX) {
            self.error(LIMIT, format!("a file name has at most {TEXT_BYTES_MAX} bytes"), text.span());
        }
        // Facts first: a door may need a fact of a trigger further down.
        let given = item.iter().map(|(name, item)| (name, &item.fact));
        let given = given.chain(trigger.iter().map(|(name, trigger)| (name, &trigger.fact)));
        let fact_of: Vec<FactId> = given.map(|(name, fact)| self.fact(name, fact.as_deref())).collect();
        let walker = self.walker(&file.walker);
        let mut events = Vec::new();
        for (name, item) in item {
            events.push(Event {
                cells: self.cells(&item.at),
                name: name.into_inner(),
                kind: EventKind::Item,
                fact: fact_of[events.len()],
                needs: Facts::NONE,
                heals: self.number(&item.heals, 0, HEALTH_MAX.into()),
                takes_ms: 0,
            });
        }
        for (name, trigger) in trigger {
            events.push(Event {
                cells: self.cells(&trigger.at),
                name: name.into_inner(),
                kind: EventKind::Trigger,
                fact: fact_of[events.len()],
                needs: self.needs(&trigger.needs),
                heals: 0,
                takes_ms: self.number(&trigger.takes_ms, 0, STEP_MS_MAX),
            });
        }
        let doors = door.into_iter().map(|(name, door)| Door {
            cells: self.cells(&door.at),
            name: name.into_inner(),
            needs: self.needs(&door.needs),
        });
        let doors: Vec<Door> = doors.collect();
        let enemies: Vec<Enemy> = enemy.into_iter().map(|(name, enemy)| self.enemy(name, &enemy)).collect();
        let goal = Goal {
            cells: self.cells(&file.goal.at),
            needs: self.needs(&file.goal.needs),
            health: self.number(&file.goal.health, 0, walker.health.into()),
        };
        for (letter, cells) in std::mem::take(&mut self.letters) {
            if let Some(&cell) = cells.first() {
                let span = letter_span(self.source, &file.map, cell, width);
                let hint = format!(
                    "`{WALL}` is a wall and `{FLOOR}` is floor; other letters are named by an `at` in the file"
                );
                let message = format!("unknown letter `{letter}` on the map");
                self.found.push(Diagnostic::error(MAP, message).at(self.source, span).hint(hint));
            }
        }
        let mut quest = Quest {
            begun: None,
            name: file.name,
            doc: file.doc,
            width,
            height,
            free,
            walker,
            facts: std::mem::take(&mut self.facts),
            events,
            doors,
            enemies,
            goal,
            demonstrations: file.demonstrations.into_iter().map(Spanned::into_inner).collect(),
        };
        if quest.name.is_empty() {
            let stem = self.source.name().rsplit(['/', '\\']).next().unwrap_or_default();
            stem.strip_suffix(".toml").unwrap_or(stem).clone_into(&mut quest.name);
        }
        quest
    }

    /// Width, height and free cells. Collects the cells of each letter.
    fn map(&mut self, text: &Spanned<String>) -> (u32, u32, Arc<[bool]>) {
        let rows: Vec<&str> = text.get_ref().lines().collect();
        let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
        let side_max = SIDE_MAX as usize;
        if width == 0 || width > side_max || height > side_max {
            let message = format!("the map has {width} × {height} cells; a side has 1 to {SIDE_MAX}");
            self.error(LIMIT, message, text.span());
            return (0, 0, Arc::default());
        }
        let mut free = Vec::with_capacity(width * height);
        for (y, row) in rows.iter().enumerate() {
            let count = row.chars().count();
            if count != width {
                let start = row.as_ptr().addr() - text.get_ref().as_ptr().addr();
                let span = inner_span(self.source, text, start, row.len());
                self.error(MAP, format!("this row has {count} cells, the first one {width}"), span);
                return (0, 0, Arc::default());
            }
            for (x, letter) in row.chars().enumerate() {
                free.push(letter != WALL);
                if letter != WALL && letter != FLOOR {
                    self.letters.entry(letter).or_default().push((y * width + x) as u32);
                }
            }
        }
        (width as u32, height as u32, free.into())
    }

    /// The cells of a letter. Each letter belongs to one object.
    fn cells(&mut self, at: &Spanned<char>) -> Vec<u32> {
        let letter = *at.get_ref();
        let cells = self.letters.insert(letter, Vec::new()).unwrap_or_default();
        if cells.is_empty() {
            let message = if letter == WALL || letter == FLOOR {
                format!("`{letter}` is reserved for walls and floor")
            } else {
                format!("`{letter}` is not on the map, or belongs to another object")
            };
            self.error(PLACE, message, at.span());
        }
        self.cover(cells.len(), at.span());
        cells
    }

    /// Counts the cells that an object covers.
    fn cover(&mut self, cells: usize, span: std::ops::Range<usize>) {
        let before = self.covered;
        self.covered = before.saturating_add(cells);
        if before <= THING_CELLS_MAX && self.covered > THING_CELLS_MAX {
            self.error(LIMIT, format!("objects cover more than {THING_CELLS_MAX} cells"), span);
        }
    }

    fn fact(&mut self, name: &Spanned<String>, fact: Option<&str>) -> FactId {
        let fact = fact.unwrap_or(name.get_ref());
        if fact.is_empty() || fact.len() > TEXT_BYTES_MAX {
            self.error(VALUE, format!("a name has 1 to {TEXT_BYTES_MAX} bytes"), name.span());
        }
        if let Some(known) = self.facts.iter().position(|known| known == fact) {
            return FactId(known as u8);
        }
        if self.facts.len() == FACTS_MAX {
            self.error(LIMIT, format!("more than {FACTS_MAX} facts"), name.span());
            return FactId(0);
        }
        self.facts.push(fact.to_owned());
        FactId(self.facts.len() as u8 - 1)
    }

    fn known_fact(&mut self, name: &Spanned<String>) -> Option<FactId> {
        let known = self.facts.iter().position(|known| known == name.get_ref());
        if known.is_none() {
            let message = format!("nothing makes `{}` true", name.get_ref());
            let facts = self.facts.iter().map(String::as_str);
            let diagnostic = Diagnostic::error(UNKNOWN_FACT, message).at(self.source, name.span());
            self.found.push(diagnostic.suggest(name.get_ref(), facts));
        }
        known.map(|index| FactId(index as u8))
    }

    fn needs(&mut self, names: &[Spanned<String>]) -> Facts {
        let facts = names.iter().filter_map(|name| self.known_fact(name));
        facts.fold(Facts::NONE, |all, fact| all.with(Facts::of(fact)))
    }

    fn number(&mut self, value: &Spanned<u64>, min: u64, max: u64) -> u32 {
        if !(min..=max).contains(value.get_ref()) {
            self.error(VALUE, format!("expected a whole number from {min} to {max}"), value.span());
        }
        (*value.get_ref()).clamp(min, max) as u32
    }

    fn walker(&mut self, table: &WalkerTable) -> Walker {
        let cells = self.cells(&table.at);
        if cells.len() > 1 {
            self.error(
                PLACE,
                format!("`{}` is {} cells; the walker starts on one", table.at.get_ref(), cells.len()),
                table.at.span(),
            );
        }
        let health = self.number(&table.health, 1, HEALTH_MAX.into());
        let level = self.number(&table.level, 1, health.into());
        if !health.is_multiple_of(level) || health / level >= LEVELS_MAX {
            let message =
                format!("health must be a multiple of `level`, less than {LEVELS_MAX} times as much");
            self.error(VALUE, message, table.level.span());
        }
        Walker {
            cell: cells.first().copied().unwrap_or(0),
            walk_ms: self.number(&table.walk_ms, 1, STEP_MS_MAX),
            sneak_ms: self.number(&table.sneak_ms, 1, STEP_MS_MAX),
            health,
            level,
        }
    }

    fn enemy(&mut self, name: Spanned<String>, table: &EnemyTable) -> Enemy {
        let reach = *table.reach.get_ref();
        if !(0.0..=f64::from(SIDE_MAX)).contains(&reach) {
            self.error(VALUE, format!("expected a number of cells from 0 to {SIDE_MAX}"), table.reach.span());
        }
        let harm = self.number(&table.harm, 0, HEALTH_MAX.into());
        let cells = self.cells(&table.at);
        // Infinite reaches were rejected above; the cast saturates.
        let reach = (reach.clamp(0.0, f64::from(SIDE_MAX)) * f64::from(MILLI)).round() as u32;
        let side = reach as usize / MILLI as usize * 2 + 1;
        self.cover(cells.len().saturating_mul(side * side), table.reach.span());
        Enemy {
            cells,
            name: name.into_inner(),
            reach,
            harm,
            sneaking: table
                .sneaking
                .as_ref()
                .map_or(harm, |sneaking| self.number(sneaking, 0, HEALTH_MAX.into())),
            shield: table.shield.as_ref().and_then(|shield| self.known_fact(shield)),
            shielded: self.number(&table.shielded, 0, HEALTH_MAX.into()),
        }
    }
}

fn in_file_order<T>(tables: Named<T>) -> Vec<(Spanned<String>, T)> {
    let mut tables: Vec<_> = tables.into_iter().collect();
    tables.sort_by_key(|(name, _)| name.span().start);
    tables
}

/// The span of a cell of the map in the file.
fn letter_span(source: &Source, map: &Spanned<String>, cell: u32, width: u32) -> Span {
    let Point { x, y } = Point { x: cell % width.max(1), y: cell / width.max(1) };
    let row = map.get_ref().lines().nth(y as usize).unwrap_or_default();
    let start = row.as_ptr().addr().saturating_sub(map.get_ref().as_ptr().addr());
    let letter = row.char_indices().nth(x as usize);
    let (offset, length) = letter.map_or((0, 0), |(offset, letter)| (offset, letter.len_utf8()));
    inner_span(source, map, start + offset, length)
}

/// The span of a part of a text in the file; only known if the text contains no escapes.
fn inner_span(source: &Source, text: &Spanned<String>, start: usize, length: usize) -> Span {
    let span = text.span();
    let raw = source.text().get(span.clone()).unwrap_or_default();
    match raw.find(text.get_ref().as_str()) {
        Some(shift) if length > 0 => {
            let from = span.start + shift + start;
            (from..from + length).into()
        }
        _ => span.into(),
    }
}
