//! What agents stand on: the map of a scene, or what a game drew behind them.

use cunning_arena::Scene;
use cunning_diag::Source;
use cunning_train::{Demonstration, Sample};
use serde::Serialize;

use crate::limits::BACKDROP_CELLS_MAX;
use crate::recording::RecordingView;

/// Pictures that a page can draw.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

/// What never changes in a picture.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
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
        /// Who finds the way by what it fears.
        seekers: Vec<String>,
        /// The ways of the demonstrations that those who carry out a quest were shown.
        shown: Vec<Way>,
    },
    /// A picture of the game's own, and which part of its world it covers.
    Picture { kind_of: String, base64: String, left: f64, top: f64, width: f64, height: f64 },
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

/// A way over the map, in cells.
pub(crate) type Way = Vec<(f64, f64)>;

/// The way of a demonstration.
pub(crate) fn way_of(shown: &Demonstration) -> Way {
    let point = |sample: &Sample| (f64::from(sample.at.x) / 1000.0, f64::from(sample.at.y) / 1000.0);
    shown.samples().iter().map(point).collect()
}

impl Stand {
    /// What a recording tells.
    pub(crate) fn of_tape(recording: &RecordingView) -> Self {
        let header = recording.reader().header();
        let text = |source: cunning_trace::Source<'_>| Source::new(source.name, source.text);
        let loader = |name: &str| header.scene.iter().find(|source| source.name == name).map(text);
        let source = header.scene.iter().next().map(text);
        let scene = source.and_then(|source| Scene::parse_with(&source, &[], &loader).ok());
        match (scene, recording.reader().backdrop(recording.last_tick())) {
            (Some(scene), _) => Self::of_scene(&scene),
            (None, Some((format, bytes))) => Self::of_backdrop(format, bytes),
            (None, None) => Self::Empty,
        }
    }

    /// What a game drew, as `docs/recording.md` has it; nothing if it is something else.
    fn of_backdrop(format: &str, bytes: &[u8]) -> Self {
        let mut parts = format.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default();
        if kind == "cells" {
            return std::str::from_utf8(bytes).map_or(Self::Empty, Self::of_cells);
        }
        if !PICTURES.contains(&kind) {
            return Self::Empty;
        }
        let (mut left, mut top, mut width, mut height) = (0.0, 0.0, 0.0, 0.0);
        for (key, value) in parts.filter_map(|part| part.split_once('=')) {
            let value = value.trim().parse().ok().filter(|value: &f64| value.is_finite()).unwrap_or(0.0);
            match key.trim() {
                "left" => left = value,
                "top" => top = value,
                "width" => width = value,
                "height" => height = value,
                _ => {}
            }
        }
        Self::Picture { kind_of: kind.to_owned(), base64: base64(bytes), left, top, width, height }
    }

    /// A map of letters, a line a row.
    fn of_cells(text: &str) -> Self {
        let cut = |line: &str| line.chars().take(BACKDROP_CELLS_MAX).collect::<String>();
        let rows: Vec<String> = text.lines().take(BACKDROP_CELLS_MAX).map(cut).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        Self::Map {
            name: String::new(),
            doc: String::new(),
            width: width as u16,
            height: rows.len() as u16,
            rows,
            doors: Vec::new(),
            spots: Vec::new(),
            stations: Vec::new(),
            teams: Vec::new(),
            actors: Vec::new(),
            seekers: Vec::new(),
            shown: Vec::new(),
        }
    }

    pub(crate) fn of_scene(scene: &Scene) -> Self {
        let row = |y: u16| {
            (0..scene.width()).map(|x| scene.terrain(cunning_arena::Cell::new(x, y)).letter()).collect()
        };
        let site =
            |name: &str, cell: cunning_arena::Cell| Site { name: name.to_owned(), x: cell.x, y: cell.y };
        let seekers = scene.actors().iter().filter(|actor| actor.navigator.is_some());
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
            seekers: seekers.map(|actor| actor.name.clone()).collect(),
            shown: scene.quest().map_or_else(Vec::new, |quest| {
                quest.experience.demonstrations().iter().map(way_of).collect()
            }),
        }
    }
}

/// Bytes as a text that JSON can carry.
pub(crate) fn base64(bytes: &[u8]) -> String {
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
    use super::{Stand, base64};

    #[test]
    fn bytes_become_letters() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn backdrops_are_what_the_format_says() {
        let Stand::Map { width, height, rows, .. } = Stand::of_backdrop("cells", b"###\n#.\n") else {
            panic!("no map")
        };
        assert_eq!((width, height, rows), (3, 2, vec!["###".to_owned(), "#.".to_owned()]));
        let format = "image/png; left=-2.5; top=1; width=20; height=nan; colour=red";
        let Stand::Picture { left, top, width, height, base64, .. } = Stand::of_backdrop(format, b"foo")
        else {
            panic!("no picture")
        };
        assert_eq!((left, top, width, height, base64.as_str()), (-2.5, 1.0, 20.0, 0.0, "Zm9v"));
        for (format, bytes) in [("text/html", &b"<script>"[..]), ("", b""), ("cells", b"\xff")] {
            assert!(matches!(Stand::of_backdrop(format, bytes), Stand::Empty), "{format}");
        }
    }
}
