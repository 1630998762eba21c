//! Reads scene files: TOML to a checked [`Scene`]. All mistakes are reported at once, each with its position.

mod actors;
mod baselines;
mod crowd;
mod difficulty;
mod game;
mod kinds;
mod legend;
mod map;
mod mind_tables;
mod navigators;
mod observer;
mod quest;
mod rules;
mod spots;
mod stations;
mod switches;
pub(super) mod table;
mod variants;

use std::collections::BTreeSet;

use cunning_diag::{Collector, Diagnostic, Diagnostics, Source, Span};
use cunning_encode::{Encode as _, StateHash};
use toml::de::DeTable;

use crate::limits::{SCENE_BYTES_MAX, TEAMS_MAX};
use crate::scene::{Scene, SceneChoices};
use crate::{Cell, Goods, ItemId, Terrain};
use table::{DUPLICATE, Findings, LIMIT, MISSING, PLACE, TOML, Table, Text, UNKNOWN_NAME, Value};

/// Loads the files that a scene names.
pub type Loader<'l> = &'l dyn Fn(&str) -> Option<Source>;

/// A scene under construction, and the problems found in it.
pub(super) struct Draft<'s> {
    scene: Scene,
    findings: Findings<'s>,
    crowd: crowd::Crowd,
}

impl Scene {
    /// Reads a scene.
    pub fn parse(source: &Source) -> Result<Self, Diagnostics> {
        Self::parse_with(source, SceneChoices::default(), &|_| None)
    }

    /// Reads a scene with some of its options chosen. The loader is asked for the quest file and its demonstrations.
    pub fn parse_with(
        source: &Source,
        choices: SceneChoices<'_>,
        loader: Loader<'_>,
    ) -> Result<Self, Diagnostics> {
        let bytes = source.text().len();
        if bytes > SCENE_BYTES_MAX {
            let message = format!("the scene has {bytes} bytes; at most {SCENE_BYTES_MAX} are allowed");
            return Err(Diagnostic::error(LIMIT, message).at(source, Span::point(0)).into());
        }
        let (mut parsed, errors) = DeTable::parse_recoverable(source.text());
        let mut findings = Findings { source, collector: Collector::new([source]) };
        for error in errors {
            findings.error(TOML, error.message(), error.span().unwrap_or(0..0).into());
        }
        // The content of an invalid TOML file would be guesswork.
        if findings.collector.has_errors() {
            return Err(findings.collector.into_diagnostics());
        }
        let mut draft = Draft { scene: Self::empty(), findings, crowd: crowd::Crowd::default() };
        draft.apply_difficulty(parsed.get_mut(), choices.difficulty);
        draft.read(Table::new(parsed.get_ref(), Span::point(0)), choices.switches, loader);
        let mut scene = draft.scene;
        scene.fingerprint = fingerprint(source, &scene);
        draft.findings.collector.into_diagnostics().into_result().map(|_| scene)
    }

    fn empty() -> Self {
        Self {
            name: String::new(),
            doc: String::new(),
            seed: 0,
            width: 0,
            height: 0,
            terrain: Vec::new(),
            door_at: Vec::new(),
            doors: Vec::new(),
            spots: Vec::new(),
            teams: Vec::new(),
            items: Vec::new(),
            weapons: Vec::new(),
            bodies: Vec::new(),
            navigators: Vec::new(),
            stations: Vec::new(),
            piles: Vec::new(),
            actors: Vec::new(),
            commanders: Vec::new(),
            variants: Vec::new(),
            rules: super::Rules::default(),
            baselines: super::BaselineSpecs::default(),
            observer: None,
            wins: Vec::new(),
            script: Vec::new(),
            body_actions: Vec::new(),
            senses: Vec::new(),
            checks: Vec::new(),
            switches: Vec::new(),
            briefing: None,
            orders: Vec::new(),
            objectives: Vec::new(),
            scripted_players: Vec::new(),
            difficulties: Vec::new(),
            difficulty: None,
            quest: None,
            fingerprint: 0,
        }
    }
}

