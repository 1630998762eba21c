//! `[quest]`: a scene whose map, items and walker come from a quest file, with demonstrations of similar
//! quests.

use std::sync::Arc;

use cunning_diag::{Diagnostic, Source};
use cunning_search::Weight;
use cunning_train::{Demonstration, EventKind, Experience, Quest, QuestPlanner};

use super::table::{DUPLICATE, LIMIT, MISSING, Table, UNKNOWN_NAME, VALUE};
use super::{Draft, Loader};
use crate::id::{BodyId, DoorId, TeamId};
use crate::limits::{
    ACTORS_MAX, CELLS_MAX, DOORS_MAX, ITEMS_MAX, NAME_BYTES_MAX, SIDE_MAX, SPEED_MAX, SPOTS_MAX,
};
use crate::scene::{ActorSpec, Bodies, BodyKind, DoorSpec, ItemKind, Pile, QuestSpec, Spot};
use crate::{Cell, DoorState, Goods, Heading, Stance, Terrain};

/// The body of the actor that carries out the quest.
const WALKER: &str = "walker";
/// The maximum health of a body.
const HEALTH_MAX: u32 = 10_000;
/// The maximum weight of the planner, in thousandths.
const WEIGHT_MAX: u64 = 1_000_000;

impl Draft<'_> {
    /// Reads the table, and creates the ground, doors, items and places of the quest.
    pub(super) fn quest(&mut self, mut table: Table<'_, '_>, loader: Loader<'_>) {
        let file = table.needed(&mut self.findings, "file");
        let team = table.text(&mut self.findings, "enemies").and_then(|team| self.team(team));
        let found = &mut self.findings;
        let mut weight = |key: &'static str, default: u64| {
            let thousandths = table.read(key, default, |value| found.thousandths(value, 1000..=WEIGHT_MAX));
            Weight::new(thousandths as f64 / 1000.0).unwrap_or(Weight::ONE)
        };
        let epsilon = weight("epsilon", 100_000);
        let (w1, w2) = (weight("w1", 20_000), weight("w2", 50_000));
        let planner = QuestPlanner::shared_mha(epsilon, w1, w2);
        let span = table.span();
        table.finish(&mut self.findings);
        let Some(file) = file else { return };
        let Some(source) = loader(file.value) else {
            let message = format!("the quest file `{}` was not found", file.value);
            self.findings.error(UNKNOWN_NAME, message, file.span);
            return;
        };
        let quest = match Quest::parse(&source) {
            Ok(quest) => quest,
            Err(found) => {
                self.findings.collector.append(found);
                return;
            }
        };
        if quest.enemies().iter().any(|enemy| !enemy.cells.is_empty()) && team.is_none() {
            let message = "the quest has enemies; set `enemies` to their team";
            self.findings.error(MISSING, message, span);
        }
        if let Some(message) = exceeded_limit(&quest) {
            self.findings.error(LIMIT, message, file.span);
            return;
        }
        let mut sources = vec![source];
        let experience = self.experience(&quest, loader, &mut sources);
        self.lay_out(&quest, file.span);
        self.scene.quest = Some(Arc::new(QuestSpec {
            quest,
            experience,
            planner,
            sources,
            team: team.unwrap_or(TeamId::new(0)),
        }));
    }

    /// Reads the quest's demonstrations.
    fn experience(&mut self, quest: &Quest, loader: Loader<'_>, sources: &mut Vec<Source>) -> Experience {
        let mut experience = Experience::new();
        for name in quest.demonstrations() {
            let Some(source) = loader(name) else {
                let message = format!("the demonstration `{name}` of the quest was not found");
                self.findings.collector.push_unplaced(Diagnostic::error(UNKNOWN_NAME, message));
                continue;
            };
            match Demonstration::parse(&source) {
                Ok(all) => {
                    for shown in all {
                        if let Err(error) = experience.add(shown) {
                            self.findings
                                .collector
                                .push_unplaced(Diagnostic::error(VALUE, format!("{name}: {error}")));
                        }
                    }
                }
                Err(found) => self.findings.collector.append(found),
            }
            sources.push(source);
        }
        experience
    }

    fn lay_out(&mut self, quest: &Quest, span: cunning_diag::Span) {
        let scene = &mut self.scene;
        let cells = quest.cell_count();
        (scene.width, scene.height) = (quest.width() as u16, quest.height() as u16);
        let terrain = |cell| if quest.is_free(cell) { Terrain::Ground } else { Terrain::Wall };
        scene.terrain = (0..cells).map(terrain).collect();
        scene.door_at = vec![None; cells as usize];
        for door in quest.doors() {
            for (&cell, name) in door.cells.iter().zip(numbered(&door.name, door.cells.len())) {
                let id = DoorId::new(scene.doors.len() as u16);
                scene.door_at[cell as usize] = Some(id);
                scene.doors.push(DoorSpec {
                    name,
                    cell: place(quest, cell),
                    state: DoorState::Locked,
                    key: None,
                });
            }
        }
        let mut spots = vec![("start", vec![quest.walker().cell]), ("goal", quest.goal().cells.clone())];
        for event in quest.events() {
            if event.kind == EventKind::Trigger {
                spots.push((&event.name, event.cells.clone()));
                continue;
            }
            if scene.item(&event.name).is_some() {
                let message = format!("the name `{}` is already used by an item of the quest", event.name);
                self.findings.error(DUPLICATE, message, span);
            }
            let item = crate::ItemId::new(scene.items.len() as u16);
            let heals = event.heals.min(HEALTH_MAX) as u16;
            scene.items.push(ItemKind { name: event.name.clone(), heals, blast: None });
            let pile = |&cell: &u32| Pile { cell: place(quest, cell), item, count: 1 };
            scene.piles.extend(event.cells.iter().map(pile));
        }
        scene.piles.sort_by_key(|pile| (pile.cell, pile.item));
        for (name, cells) in spots {
            let cells: Vec<Cell> = cells.iter().map(|&cell| place(quest, cell)).collect();
            if let Some(centre) = Cell::middle(&cells) {
                scene.spots.push(Spot { name: name.to_owned(), cells, centre });
            }
        }
        let walker = quest.walker();
        scene.bodies.push(BodyKind {
            name: WALKER.to_owned(),
            speed: 1_000_000_u32.div_ceil(walker.walk_ms.max(1)).min(SPEED_MAX),
            health: walker.health as u16,
            ..super::kinds::human()
        });
    }

    /// Adds the quest's enemies after all other actors. Bodies pass each other in a quest.
    pub(super) fn enemies(&mut self) {
        let Some(spec) = self.scene.quest.clone() else { return };
        self.scene.rules.bodies = Bodies::Pass;
        let human = self.scene.bodies.iter().position(|body| body.name == super::kinds::HUMAN);
        let body = BodyId::new(human.unwrap_or(0) as u16);
        for enemy in spec.quest.enemies() {
            for (&cell, name) in enemy.cells.iter().zip(numbered(&enemy.name, enemy.cells.len())) {
                if self.scene.actor(&name).is_some() {
                    let message = format!("the name `{name}` is already used by an enemy of the quest");
                    self.findings.collector.push_unplaced(Diagnostic::error(DUPLICATE, message));
                }
                self.scene.actors.push(ActorSpec {
                    name,
                    team: spec.team,
                    body,
                    weapon: None,
                    weapons: Vec::new(),
                    cell: place(&spec.quest, cell),
                    cells: Vec::new(),
                    heading: Heading::WEST,
                    stance: Stance::Standing,
                    goods: Goods::default(),
                    archetype: String::new(),
                    domain: String::new(),
                    squad: String::new(),
                    commands: Vec::new(),
                    means: Vec::new(),
                    beliefs: Vec::new(),
                    traits: Vec::new(),
                    navigator: None,
                });
            }
        }
    }
}

