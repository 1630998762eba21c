//! Which goal to pursue: relevance times weight, plus what orders add, plus a little for the one that is pursued already.

use cunning_plan::Arg;

use crate::agent::Agent;
use crate::kind::Kind;
use crate::lore::Mode;

/// A goal with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranked {
    /// The goal, by its index in the kind.
    pub(crate) goal: usize,
    pub(crate) args: Vec<Option<Arg>>,
    pub(crate) score: i64,
}

/// What came of comparing goals.
pub(crate) enum Choice {
    /// Goals that matter, the best first; none if nothing matters.
    Ranked(Vec<Ranked>),
    /// A score that is no number.
    Nonsense,
}

/// Compares the goals of an agent.
pub(crate) fn choose(agent: &Agent, kind: &mut Kind, now_ms: u64) -> Choice {
    let mut ranked: Vec<Ranked> = Vec::new();
    // Who is not autonomous does what is ordered, as long as anything is.
    let is_ordered = agent.orders.iter().any(|order| order.bias > 0);
    let is_autonomous = kind.archetype().autonomous;
    for at in 0..kind.goals.len() {
        let Some(own) = kind.goals[at].score(&agent.memory.state) else { return Choice::Nonsense };
        let own = if is_ordered && !is_autonomous { 0 } else { own };
        add(&mut ranked, at, &[], own);
    }
    for order in &agent.orders {
        let own =
            if is_autonomous { kind.goals[order.goal].score(&agent.memory.state).unwrap_or(0) } else { 0 };
        // An order for certain arguments speaks for these alone.
        let own = if order.args.iter().all(Option::is_none) { 0 } else { own };
        add(&mut ranked, order.goal, &order.args, own + order.bias);
    }
    if let Some(chosen) = &agent.chosen {
        let lore = kind.goal_lore(chosen.goal);
        let is_fixed = now_ms < chosen.since_ms + u64::from(lore.min_time_ms);
        let bonus = if is_fixed { i64::MAX / 4 } else { lore.sticky.get() };
        if let Some(same) = ranked.iter_mut().find(|ranked| ranked.is(chosen.goal, &chosen.args)) {
            same.score = same.score.saturating_add(if same.score > 0 { bonus } else { 0 });
        }
    }
    ranked.retain(|ranked| {
        let is_tried = agent.goals[ranked.goal].not_before_ms <= now_ms;
        ranked.score > 0 && is_tried && !is_met(agent, kind, ranked)
    });
    // Stable, so that file order decides between equals.
    ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.score));
    Choice::Ranked(ranked)
}

fn is_met(agent: &Agent, kind: &mut Kind, ranked: &Ranked) -> bool {
    let is_repeated = kind.goal_lore(ranked.goal).mode == Mode::Repeat;
    let aim = kind.aim(ranked.goal, &ranked.args);
    !is_repeated && aim.is_none_or(|aim| aim.is_met(&agent.memory.state))
}

fn add(ranked: &mut Vec<Ranked>, goal: usize, args: &[Option<Arg>], score: i64) {
    match ranked.iter_mut().find(|ranked| ranked.is(goal, args)) {
        Some(same) => same.score = same.score.saturating_add(score),
        None => ranked.push(Ranked { goal, args: args.to_vec(), score }),
    }
}

impl Ranked {
    pub(crate) fn is(&self, goal: usize, args: &[Option<Arg>]) -> bool {
        is_same_goal((self.goal, &self.args), (goal, args))
    }
}

/// Whether two goals with their arguments are the same; arguments that are left open do not count.
pub(crate) fn is_same_goal(one: (usize, &[Option<Arg>]), other: (usize, &[Option<Arg>])) -> bool {
    let is_open = |args: &[Option<Arg>]| args.iter().all(Option::is_none);
    one.0 == other.0 && (one.1 == other.1 || is_open(one.1) && is_open(other.1))
}
