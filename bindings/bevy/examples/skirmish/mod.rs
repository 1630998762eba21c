//! The scene `skirmish` under a pointer: friends are selected, orders chosen from a menu, and reports collected. Positions
//! are in cells of the map. Nothing here draws, so that a script can hold the pointer.

#[cfg(feature = "window")]
pub mod view;

use bevy_ecs::prelude::Resource;
use cunning_arena::Cell;
use cunning_arena::scene::Briefing;
use cunning_arena::simulation::{
    Friend, LineKind, OrderOffer, Scenario, Settings, Simulation, TargetKind, Verdict,
};
use cunning_diag::{Source, Style};

const SCENE: &str = include_str!("../../../../scenes/skirmish.toml");
const DOMAIN: &str = include_str!("../../../../domains/skirmish.toml");

/// How near to a body or a place the pointer must be to mean it.
const NEAR: f32 = 1.6;
/// A press that moves less than this is a click.
const STILL: f32 = 0.3;
/// The width of the menu; each item is one cell high.
pub const MENU_WIDTH: f32 = 9.0;
/// The number of reports that are kept.
const REPORTS_MAX: usize = 6;

/// A position in cells.
pub type Point = (f32, f32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Selects friends and chooses from the menu.
    Left,
    /// Opens the menu of orders.
    Right,
}

/// The orders that fit a target.
#[derive(Debug)]
pub struct Menu {
    pub at: Point,
    /// The orders with their targets.
    pub items: Vec<(String, Vec<String>)>,
}

/// The game as a resource.
#[derive(Resource)]
pub struct Table(pub Battle);

/// A game in progress.
pub struct Battle {
    pub simulation: Simulation,
    pub selected: Vec<String>,
    pub pointer: Point,
    /// Where the left button was pressed.
    pub pressed_at: Option<Point>,
    pub menu: Option<Menu>,
    pub reports: Vec<String>,
    /// Whether the game has begun; the briefing is shown before.
    pub has_begun: bool,
}

impl Battle {
    pub fn new(seed: u64) -> Result<Self, String> {
        let load = |name: &str| Some(Source::new(name, DOMAIN));
        let scenario = Scenario::load(&Source::new("skirmish.toml", SCENE), &load, Settings::default());
        let scenario = scenario.map_err(|found| found.render(Style::default()))?;
        let simulation = Simulation::new(&scenario.into(), seed).map_err(|error| error.to_string())?;
        Ok(Self {
            simulation: simulation.narrated(),
            selected: Vec::new(),
            pointer: (0.0, 0.0),
            pressed_at: None,
            menu: None,
            reports: Vec::new(),
            has_begun: false,
        })
    }

    pub fn briefing(&self) -> Option<&Briefing> {
        self.simulation.world().scene().briefing()
    }

    pub fn is_over(&self) -> bool {
        self.simulation.outcome().is_some() || self.simulation.verdict() != Verdict::Open
    }

    /// Runs one tick of the scene, unless the game has not begun or is over.
    pub fn tick(&mut self) {
        if !self.has_begun || self.is_over() {
            return;
        }
        self.simulation.tick();
        let lines = self.simulation.drain_lines();
        let told = lines.filter(|line| matches!(line.kind, LineKind::Report | LineKind::Order));
        self.reports.extend(told.map(|line| format!("{}: {}", line.agent, line.text)));
        let old = self.reports.len().saturating_sub(REPORTS_MAX);
        self.reports.drain(..old);
    }

    /// The living friends, with their positions.
    pub fn friends(&self) -> Vec<(Friend, Point)> {
        let place = |friend: Friend| {
            let cell = self.simulation.world().actor(friend.actor)?.cell();
            (friend.health > 0).then_some((friend, centre(cell)))
        };
        self.simulation.friends().into_iter().filter_map(place).collect()
    }

    pub fn move_to(&mut self, at: Point) {
        self.pointer = at;
    }