/// Returns a message if a quest exceeds the limits of a scene.
fn exceeded_limit(quest: &Quest) -> Option<String> {
    let walker = quest.walker();
    let doors: usize = quest.doors().iter().map(|door| door.cells.len()).sum();
    let enemies: usize = quest.enemies().iter().map(|enemy| enemy.cells.len()).sum();
    let names = quest.events().iter().map(|event| &event.name);
    let names = names.chain(quest.doors().iter().map(|door| &door.name));
    let mut names = names.chain(quest.enemies().iter().map(|enemy| &enemy.name));
    let items = quest.events().iter().filter(|event| event.kind == EventKind::Item).count();
    for (what, count, max) in [
        ("cells a side", quest.width().max(quest.height()) as usize, SIDE_MAX as usize),
        ("cells", quest.cell_count() as usize, CELLS_MAX as usize),
        ("doors", doors, DOORS_MAX),
        ("kinds of items", items, ITEMS_MAX),
        ("triggers", quest.events().len() - items, SPOTS_MAX / 2),
        ("enemies", enemies, ACTORS_MAX / 2),
        ("points of health", walker.health as usize, HEALTH_MAX as usize),
    ] {
        if count > max {
            return Some(format!("the quest has {count} {what}; a scene has at most {max}"));
        }
    }
    if let Some(name) = names.find(|name| name.len() > NAME_BYTES_MAX) {
        return Some(format!("the name `{name}` of the quest exceeds {NAME_BYTES_MAX} bytes"));
    }
    let is_half = walker.sneak_ms == 2 * walker.walk_ms;
    (!is_half).then(|| {
        "crouched actors are half as fast in a scene, so `sneak_ms` must be twice `walk_ms`".to_owned()
    })
}

/// Converts a cell of the quest to a cell of the scene.
fn place(quest: &Quest, cell: u32) -> Cell {
    let (x, y) = quest.position(cell);
    Cell::new(x as u16, y as u16)
}

/// Returns a distinct name for each of several things with the same name.
fn numbered(name: &str, count: usize) -> impl Iterator<Item = String> {
    (1..=count).map(move |at| if count == 1 { name.to_owned() } else { format!("{name}{at}") })
}
