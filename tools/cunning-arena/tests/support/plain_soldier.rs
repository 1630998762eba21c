//! A baseline that is not part of the arena: the plain state machine that the built-in ones have to beat.
//!
//! It takes cover from the nearest enemy in sight and fires bursts at it, runs to where it saw an enemy last, and
//! otherwise walks between random places. It reloads where it stands when the magazine is empty.

use cunning_arena::simulation::baseline::{Baseline, Body, Contact};
use cunning_arena::{Cell, Goal, Shelter, SpotId, Target};

/// How often it decides, in ticks.
const EVERY_TICKS: u64 = 3;

#[derive(Debug, Default)]
pub struct PlainSoldier {
    state: State,
    /// Where an enemy was last seen.
    seen: Option<Cell>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Patrol,
    Chase,
    Cover,
    Shoot,
    Reload,
    Heal,
}

impl Baseline for PlainSoldier {
    fn decide(&mut self, body: &mut Body<'_>) {
        if !(body.world().ticks() + body.id().index() as u64).is_multiple_of(EVERY_TICKS) {
            return;
        }
        let here = body.cell();
        let enemies = body.visible_enemies();
        let enemy = body.best(enemies, |_, enemy: Contact| Some(-(here.distance_squared(enemy.cell) as i64)));
        if let Some(enemy) = enemy {
            self.seen = Some(enemy.cell);
        }
        match (self.state, enemy) {
            (State::Reload | State::Heal, _) if body.doing().is_some() => {}
            _ if body.rounds() == 0 => {
                self.state = State::Reload;
                body.reload();
            }
            (_, None) if body.health() < 50 && body.medkit().is_some() => {
                self.state = State::Heal;
                if let Some(kit) = body.medkit() {
                    body.use_item(kit);
                }
            }
            (State::Cover, Some(_)) | (State::Patrol | State::Chase, None) if body.is_walking() => {}
            (State::Cover, Some(enemy)) => self.shoot(body, &enemy),
            (State::Shoot, Some(enemy)) => {
                if body.doing().is_none() {
                    self.shoot(body, &enemy);
                }
            }
            (_, Some(enemy)) => match cover(body, enemy.cell) {
                Some(cell) if cell != here => {
                    self.state = State::Cover;
                    body.walk(Goal::Cell(cell));
                }
                _ => self.shoot(body, &enemy),
            },
            (_, None) => {
                if let Some(cell) = self.seen.take() {
                    self.state = State::Chase;
                    body.walk(Goal::Cell(cell));
                } else {
                    self.state = State::Patrol;
                    let count = body.world().scene().spots().len();
                    let spot = SpotId::new(body.random_below(count) as u16);
                    body.walk(Goal::Spot(spot));
                }
            }
        }
    }
}

impl PlainSoldier {
    fn shoot(&mut self, body: &mut Body<'_>, enemy: &Contact) {
        if body.world().is_in_range(body.id(), enemy.enemy) {
            self.state = State::Shoot;
            body.shoot(Target::Actor(enemy.enemy), 4);
        } else {
            self.state = State::Chase;
            body.walk(Goal::Cell(enemy.cell));
        }
    }
}

/// The nearest cell with low cover from the enemy.
fn cover(body: &mut Body<'_>, enemy: Cell) -> Option<Cell> {
    let here = body.cell();
    let cells: Vec<Cell> = body.world().square(here, 4, 1).collect();
    body.best(cells, |world, cell| {
        let is_free = cell == here || world.standing_at(cell).is_none();
        let is_good = is_free && world.cover_from(cell, enemy) == Shelter::Low;
        is_good.then(|| -(here.distance_squared(cell) as i64))
    })
}
