//! The complete state of an agent at a tick: beliefs, goal scores, plan and orders, and what changed in the tick.

use std::collections::BTreeMap;

use cunning_trace::{AgentId, Bar, Event, Kind, NameTable, OrderReport, Slot, View};
use serde::Serialize;

use super::RecordingView;
use super::event_text::{describe_failure, format_micros};
use super::names::Names;
use super::plan_progress::StepAt;
use crate::limits::ITEMS_MAX;
use crate::protocol::{AgentRef, RequestError};

/// The complete state of an agent at a tick.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentDetails {
    agent: AgentRef,
    name: String,
    archetype: String,
    goal: Option<CurrentGoal>,
    idle: Option<String>,
    held: Option<String>,
    quarantined: Option<String>,
    beliefs: Vec<BeliefRow>,
    scores: Vec<ScoreRow>,
    scored_at: Option<u64>,
    plan: Option<CurrentPlan>,
    /// The running step. It may be one of an earlier plan that is being stopped, or a fallback action.
    step: Option<RunningStep>,
    /// Why the last search found no plan, if it found none.
    failure: Option<String>,
    is_planning: bool,
    orders: Vec<OrderRow>,
    claims: Vec<String>,
    traits: Vec<(String, String)>,
    commander: Option<NamedAgent>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct NamedAgent {
    pub(super) agent: AgentRef,
    pub(super) name: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CurrentGoal {
    text: String,
    since: u64,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct BeliefRow {
    fact: String,
    value: String,
    /// The confidence when the belief was formed, from 0 to 1.
    confidence: f64,
    since: u64,
    /// Whether the belief was formed or changed in this tick.
    is_new: bool,
    /// The value before this tick, if it was another.
    before: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct ScoreRow {
    goal: String,
    /// The score from the goal's relevance and weight.
    relevance: f64,
    /// What orders added.
    bias: f64,
    score: f64,
    /// Why the goal could not be chosen, if it could not.
    excluded: Option<&'static str>,
    is_chosen: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct CurrentPlan {
    since: u64,
    cost: String,
    steps: Vec<StepRow>,
    /// The index of the running step, if a step of the plan is running.
    current: Option<u32>,
    /// The number of steps that are done.
    done: u32,
}

/// A step that the game carries out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct RunningStep {
    text: String,
    since: u64,
    /// Why the step was told to stop, if it was.
    stopping: Option<String>,
    /// Whether it started as a fallback action, without a plan.
    is_fallback: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct StepRow {
    text: String,
    cost: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct OrderRow {
    pub(super) order: String,
    pub(super) goal: String,
    pub(super) from: Option<NamedAgent>,
    pub(super) bias: String,
    pub(super) since: u64,
    pub(super) report: &'static str,
}

/// The scores of an agent's goals over time.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ScoreLines {
    ticks: Vec<u64>,
    goals: Vec<ScoreLine>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ScoreLine {
    goal: String,
    scores: Vec<Option<f64>>,
}

pub(super) fn report(report: Option<OrderReport>) -> &'static str {
    match report {
        None => "given",
        Some(OrderReport::TakenUp) => "accepted",
        Some(OrderReport::Done) => "done",
        Some(OrderReport::Failed) => "failed",
        Some(OrderReport::Withdrawn) => "withdrawn",
        Some(OrderReport::ObjectGone) => "target gone",
        Some(_) => "lost",
    }
}

fn excluded(bar: Bar) -> &'static str {
    match bar {
        Bar::Met => "already met",
        Bar::Cooldown => "cooling down",
        Bar::Claimed => "claimed by another agent",
        Bar::NoPlan => "no plan found",
        _ => "excluded",
    }
}

fn number(millionths: i64) -> f64 {
    millionths as f64 / 1e6
}

impl RecordingView {
    /// The complete state of an agent at a tick.
    pub(crate) fn agent_details(&self, agent: AgentId, tick: u64) -> Result<AgentDetails, RequestError> {
        let view = self.view(agent, tick)?;
        let Some((archetype, name)) = view.identity() else {
            return Err(RequestError::new(self.absence(agent, tick)));
        };
        let names = self.names(tick);
        let before = tick.checked_sub(1).map(|before| self.view(agent, before)).transpose()?;
        let latest = |slot: Slot| view.entries().find(move |latest| latest.slot == slot);
        let failure = latest(Slot::Failure).and_then(|latest| match latest.event {
            Event::PlanFailed { failure: why, .. } => Some(describe_failure(why).to_owned()),
            _ => None,
        });
        let traits = view.entries().filter_map(|latest| match latest.event {
            Event::TraitSet { id, value } => Some((names.name(NameTable::Trait, id), format_micros(value))),
            _ => None,
        });
        Ok(AgentDetails {
            agent: self.agent_ref(agent),
            name: name.to_owned(),
            archetype: names.name(NameTable::Archetype, archetype),
            goal: view
                .goal()
                .map(|(since, goal)| CurrentGoal { text: names.call(NameTable::Goal, goal), since }),
            idle: view.idle().map(|(_, reason)| names.reason(reason)),
            held: view.held().map(|(_, reason)| reason.to_owned()),
            quarantined: view.quarantined().map(|(_, reason)| reason.to_owned()),
            beliefs: beliefs(&names, &view, before.as_ref()),
            scores: scores(&names, &view),
            scored_at: view.scores().map(|(since, _)| since),
            plan: plan(&names, &view, self.step_at(agent, tick)),
            step: view.step().map(|step| RunningStep {
                text: names.call(NameTable::Action, step.action),
                since: step.since,
                stopping: step.stopping.map(|reason| names.reason(reason)),
                is_fallback: step.index == u32::MAX,
            }),
            failure,
            is_planning: latest(Slot::Job).is_some(),
            orders: self.orders(&names, &view).collect(),
            claims: view.claims().map(|object| names.value(object)).collect(),
            traits: traits.collect(),
            commander: view.commander().map(|agent| self.named(&names, agent)),
        })
    }

    pub(super) fn named(&self, names: &Names<'_>, agent: AgentId) -> NamedAgent {
        NamedAgent { agent: self.agent_ref(agent), name: names.agent(agent) }
    }

    pub(super) fn orders<'a>(
        &'a self,
        names: &'a Names<'_>,
        view: &'a View,
    ) -> impl Iterator<Item = OrderRow> + 'a {
        view.orders().map(|order| OrderRow {
            order: order.order.to_string(),
            goal: names.call(NameTable::Goal, order.goal),
            from: order.from.map(|from| self.named(names, from)),
            bias: format_micros(order.bias),
            since: order.since,
            report: report(order.report),
        })
    }

    /// The goal scores of an agent within a range of ticks.
    pub(crate) fn score_lines(&self, agent: AgentId, from: u64, to: u64) -> ScoreLines {
        let names = self.names(to);
        let mut lines = ScoreLines::default();
        let mut of_goal: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
        let scored = self.reader.records_from(from).about(agent).of_kinds(&[Kind::GoalScores]);
        for record in scored.map_while(Result::ok).take_while(|record| record.tick <= to).take(ITEMS_MAX) {
            let Event::GoalScores { scores } = record.event else { continue };
            let at = lines.ticks.len();
            lines.ticks.push(record.tick);
            for score in scores {
                let line = of_goal.entry(names.call(NameTable::Goal, score.goal)).or_default();
                line.resize(at, None);
                line.push(Some(number(score.score)));
            }
        }
        let len = lines.ticks.len();
        lines.goals = of_goal
            .into_iter()
            .map(|(goal, mut scores)| {
                scores.resize(len, None);
                ScoreLine { goal, scores }
            })
            .collect();
        lines
    }
}

fn beliefs(names: &Names<'_>, view: &View, before: Option<&View>) -> Vec<BeliefRow> {
    let row = |belief: cunning_trace::BeliefView<'_>| {
        let is_new = belief.since == view.tick();
        let old = before.filter(|_| is_new).and_then(|before| before.belief(belief.fact));
        BeliefRow {
            fact: names.fact(belief.fact),
            value: names.value(belief.value),
            confidence: number(belief.confidence.into()),
            since: belief.since,
            is_new,
            before: old.filter(|old| old.value != belief.value).map(|old| names.value(old.value)),
        }
    };
    view.beliefs().take(ITEMS_MAX).map(row).collect()
}

