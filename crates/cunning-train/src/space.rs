//! A quest as a search space: cell × facts × health × stance, generated from the rules on demand.
//!
//! A state is one number. In small spaces the number is the index of the search node; in large ones it is hashed.

use std::sync::Arc;

use cunning_search::{Dense, HashedStates, Space, State, Successor};
use cunning_walk::Direction;

use crate::rules::{Rules, Situation};
use crate::{Facts, Quest};

/// The largest number of successors of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Successors {
    /// Eight directions, walking or sneaking.
    #[default]
    Sixteen,
    /// The same, and every step also sets four bits of the state freely. They have no effect on the quest: they multiply
    /// the work of an expansion and the number of states by sixteen.
    TwoHundredFiftySix,
}

/// A step: a direction and a stance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The direction of the step.
    pub direction: Direction,
    /// Whether the step is sneaking.
    pub sneaks: bool,
}

/// A state that is packed into one number.
pub trait Packed: State<Table: Send + Sync> + Copy + Into<u64> + Send + Sync {
    /// The state of a number.
    fn pack(number: u64) -> Self;
    /// The number of a state.
    #[inline]
    fn number(self) -> u64 {
        self.into()
    }
}

/// A hashed state, for spaces that are too large for [`Dense`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide(pub u64);

/// A quest as a search space.
#[derive(Clone, Debug)]
pub struct QuestSpace<P> {
    rules: Arc<Rules>,
    layout: Layout,
    packed: std::marker::PhantomData<P>,
}

/// How the parts of a state are packed into a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The number of health levels, including death.
    levels: u64,
    bits: u32,
    /// The number of states per cell.
    per_cell: u64,
    count: u64,
}

impl State for Wide {
    type Table = HashedStates<Self>;
}

impl Packed for Wide {
    #[inline]
    fn pack(number: u64) -> Self {
        Self(number)
    }
}

impl From<Wide> for u64 {
    #[inline]
    fn from(state: Wide) -> Self {
        state.0
    }
}

impl Packed for Dense {
    #[inline]
    fn pack(number: u64) -> Self {
        Self(number as u32)
    }
}

impl Successors {
    const fn bits(self) -> u32 {
        match self {
            Self::Sixteen => 0,
            Self::TwoHundredFiftySix => 4,
        }
    }
}

impl Layout {
    pub(crate) fn new(quest: &Quest, successors: Successors) -> Self {
        let (levels, bits) = (u64::from(quest.walker.levels()) + 1, successors.bits());
        // At most 2⁴² by the limits on levels, facts and bits; with the cells of a map, at most 2⁶².
        let per_cell = ((levels << quest.facts.len()) * 2) << bits;
        Self { levels, bits, per_cell, count: per_cell * u64::from(quest.cell_count()) }
    }

    /// The number of states, reachable or not.
    pub(crate) fn count(self) -> u64 {
        self.count
    }

    #[inline]
    pub(crate) fn cell(self, number: u64) -> u32 {
        divided(number, self.per_cell).0 as u32
    }

    #[inline]
    fn number(self, at: Situation) -> u64 {
        let health = u64::from(at.facts.0) * self.levels + u64::from(at.level);
        u64::from(at.cell) * self.per_cell + ((health * 2 + u64::from(at.sneaks)) << self.bits)
    }

    #[inline]
    pub(crate) fn situation(self, number: u64) -> Situation {
        let (cell, rest) = divided(number, self.per_cell);
        let health = rest >> self.bits >> 1;
        let (facts, level) = divided(health, self.levels);
        Situation {
            cell: cell as u32,
            facts: Facts(facts as u32),
            level: level as u32,
            sneaks: rest >> self.bits & 1 == 1,
        }
    }
}

/// The quotient and remainder. 32-bit division is several times as fast on many machines.
#[inline]
fn divided(number: u64, by: u64) -> (u64, u64) {
    match (u32::try_from(number), u32::try_from(by)) {
        (Ok(number), Ok(by)) => {
            let quotient = number.checked_div(by).unwrap_or(0);
            (quotient.into(), (number - quotient * by).into())
        }
        _ => (number / by, number % by),
    }
}

impl<P: Packed> QuestSpace<P> {
    /// Makes the space of a quest. `P` must be wide enough: [`Dense`] for up to four billion states, [`Wide`] for any
    /// number.
    pub fn new(quest: &Quest, successors: Successors) -> Self {
        Self::with_layout(quest, Layout::new(quest, successors))
    }

    pub(crate) fn with_layout(quest: &Quest, layout: Layout) -> Self {
        let rules = Arc::new(Rules::new(quest));
        Self { rules, layout, packed: std::marker::PhantomData }
    }

    /// The initial state.
    pub fn start(&self) -> P {
        self.state(self.rules.start)
    }

    /// The situation of a state.
    #[inline]
    pub fn situation(&self, state: P) -> Situation {
        self.layout.situation(state.number())
    }

    /// The state of a situation.
    pub fn state(&self, situation: Situation) -> P {
        P::pack(self.layout.number(situation))
    }

    /// The number of states, reachable or not.
    pub fn state_count(&self) -> u64 {
        self.layout.count
    }

    /// The cell of a state.
    #[inline]
    pub fn cell(&self, state: P) -> u32 {
        self.layout.cell(state.number())
    }
}

impl<P: Packed> Space for QuestSpace<P> {
    type State = P;
    type Action = Step;
    type Cost = u64;

    #[inline]
    fn successors(&mut self, state: &P, _: Option<Step>, out: &mut Vec<Successor<Self>>) {
        let (rules, layout) = (&*self.rules, self.layout);
        let (cell, rest) = divided(state.number(), layout.per_cell);
        let Some(&moves) = rules.moves.get(cell as usize) else { return };
        // Facts and health do not change on plain cells.
        let kept = rest >> layout.bits >> 1 << 1;
        let mut push = |number: u64, direction: Direction, sneaks: bool, cost: u64| {
            for bits in 0..1 << layout.bits {
                out.push(Successor {
                    state: P::pack(number + bits),
                    action: Step { direction, sneaks },
                    cost,
                });
            }
        };
        for direction in moves {
            let to = (cell as u32).wrapping_add(rules.strides[direction as usize]);
            let is_plain = rules.special.get(to as usize) == Some(&0);
            let diagonal = usize::from(direction.is_diagonal());
            if is_plain {
                let base = u64::from(to) * layout.per_cell;
                for sneaks in [false, true] {
                    let number = base + ((kept + u64::from(sneaks)) << layout.bits);
                    push(number, direction, sneaks, rules.costs[diagonal][usize::from(sneaks)]);
                }
                continue;
            }
            let at = layout.situation(state.number());
            for sneaks in [false, true] {
                if let Some((next, cost)) = rules.enter(at, to, direction.is_diagonal(), sneaks) {
                    push(layout.number(next), direction, sneaks, cost);
                }
            }
        }
    }

    #[inline]
    fn is_goal(&mut self, state: &P) -> bool {
        self.rules.is_goal_cell(self.cell(*state)) && self.rules.is_goal(self.situation(*state))
    }
}
