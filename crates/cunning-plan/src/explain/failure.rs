//! Why there is no plan.

use crate::compiled_goal::CompiledGoal;
use crate::ground::GroundingError;
use crate::task::{Atom, Conjunction, Relation, VarId};

use super::chain::Chains;
use super::need::{Need, NoValues};
use super::producers::Producers;
use super::what_if::WhatIf;
use super::words::{Words, list};
use super::{Answer, Closest, FailureExplanation, RefusedChecks, Situation, Want};
use crate::relax::UNREACHABLE;

/// The number of alternatives of a goal that are examined.
const WAYS_MAX: usize = 4;

/// Explains why there is no plan, with at most `expansions_max` expansions. It must be known that there is none: the
/// explanation of a reachable goal is meaningless.
pub fn explain_failure(
    situation: &Situation,
    expansions_max: u64,
) -> Result<FailureExplanation, GroundingError> {
    let Situation { grounding, goal, args, state, refused } = situation;
    let ways = grounding.ways(*goal, args)?;
    let words = Words { grounding, mark: None };
    let mut what_if = WhatIf::new(grounding.clone(), state.clone(), refused.clone(), expansions_max);
    let mut explanation = explain_ways(&words, &ways, &mut what_if);
    explanation.goal =
        grounding.domain().goals().get(*goal).map(|goal| goal.name.clone()).unwrap_or_default();
    if ways.is_empty() {
        explanation.impossible = Some(
            grounding
                .why_never_met(*goal, args)
                .unwrap_or_else(|| "its conditions can never hold".to_owned()),
        );
    }
    Ok(explanation)
}

/// Explains why none of several alternatives can be reached.
pub(super) fn explain_ways(
    words: &Words<'_>,
    ways: &[Conjunction],
    what_if: &mut WhatIf,
) -> FailureExplanation {
    let mut explanation =
        FailureExplanation { way_count: ways.len(), is_complete: true, ..FailureExplanation::default() };
    let start = what_if.start.values.clone();
    let producers = Producers::new(words.clone(), &start, &what_if.without);
    let (way, wants, missing) = match nearest_way(words, ways, &producers, what_if) {
        Ok(found) => found,
        Err(reason) => {
            if let (NoValues::Never, Some(way)) = (reason, ways.first()) {
                let parts: Vec<String> = parts(words, way).into_iter().map(|(text, _)| text).collect();
                explanation.impossible = Some(format!("{} can never hold together", list(&parts)));
            }
            explanation.is_complete = reason == NoValues::Never;
            return explanation;
        }
    };
    let mut chains = Chains::new(words.clone(), &producers, ways, wants, missing);
    chains.follow(what_if);
    explanation.missing = chains.explain(what_if);
    explain_wants(words, way, what_if, &mut explanation);
    explanation.checks = explain_checks(words, ways, what_if);
    explanation.is_complete = what_if.is_complete;
    explanation
}

/// Returns the alternative that lacks least, its conditions, and a smallest set of them that would suffice if
/// granted.
fn nearest_way<'w>(
    words: &Words<'_>,
    ways: &'w [Conjunction],
    producers: &Producers<'_>,
    what_if: &mut WhatIf,
) -> Result<(&'w Conjunction, Vec<Need>, Vec<Need>), NoValues> {
    let start = what_if.start.values.clone();
    let mut reason = NoValues::Never;
    let mut candidates: Vec<(&Conjunction, Vec<Need>)> = Vec::new();
    for way in ways {
        // An alternative that can never hold is skipped, even if its conditions look reachable one by one.
        match Need::values_for(words, way, &start).and_then(|_| Need::all_of(words, way, &start)) {
            Ok(needs) => candidates.push((way, needs)),
            Err(NoValues::Unknown) => reason = NoValues::Unknown,
            Err(NoValues::Never) => {}
        }
    }
    let hopeless = |need: &&Need| producers.roughly(need) == UNREACHABLE;
    candidates.sort_by_cached_key(|(_, needs)| {
        let behind: usize = needs.iter().filter(hopeless).map(|need| producers.hopeless(need)).sum();
        let unmet = needs.iter().filter(|need| !need.holds(&start)).count();
        (needs.iter().filter(hopeless).count(), behind, unmet)
    });
    for (way, wants) in candidates.into_iter().take(WAYS_MAX) {
        let mut needs = wants.clone();
        // The closest conditions are left out first.
        needs.sort_by_key(|need| producers.roughly(need));
        if let Some(missing) = what_if.smallest(ways, &needs) {
            return Ok((way, wants, missing));
        }
        // A comparison changes the fact on its left, but a change on the right may be needed.
        if !way.relations.is_empty()
            && let Ok(values) = Need::values_for(words, way, &start)
        {
            let is_free = |atom: &&Atom| !values.iter().any(|need| need.var() == atom.var);
            let atoms = way.atoms.iter().filter(is_free).map(|atom| Need::of_atom(words, *atom, &start));
            let needs: Vec<Need> = atoms.chain(values.iter().cloned()).collect();
            if let Some(missing) = what_if.smallest(ways, &needs) {
                return Ok((way, wants, missing));
            }
        }
        reason = NoValues::Unknown;
    }
    Err(reason)
}

