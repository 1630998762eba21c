//! Explains the score of a goal, what an agent would have to believe to choose it, and why an action is not in its plan.

use cunning_mind::debug::{BeliefChange, GoalReasons, RuleReason, ScoreTerm};
use cunning_trace::{AgentId, Bar, NameTable};
use serde::Serialize;

use super::RecordingView;
use super::why::rename;
use crate::limits::EXPANSIONS_MAX;
use crate::protocol::RequestError;

/// Why a goal has its score. The parts are in the order in which they are computed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct GoalWhy {
    goal: String,
    /// The tick at which the goals were scored.
    tick: u64,
    /// Relevance times weight.
    score: Option<f64>,
    /// What orders and stickiness add to it, where the score was recorded.
    added: Option<f64>,
    relevance: Option<f64>,
    weight: Option<f64>,
    weight_text: String,
    rules: Vec<RuleRow>,
    terms: Vec<TermRow>,
    is_met: bool,
    /// The smallest change of beliefs with which the goal would be chosen; none if two facts are not enough.
    change: Option<Vec<ChangeRow>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct RuleRow {
    text: String,
    holds: bool,
    counts: bool,
    value: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TermRow {
    text: String,
    value: Option<f64>,
    /// The curve, if it is the value of one.
    curve: Option<CurveShape>,
}

/// A curve, to be drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CurveShape {
    name: String,
    points: Vec<(f64, f64)>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ChangeRow {
    fact: String,
    from: String,
    to: String,
}

/// Why an action is not in an agent's plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ActionWhy {
    action: String,
    text: String,
    /// The actions of the agent, to ask about the others.
    actions: Vec<String>,
}

fn units(millionths: i64) -> f64 {
    millionths as f64 / 1e6
}

impl RecordingView {
    /// Explains the score of a goal, which is named as in the list of scores.
    pub(crate) fn why_goal(&self, agent: AgentId, tick: u64, goal: &str) -> Result<GoalWhy, RequestError> {
        let view = self.view(agent, tick)?;
        // Scores are explained with the beliefs from when they were computed.
        let (at, scores) = match view.scores() {
            Some((since, scores)) => (since, Some(scores)),
            None => (tick, None),
        };
        let (snapshot, _) = self.decision_snapshot(agent, at)?;
        let domain = self.domain(at)?;
        let planning = &domain.spec().planning;
        let name = goal.split('(').next().unwrap_or(goal);
        let id = planning.goal_named(name);
        let id = id.ok_or_else(|| RequestError::new(format!("there is no goal `{name}`")))?;
        let reasons = snapshot.goal_reasons(id);
        let reasons =
            reasons.ok_or_else(|| RequestError::new(format!("the agent does not have the goal `{name}`")))?;
        // The best of the recorded scores of each goal counts.
        let mut extra: Vec<(cunning_plan::model::GoalId, i64)> = Vec::new();
        for score in scores.into_iter().flatten() {
            let goal = cunning_plan::model::GoalId::new(score.goal.id);
            let own = snapshot.goal_reasons(goal).and_then(|reasons| reasons.score).unwrap_or(0);
            // A goal that could not be chosen is no rival; one that is met is recognized again.
            let is_out = goal != id && score.barred.is_some_and(|bar| bar != Bar::Met);
            let more = if is_out { i64::MIN / 2 } else { score.score.saturating_sub(own) };
            match extra.iter_mut().find(|(known, _)| *known == goal) {
                Some((_, known)) => *known = more.max(*known),
                None => extra.push((goal, more)),
            }
        }
        let change = snapshot.smallest_change(id, &extra);
        let names = self.names(at);
        // The recorded score is about the same arguments; the reasons are about all.
        let recorded =
            scores.into_iter().flatten().find(|score| names.call(NameTable::Goal, score.goal) == goal);
        let slots: Vec<(&str, String)> =
            snapshot.objects().map(|(object, slot)| (slot, names.value(object))).collect();
        let rename = |text: &str| rename(text, &slots);
        let GoalReasons { score, relevance, weight_text, weight, rules, terms, is_met } = reasons;
        Ok(GoalWhy {
            goal: goal.to_owned(),
            tick: at,
            added: recorded.map(|recorded| units(recorded.score.saturating_sub(score.unwrap_or(0)))),
            score: score.map(units),
            relevance: relevance.map(units),
            weight: weight.map(units),
            weight_text: rename(&weight_text),
            rules: rules
                .into_iter()
                .map(|RuleReason { text, holds, counts, value }| RuleRow {
                    text: rename(&text),
                    holds,
                    counts,
                    value: value.map(units),
                })
                .collect(),
            terms: terms
                .into_iter()
                .map(|ScoreTerm { text, value, curve }| TermRow {
                    text: rename(&text),
                    value: value.map(units),
                    curve: curve.and_then(|name| {
                        let curve = planning.curves().as_slice().iter().find(|curve| curve.name == name)?;
                        let points = curve.points.iter().map(|(x, y)| (units(x.get()), units(y.get())));
                        Some(CurveShape { name, points: points.collect() })
                    }),
                })
                .collect(),
            is_met: recorded.map_or(is_met, |recorded| recorded.barred == Some(Bar::Met)),
            change: change.map(|changes| {
                let row = |BeliefChange { fact, from, to }: BeliefChange| ChangeRow {
                    fact: rename(&fact),
                    from: rename(&from),
                    to: rename(&to),
                };
                changes.into_iter().map(row).collect()
            }),
        })
    }

    /// Explains why an action is not in the plan of an agent, or which step of it is the action.
    pub(crate) fn why_not(&self, agent: AgentId, tick: u64, action: &str) -> Result<ActionWhy, RequestError> {
        let view = self.view(agent, tick)?;
        let (at, plan) = match view.plan() {
            Some((since, plan)) => (since, Some(plan)),
            None => (tick, None),
        };
        let (mut snapshot, world) = self.decision_snapshot(agent, at)?;
        let domain = self.domain(at)?;
        let planning = &domain.spec().planning;
        let archetype = view.identity().map(|(archetype, _)| archetype as usize);
        let archetype = archetype.and_then(|archetype| domain.spec().archetypes.get(archetype));
        let own = archetype.map_or(&[][..], |archetype| &archetype.actions);
        let own = own.iter().filter_map(|id| planning.actions().get(*id));
        let actions: Vec<String> = own.map(|action| action.name.clone()).collect();
        let name = action.split('(').next().unwrap_or(action);
        let id = planning.action_named(name);
        let id = id.ok_or_else(|| RequestError::new(format!("there is no action `{name}`")))?;
        let goal = match view.goal().map(|(_, goal)| goal) {
            Some(goal) => goal,
            None => match snapshot.best_goal() {
                Some(goal) => cunning_trace::Term::plain(goal.index() as u32),
                None => return Err(RequestError::new("the agent has no goal to plan for")),
            },
        };
        let text = snapshot.why_not(&world, goal, plan, id, EXPANSIONS_MAX).map_err(RequestError::new)?;
        let names = self.names(at);
        let slots: Vec<(&str, String)> =
            snapshot.objects().map(|(object, slot)| (slot, names.value(object))).collect();
        let goal = names.call(NameTable::Goal, goal);
        let text = format!("For {goal}: {}", rename(&text, &slots));
        Ok(ActionWhy { action: name.to_owned(), text, actions })
    }
}
