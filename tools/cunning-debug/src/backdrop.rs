//! The background that agents are drawn on: the map of a scene, or a picture that the game recorded.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use cunning_arena::Scene;
use cunning_arena::scene::SceneChoices;
use cunning_diag::Source;
use cunning_train::{Demonstration, Sample};
use serde::Serialize;

use crate::limits::BACKDROP_CELLS_MAX;
use crate::recording::RecordingView;

/// Image formats that a page can draw.
const MEDIA_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

/// The background that agents are drawn on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum Backdrop {
    /// A map of cells.
    Map {
        name: String,
        doc: String,
        width: u16,
        height: u16,
        /// One letter per cell, one text per row.
        rows: Vec<String>,
        doors: Vec<Site>,
        spots: Vec<Site>,
        stations: Vec<Site>,
        teams: Vec<String>,
        /// The name and the team of each actor.
        actors: Vec<(String, usize)>,
        /// The actors that navigate by fear.
        fear_navigators: Vec<String>,
        /// The paths of the demonstrations of the scene's quest.
        demonstrations: Vec<Path>,
    },
    /// An image and the part of the world that it covers.
    Picture { media_type: String, base64: String, left: f64, top: f64, width: f64, height: f64 },
    /// No background.
    Empty,
}

/// A named cell of the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Site {
    name: String,
    x: u16,
    y: u16,
}

/// A path on the map, in cells.
pub(crate) type Path = Vec<(f64, f64)>;

/// The path of a demonstration.
pub(crate) fn path_of(demonstration: &Demonstration) -> Path {
    let point = |sample: &Sample| (f64::from(sample.at.x) / 1000.0, f64::from(sample.at.y) / 1000.0);
    demonstration.samples().iter().map(point).collect()
}

/// The cells of a scene: one letter per cell, one text per row.
pub(crate) fn rows_of(scene: &Scene) -> Vec<String> {
    let row =
        |y: u16| (0..scene.width()).map(|x| scene.terrain(cunning_arena::Cell::new(x, y)).letter()).collect();
    (0..scene.height()).map(row).collect()
}

/// The scene of a recording, if it has one that can be read.
fn scene_of(recording: &RecordingView) -> Option<Scene> {
    let header = recording.reader().header();
    let text = |source: cunning_trace::Source<'_>| Source::new(source.name, source.text);
    let loader = |name: &str| header.scene.iter().find(|source| source.name == name).map(text);
    let source = header.scene.iter().next().map(text)?;
    let mut settings = header.settings.iter();
    let difficulty = settings.find(|setting| setting.key == "difficulty").map(|setting| setting.value);
    Scene::parse_with(&source, SceneChoices { difficulty, ..SceneChoices::default() }, &loader).ok()
}

impl Backdrop {
    /// The background of the recordings of one run, and the domain files of its scene that have no recording among them.
    pub(crate) fn from_recordings(recordings: &[RecordingView]) -> (Self, Vec<String>) {
        let Some(first) = recordings.first() else { return (Self::Empty, Vec::new()) };
        let is_recorded = |domain: &str| {
            recordings.iter().any(|recording| {
                // Archetypes that the scene derives are in a generated file, which includes the domain file.
                recording.reader().header().domain.iter().any(|source| source.name == domain)
            })
        };
        let scene = scene_of(first);
        let actors = scene.iter().flat_map(cunning_arena::Scene::actors);
        let domains: BTreeSet<&str> = actors.map(|actor| actor.domain.as_str()).collect();
        let missing = domains.into_iter().filter(|domain| !domain.is_empty() && !is_recorded(domain));
        let missing = missing.map(str::to_owned).collect();
        (Self::from_recording(first), missing)
    }

    /// The background of a recording: its scene, or else the backdrop that the game recorded.
    pub(crate) fn from_recording(recording: &RecordingView) -> Self {
        match (scene_of(recording), recording.reader().backdrop(recording.last_tick())) {
            (Some(scene), _) => Self::from_scene(&scene),
            (None, Some((format, bytes))) => Self::from_recorded(format, bytes),
            (None, None) => Self::Empty,
        }
    }

    /// A recorded backdrop, in one of the formats of `docs/recording.md`; [`Backdrop::Empty`] for any other format.
    fn from_recorded(format: &str, bytes: &[u8]) -> Self {
        let mut parts = format.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default();
        if kind == "cells" {
            return std::str::from_utf8(bytes).map_or(Self::Empty, Self::from_cells);
        }
        if !MEDIA_TYPES.contains(&kind) {
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
        Self::Picture { media_type: kind.to_owned(), base64: BASE64.encode(bytes), left, top, width, height }
    }

    /// A map of letters, one line per row.
    fn from_cells(text: &str) -> Self {
        let limited = |line: &str| line.chars().take(BACKDROP_CELLS_MAX).collect::<String>();
        let rows: Vec<String> = text.lines().take(BACKDROP_CELLS_MAX).map(limited).collect();
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
            fear_navigators: Vec::new(),
            demonstrations: Vec::new(),
        }
    }

    pub(crate) fn from_scene(scene: &Scene) -> Self {
        let site =
            |name: &str, cell: cunning_arena::Cell| Site { name: name.to_owned(), x: cell.x, y: cell.y };
        let fear_navigators = scene.actors().iter().filter(|actor| actor.navigator.is_some());
        Self::Map {
            name: scene.name().to_owned(),
            doc: scene.doc().to_owned(),
            width: scene.width(),
            height: scene.height(),
            rows: rows_of(scene),
            doors: scene.doors().iter().map(|door| site(&door.name, door.cell)).collect(),
            spots: scene.spots().iter().map(|spot| site(&spot.name, spot.centre)).collect(),
            stations: scene.stations().iter().map(|station| site(&station.name, station.cell)).collect(),
            teams: scene.teams().to_vec(),
            actors: scene.actors().iter().map(|actor| (actor.name.clone(), actor.team.index())).collect(),
            fear_navigators: fear_navigators.map(|actor| actor.name.clone()).collect(),
            demonstrations: scene.quest().map_or_else(Vec::new, |quest| {
                quest.experience.demonstrations().iter().map(path_of).collect()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Backdrop;

    #[test]
    fn recorded_backdrops_follow_the_documented_formats() {
        let Backdrop::Map { width, height, rows, .. } = Backdrop::from_recorded("cells", b"###\n#.\n") else {
            panic!("no map")
        };
        assert_eq!((width, height, rows), (3, 2, vec!["###".to_owned(), "#.".to_owned()]));
        let format = "image/png; left=-2.5; top=1; width=20; height=nan; colour=red";
        let Backdrop::Picture { left, top, width, height, base64, .. } =
            Backdrop::from_recorded(format, b"foo")
        else {
            panic!("no picture")
        };
        assert_eq!((left, top, width, height, base64.as_str()), (-2.5, 1.0, 20.0, 0.0, "Zm9v"));
        for (format, bytes) in [("text/html", &b"<script>"[..]), ("", b""), ("cells", b"\xff")] {
            assert!(matches!(Backdrop::from_recorded(format, bytes), Backdrop::Empty), "{format}");
        }
    }
}
