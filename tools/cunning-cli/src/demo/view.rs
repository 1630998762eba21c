//! What a demo shows of a running scene: the part of the map around what is interesting, and the last lines of narration.

use std::ops::Range;

use cunning_arena::picture::{ActorLetter, FrameOptions, actor_letter, glyphs, team_colour};
use cunning_arena::simulation::{Line, LineKind, Simulation};
use cunning_arena::{Actor, ActorId, Cell, EventKind, Target, TeamId};
use cunning_diag::visible_line;
use cunning_draw::Colour;

use super::page::{Page, Paint};
use super::rows;

/// The smallest number of rows for narration, and while a person plays.
const NARRATION_MIN: usize = 5;
const NARRATION_PLAYED_MIN: usize = 3;
/// How long the view stays with an agent, in milliseconds of the scene.
const STAY_MS: u64 = 4000;
/// The share of the map's window, at each side, that what is shown should not come into: one quarter.
const MARGIN: usize = 4;

const FIRE: Colour = Colour::hex(0xe8_b0_1e);
const HIT: Colour = Colour::hex(0xd0_2a_1e);
const BLAST: Colour = Colour::hex(0xff_8c_1a);
const WHITE: Colour = Colour::hex(0xff_ff_ff);
const FAINT: Colour = Colour::hex(0x80_80_80);
const GOOD: Colour = Colour::hex(0x3f_a3_4d);

/// Which lines of narration are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Level {
    /// Decisions, orders and events
    Decisions,
    /// Also steps, reports and setbacks
    Steps,
    /// Also what agents notice
    #[default]
    All,
}

impl Level {
    fn shows(self, kind: LineKind) -> bool {
        match kind {
            LineKind::Decision | LineKind::Order | LineKind::Event | LineKind::Outcome | LineKind::Idle => {
                true
            }
            LineKind::Step | LineKind::Setback | LineKind::Report | LineKind::Navigation => {
                self != Self::Decisions
            }
            LineKind::Surprise => self == Self::All,
        }
    }
}

/// What is shown of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// The agent that the view follows; without one it follows what happens.
    who: Option<String>,
    level: Level,
    /// The team whose view it is: the view shows what the team sees, and the lines about it.
    team: Option<TeamId>,
    focus: Option<ActorId>,
    stays_until_ms: u64,
    /// The columns and rows of the map that are shown.
    across: Range<usize>,
    down: Range<usize>,
}

impl View {
    pub(super) fn new(who: Option<String>, level: Level) -> Self {
        Self { who, level, ..Self::default() }
    }

    /// Shows what a team sees, for a person who plays.
    pub(super) fn of_team(&mut self, team: Option<TeamId>) {
        self.team = team;
    }

    /// Whether a line of narration is shown.
    pub(super) fn shows(&self, simulation: &Simulation, line: &Line) -> bool {
        let is_about = self.who.as_ref().is_none_or(|who| line.agent.is_empty() || line.agent == *who);
        let scene = simulation.world().scene();
        let team = scene.actor(&line.agent).map(|actor| scene.actors()[actor.index()].team);
        let is_known = self.team.is_none() || team.is_none() || team == self.team;
        is_about && is_known && self.level.shows(line.kind)
    }

    /// Draws the scene with the last of the lines, which are those that are shown.
    pub(super) fn draw(
        &mut self,
        page: &mut Page,
        height: usize,
        simulation: &Simulation,
        title: &str,
        lines: &[Line],
    ) {
        let scene = simulation.world().scene();
        let time = simulation.world().time_ms() as f64 / 1000.0;
        let at = page.put(0, 0, &format!("{time:>6.1} s  "), Paint::default());
        page.put(0, at, title, Paint::default().bold());
        self.follow(simulation, lines);
        let columns = page.columns() / 2;
        let narration = if self.team.is_some() { NARRATION_PLAYED_MIN } else { NARRATION_MIN };
        let room = height.saturating_sub(1 + narration).max(1);
        let cell = self.focus.and_then(|focus| simulation.world().actor(focus)).map(Actor::cell);
        let cell = cell.unwrap_or(Cell::new(scene.width() / 2, scene.height() / 2));
        self.across = window(self.across.start, cell.x.into(), scene.width().into(), columns);
        self.down = window(self.down.start, cell.y.into(), scene.height().into(), room);
        self.map(page, simulation);
        let first = 1 + self.down.len();
        let rows: Vec<(String, LineKind)> = lines
            .iter()
            .rev()
            .take(height)
            .rev()
            .flat_map(|line| rows(line, page.columns()).into_iter().map(|row| (row, line.kind)))
            .collect();
        let shown = rows.len().saturating_sub(height.saturating_sub(first));
        for (at, (row, kind)) in rows[shown..].iter().enumerate() {
            page.put(first + at, 0, row, paint_of(*kind));
        }
    }

