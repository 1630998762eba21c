//! Playing a scene with keys: choose troopers, an order and its targets.

use std::fmt::Write as _;

use cunning_arena::Cell;
use cunning_arena::simulation::{OrderOffer, OrderTarget, STOP, Simulation, TargetKind, Verdict};
use cunning_diag::visible_line;

use super::EDIT;
use super::page::{Page, Paint};
use super::screen::Key;
use super::view::{self, View};

/// The keys that have a meaning of their own.
const ALL: char = 'a';
const QUIT: char = 'q';
const PAUSE: char = ' ';
const BRIEFING: char = '?';
const WITHDRAW: char = 'x';
/// The keys of targets.
const TARGETS: &str = "1234567890";

/// The state of a person's game.
pub(super) struct Play {
    is_selected: Vec<bool>,
    /// The orders with their keys.
    orders: Vec<(char, OrderOffer)>,
    menu: Menu,
    is_paused: bool,
    message: String,
}

/// A target with its key.
struct Choice {
    key: char,
    name: String,
    cell: Option<Cell>,
}

/// What the next key chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Menu {
    /// The briefing is shown.
    Briefing,
    Orders,
    /// The targets of an order, and those that were chosen.
    Targets {
        order: usize,
        chosen: Vec<String>,
    },
}

impl Play {
    /// Starts a game, if the scene can be played. It begins with the briefing.
    pub(super) fn new(simulation: &Simulation) -> Option<Self> {
        simulation.player_team()?;
        let mut orders: Vec<(char, OrderOffer)> = Vec::new();
        for offer in simulation.order_offers() {
            let is_free = |letter: &char| {
                letter.is_ascii_lowercase()
                    && ![ALL, QUIT, WITHDRAW, EDIT].contains(letter)
                    && orders.iter().all(|(taken, _)| taken != letter)
            };
            // Orders whose letters are all taken get another one.
            let letter = offer.name.chars().find(is_free).or_else(|| ('b'..='z').find(is_free));
            orders.extend(letter.map(|letter| (letter, offer)));
        }
        let is_selected = vec![true; simulation.friends().len()];
        Some(Self { is_selected, orders, menu: Menu::Briefing, is_paused: true, message: String::new() })
    }

    /// Whether the scene waits.
    pub(super) fn is_paused(&self) -> bool {
        self.is_paused || self.menu == Menu::Briefing
    }

    /// The rows that the game needs below the map.
    pub(super) fn rows(simulation: &Simulation) -> usize {
        simulation.friends().len() + 3
    }

    /// Takes a key. Returns false if the person quits.
    pub(super) fn press(&mut self, key: Key, simulation: &mut Simulation) -> bool {
        self.message.clear();
        let key = match key {
            Key::Letter(letter) => Key::Letter(letter.to_ascii_lowercase()),
            key => key,
        };
        match (key, &self.menu) {
            (Key::Quit | Key::Letter(QUIT), _) => return false,
            (_, Menu::Briefing) => (self.menu, self.is_paused) = (Menu::Orders, false),
            (Key::Letter(BRIEFING), _) => self.menu = Menu::Briefing,
            (Key::Letter(PAUSE), _) => self.is_paused = !self.is_paused,
            (Key::Back | Key::Erase, _) => self.menu = Menu::Orders,
            (Key::Letter(ALL), Menu::Orders) => self.is_selected.fill(true),
            (Key::Letter(WITHDRAW), Menu::Orders) => self.give(STOP, &[], simulation),
            (Key::Letter(digit), Menu::Orders) if digit.is_ascii_digit() => self.select(digit),
            (Key::Letter(letter), Menu::Orders) => {
                if let Some(order) = self.orders.iter().position(|(key, _)| *key == letter) {
                    self.choose(order, Vec::new(), simulation);
                }
            }
            (Key::Letter(digit), Menu::Targets { order, chosen }) => {
                let (order, mut chosen) = (*order, chosen.clone());
                let targets = self.targets(order, chosen.len(), simulation);
                if let Some(target) = targets.into_iter().find(|target| target.key == digit) {
                    chosen.push(target.name);
                    self.choose(order, chosen, simulation);
                }
            }
            (Key::Enter, _) => {}
        }
        true
    }

    /// Selects one friend; or adds it, or takes it away, if several are selected.
    fn select(&mut self, digit: char) {
        let Some(at) = digit.to_digit(10).and_then(|digit| (digit as usize).checked_sub(1)) else { return };
        if self.is_selected.iter().all(|is_selected| *is_selected) {
            self.is_selected.fill(false);
        }
        if let Some(is_selected) = self.is_selected.get_mut(at) {
            *is_selected = !*is_selected;
        }
        if !self.is_selected.contains(&true) {
            self.is_selected.fill(true);
        }
    }

    /// Gives an order with the chosen targets, or asks for the next target.
    fn choose(&mut self, order: usize, chosen: Vec<String>, simulation: &mut Simulation) {
        let Some((_, offer)) = self.orders.get(order) else { return };
        if chosen.len() < offer.params.len() {
            self.menu = Menu::Targets { order, chosen };
            if self.targets_of(simulation).is_empty() {
                self.menu = Menu::Orders;
                "no target is known yet".clone_into(&mut self.message);
            }
            return;
        }
        let name = offer.name.clone();
        self.menu = Menu::Orders;
        self.give(&name, &chosen, simulation);
    }

