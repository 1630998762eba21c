//! Edits of a board as changes of the text.

use serde::Deserialize;

use super::{BUILT_IN, BoardKind, Map, letters, lookup, member, word};
use crate::designer::toml_text::{
    Splice, Tree, Value, ValueKind, add_inline, add_line, at_end, below, key, lines, remove_item,
    remove_section, splice,
};
use crate::protocol::RequestError;

/// An edit of a board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "edit", rename_all = "snake_case")]
pub(crate) enum BoardEdit {
    /// Writes a letter into cells. Cells outside of the map are ignored.
    Paint { cells: Vec<(u16, u16)>, letter: char },
    /// Moves a piece to a cell.
    Move { kind: BoardKind, at: usize, cell: (u16, u16) },
    /// Removes a piece.
    Remove { kind: BoardKind, at: usize },
    /// Adds an actor like another one, or without anything but a name and a team.
    AddActor { like: Option<usize>, name: String, cell: (u16, u16) },
    /// Adds a station without jobs.
    AddStation { name: String, cell: (u16, u16) },
    /// Puts an item on the ground.
    AddItem { item: String, cell: (u16, u16) },
    /// Adds a letter for the cells of a new place to the legend.
    AddPlace { letter: char, name: String },
}

impl BoardEdit {
    /// The text after the edit. Only the lines of the edit are different.
    pub(super) fn apply(&self, text: &str) -> Result<String, RequestError> {
        let tree = Tree::parse(text)?;
        let splices = match self {
            Self::Paint { cells, letter } => paint(text, &tree, cells, *letter)?,
            Self::Move { kind, at, cell } => vec![place(piece(&tree, *kind, *at)?, *cell)?],
            Self::Remove { kind, at } => remove(text, &tree, *kind, *at)?,
            Self::AddActor { like, name, cell } => {
                let name = free_name(&tree, BoardKind::Actor, name)?;
                let lines = match like {
                    Some(like) => copy(text, piece(&tree, BoardKind::Actor, *like)?, name, *cell)?,
                    None => actor(&tree, name, *cell),
                };
                vec![append(text, &tree, BoardKind::Actor, &lines)?]
            }
            Self::AddStation { name, cell } => {
                let name = free_name(&tree, BoardKind::Station, name)?;
                let lines = format!("[[station]]\nname = {}\nat = {}\n", quoted(name), written(*cell));
                vec![append(text, &tree, BoardKind::Station, &lines)?]
            }
            Self::AddItem { item, cell } => {
                let lines = format!("[[item_at]]\nitem = {}\nat = {}\n", quoted(item), written(*cell));
                vec![append(text, &tree, BoardKind::Item, &lines)?]
            }
            Self::AddPlace { letter, name } => add_place(text, &tree, *letter, name.trim())?,
        };
        let edited = splice(text, splices);
        // The ranges are those of a valid text, so this holds unless a form of TOML was overlooked.
        Tree::parse(&edited).map_err(|_| not_on_board())?;
        Ok(edited)
    }
}

fn paint(text: &str, tree: &Tree, cells: &[(u16, u16)], letter: char) -> Result<Vec<Splice>, RequestError> {
    if letters(tree).iter().all(|known| known.letter != letter) {
        return Err(RequestError::new(format!("`{letter}` is not a letter of the map")));
    }
    let map = Map::of(text, tree)?;
    let mut ranges: Vec<_> = cells.iter().filter_map(|(x, y)| map.letter(*x, *y)).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.dedup();
    Ok(ranges.into_iter().map(|range| Splice { range, text: letter.to_string() }).collect())
}

/// A piece in its list.
fn piece(tree: &Tree, kind: BoardKind, at: usize) -> Result<&Value, RequestError> {
    let list = lookup(tree, &[kind.key()]).map_or(&[][..], Value::items);
    list.get(at).ok_or_else(|| RequestError::new(format!("the scene has no `{}` {at}", kind.key())))
}

/// Writes where a piece stands.
fn place(piece: &Value, cell: (u16, u16)) -> Result<Splice, RequestError> {
    let at = member(piece, "at").ok_or_else(not_on_board)?;
    Ok(Splice { range: at.range.clone(), text: written(cell) })
}

