//! A soldier driven by a behaviour tree, which is evaluated from the root in every tick.
//!
//! ```text
//! first of
//! ├─ flee from a grenade
//! ├─ busy: reloading or treating wounds
//! ├─ all of: wounded, has a medkit, out of sight or able to hide ── hide ── treat
//! ├─ all of: magazine empty ── hide ── reload
//! ├─ all of: enemy in sight ── if pinned in the open, take cover with a line of fire ── fire
//! ├─ all of: lost an enemy ── first of: wait for it in cover, walk to where it can be seen
//! ├─ all of: magazine half empty ── reload
//! └─ search the map
//! ```

use cunning_encode::encode_struct;

use super::{Baseline, Body, Contact, skills};
use crate::world::Goal;
use crate::{ActorId, Cell};

/// What the nodes of the tree remember between ticks.
#[derive(Clone, Debug, Default)]
pub(super) struct BehaviourTree {
    target: Option<ActorId>,
    /// The cell that the running node walks to.
    going: Option<Cell>,
    /// The last enemy that was waited for, and until when.
    held: Option<ActorId>,
    held_until_ms: u64,
    is_searching: bool,
}

encode_struct!(BehaviourTree { target, going, held, held_until_ms, is_searching });

/// The result of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Done,
    Running,
    Failed,
}

type Node = fn(&mut BehaviourTree, &mut Body<'_>) -> Status;

const ROOT: [Node; 8] = [
    BehaviourTree::flee,
    |_, body| is(skills::is_busy(body)),
    |tree, body| tree.all(body, &[is_wounded, BehaviourTree::hide, treat]),
    |tree, body| tree.all(body, &[is_empty, BehaviourTree::hide, reload]),
    |tree, body| tree.all(body, &[BehaviourTree::aim, BehaviourTree::take_position, BehaviourTree::fire]),
    |tree, body| tree.first(body, &[BehaviourTree::hold, BehaviourTree::hunt]),
    |tree, body| tree.all(body, &[is_half_empty, reload]),
    BehaviourTree::search,
];

fn is(truth: bool) -> Status {
    if truth { Status::Done } else { Status::Failed }
}

fn is_wounded(_: &mut BehaviourTree, body: &mut Body<'_>) -> Status {
    is(skills::is_wounded(body))
}

fn is_empty(_: &mut BehaviourTree, body: &mut Body<'_>) -> Status {
    is(body.rounds() == 0)
}

fn is_half_empty(_: &mut BehaviourTree, body: &mut Body<'_>) -> Status {
    is(skills::should_reload(body))
}

fn treat(_: &mut BehaviourTree, body: &mut Body<'_>) -> Status {
    // In sight of an enemy it is better to fight.
    let Some(kit) = body.medkit().filter(|_| body.visible_enemies().is_empty()) else {
        return Status::Failed;
    };
    body.use_item(kit);
    Status::Running
}

fn reload(_: &mut BehaviourTree, body: &mut Body<'_>) -> Status {
    body.reload();
    Status::Running
}

impl Baseline for BehaviourTree {
    fn decide(&mut self, body: &mut Body<'_>) {
        self.first(body, &ROOT);
    }
}

impl BehaviourTree {
    /// A selector: the first node that does not fail.
    fn first(&mut self, body: &mut Body<'_>, nodes: &[Node]) -> Status {
        let mut states = nodes.iter().map(|node| node(self, body));
        states.find(|status| *status != Status::Failed).unwrap_or(Status::Failed)
    }

    /// A sequence: all nodes in order, until one is not done.
    fn all(&mut self, body: &mut Body<'_>, nodes: &[Node]) -> Status {
        let mut states = nodes.iter().map(|node| node(self, body));
        states.find(|status| *status != Status::Done).unwrap_or(Status::Done)
    }

    /// Walks to a cell.
    fn go(&mut self, body: &mut Body<'_>, cell: Cell) -> Status {
        self.is_searching = false;
        if body.cell() == cell {
            self.going = None;
            body.halt();
            return Status::Done;
        }
        if self.going != Some(cell) || !body.is_walking() {
            self.going = Some(cell);
            body.walk(Goal::Cell(cell));
        }
        Status::Running
    }

    fn flee(&mut self, body: &mut Body<'_>) -> Status {
        let flees = skills::flee(body);
        if flees {
            self.going = None;
        }
        is(flees)
    }

    /// Walks out of sight; done if there is no such place.
    fn hide(&mut self, body: &mut Body<'_>) -> Status {
        let goal = match self.going.filter(|_| body.is_walking() && !self.is_searching) {
            Some(going) => Some(going),
            None if body.visible_enemies().is_empty() => None,
            None => skills::hiding_place(body),
        };
        if let Some(cell) = goal {
            return self.go(body, cell);
        }
        body.halt();
        Status::Done
    }

    fn aim(&mut self, body: &mut Body<'_>) -> Status {
        self.target = skills::target(body, self.target).map(|target| target.enemy);
        is(self.target.is_some())
    }

    fn current(&self, body: &Body<'_>) -> Option<Contact> {
        body.visible_enemies().into_iter().find(|enemy| Some(enemy.enemy) == self.target)
    }

    fn take_position(&mut self, body: &mut Body<'_>) -> Status {
        if let Some(going) = self.going.filter(|_| body.is_walking() && !self.is_searching) {
            return self.go(body, going);
        }
        let target = self.current(body).filter(|_| skills::must_take_cover(body));
        match target.and_then(|target| skills::firing_position(body, target.cell)) {
            Some(cell) => self.go(body, cell),
            None => Status::Done,
        }
    }

    fn fire(&mut self, body: &mut Body<'_>) -> Status {
        self.is_searching = false;
        let Some(target) = self.current(body) else { return Status::Failed };
        skills::fire(body, &target);
        Status::Running
    }

    /// Waits for an enemy that is out of sight.
    fn hold(&mut self, body: &mut Body<'_>) -> Status {
        let Some(lost) = skills::lost_enemy(body) else { return Status::Failed };
        if self.held != Some(lost.enemy) || self.held_until_ms < lost.seen_ms {
            (self.held, self.held_until_ms) = (Some(lost.enemy), lost.seen_ms + body.habits.hold_ms);
            self.is_searching = false;
            self.going = None;
            body.halt();
            body.face(lost.cell);
        }
        if body.time_ms() >= self.held_until_ms {
            return Status::Failed;
        }
        if skills::should_reload(body) {
            body.reload();
        }
        Status::Running
    }

    /// Walks to where the lost enemy could be seen.
    fn hunt(&mut self, body: &mut Body<'_>) -> Status {
        let Some(lost) = skills::lost_enemy(body) else { return Status::Failed };
        if let Some(going) = self.going.filter(|_| body.is_walking() && !self.is_searching) {
            return self.go(body, going);
        }
        match skills::overlooking(body, lost.cell) {
            Some(cell) if cell != body.cell() => self.go(body, cell),
            _ => Status::Failed,
        }
    }

    fn search(&mut self, body: &mut Body<'_>) -> Status {
        if !(self.is_searching && body.is_walking())
            && let Some(goal) = skills::next_place(body)
        {
            self.is_searching = true;
            body.walk(goal);
        }
        Status::Running
    }
}
