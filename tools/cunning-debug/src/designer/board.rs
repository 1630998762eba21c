//! The map of a scene file as a board: its rows of letters, what the letters mean, and the pieces that stand on it.
//!
//! A board shows what is written, so a scene with errors has one too, as long as it is TOML and its map is a plain
//! multi-line string. An edit of a board ([`BoardEdit`]) is a change of the text, as an edit of a card is.

mod edit;

use std::collections::BTreeMap;
use std::ops::Range;

use cunning_arena::Cell;
use serde::{Deserialize, Serialize};

use super::toml_text::{Step, Tree, Value, ValueKind, find};
use crate::documents::{DocumentKind, Documents};
use crate::protocol::RequestError;

pub(crate) use edit::BoardEdit;

/// A map with its pieces.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Board {
    rows: Vec<String>,
    letters: Vec<BoardLetter>,
    pieces: Vec<BoardPiece>,
    teams: Vec<String>,
    /// The kinds of items that can be put on the ground.
    items: Vec<String>,
}

/// A letter that can be painted.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct BoardLetter {
    letter: char,
    /// The built-in letter that it looks like: that of a terrain or of a door.
    looks: char,
    /// What it means, in words.
    name: String,
    /// The place that its cells belong to.
    place: Option<String>,
}

/// The list of the scene that a piece is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum BoardKind {
    Actor,
    Station,
    Item,
}

impl BoardKind {
    const ALL: [Self; 3] = [Self::Station, Self::Item, Self::Actor];

    /// The key of the list.
    fn key(self) -> &'static str {
        match self {
            Self::Actor => "actor",
            Self::Station => "station",
            Self::Item => "item_at",
        }
    }

    /// The key of the name of a member.
    fn name_key(self) -> &'static str {
        if self == Self::Item { "item" } else { "name" }
    }
}

/// An actor, a station or items on the ground.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct BoardPiece {
    kind: BoardKind,
    /// The number in the list of its kind.
    at: usize,
    name: String,
    /// The number of the team of an actor.
    team: Option<usize>,
    /// Where it stands, unless that cannot be read.
    cell: Option<(u16, u16)>,
    /// The place that says where it stands, if it is not a cell.
    place: Option<String>,
    /// How many it stands for.
    count: Option<String>,
}

/// The letters that every scene has: what they stand for, and what they are called.
const BUILT_IN: [(char, &str); 8] = [
    ('.', "ground"),
    ('#', "wall"),
    ('o', "low cover"),
    ('~', "water"),
    ('T', "trees"),
    ('+', "closed door"),
    ('/', "open door"),
    ('%', "locked door"),
];

/// The board of an edited scene.
pub(crate) fn read(documents: &Documents, at: usize, text: &str) -> Result<Board, RequestError> {
    scene_source(documents, at, text)?;
    board(text)
}

fn board(text: &str) -> Result<Board, RequestError> {
    let tree = Tree::parse(text)?;
    let map = Map::of(text, &tree)?;
    let letters = letters(&tree);
    let places = places(&tree, &map, &letters);
    let teams: Vec<String> = lookup(&tree, &["scene", "teams"])
        .map_or(&[][..], Value::items)
        .iter()
        .filter_map(word)
        .map(str::to_owned)
        .collect();
    let mut pieces = Vec::new();
    for kind in BoardKind::ALL {
        let list = lookup(&tree, &[kind.key()]).map_or(&[][..], Value::items);
        pieces
            .extend(list.iter().enumerate().map(|(at, value)| piece(text, kind, at, value, &teams, &places)));
    }
    let items = lookup(&tree, &["item"]).map_or(&[][..], Value::entries);
    Ok(Board {
        rows: map.rows().iter().map(|row| map.text.get(row.clone()).unwrap_or_default().to_owned()).collect(),
        letters,
        pieces,
        teams,
        items: items.iter().map(|entry| entry.key.clone()).collect(),
    })
}

/// An edited scene after an edit of its board.
pub(crate) fn edit(
    documents: &Documents,
    at: usize,
    text: &str,
    edit: &BoardEdit,
) -> Result<String, RequestError> {
    scene_source(documents, at, text)?;
    let edited = edit.apply(text)?;
    scene_source(documents, at, &edited)?;
    Ok(edited)
}

fn scene_source(documents: &Documents, at: usize, text: &str) -> Result<(), RequestError> {
    let document = documents.get(at)?;
    if document.kind != DocumentKind::Scene {
        return Err(RequestError::new("only a scene has a map"));
    }
    document.edited(text).map(drop)
}

/// The rows of a map within the text of its file.
struct Map<'t> {
    text: &'t str,
    rows: Vec<Range<usize>>,
}

impl<'t> Map<'t> {
    fn of(text: &'t str, tree: &Tree) -> Result<Self, RequestError> {
        let map = lookup(tree, &["scene", "map"])
            .ok_or_else(|| RequestError::new("the scene has no map of its own"))?;
        let raw = text.get(map.range.clone()).unwrap_or_default();
        let inner = ["\"\"\"", "'''"].iter().find_map(|quote| {
            let inner = raw.strip_prefix(quote)?.strip_suffix(quote)?;
            Some(inner.strip_prefix('\n').unwrap_or(inner))
        });
        let (Some(inner), ValueKind::Text(value)) = (inner, &map.kind) else { return Err(not_plain()) };
        if inner != value {
            return Err(not_plain());
        }
        let mut start = map.range.end - 3 - inner.len();
        let mut rows = Vec::new();
        for line in inner.split_inclusive('\n') {
            rows.push(start..start + line.trim_end_matches(['\n', '\r']).len());
            start += line.len();
        }
        Ok(Self { text, rows })
    }

