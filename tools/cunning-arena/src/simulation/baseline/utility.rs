//! A soldier driven by utility: every option has a score, and the best one is pursued.
//!
//! | option | score |
//! |---|---|
//! | fire | 60 with a target, 20 less without cover |
//! | take position | 55 if pinned in the open, if there is a position |
//! | reload | 65 with an empty magazine, 45 without a target if the magazine is too empty |
//! | treat wounds | up to 50 by lost health, out of sight only |
//! | hide | 70 if wounded with a medkit or empty, and seen |
//! | hold | 40 while a lost enemy may come back |
//! | hunt | 30 for a lost enemy |
//! | search | 10 |
//!
//! A soldier in the blast of a grenade runs from it before anything else.
//!
//! The current option gets 10 more, so that a soldier does not waver.

use cunning_encode::{encode_enum, encode_struct};

use super::{Baseline, Body, skills};
use crate::world::Goal;
use crate::{ActorId, Cell};

/// The bonus of the current option.
const KEPT: i64 = 10;

/// What a soldier pursues.
#[derive(Clone, Debug, Default)]
pub(super) struct UtilitySoldier {
    option: Choice,
    target: Option<ActorId>,
    going: Option<Cell>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    Search,
    Hunt,
    Hold,
    Hide,
    Treat,
    Reload,
    Position,
    Fire,
}

encode_struct!(UtilitySoldier { option, target, going });
encode_enum!(Choice {
    0 = Search,
    1 = Hunt,
    2 = Hold,
    3 = Hide,
    4 = Treat,
    5 = Reload,
    6 = Position,
    7 = Fire,
});

const OPTIONS: [Choice; 8] = [
    Choice::Search,
    Choice::Hunt,
    Choice::Hold,
    Choice::Hide,
    Choice::Treat,
    Choice::Reload,
    Choice::Position,
    Choice::Fire,
];

impl Baseline for UtilitySoldier {
    fn decide(&mut self, body: &mut Body<'_>) {
        if skills::flee(body) {
            self.going = None;
            return;
        }
        if skills::is_busy(body) {
            return;
        }
        let target = skills::target(body, self.target);
        self.target = target.map(|target| target.enemy);
        let lost = skills::lost_enemy(body).filter(|_| target.is_none());
        let going = self.going.filter(|_| body.is_walking());
        let position = match (going, target) {
            (Some(going), _) if self.option == Choice::Position => Some(going),
            (_, Some(target)) if skills::must_take_cover(body) => skills::firing_position(body, target.cell),
            _ => None,
        };
        let position = position.filter(|cell| *cell != body.cell());
        let is_wounded = skills::is_wounded(body);
        let (rounds, should_reload) = (body.rounds(), skills::should_reload(body));
        let is_waiting = lost.is_some_and(|lost| lost.seen_ms + body.habits.hold_ms > body.time_ms());
        let covered = if skills::is_covered(body) { 0 } else { 20 };
        let score = |option: Choice| -> i64 {
            match option {
                Choice::Fire if target.is_some() && rounds > 0 => 60 - covered,
                Choice::Position if position.is_some() && rounds > 0 => 55,
                Choice::Hide if (is_wounded || rounds == 0) && target.is_some() => 70,
                Choice::Reload if rounds == 0 => 65,
                Choice::Reload if target.is_none() && should_reload => 45,
                Choice::Treat if is_wounded && target.is_none() => 50 - i64::from(body.health()) / 2,
                Choice::Hold if is_waiting => 40,
                Choice::Hunt if lost.is_some() => 30,
                Choice::Search => 10,
                _ => i64::MIN / 2,
            }
        };
        let current = self.option;
        let total = |option: Choice| score(option) + if option == current { KEPT } else { 0 };
        // Later options win ties; the list is fixed, so this favours no side.
        let option = OPTIONS.into_iter().max_by_key(|option| total(*option)).unwrap_or_default();
        let is_new = std::mem::replace(&mut self.option, option) != option;
        match option {
            Choice::Fire => {
                self.going = None;
                if let Some(target) = target {
                    skills::fire(body, &target);
                }
            }
            Choice::Position => self.go(body, position),
            Choice::Hide => {
                let place = if is_new || going.is_none() { skills::hiding_place(body) } else { going };
                match place.filter(|cell| *cell != body.cell()) {
                    Some(cell) => self.go(body, Some(cell)),
                    None if rounds == 0 => {
                        body.halt();
                        body.reload();
                    }
                    None => {
                        if let Some(target) = target {
                            skills::fire(body, &target);
                        }
                    }
                }
            }
            Choice::Reload => {
                body.halt();
                body.reload();
            }
            Choice::Treat => {
                body.halt();
                if let Some(kit) = body.medkit() {
                    body.use_item(kit);
                }
            }
            Choice::Hold => {
                if let Some(lost) = lost.filter(|_| is_new) {
                    self.going = None;
                    body.halt();
                    body.face(lost.cell);
                }
            }
            Choice::Hunt => {
                let place = lost.and_then(|lost| skills::overlooking(body, lost.cell));
                let place = if is_new || going.is_none() { place } else { going };
                self.go(body, place);
            }
            Choice::Search => {
                if (is_new || !body.is_walking())
                    && let Some(goal) = skills::next_place(body)
                {
                    self.going = None;
                    body.walk(goal);
                }
            }
        }
    }
}

impl UtilitySoldier {
    fn go(&mut self, body: &mut Body<'_>, cell: Option<Cell>) {
        if let Some(cell) = cell
            && (self.going != Some(cell) || !body.is_walking())
        {
            self.going = Some(cell);
            body.walk(Goal::Cell(cell));
        }
    }
}
