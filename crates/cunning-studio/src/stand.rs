//! What agents stand on: the map of a scene, or what a game drew behind them.

use cunning_arena::Scene;
use cunning_diag::Source;
use serde::Serialize;

use crate::tape::Tape;

/// What never changes in a picture.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Stand {
    /// A map of cells.
    Map {
        name: String,
        doc: String,
        width: u16,
        height: u16,
        /// A letter a cell, a text a row.
        rows: Vec<String>,
        doors: Vec<Site>,
        spots: Vec<Site>,
        stations: Vec<Site>,
        teams: Vec<String>,
        /// The name and the team of each actor.
        actors: Vec<(String, usize)>,
    },
    /// A picture of the game's own, in a format of its own.
    Backdrop { format: String, base64: String },
    /// Nothing.
    Empty,
}

/// Something with a name at a cell.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Site {
    name: String,
    x: u16,
    y: u16,
}

impl Stand {
    /// What a recording tells.
    pub(crate) fn of_tape(tape: &Tape) -> Self {
        let header = tape.reader().header();
        let text = |source: cunning_trace::Source<'_>| Source::new(source.name, source.text);
        let loader = |name: &str| header.scene.iter().find(|source| source.name == name).map(text);
        let source = header.scene.iter().next().map(text);
        let scene = source.and_then(|source| Scene::parse_with(&source, &[], &loader).ok());
        match (scene, tape.reader().backdrop(tape.last_tick())) {
            (Some(scene), _) => Self::of_scene(&scene),
            (None, Some((format, bytes))) => {
                Self::Backdrop { format: format.to_owned(), base64: base64(bytes) }
            }
            (None, None) => Self::Empty,
        }
    }

    pub(crate) fn of_scene(scene: &Scene) -> Self {
        let row = |y: u16| {
            (0..scene.width()).map(|x| scene.terrain(cunning_arena::Cell::new(x, y)).letter()).collect()
        };
        let site =
            |name: &str, cell: cunning_arena::Cell| Site { name: name.to_owned(), x: cell.x, y: cell.y };
        Self::Map {
            name: scene.name().to_owned(),
            doc: scene.doc().to_owned(),
            width: scene.width(),
            height: scene.height(),
            rows: (0..scene.height()).map(row).collect(),
            doors: scene.doors().iter().map(|door| site(&door.name, door.cell)).collect(),
            spots: scene.spots().iter().map(|spot| site(&spot.name, spot.centre)).collect(),
            stations: scene.stations().iter().map(|station| site(&station.name, station.cell)).collect(),
            teams: scene.teams().to_vec(),
            actors: scene.actors().iter().map(|actor| (actor.name.clone(), actor.team.index())).collect(),
        }
    }
}

/// Bytes as a text that JSON can carry.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let word = part.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for at in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= part.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_become_letters() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