    fn rows(&self) -> &[Range<usize>] {
        &self.rows
    }

    /// The range of the letter of a cell.
    fn letter(&self, x: u16, y: u16) -> Option<Range<usize>> {
        let row = self.rows.get(usize::from(y))?;
        let (offset, letter) = self.text.get(row.clone())?.char_indices().nth(usize::from(x))?;
        Some(row.start + offset..row.start + offset + letter.len_utf8())
    }
}

fn not_plain() -> RequestError {
    RequestError::new("the map is not written as a plain text between `\"\"\"`: edit the text")
}

/// The value at some keys.
fn lookup<'t>(tree: &'t Tree, keys: &[&str]) -> Option<&'t Value> {
    let path: Vec<Step> = keys.iter().map(|key| Step::Key((*key).to_owned())).collect();
    find(tree, &path).ok().map(|found| found.value)
}

/// The value of a key of a table.
fn member<'t>(table: &'t Value, key: &str) -> Option<&'t Value> {
    table.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.value)
}

/// The text of a string.
fn word(value: &Value) -> Option<&str> {
    match &value.kind {
        ValueKind::Text(text) => Some(text),
        _ => None,
    }
}

/// The built-in letters and those of the legend, which may replace them.
fn letters(tree: &Tree) -> Vec<BoardLetter> {
    let built_in = BUILT_IN.iter().map(|(letter, name)| BoardLetter {
        letter: *letter,
        looks: *letter,
        name: (*name).to_owned(),
        place: None,
    });
    let mut all: Vec<BoardLetter> = built_in.collect();
    for entry in lookup(tree, &["legend"]).map_or(&[][..], Value::entries) {
        let mut written = entry.key.chars();
        let (Some(letter), None) = (written.next(), written.next()) else { continue };
        all.retain(|known| known.letter != letter);
        all.push(meaning(letter, &entry.value));
    }
    all
}

fn meaning(letter: char, value: &Value) -> BoardLetter {
    let text = |key: &str| member(value, key).and_then(word);
    let plain = |looks: char, name: String| BoardLetter { letter, looks, name, place: None };
    if let Some(terrain) = word(value) {
        let looks = match terrain {
            "cover" => 'o',
            "water" => '~',
            "tree" => 'T',
            "wall" => '#',
            _ => '.',
        };
        return plain(looks, terrain.to_owned());
    }
    if let Some(state) = text("door") {
        let looks = match state {
            "open" => '/',
            "locked" => '%',
            _ => '+',
        };
        let own = text("name").map_or_else(String::new, |name| format!(" {name}"));
        return plain(looks, format!("{state} door{own}"));
    }
    if let Some(place) = text("spot") {
        let name = format!("place {place}");
        return BoardLetter { letter, looks: '.', name, place: Some(place.to_owned()) };
    }
    plain(
        '.',
        text("spots").map_or_else(|| "unknown".to_owned(), |name| format!("places {name}1, {name}2 …")),
    )
}

/// The middles of all named places.
fn places(tree: &Tree, map: &Map<'_>, letters: &[BoardLetter]) -> BTreeMap<String, (u16, u16)> {
    let mut cells: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    let mut numbered: BTreeMap<char, (String, u32)> = BTreeMap::new();
    for entry in lookup(tree, &["legend"]).map_or(&[][..], Value::entries) {
        if let (Some(letter), Some(name)) =
            (entry.key.chars().next(), member(&entry.value, "spots").and_then(word))
        {
            numbered.insert(letter, (name.to_owned(), 0));
        }
    }
    for (y, row) in map.rows().iter().enumerate() {
        for (x, letter) in map.text.get(row.clone()).unwrap_or_default().chars().enumerate() {
            let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { continue };
            let place = if let Some((name, count)) = numbered.get_mut(&letter) {
                *count += 1;
                Some(format!("{name}{count}"))
            } else {
                letters.iter().find(|known| known.letter == letter).and_then(|known| known.place.clone())
            };
            if let Some(place) = place {
                cells.entry(place).or_default().push(Cell::new(x, y));
            }
        }
    }
    for entry in lookup(tree, &["spots"]).map_or(&[][..], Value::entries) {
        let listed: Vec<Cell> = match cell(map.text, &entry.value) {
            Some(cell) => vec![cell],
            None => entry.value.items().iter().filter_map(|item| cell(map.text, item)).collect(),
        };
        cells.insert(entry.key.clone(), listed);
    }
    let middle =
        |(name, cells): (String, Vec<Cell>)| Cell::middle(&cells).map(|cell| (name, (cell.x, cell.y)));
    cells.into_iter().filter_map(middle).collect()
}

/// A cell that is written as `[x, y]`.
fn cell(text: &str, value: &Value) -> Option<Cell> {
    let number = |value: &Value| text.get(value.range.clone()).and_then(|text| text.parse().ok());
    let [x, y] = value.items() else { return None };
    Some(Cell::new(number(x)?, number(y)?))
}

fn piece(
    text: &str,
    kind: BoardKind,
    at: usize,
    value: &Value,
    teams: &[String],
    places: &BTreeMap<String, (u16, u16)>,
) -> BoardPiece {
    let place = member(value, "at").and_then(word);
    let cell = match place {
        Some(place) => places.get(place).copied(),
        None => member(value, "at").and_then(|at| cell(text, at)).map(|cell| (cell.x, cell.y)),
    };
    let team = member(value, "team").and_then(word);
    BoardPiece {
        kind,
        at,
        name: member(value, kind.name_key()).and_then(word).unwrap_or_default().to_owned(),
        team: team.and_then(|team| teams.iter().position(|known| known == team)),
        cell,
        place: place.map(str::to_owned),
        count: member(value, "count").and_then(|count| text.get(count.range.clone())).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests;