    /// Chooses the actor that the view follows: the named one, or one that a line is about.
    fn follow(&mut self, simulation: &Simulation, lines: &[Line]) {
        let scene = simulation.world().scene();
        let is_alive = |actor: ActorId| simulation.world().actor(actor).is_some_and(Actor::is_alive);
        if let Some(who) = &self.who {
            self.focus = scene.actor(who);
            return;
        }
        let now_ms = simulation.world().time_ms();
        if self.focus.is_some_and(is_alive) && now_ms < self.stays_until_ms {
            return;
        }
        let shots = simulation.events().iter().find_map(|event| match event.kind {
            EventKind::Shot { shooter, .. } => Some(shooter),
            _ => None,
        });
        let told = || lines.iter().rev().find_map(|line| scene.actor(&line.agent));
        if let Some(actor) = shots.or_else(told).filter(|actor| is_alive(*actor)) {
            (self.focus, self.stays_until_ms) = (Some(actor), now_ms + STAY_MS);
        }
    }

    /// Writes a number on a cell of the map, if it is shown.
    pub(super) fn number(&self, page: &mut Page, cell: Cell, key: char) {
        let (x, y) = (usize::from(cell.x), usize::from(cell.y));
        if self.across.contains(&x) && self.down.contains(&y) {
            let paint = Paint { ink: Some(WHITE), ground: Some(HIT), is_bold: true };
            let text = String::from_iter([' ', key]);
            page.put(1 + y - self.down.start, 2 * (x - self.across.start), &text, paint);
        }
    }

