//! Goal selection: relevance times weight, plus the bias of orders, plus a bonus for the current goal. Goals of rigid
//! orders precede all others.

use cunning_plan::Arg;
use cunning_trace::Bar;

use crate::agent::{Agent, ObjectSlot, Order};
use crate::compiled_archetype::CompiledArchetype;
use crate::message::Value;
use crate::object_slots::value;
use crate::wire::wire_struct;

/// A goal with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranked {
    /// The index of the goal in the archetype.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    pub(crate) score: i64,
    /// Whether a rigid order puts the goal before all others.
    pub(crate) is_rigid: bool,
}

wire_struct!(Ranked { goal, args, score, is_rigid });

/// A goal with the parts of its score.
#[derive(Clone, Debug)]
pub(crate) struct Scored {
    pub(crate) ranked: Ranked,
    /// The goal's relevance times its weight.
    pub(crate) own: i64,
    /// The sum of the biases of orders.
    pub(crate) bias: i64,
    /// Why the goal cannot be chosen.
    pub(crate) bar: Option<Bar>,
}

/// Scores the goals of an agent. Returns `None` if a score is undefined. Goals are in domain order, followed by those
/// ordered with particular arguments.
pub(crate) fn score(agent: &Agent, archetype: &mut CompiledArchetype, now_ms: u64) -> Option<Vec<Scored>> {
    let mut scored: Vec<Scored> = Vec::with_capacity(archetype.goals.len());
    let is_free = agent.is_free(archetype);
    let mut others = Vec::new();
    for goal in 0..archetype.goals.len() {
        let own = archetype.goals[goal].score(&agent.beliefs.memory.state)?;
        let own = if is_free { own } else { 0 };
        let mut all = candidates(agent, archetype, goal);
        let entry = |args: Vec<Option<Arg>>, bar: Option<Bar>| Scored {
            ranked: Ranked { goal, args, score: 0, is_rigid: false },
            own,
            bias: 0,
            bar,
        };
        match all.next() {
            Some(args) => scored.push(entry(args, None)),
            // There is no object to pursue it for.
            None => scored.push(entry(Vec::new(), Some(Bar::Other))),
        }
        others.extend(all.map(|args| entry(args, None)));
    }
    scored.append(&mut others);
    for order in &agent.command.orders {
        let mut is_heard = false;
        let is_rigid = order.terms.is_rigid && order.terms.bias > 0;
        for scored in &mut scored {
            let Ranked { goal, args, .. } = &scored.ranked;
            if order.covers(&agent.beliefs.object_slots, *goal, args) && scored.bar.is_none() {
                scored.bias = scored.bias.saturating_add(order.terms.bias);
                scored.ranked.is_rigid |= is_rigid;
                is_heard = true;
            }
        }
        // An order with particular arguments applies to those only. It waits while one of its objects has no slot.
        if !is_heard && let Some(args) = agent.resolve(order) {
            let ranked = Ranked { goal: order.goal, args, score: 0, is_rigid };
            scored.push(Scored { ranked, own: scored[order.goal].own, bias: order.terms.bias, bar: None });
        }
    }
    for scored in &mut scored {
        let Ranked { goal, args, score, .. } = &mut scored.ranked;
        *score = scored.own.saturating_add(scored.bias);
        if let Some(chosen) = &agent.intention.chosen
            && *score > 0
            && is_same_goal((*goal, args), (chosen.goal, &chosen.args))
        {
            let spec = archetype.goal_spec(chosen.goal);
            let is_fixed = now_ms < chosen.since_ms + u64::from(spec.min_time_ms);
            *score = score.saturating_add(if is_fixed { i64::MAX / 4 } else { spec.sticky.get() });
        }
        if scored.ranked.score > 0 && scored.bar.is_none() {
            scored.bar = if agent.intention.goals[scored.ranked.goal].not_before_ms > now_ms {
                Some(Bar::Cooldown)
            } else {
                is_met(agent, archetype, &scored.ranked).then_some(Bar::Met)
            };
        }
    }
    Some(scored)
}

/// The largest number of argument combinations that are compared for a goal.
const COMBINATIONS_MAX: usize = 16;

/// Returns the possible arguments of a goal, best first. Parameters with a query are bound to its candidates; the
/// others stay open.
fn candidates(
    agent: &Agent,
    archetype: &CompiledArchetype,
    goal: usize,
) -> impl Iterator<Item = Vec<Option<Arg>>> {
    let known = &archetype.goals[goal].candidates;
    let taken = |query: &Option<usize>| query.map(|query| agent.beliefs.queries[query].taken.as_slice());
    let chosen: Vec<Option<&[Arg]>> = known.iter().map(taken).collect();
    let combinations: usize = chosen.iter().flatten().map(|taken| taken.len()).product();
    let is_open = chosen.iter().all(Option::is_none);
    (0..combinations.min(COMBINATIONS_MAX)).map(move |number| {
        let mut rest = number;
        let mut bind = |taken: Option<&[Arg]>| {
            let taken = taken?;
            let at = rest % taken.len();
            rest /= taken.len();
            Some(taken[at])
        };
        if is_open { Vec::new() } else { chosen.iter().copied().map(&mut bind).collect() }
    })
}

/// Returns the goals that can be chosen, best first.
pub(crate) fn rank(scored: Vec<Scored>) -> Vec<Ranked> {
    let is_open = |scored: &Scored| scored.bar.is_none() && scored.ranked.score > 0;
    let mut ranked: Vec<Ranked> = scored.into_iter().filter(is_open).map(|scored| scored.ranked).collect();
    // The sort is stable, so file order breaks ties.
    ranked.sort_by_key(|ranked| std::cmp::Reverse((ranked.is_rigid, ranked.score)));
    ranked
}

fn is_met(agent: &Agent, archetype: &mut CompiledArchetype, ranked: &Ranked) -> bool {
    let mode = archetype.goal_spec(ranked.goal).mode;
    let compiled_goal = archetype.compiled_goal(ranked.goal, &ranked.args);
    !mode.is_chosen_when_met()
        && compiled_goal.is_none_or(|compiled_goal| compiled_goal.is_met(&agent.beliefs.memory.state))
}

impl Order {
    /// Returns whether the order is for a goal with the given arguments. Arguments that the order leaves open match
    /// anything.
    pub(crate) fn covers(&self, slots: &[ObjectSlot], goal: usize, args: &[Option<Arg>]) -> bool {
        let is_same = |(at, wanted): (usize, &Option<Value>)| {
            let given = args.get(at).copied().flatten().map(|arg| value(slots, arg));
            wanted.is_none() || given == *wanted
        };
        self.goal == goal && self.args.iter().enumerate().all(is_same)
    }
}

impl Ranked {
    pub(crate) fn is(&self, goal: usize, args: &[Option<Arg>]) -> bool {
        is_same_goal((self.goal, &self.args), (goal, args))
    }
}

/// Returns whether two goals are the same. Open arguments are ignored.
pub(crate) fn is_same_goal(one: (usize, &[Option<Arg>]), other: (usize, &[Option<Arg>])) -> bool {
    let is_open = |args: &[Option<Arg>]| args.iter().all(Option::is_none);
    one.0 == other.0 && (one.1 == other.1 || is_open(one.1) && is_open(other.1))
}