fn scores(names: &Names<'_>, view: &View) -> Vec<ScoreRow> {
    let Some((_, scores)) = view.scores() else { return Vec::new() };
    let chosen = view.goal().map(|(_, goal)| goal);
    let row = |score: cunning_trace::GoalScore<'_>| ScoreRow {
        goal: names.call(NameTable::Goal, score.goal),
        relevance: number(score.relevance),
        bias: number(score.bias),
        score: number(score.score),
        excluded: score.barred.map(excluded),
        is_chosen: chosen == Some(score.goal),
    };
    let mut rows: Vec<ScoreRow> = scores.iter().map(row).collect();
    rows.sort_by(|a, b| b.score.total_cmp(&a.score));
    rows
}

fn plan(names: &Names<'_>, view: &View, at: StepAt) -> Option<CurrentPlan> {
    let (since, plan) = view.plan()?;
    let cost = |cost: u64| format_micros(i64::try_from(cost).unwrap_or(i64::MAX));
    let steps = plan
        .steps
        .iter()
        .map(|step| StepRow { text: names.call(NameTable::Action, step.action), cost: cost(step.cost) });
    Some(CurrentPlan {
        since,
        cost: cost(plan.cost),
        steps: steps.collect(),
        current: at.current,
        done: at.done,
    })
}