/// Returns the conditions of an alternative one by one.
fn parts(words: &Words<'_>, way: &Conjunction) -> Vec<(String, Conjunction)> {
    let atom = |atom: &Atom| (words.atom(atom), Conjunction::of_atom(*atom));
    let relation =
        |relation: &Relation| (words.relation(relation), Conjunction::of_relation(relation.clone()));
    way.atoms.iter().map(atom).chain(way.relations.iter().map(relation)).collect()
}

/// Finds the conditions that can be met alone, those that cannot be met together, and the most that can.
fn explain_wants(
    words: &Words<'_>,
    way: &Conjunction,
    what_if: &mut WhatIf,
    explanation: &mut FailureExplanation,
) {
    let parts = parts(words, way);
    if let [(condition, _)] = parts.as_slice() {
        // It is known that there is no plan for a single condition.
        explanation.wants = vec![Want { condition: condition.clone(), alone: Answer::No }];
        return;
    }
    let start = what_if.start.values.clone();
    let value = |var: VarId| start.get(var.index()).copied().unwrap_or(0);
    let mut answers = Vec::new();
    for (condition, part) in &parts {
        let alone =
            if part.holds(&value) { Answer::Yes } else { what_if.reaches(std::slice::from_ref(part)) };
        answers.push(alone);
        explanation.wants.push(Want { condition: condition.clone(), alone });
    }
    let text_of = |indices: &[usize]| indices.iter().map(|&at| parts[at].0.clone()).collect();
    let all_of = |indices: &[usize]| {
        let together = |sum: Option<Conjunction>, at: &usize| sum?.and(&parts[*at].1);
        indices.iter().fold(Some(Conjunction::default()), together)
    };
    let mut is_met = |indices: &[usize]| match all_of(indices) {
        Some(all) => what_if.reaches(&[all]),
        None => Answer::No,
    };
    // The fewest that cannot be met together.
    if answers.iter().all(|answer| *answer == Answer::Yes) {
        let mut conflict: Vec<usize> = (0..parts.len()).collect();
        for at in 0..parts.len() {
            let without: Vec<usize> = conflict.iter().copied().filter(|&other| other != at).collect();
            if is_met(&without) == Answer::No {
                conflict = without;
            }
        }
        explanation.conflict = text_of(&conflict);
    }
    // The most that can be met together.
    let mut closest: Vec<usize> = Vec::new();
    for at in (0..parts.len()).filter(|&at| answers[at] == Answer::Yes) {
        closest.push(at);
        if closest.len() > 1 && is_met(&closest) != Answer::Yes {
            closest.pop();
        }
    }
    if let (false, Some(all)) = (closest.is_empty(), all_of(&closest)) {
        let compiled_goal = CompiledGoal::new(&what_if.grounding, [all]);
        let (state, without) = (what_if.start.clone(), what_if.without.clone());
        if let (_, Some(plan)) = what_if.cheapest(&compiled_goal, &state, &without) {
            explanation.closest = Some(Closest {
                conditions: text_of(&closest),
                steps: plan.steps.iter().map(|step| words.action(step.id)).collect(),
                cost_micros: plan.cost_micros,
            });
        }
    }
}

/// Returns the fewest checks whose answer *yes* would allow a plan.
fn explain_checks(words: &Words<'_>, ways: &[Conjunction], what_if: &mut WhatIf) -> Option<RefusedChecks> {
    if what_if.without.is_empty() {
        return None;
    }
    let compiled_goal = CompiledGoal::new(&what_if.grounding, ways);
    let state = what_if.start.clone();
    let mut plan = what_if.cheapest(&compiled_goal, &state, &[]).1?;
    let refused = what_if.without.clone();
    let is_used = |id| plan.steps.iter().any(|step| step.id == id);
    let mut to_blame: Vec<_> = refused.iter().copied().filter(|&id| is_used(id)).collect();
    for at in (0..to_blame.len()).rev() {
        let mut fewer = to_blame.clone();
        fewer.remove(at);
        let without: Vec<_> = refused.iter().copied().filter(|id| !fewer.contains(id)).collect();
        if let (Answer::Yes, Some(other)) = what_if.cheapest(&compiled_goal, &state, &without) {
            to_blame = fewer;
            plan = other;
        }
    }
    let domain = words.grounding.domain();
    let check = |id| {
        let action = domain.actions().get(words.grounding.action(id));
        action.and_then(|action| action.check.clone()).unwrap_or_default()
    };
    Some(RefusedChecks {
        said_no: to_blame.iter().map(|&id| (check(id), words.action(id))).collect(),
        steps: plan.steps.iter().map(|step| words.action(step.id)).collect(),
        cost_micros: plan.cost_micros,
    })
}