    fn give(&mut self, order: &str, targets: &[String], simulation: &mut Simulation) {
        let friends = simulation.friends();
        let selected = friends.iter().zip(&self.is_selected).filter(|(_, is_selected)| **is_selected);
        let names: Vec<&str> = selected
            .filter(|(friend, _)| friend.health > 0)
            .map(|(friend, _)| friend.name.as_str())
            .collect();
        if names.is_empty() {
            "the selected troopers are dead; press a for all".clone_into(&mut self.message);
            return;
        }
        let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
        self.message = match simulation.give_order(&names, order, &targets) {
            Ok(_) => format!("{}: {order} {}", names.join(", "), targets.join(" ")),
            Err(error) => error.to_string(),
        };
    }

    /// The targets for a parameter of an order.
    fn targets(&self, order: usize, param: usize, simulation: &Simulation) -> Vec<Choice> {
        let Some((_, offer)) = self.orders.get(order) else { return Vec::new() };
        let Some(param) = offer.params.get(param) else { return Vec::new() };
        let targets: Vec<OrderTarget> = match param.kind {
            TargetKind::Number { min, max } => {
                let numbers = (min..=max).take(TARGETS.len());
                numbers.map(|number| OrderTarget { name: number.to_string(), cell: None }).collect()
            }
            TargetKind::Object | TargetKind::Actor => simulation.order_targets(&offer.name, &param.name),
        };
        let choice =
            |(key, target): (char, OrderTarget)| Choice { key, name: target.name, cell: target.cell };
        TARGETS.chars().zip(targets).map(choice).collect()
    }

    fn targets_of(&self, simulation: &Simulation) -> Vec<Choice> {
        match &self.menu {
            Menu::Targets { order, chosen } => self.targets(*order, chosen.len(), simulation),
            _ => Vec::new(),
        }
    }

    /// Draws the friends, the menu and the keys from a row on.
    pub(super) fn draw(&self, page: &mut Page, view: &View, row: usize, simulation: &Simulation) {
        view::friends(page, row, simulation, &self.is_selected);
        let row = row + simulation.friends().len();
        let mut column = 0;
        match &self.menu {
            Menu::Targets { order, .. } => {
                let name = self.orders.get(*order).map_or("", |(_, offer)| offer.name.as_str());
                column = page.put(row, column, &format!("{name}: "), Paint::default().bold());
                let mut line = row;
                for Choice { key, name, cell } in self.targets_of(simulation) {
                    let text = format!("{key} {}  ", visible_line(&name));
                    if column + text.chars().count() > page.columns() {
                        (line, column) = (row + 1, 0);
                    }
                    column = page.put(line, column, &text, Paint::default());
                    if let Some(cell) = cell {
                        view.number(page, cell, key);
                    }
                }
            }
            _ => {
                for (letter, offer) in &self.orders {
                    column = page.put(row, column, &format!("{letter} "), Paint::default().bold());
                    column = page.put(row, column, &format!("{}  ", offer.name), Paint::default());
                }
            }
        }
        page.put(row + 1, 0, &visible_line(&self.message), Paint::default().bold());
        let score = simulation.score();
        let state = if self.is_paused { "PAUSED  " } else { "" };
        let keys = "1-9 who  a all  x stop  esc back  space pause  e edit  ? brief  q quit";
        page.put(row + 2, 0, &format!("{state}score {score}  {keys}"), Paint::default());
        if self.menu == Menu::Briefing {
            briefing(page, simulation);
        }
    }
}

/// Draws the briefing and the objectives over the map.
fn briefing(page: &mut Page, simulation: &Simulation) {
    let scene = simulation.world().scene();
    let Some(briefing) = scene.briefing() else { return };
    let width = page.columns().saturating_sub(8).clamp(20, 76);
    let mut rows = vec![scene.name().to_uppercase(), String::new()];
    let wrapped = |text: &str| -> Vec<String> {
        let mut rows = vec![String::new()];
        for word in text.split_whitespace() {
            let last = rows.last_mut().filter(|row| row.len() + word.len() < width);
            match last {
                Some(row) => {
                    row.push_str(if row.is_empty() { "" } else { " " });
                    row.push_str(word);
                }
                None => rows.push(word.to_owned()),
            }
        }
        rows
    };
    rows.extend(briefing.text.lines().flat_map(wrapped));
    rows.push(String::new());
    for objective in simulation.objectives() {
        let is_main = if objective.wins { "win" } else { "" };
        let points = scene.objectives().iter().find(|spec| spec.name == objective.name);
        let points = points.map_or(0, |spec| spec.score);
        rows.push(format!("{points:>5} {is_main:<3} {}", objective.doc));
    }
    rows.push(String::new());
    let level = scene.difficulty().map_or_else(String::new, |level| format!("difficulty {level}  "));
    rows.push(format!("{level}press a key"));
    for (at, text) in rows.iter().enumerate() {
        let text = format!("  {:<width$}  ", visible_line(text));
        let paint = if at == 0 { Paint::default().bold() } else { Paint::default() };
        page.put(1 + at, 2, &text, paint);
    }
}

/// The end of a game in a sentence.
pub(super) fn ending(simulation: &Simulation) -> String {
    let verdict = match simulation.verdict() {
        Verdict::Won => "You won",
        Verdict::Lost => "You lost",
        Verdict::Open => "You left the game",
    };
    let mut text = format!("{verdict} with {} points:\n", simulation.score());
    for objective in simulation.objectives() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:>6} {}", objective.points, visible_line(&objective.doc));
    }
    text
}
