//! A soldier driven by a finite-state machine.
//!
//! | state | behaviour | left when |
//! |---|---|---|
//! | patrol | walks between random places | it knows of an enemy |
//! | position | walks to cover with a line of fire | it arrives, or the enemy is gone |
//! | engage | fires bursts at the best target | no enemy is in sight, it is empty or wounded, or pinned in the open |
//! | hold | waits in cover for an enemy that it has lost | the enemy shows itself, or some time has passed |
//! | hunt | walks to cover with a view of where it saw the enemy last | an enemy is in sight, or it arrives |
//! | withdraw | walks to a place that no enemy sees, to reload or to treat its wounds | it has done so |

use cunning_encode::{encode_enum, encode_struct};

use super::{Baseline, Body, skills};
use crate::ActorId;
use crate::world::Goal;

/// A soldier's state.
#[derive(Clone, Debug, Default)]
pub(super) struct StateMachine {
    state: State,
    target: Option<ActorId>,
    /// Until when it holds.
    until_ms: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Patrol,
    Position,
    Engage,
    Hold,
    Hunt,
    Withdraw,
}

encode_struct!(StateMachine { state, target, until_ms });
encode_enum!(State { 0 = Patrol, 1 = Position, 2 = Engage, 3 = Hold, 4 = Hunt, 5 = Withdraw });

impl Baseline for StateMachine {
    fn decide(&mut self, body: &mut Body<'_>) {
        if skills::flee(body) {
            self.state = State::Position;
            return;
        }
        if skills::is_busy(body) {
            return;
        }
        let target = skills::target(body, self.target);
        self.target = target.map(|target| target.enemy);
        let must_load = body.rounds() == 0;
        let must_heal = skills::is_wounded(body);
        let in_sight = target.is_some();
        match (self.state, target) {
            (State::Withdraw, _) if body.is_walking() => {}
            (State::Withdraw, _) if must_load || (must_heal && !in_sight) => {
                body.halt();
                if must_load {
                    body.reload();
                } else if let Some(kit) = body.medkit() {
                    body.use_item(kit);
                }
            }
            (State::Position | State::Engage | State::Hold | State::Hunt | State::Patrol, _)
                if must_load || must_heal =>
            {
                self.state = State::Withdraw;
                if let Some(cell) = skills::hiding_place(body).filter(|cell| *cell != body.cell()) {
                    body.walk(Goal::Cell(cell));
                }
            }
            (State::Position, Some(_)) if body.is_walking() => {}
            (_, Some(target)) => {
                self.state = State::Engage;
                let must_run = skills::must_take_cover(body);
                let position = if must_run { skills::firing_position(body, target.cell) } else { None };
                if let Some(cell) = position.filter(|cell| *cell != body.cell()) {
                    self.state = State::Position;
                    body.walk(Goal::Cell(cell));
                } else {
                    skills::fire(body, &target);
                }
            }
            (State::Hold, None) if body.time_ms() < self.until_ms => {
                if skills::should_reload(body) {
                    body.reload();
                }
            }
            (State::Hunt | State::Patrol, None)
                if body.is_walking() && skills::lost_enemy(body).is_none() => {}
            (State::Hunt, None) if body.is_walking() => {}
            (State::Hold, None) => {
                let goal = skills::lost_enemy(body).and_then(|lost| skills::overlooking(body, lost.cell));
                self.state = if goal.is_some() { State::Hunt } else { State::Patrol };
                if let Some(goal) = goal.map(Goal::Cell).or_else(|| skills::next_place(body)) {
                    body.walk(goal);
                }
            }
            (State::Position | State::Engage | State::Withdraw | State::Hunt | State::Patrol, None) => {
                match skills::lost_enemy(body) {
                    Some(lost) if self.state != State::Hunt => {
                        self.state = State::Hold;
                        self.until_ms = body.time_ms() + body.habits.hold_ms;
                        body.halt();
                        body.face(lost.cell);
                    }
                    _ => {
                        self.state = State::Patrol;
                        if let Some(goal) = skills::next_place(body) {
                            body.walk(goal);
                        }
                    }
                }
            }
        }
    }
}
