//! What another version of a domain would have made of the decisions of a recording.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::{Arg, GroundActionId, Micros, Planner, PlannerConfig, State};
use cunning_search::Status;
use cunning_trace::View;

use crate::errand::Errand;
use crate::error::MindError;
use crate::kind::Kind;
use crate::lore::{Lore, Mode};
use crate::moment::{kind_in, kind_of, start};
use crate::passage::{Names, Passage};

/// How many kinds of agents are kept ready.
const KINDS_MAX: usize = 64;

/// What an agent decided, or would have decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The goal that it pursues; `None` if there is none with a plan.
    pub goal: Option<String>,
    /// The steps of its plan, for people.
    pub steps: Vec<String>,
    /// What they cost together, in millionths.
    pub cost_micros: u64,
}

/// Two versions of a domain, and what comes of the same moment in each.
///
/// A moment is what a planning job of a recording worked on: beliefs, goals with what orders and habit added to them, and
/// what could not be done. Both versions think it through anew, so that they differ only by what the text says.
pub struct Comparison {
    old: Arc<Lore>,
    new: Arc<Lore>,
    kinds: BTreeMap<(usize, Vec<(String, Micros)>), Pair>,
}

/// A kind of agents in both versions.
struct Pair {
    old: Kind,
    new: Kind,
    passage: Passage,
}

/// A goal that may be pursued.
struct Choice {
    goal: usize,
    args: Vec<Option<Arg>>,
    score: i64,
    is_rigid: bool,
}

impl Comparison {
    /// Compares two versions of a domain.
    pub fn new(old: Arc<Lore>, new: Arc<Lore>) -> Self {
        Self { old, new, kinds: BTreeMap::new() }
    }

    /// What a job of the recording comes to in each version, the old one first: the agent at the time, and the job's
    /// snapshot. Each version may make so many expansions for each goal.
    pub fn compare(
        &mut self,
        agent: &View,
        snapshot: &[u8],
        expansions_max: u64,
    ) -> Result<[Decision; 2], MindError> {
        let (kind, seed) = kind_of(&self.old, agent)?;
        let key = (kind.archetype, kind.traits.clone());
        if !self.kinds.contains_key(&key) {
            if self.kinds.len() >= KINDS_MAX {
                self.kinds.clear();
            }
            let state = start(&kind)?;
            let new = kind_in(&self.new, &kind, &state, seed)?;
            let names = Names::new(&self.old.domain, &self.new.domain);
            let passage = Passage::new(&names, &kind, &new);
            self.kinds.insert(key.clone(), Pair { old: kind, new, passage });
        }
        let Some(Pair { old, new, passage }) = self.kinds.get_mut(&key) else {
            return Err(MindError::new("there is no such kind"));
        };
        let errand = Errand::of_bytes(old, snapshot)?;
        let names = Names::new(&self.old.domain, &self.new.domain);
        // What a goal counted by itself, and what was added to that.
        let own: Vec<i64> = old.goals.iter().map(|goal| goal.score(&errand.state).unwrap_or(0)).collect();
        let asked = errand.goals.iter().map(|ranked| Choice {
            goal: ranked.goal,
            args: ranked.args.clone(),
            score: ranked.score,
            is_rigid: ranked.is_rigid,
        });
        let before = decide(old, &errand.start(old), &errand.refused, asked.collect(), expansions_max);

        let mut state = start(new)?;
        passage.carry(&names, (old, &errand.state), (new, &mut state), |_| {});
        let now: Vec<i64> = new.goals.iter().map(|goal| goal.score(&state).unwrap_or(0)).collect();
        let mut choices = Vec::new();
        for ranked in &errand.goals {
            let Some((goal, args)) = passage.goal_with(&names, (old, new), ranked.goal, &ranked.args) else {
                continue;
            };
            let score = ranked.score.saturating_sub(own[ranked.goal]).saturating_add(now[goal]);
            choices.push(Choice { goal, args, score, is_rigid: ranked.is_rigid });
        }
        // What counted nothing then and does now; what was ruled out for another reason stays so.
        for (goal, &score) in now.iter().enumerate() {
            let was = (0..own.len()).find(|&at| passage.goal(at) == Some(goal)).map_or(0, |at| own[at]);
            if was <= 0 && score > 0 && choices.iter().all(|choice| choice.goal != goal) {
                choices.push(Choice { goal, args: Vec::new(), score, is_rigid: false });
            }
        }
        new.set_factors(&mut state, Some(errand.whim));
        let refused: Vec<GroundActionId> =
            errand.refused.iter().filter_map(|id| passage.action(*id)).collect();
        let after = decide(new, &state, &refused, choices, expansions_max);
        Ok([before, after])
    }
}

/// The best goal that there is a plan for.
fn decide(
    kind: &mut Kind,
    state: &State,
    refused: &[GroundActionId],
    mut choices: Vec<Choice>,
    expansions_max: u64,
) -> Decision {
    choices.retain(|choice| choice.score > 0);
    choices.sort_by_key(|choice| Reverse((choice.is_rigid, choice.score)));
    let mut planner = Planner::new(PlannerConfig::default());
    for choice in choices {
        let is_repeated = kind.goal_lore(choice.goal).mode == Mode::Repeat;
        let Some(aim) = kind.aim(choice.goal, &choice.args) else { continue };
        if aim.is_met(state) && !is_repeated {
            continue;
        }
        planner.begin(&aim, state, refused);
        if planner.step(expansions_max) != Status::Solved {
            continue;
        }
        let Some(plan) = planner.plan() else { continue };
        let goal = kind.lore.domain.goals().get(kind.goals[choice.goal].goal);
        return Decision {
            goal: goal.map(|goal| goal.name.clone()),
            steps: plan.steps.iter().map(|step| kind.grounding.show(step.id)).collect(),
            cost_micros: plan.cost_micros,
        };
    }
    Decision::default()
}