fn remove(text: &str, tree: &Tree, kind: BoardKind, at: usize) -> Result<Vec<Splice>, RequestError> {
    let removed = piece(tree, kind, at)?;
    match lookup(tree, &[kind.key()]).map(|list| &list.kind) {
        Some(ValueKind::List(items)) => Ok(remove_item(text, items, at)),
        _ => Ok(remove_section(text, removed)),
    }
}

/// The lines of another piece, with a name and a cell of its own.
fn copy(text: &str, like: &Value, name: &str, cell: (u16, u16)) -> Result<String, RequestError> {
    let own = text.get(lines(text, &like.range)).unwrap_or_default();
    let tree = Tree::parse(own).map_err(|_| not_on_board())?;
    let copied = piece(&tree, BoardKind::Actor, 0)?;
    let known = member(copied, "name").ok_or_else(not_on_board)?;
    let mut splices = vec![Splice { range: known.range.clone(), text: quoted(name) }, place(copied, cell)?];
    // A copy is one actor, even if the other is a group.
    let count = copied.entries().iter().find(|entry| entry.key == "count");
    splices.extend(count.map(|count| Splice { range: lines(own, &count.range()), text: String::new() }));
    let copied = splice(own, splices);
    Ok(if copied.ends_with('\n') { copied } else { format!("{copied}\n") })
}

/// The lines of an actor that has a body only.
fn actor(tree: &Tree, name: &str, cell: (u16, u16)) -> String {
    let teams = lookup(tree, &["scene", "teams"]).map_or(&[][..], Value::items);
    let team =
        teams.first().and_then(word).map_or_else(String::new, |team| format!("team = {}\n", quoted(team)));
    format!("[[actor]]\nname = {}\n{team}at = {}\n", quoted(name), written(cell))
}

/// Adds a piece below the last one of its kind, or at the end of the file.
fn append(text: &str, tree: &Tree, kind: BoardKind, lines: &str) -> Result<Splice, RequestError> {
    match lookup(tree, &[kind.key()]) {
        None => Ok(at_end(text, lines)),
        Some(list) if matches!(list.kind, ValueKind::Sections(_)) => {
            Ok(below(text, list.range.end, &format!("\n{lines}")))
        }
        Some(_) => Err(not_on_board()),
    }
}

/// A name for a new piece that no other piece of its kind has.
fn free_name<'n>(tree: &Tree, kind: BoardKind, name: &'n str) -> Result<&'n str, RequestError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(RequestError::new("it needs a name"));
    }
    let list = lookup(tree, &[kind.key()]).map_or(&[][..], Value::items);
    if list.iter().any(|known| member(known, "name").and_then(word) == Some(name)) {
        return Err(RequestError::new(format!("`{name}` exists already")));
    }
    Ok(name)
}

fn add_place(text: &str, tree: &Tree, letter: char, name: &str) -> Result<Vec<Splice>, RequestError> {
    if name.is_empty() {
        return Err(RequestError::new("a new place needs a name"));
    }
    let is_built_in = BUILT_IN.iter().any(|(known, _)| *known == letter);
    if is_built_in || letter.is_whitespace() || letter.is_control() || "\"\\'".contains(letter) {
        return Err(RequestError::new(format!("`{letter}` cannot be the letter of a place")));
    }
    let legend = lookup(tree, &["legend"]);
    let entry = format!("{} = {{ spot = {} }}", key(&letter.to_string()), quoted(name));
    match legend.map(|legend| (legend, &legend.kind)) {
        Some((legend, _)) if member(legend, &letter.to_string()).is_some() => {
            Err(RequestError::new(format!("`{letter}` is in the legend already")))
        }
        Some((_, ValueKind::Section { header: Some(header), entries })) => {
            Ok(add_line(text, header, entries, &entry))
        }
        Some((legend, ValueKind::Inline(_))) => Ok(add_inline(legend, &entry)),
        None => Ok(vec![at_end(text, &format!("[legend]\n{entry}\n"))]),
        Some(_) => Err(not_on_board()),
    }
}

fn written((x, y): (u16, u16)) -> String {
    format!("[{x}, {y}]")
}

fn quoted(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}

fn not_on_board() -> RequestError {
    RequestError::new("this part is written in a form that the map cannot change: edit the text")
}
