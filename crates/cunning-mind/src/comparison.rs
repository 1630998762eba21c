//! What another version of a domain would have made of the decisions of a recording.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::{Arg, GroundActionId, Micros, Planner, PlannerConfig, State};
use cunning_search::Status;
use cunning_trace::View;

use crate::compiled_archetype::CompiledArchetype;
use crate::decision_snapshot::{kind_in, kind_of, start};
use crate::error::MindError;
use crate::job_snapshot::JobSnapshot;
use crate::migration::{Migration, Names};
use crate::spec::{DomainSpec, Mode};

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
    old: Arc<DomainSpec>,
    new: Arc<DomainSpec>,
    kinds: BTreeMap<(usize, Vec<(String, Micros)>), Pair>,
}

/// A kind of agents in both versions.
struct Pair {
    old: CompiledArchetype,
    new: CompiledArchetype,
    migration: Migration,
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
    pub fn new(old: Arc<DomainSpec>, new: Arc<DomainSpec>) -> Self {
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
            let names = Names::new(&self.old.planning, &self.new.planning);
            let migration = Migration::new(&names, &kind, &new);
            self.kinds.insert(key.clone(), Pair { old: kind, new, migration });
        }
        let Some(Pair { old, new, migration }) = self.kinds.get_mut(&key) else {
            return Err(MindError::malformed("decision", "its archetype is out of range"));
        };
        let job_snapshot = JobSnapshot::of_bytes(old, snapshot)?;
        let names = Names::new(&self.old.planning, &self.new.planning);
        // What a goal counted by itself, and what was added to that.
        let own: Vec<i64> =
            old.goals.iter().map(|goal| goal.score(&job_snapshot.state).unwrap_or(0)).collect();
        let asked = job_snapshot.goals.iter().map(|ranked| Choice {
            goal: ranked.goal,
            args: ranked.args.clone(),
            score: ranked.score,
            is_rigid: ranked.is_rigid,
        });
        let before =
            decide(old, &job_snapshot.start(old), &job_snapshot.refused, asked.collect(), expansions_max);

        let mut state = start(new)?;
        migration.carry(&names, (old, &job_snapshot.state), (new, &mut state), |_| {});
        let now: Vec<i64> = new.goals.iter().map(|goal| goal.score(&state).unwrap_or(0)).collect();
        let mut choices = Vec::new();
        for ranked in &job_snapshot.goals {
            let Some((goal, args)) = migration.goal_with(&names, (old, new), ranked.goal, &ranked.args)
            else {
                continue;
            };
            let score = ranked.score.saturating_sub(own[ranked.goal]).saturating_add(now[goal]);
            choices.push(Choice { goal, args, score, is_rigid: ranked.is_rigid });
        }
        // What counted nothing then and does now; what was ruled out for another reason stays so.
        for (goal, &score) in now.iter().enumerate() {
            let was = (0..own.len()).find(|&at| migration.goal(at) == Some(goal)).map_or(0, |at| own[at]);
            if was <= 0 && score > 0 && choices.iter().all(|choice| choice.goal != goal) {
                choices.push(Choice { goal, args: Vec::new(), score, is_rigid: false });
            }
        }
        new.set_factors(&mut state, Some(job_snapshot.whim));
        let refused: Vec<GroundActionId> =
            job_snapshot.refused.iter().filter_map(|id| migration.action(*id)).collect();
        let after = decide(new, &state, &refused, choices, expansions_max);
        Ok([before, after])
    }
}

/// The best goal that there is a plan for.
fn decide(
    kind: &mut CompiledArchetype,
    state: &State,
    refused: &[GroundActionId],
    mut choices: Vec<Choice>,
    expansions_max: u64,
) -> Decision {
    choices.retain(|choice| choice.score > 0);
    choices.sort_by_key(|choice| Reverse((choice.is_rigid, choice.score)));
    let mut planner = Planner::new(PlannerConfig::default());
    for choice in choices {
        let is_repeated = kind.goal_spec(choice.goal).mode == Mode::Repeat;
        let Some(compiled_goal) = kind.compiled_goal(choice.goal, &choice.args) else { continue };
        if compiled_goal.is_met(state) && !is_repeated {
            continue;
        }
        planner.begin(&compiled_goal, state, refused);
        if planner.step(expansions_max) != Status::Solved {
            continue;
        }
        let Some(plan) = planner.plan() else { continue };
        let goal = kind.spec.planning.goals().get(kind.goals[choice.goal].goal);
        return Decision {
            goal: goal.map(|goal| goal.name.clone()),
            steps: plan.steps.iter().map(|step| kind.grounding.show(step.id)).collect(),
            cost_micros: plan.cost_micros,
        };
    }
    Decision::default()
}