    pub fn press(&mut self, button: Button) {
        if !self.has_begun {
            self.has_begun = true;
            return;
        }
        match button {
            Button::Left => self.pressed_at = Some(self.pointer),
            Button::Right => self.open_menu(),
        }
    }

    pub fn release(&mut self, button: Button) {
        let (Button::Left, Some(from)) = (button, self.pressed_at.take()) else { return };
        if let Some(menu) = self.menu.take() {
            self.choose(&menu);
        } else if distance(from, self.pointer) < STILL {
            let near = self.friends().into_iter().filter(|(_, at)| distance(*at, self.pointer) < NEAR);
            let nearest = near.min_by(|(_, one), (_, other)| {
                distance(*one, self.pointer).total_cmp(&distance(*other, self.pointer))
            });
            self.selected = nearest.into_iter().map(|(friend, _)| friend.name).collect();
        } else {
            let ((left, top), (right, bottom)) = corners(from, self.pointer);
            let is_inside = |(x, y): Point| (left..=right).contains(&x) && (top..=bottom).contains(&y);
            let inside = self.friends().into_iter().filter(|(_, at)| is_inside(*at));
            self.selected = inside.map(|(friend, _)| friend.name).collect();
        }
    }

    /// Opens the menu with the orders that fit what is under the pointer.
    fn open_menu(&mut self) {
        let offers = self.simulation.order_offers();
        let items: Vec<_> =
            offers.iter().filter_map(|offer| Some((offer.name.clone(), self.targets(offer)?))).collect();
        if self.selected.is_empty() || items.is_empty() {
            return;
        }
        let scene = self.simulation.world().scene();
        // The whole menu is on the map.
        let right = f32::from(scene.width()) - MENU_WIDTH;
        let bottom = f32::from(scene.height()) - items.len() as f32;
        let at = (self.pointer.0.min(right).max(0.0), self.pointer.1.min(bottom).max(0.0));
        self.menu = Some(Menu { at, items });
    }

    /// The targets of an order near the pointer; `None` if it needs one that is not there.
    fn targets(&self, offer: &OrderOffer) -> Option<Vec<String>> {
        let target = |name: &str, kind: TargetKind| match kind {
            TargetKind::Number { min, .. } => Some(min.to_string()),
            TargetKind::Object | TargetKind::Actor => {
                let all = self.simulation.order_targets(&offer.name, name);
                let near = |cell: Option<Cell>| cell.map(|cell| distance(centre(cell), self.pointer));
                let placed = all.into_iter().filter_map(|target| Some((near(target.cell)?, target.name)));
                let nearest =
                    placed.filter(|(far, _)| *far < NEAR).min_by(|one, other| one.0.total_cmp(&other.0));
                nearest.map(|(_, name)| name)
            }
        };
        offer.params.iter().map(|param| target(&param.name, param.kind)).collect()
    }

    /// Gives the order of the item under the pointer.
    fn choose(&mut self, menu: &Menu) {
        let (x, y) = (self.pointer.0 - menu.at.0, self.pointer.1 - menu.at.1);
        if !(0.0..MENU_WIDTH).contains(&x) || y < 0.0 {
            return;
        }
        let Some((order, targets)) = menu.items.get(y as usize) else { return };
        let names: Vec<&str> = self.selected.iter().map(String::as_str).collect();
        let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
        if let Err(error) = self.simulation.give_order(&names, order, &targets) {
            self.reports.push(error.to_string());
        }
    }
}

/// The point in the middle of a cell.
pub fn centre(cell: Cell) -> Point {
    (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

/// The upper left and the lower right corner of a box.
pub fn corners(one: Point, other: Point) -> (Point, Point) {
    ((one.0.min(other.0), one.1.min(other.1)), (one.0.max(other.0), one.1.max(other.1)))
}

fn distance(one: Point, other: Point) -> f32 {
    (one.0 - other.0).hypot(one.1 - other.1)
}
