//! Comparison of recorded decisions with what another version of the domain would have decided.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use cunning_plan::{Arg, GroundActionId, Planner, State};
use cunning_search::Status;
use cunning_trace::View;

use crate::compiled_archetype::CompiledArchetype;
use crate::decision_snapshot::{archetype_in, start};
use crate::engine::planner_config;
use crate::error::MindError;
use crate::job_snapshot::JobSnapshot;
use crate::migration::{Migration, Names};
use crate::recorded_domain::{Identity, identity_of};
use crate::spec::DomainSpec;

/// The number of compiled archetypes that are kept.
const ARCHETYPES_MAX: usize = 64;

/// A decision of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The chosen goal; `None` if no goal has a plan.
    pub goal: Option<String>,
    /// The steps of the plan as text.
    pub steps: Vec<String>,
    /// The total cost of the steps, in millionths.
    pub cost_micros: u64,
}

/// Compares the decisions of two versions of a domain in the same situation.
///
/// A situation is the snapshot of a recorded planning job: beliefs, goals with the bias of orders and stickiness, and
/// the actions that were ruled out. Both versions decide again, so the results differ only because of the domain
/// text.
pub struct Comparison {
    old: Arc<DomainSpec>,
    new: Arc<DomainSpec>,
    archetypes: BTreeMap<Identity, Pair>,
}

/// An archetype in both versions.
struct Pair {
    old: CompiledArchetype,
    new: CompiledArchetype,
    migration: Migration,
}

/// A goal that may be chosen.
struct Choice {
    goal: usize,
    args: Vec<Option<Arg>>,
    score: i64,
    is_rigid: bool,
}

impl Comparison {
    /// Creates a comparison of two versions of a domain.
    pub fn new(old: Arc<DomainSpec>, new: Arc<DomainSpec>) -> Self {
        Self { old, new, archetypes: BTreeMap::new() }
    }

    /// Returns the decisions of both versions, old one first, for an agent of the recording and the snapshot of its
    /// job. `expansions_max` limits the search for each goal.
    pub fn compare(
        &mut self,
        agent: &View,
        snapshot: &[u8],
        expansions_max: u64,
    ) -> Result<[Decision; 2], MindError> {
        let (key, seed) = identity_of(&self.old, agent)?;
        if !self.archetypes.contains_key(&key) {
            if self.archetypes.len() >= ARCHETYPES_MAX {
                self.archetypes.clear();
            }
            let archetype = CompiledArchetype::new(&self.old, key.0, &key.1)?;
            let state = start(&archetype);
            let new = archetype_in(&self.new, &archetype, &state, seed)?;
            let names = Names::new(&self.old.planning, &self.new.planning);
            let migration = Migration::new(&names, &archetype, &new);
            self.archetypes.insert(key.clone(), Pair { old: archetype, new, migration });
        }
        let Some(Pair { old, new, migration }) = self.archetypes.get_mut(&key) else {
            return Err(MindError::malformed("decision", "its archetype is out of range"));
        };
        let job_snapshot = JobSnapshot::of_bytes(old, snapshot)?;
        let names = Names::new(&self.old.planning, &self.new.planning);
        // Separate the goal's own score from the bias added to it.
        let own: Vec<i64> =
            old.goals.iter().map(|goal| goal.score(&job_snapshot.state).unwrap_or(0)).collect();
        let asked = job_snapshot.goals.iter().map(|ranked| Choice {
            goal: ranked.goal,
            args: ranked.args.clone(),
            score: ranked.score,
            is_rigid: ranked.is_rigid,
        });
        let before =
            decide(old, &job_snapshot.start(old), &job_snapshot.ruled_out(), asked.collect(), expansions_max);

        let mut state = start(new);
        migration.carry(&names, (old, &job_snapshot.state), (new, &mut state), |_| {});
        let now: Vec<i64> = new.goals.iter().map(|goal| goal.score(&state).unwrap_or(0)).collect();
        let mut choices = Vec::new();
        for ranked in &job_snapshot.goals {
            let Some((goal, args)) =
                migration.goal_with(&names, (old, new), ranked.goal, &ranked.args, |arg| {
                    migration.arg(&names, arg)
                })
            else {
                continue;
            };
            let score = ranked.score.saturating_sub(own[ranked.goal]).saturating_add(now[goal]);
            choices.push(Choice { goal, args, score, is_rigid: ranked.is_rigid });
        }
        // Goals that were irrelevant and no longer are; goals ruled out for another reason stay out.
        for (goal, &score) in now.iter().enumerate() {
            let was = (0..own.len()).find(|&at| migration.goal(at) == Some(goal)).map_or(0, |at| own[at]);
            if was <= 0 && score > 0 && choices.iter().all(|choice| choice.goal != goal) {
                choices.push(Choice { goal, args: Vec::new(), score, is_rigid: false });
            }
        }
        new.set_factors(&mut state, Some(job_snapshot.cost_seed));
        let carried = |ids: Vec<GroundActionId>| ids.iter().filter_map(|id| migration.action(*id)).collect();
        let ruled_out: Vec<Vec<GroundActionId>> = job_snapshot.ruled_out().into_iter().map(carried).collect();
        let after = decide(new, &state, &ruled_out, choices, expansions_max);
        Ok([before, after])
    }
}

/// Returns the best goal that has a plan.
fn decide(
    archetype: &mut CompiledArchetype,
    state: &State,
    ruled_out: &[Vec<GroundActionId>],
    mut choices: Vec<Choice>,
    expansions_max: u64,
) -> Decision {
    choices.retain(|choice| choice.score > 0);
    choices.sort_by_key(|choice| Reverse((choice.is_rigid, choice.score)));
    let mut planner = Planner::new(planner_config());
    for choice in choices {
        let mode = archetype.goal_spec(choice.goal).mode;
        let Some(compiled_goal) = archetype.compiled_goal(choice.goal, &choice.args) else { continue };
        if compiled_goal.is_met(state) && !mode.is_chosen_when_met() {
            continue;
        }
        let mut plan = |refused: &Vec<GroundActionId>| {
            planner.begin(&compiled_goal, state, refused);
            let is_solved = planner.step(expansions_max) == Status::Solved;
            planner.plan().filter(|_| is_solved)
        };
        let Some(plan) = ruled_out.iter().find_map(&mut plan) else { continue };
        let goal = archetype.spec.planning.goals().get(archetype.goals[choice.goal].goal);
        return Decision {
            goal: goal.map(|goal| goal.name.clone()),
            steps: plan.steps.iter().map(|step| archetype.grounding.show(step.id)).collect(),
            cost_micros: plan.cost_micros,
        };
    }
    Decision::default()
}