    fn map(&self, page: &mut Page, simulation: &Simulation) {
        let Self { across, down, .. } = self;
        let world = simulation.world();
        let width = usize::from(world.scene().width());
        let options = FrameOptions { has_places: true, actors: ActorLetter::Name, seen_by: self.team };
        let all = glyphs(world, options);
        for (row, y) in down.clone().enumerate() {
            for (column, x) in across.clone().enumerate() {
                let Some(glyph) = all.get(y * width + x) else { continue };
                let paint = Paint { ink: Some(glyph.ink), ground: Some(glyph.ground), ..Paint::default() };
                page.put(1 + row, 2 * column, &String::from_iter(glyph.letters), paint);
            }
        }
        let mut mark = |cell: Cell, letters: &str, ink: Colour, ground: Option<Colour>| {
            let (x, y) = (usize::from(cell.x), usize::from(cell.y));
            if across.contains(&x) && down.contains(&y) {
                let under = all.get(y * width + x).map(|glyph| glyph.ground);
                let paint = Paint { ink: Some(ink), ground: ground.or(under), is_bold: true };
                page.put(1 + y - down.start, 2 * (x - across.start), letters, paint);
            }
        };
        let cell_of = |actor: ActorId| world.actor(actor).map(Actor::cell);
        for event in simulation.events() {
            match event.kind {
                EventKind::Shot { shooter, at, hit } => {
                    let to = match at {
                        Target::Actor(target) => cell_of(target),
                        Target::Cell(cell) => Some(cell),
                    };
                    let Some((from, to)) = cell_of(shooter).zip(to) else { continue };
                    for cell in between(from, to) {
                        mark(cell, "··", FIRE, None);
                    }
                    if hit.is_some() {
                        mark(to, "✶ ", HIT, None);
                    }
                }
                EventKind::Exploded { at, .. } => {
                    for (dx, dy) in (-1..=1).flat_map(|dx: i16| (-1..=1).map(move |dy: i16| (dx, dy))) {
                        let cell = at.x.checked_add_signed(dx).zip(at.y.checked_add_signed(dy));
                        if let Some((x, y)) = cell {
                            mark(Cell::new(x, y), "**", HIT, Some(BLAST));
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// The rows of friends that a person commands: letter, name, health, and what they do.
pub(super) fn friends(page: &mut Page, row: usize, simulation: &Simulation, is_selected: &[bool]) {
    let team = simulation.player_team().map(team_colour);
    for (at, friend) in simulation.friends().iter().enumerate() {
        let is_selected = is_selected.get(at).copied().unwrap_or(false);
        let paint = if friend.health == 0 { Paint::ink(FAINT) } else { Paint::default() };
        let paint = if is_selected { paint.bold() } else { paint };
        let mut column = page.put(row + at, 0, if is_selected { ">" } else { " " }, paint);
        column = page.put(row + at, column, &format!("{} ", at + 1), paint);
        let letter = actor_letter(simulation.world(), friend.actor).to_string();
        let badge = Paint { ink: Some(WHITE), ground: team, is_bold: true };
        column = page.put(row + at, column, &letter, badge);
        column = page.put(row + at, column, &format!(" {:<8} ", visible_line(&friend.name)), paint);
        let full = usize::from(friend.health) * 10 / usize::from(friend.health_max.max(1));
        let colour = if full > 5 { GOOD } else { HIT };
        column = page.put(row + at, column, &"█".repeat(full), Paint::ink(colour));
        column = page.put(row + at, column, &"░".repeat(10 - full.min(10)), Paint::ink(FAINT));
        let step = if friend.health == 0 { "dead" } else { friend.step.as_deref().unwrap_or("waits") };
        column = page.put(row + at, column, &format!(" {}", visible_line(step)), paint);
        if let Some(order) = friend.orders.last() {
            let order = format!("  ← {}", visible_line(order));
            page.put(row + at, column, &order, paint_of(LineKind::Order));
        }
    }
}

/// The colour of a kind of line.
fn paint_of(kind: LineKind) -> Paint {
    let ink = |hex: u32| Paint::ink(Colour::hex(hex));
    match kind {
        LineKind::Decision => Paint::default().bold(),
        LineKind::Step => Paint::ink(FAINT),
        LineKind::Surprise => ink(0xb5_89_00),
        LineKind::Setback => ink(0xd0_4a_3e),
        LineKind::Order => ink(0x4a_86_e8).bold(),
        LineKind::Report => ink(0x4a_86_e8),
        LineKind::Navigation => ink(0xb5_89_00).bold(),
        LineKind::Idle => ink(0xb0_60_b0),
        LineKind::Event => ink(0x2a_a1_98),
        LineKind::Outcome => ink(0x3f_a3_4d).bold(),
    }
}

/// The cells on the line between two cells, without both.
fn between(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let steps = dx.abs().max(dy.abs());
    // Half a step is added before the division, which rounds to the nearest cell.
    let part = |whole: i32, at: i32| (2 * whole * at + steps * whole.signum()) / (2 * steps);
    let cell = |at: i32| {
        Cell::new((i32::from(from.x) + part(dx, at)) as u16, (i32::from(from.y) + part(dy, at)) as u16)
    };
    (1..steps).map(cell).collect()
}

/// Moves a window of `room` cells as little as possible so that it holds a cell, away from its edges if it can.
fn window(begin: usize, cell: usize, count: usize, room: usize) -> Range<usize> {
    let room = room.min(count).max(1);
    let margin = room / MARGIN;
    let begin = begin.min((cell + 1).saturating_sub(margin + 1));
    let begin = begin.max((cell + margin + 1).saturating_sub(room));
    let begin = begin.min(count.saturating_sub(room));
    begin..begin + room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_holds_the_cell_and_stays_on_the_map() {
        for (count, room) in (1..40).flat_map(|count| (1..50).map(move |room| (count, room))) {
            let mut begin = 0;
            for cell in (0..count).chain((0..count).rev()) {
                let window = window(begin, cell, count, room);
                assert!(
                    window.contains(&cell) && window.end <= count,
                    "{cell} of {count} in {room}: {window:?}"
                );
                assert_eq!(window.len(), room.min(count));
                begin = window.start;
            }
        }
    }

    #[test]
    fn window_does_not_move_while_the_cell_is_in_its_middle() {
        assert_eq!(window(10, 20, 100, 20), 10..30);
        assert_eq!(window(10, 26, 100, 20), 12..32);
        assert_eq!(window(10, 12, 100, 20), 7..27);
    }

    #[test]
    fn line_of_fire_is_straight() {
        let cells = between(Cell::new(2, 3), Cell::new(6, 1));
        assert_eq!(cells, [Cell::new(3, 2), Cell::new(4, 2), Cell::new(5, 1)]);
        assert!(between(Cell::new(1, 1), Cell::new(1, 1)).is_empty());
    }
}