impl Draft<'_> {
    /// Reads everything in an order in which names are defined before they are used.
    fn read(&mut self, mut file: Table<'_, '_>, switches: &[(&str, bool)], loader: Loader<'_>) {
        let Some(mut header) = file.table(&mut self.findings, "scene") else {
            self.findings.error(MISSING, "the table `[scene]` is missing", Span::point(0));
            return;
        };
        self.scene.name = header.needed(&mut self.findings, "name").map_or("", |name| name.value).to_owned();
        self.scene.doc = header.words(&mut self.findings, "doc");
        self.scene.seed = header.read("seed", 0, |value| self.findings.int(value, 0..=u64::MAX));
        self.teams(header.get("teams"));
        self.crowd(&mut header, &mut file);
        let map = header.get("map");
        // Read before everything else, because it changes the file.
        header.get("difficulty");
        file.get("difficulty");
        let quest = file.table(&mut self.findings, "quest");
        match (map, &quest) {
            (None, None) => self.findings.error(MISSING, "`map` is missing", header.span()),
            (Some(map), Some(_)) => {
                self.findings.error(DUPLICATE, "`map` conflicts with the map of the quest", table::span(map));
            }
            _ => {}
        }
        header.finish(&mut self.findings);

        self.switches(&mut file, switches);
        self.items(&mut file);
        let legend = file.table(&mut self.findings, "legend");
        match (map, quest) {
            (_, Some(quest)) => self.quest(quest, loader),
            (Some(map), None) => self.map(map, legend.as_ref()),
            (None, None) => {}
        }
        if !self.scene.terrain.is_empty() {
            self.spots(&mut file);
        }
        self.weapons(&mut file);
        self.bodies(&mut file);
        self.navigators(&mut file);
        self.rules(&mut file);
        self.baselines(&mut file);
        self.stations(&mut file);
        // Without a map no position is valid, and one error about the map is enough.
        if !self.scene.terrain.is_empty() {
            self.actors(&mut file);
            self.enemies();
            self.observer(&mut file);
            self.piles(&mut file);
            self.game(&mut file);
            self.wins(&mut file);
            self.script(&mut file);
            self.mind_tables(&mut file);
            file.finish(&mut self.findings);
        }
    }

    fn teams(&mut self, value: Option<&Value<'_>>) {
        let Some(value) = value else { return };
        let mut seen = BTreeSet::new();
        for member in self.findings.list(value, "teams", TEAMS_MAX) {
            let name = self.findings.text(member, "the name of a team");
            let Some(text) = name else { continue };
            let Some(name) = self.findings.name(text) else { continue };
            if self.is_new(&mut seen, "team", text) {
                self.scene.teams.push(name.to_owned());
            }
        }
    }

    /// Registers a name. Returns false, with a diagnostic, if it was already used.
    fn is_new(&mut self, seen: &mut BTreeSet<String>, what: &str, name: Text<'_>) -> bool {
        let is_new = seen.insert(name.value.to_owned());
        if !is_new {
            let message = format!("the name `{}` is already used by another {what}", name.value);
            self.findings.error(DUPLICATE, message, name.span);
        }
        is_new
    }

    /// Resolves a name, with a diagnostic if it is unknown.
    fn resolve<T>(
        &mut self,
        what: &str,
        text: Text<'_>,
        find: impl Fn(&Scene, &str) -> Option<T>,
        names: impl Fn(&Scene) -> Vec<&str>,
    ) -> Option<T> {
        let found = find(&self.scene, text.value);
        if found.is_none() {
            let message = format!("there is no {what} `{}`", text.value);
            let known = names(&self.scene);
            self.findings.unknown(UNKNOWN_NAME, message, text.value, text.span, known);
        }
        found
    }

    fn item(&mut self, text: Text<'_>) -> Option<ItemId> {
        self.resolve("item", text, Scene::item, |scene| {
            scene.items.iter().map(|item| item.name.as_str()).collect()
        })
    }

    fn spot(&mut self, text: Text<'_>) -> Option<crate::SpotId> {
        self.resolve("place", text, Scene::spot, |scene| {
            scene.spots.iter().map(|spot| spot.name.as_str()).collect()
        })
    }

    fn team(&mut self, text: Text<'_>) -> Option<crate::TeamId> {
        self.resolve("team", text, Scene::team, |scene| scene.teams.iter().map(String::as_str).collect())
    }

    /// Resolves the name of a station or a place.
    fn site(&mut self, text: Text<'_>) -> Option<super::Site> {
        let find = |scene: &Scene, name: &str| {
            let station = scene.station(name).map(super::Site::Station);
            station.or_else(|| scene.spot(name).map(super::Site::Spot))
        };
        self.resolve("station or place", text, find, |scene| {
            let stations = scene.stations.iter().map(|station| station.name.as_str());
            stations.chain(scene.spots.iter().map(|spot| spot.name.as_str())).collect()
        })
    }

    /// Reads items with counts, as in `{ coin = 3 }`.
    fn goods(&mut self, value: Option<&Value<'_>>) -> Goods {
        let mut goods = Goods::default();
        for (item, count) in self.counts(value) {
            goods.add(item, count);
        }
        goods
    }

    /// Reads items with numbers, in file order.
    fn counts(&mut self, value: Option<&Value<'_>>) -> Vec<(ItemId, u16)> {
        let Some(table) = value.and_then(|value| self.findings.table(value)) else { return Vec::new() };
        let mut counts = Vec::new();
        for (name, value) in table.entries() {
            let item = self.item(name);
            let count = self.findings.int(value, 1..=crate::limits::COUNT_MAX.into());
            counts.extend(item.zip(count).map(|(item, count)| (item, count as u16)));
        }
        counts
    }

    /// Reads the cells of `at`: one as `[x, y]`, or all cells of a place.
    fn cells(&mut self, value: &Value<'_>) -> Vec<Cell> {
        if let toml::de::DeValue::Array(_) = value.get_ref() {
            let members = self.findings.list(value, "coordinates", 2);
            let numbers: Vec<u64> =
                members.iter().filter_map(|member| self.findings.int(member, 0..=u16::MAX.into())).collect();
            let &[x, y] = numbers.as_slice() else {
                if members.len() == numbers.len() && !members.is_empty() {
                    self.findings.error(table::SHAPE, "expected `[x, y]`", table::span(value));
                }
                return Vec::new();
            };
            let cell = Cell::new(x as u16, y as u16);
            if self.scene.terrain(cell) != Terrain::Ground {
                let message = format!("{x},{y} is not open ground");
                self.findings.error(PLACE, message, table::span(value));
                return Vec::new();
            }
            return vec![cell];
        }
        let Some(text) = self.findings.text(value, "`[x, y]` or the name of a place") else {
            return Vec::new();
        };
        let spot = self.spot(text);
        spot.map(|spot| self.scene.spots[spot.index()].cells.clone()).unwrap_or_default()
    }

    /// Reads the cells of a required `at`.
    fn needed_cells(&mut self, table: &mut Table<'_, '_>) -> Vec<Cell> {
        if let Some(value) = table.get("at") {
            return self.cells(value);
        }
        self.findings.error(MISSING, "`at` is missing", table.span());
        Vec::new()
    }

    /// Reads the centre of the cells of `at`.
    fn needed_cell(&mut self, table: &mut Table<'_, '_>) -> Option<Cell> {
        Cell::middle(&self.needed_cells(table))
    }
}

/// Hashes what identifies a scene: its text, the texts of its quest, the positions of its switches, and its level of
/// difficulty.
fn fingerprint(source: &Source, scene: &Scene) -> u64 {
    let mut fingerprint = StateHash::new();
    let quest = scene.quest.iter().flat_map(|quest| &quest.sources);
    for source in std::iter::once(source).chain(quest) {
        source.text().put(&mut fingerprint);
    }
    scene.switches.iter().for_each(|switch| switch.is_on.put(&mut fingerprint));
    scene.difficulty.iter().for_each(|level| level.put(&mut fingerprint));
    fingerprint.finish()
}
