//! An agent at a tick, in full: beliefs, scores, plan, orders, and what is new since the tick before.

use std::collections::BTreeMap;

use cunning_trace::{AgentId, Bar, Event, Kind, NameTable, OrderReport, Slot, View};
use serde::Serialize;

use super::RecordingView;
use super::tell::{failure, units};
use super::words::Words;
use crate::limits::ITEMS_MAX;
use crate::wire::{Refusal, Who};

/// What there is to know of an agent.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Portrait {
    who: Who,
    name: String,
    archetype: String,
    goal: Option<GoalNow>,
    idle: Option<String>,
    held: Option<String>,
    quarantined: Option<String>,
    beliefs: Vec<BeliefRow>,
    scores: Vec<ScoreRow>,
    scored_at: Option<u64>,
    plan: Option<PlanNow>,
    /// Why the last job came to nothing, if it did.
    failure: Option<String>,
    is_planning: bool,
    orders: Vec<OrderRow>,
    claims: Vec<String>,
    traits: Vec<(String, String)>,
    commander: Option<NamedWho>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct NamedWho {
    pub(super) who: Who,
    pub(super) name: String,
}

#[derive(Clone, Debug, Serialize)]
struct GoalNow {
    text: String,
    since: u64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BeliefRow {
    fact: String,
    value: String,
    /// From 0 to 1, when it was formed.
    confidence: f64,
    since: u64,
    /// Whether it came or changed in this tick, and what it was before.
    is_new: bool,
    before: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ScoreRow {
    goal: String,
    /// What relevance and weight came to, what orders added, and the sum that counted.
    own: f64,
    bias: f64,
    score: f64,
    barred: Option<&'static str>,
    is_chosen: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PlanNow {
    since: u64,
    cost: String,
    steps: Vec<StepRow>,
    /// Which step runs.
    at: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
struct StepRow {
    text: String,
    cost: String,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct OrderRow {
    pub(super) order: String,
    pub(super) goal: String,
    pub(super) from: Option<NamedWho>,
    pub(super) bias: String,
    pub(super) since: u64,
    pub(super) report: &'static str,
}

/// How goals compared over a while.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ScoreLines {
    ticks: Vec<u64>,
    goals: Vec<ScoreLine>,
}

#[derive(Clone, Debug, Serialize)]
struct ScoreLine {
    goal: String,
    scores: Vec<Option<f64>>,
}

pub(super) fn report(report: Option<OrderReport>) -> &'static str {
    match report {
        None => "given",
        Some(OrderReport::TakenUp) => "taken up",
        Some(OrderReport::Done) => "done",
        Some(OrderReport::Failed) => "failed",
        Some(_) => "lost",
    }
}

fn barred(bar: Bar) -> &'static str {
    match bar {
        Bar::Met => "met already",
        Bar::Cooldown => "left alone for a while",
        Bar::Claimed => "claimed by another",
        Bar::NoPlan => "no plan was found",
        _ => "ruled out",
    }
}

fn number(millionths: i64) -> f64 {
    millionths as f64 / 1e6
}

impl RecordingView {
    /// Everything about an agent at a tick.
    pub(crate) fn portrait(&self, agent: AgentId, tick: u64) -> Result<Portrait, Refusal> {
        let view = self.view(agent, tick)?;
        let Some((archetype, name)) = view.identity() else {
            return Err(Refusal::new("there is no such agent at this tick"));
        };
        let words = self.words(tick);
        let before = tick.checked_sub(1).map(|before| self.view(agent, before)).transpose()?;
        let latest = |slot: Slot| view.entries().find(move |latest| latest.slot == slot);
        let failure = latest(Slot::Failure).and_then(|latest| match latest.event {
            Event::PlanFailed { failure: why, .. } => Some(failure(why).to_owned()),
            _ => None,
        });
        let traits = view.entries().filter_map(|latest| match latest.event {
            Event::TraitSet { id, value } => Some((words.name(NameTable::Trait, id), units(value))),
            _ => None,
        });
        Ok(Portrait {
            who: Who { recording: self.at, agent },
            name: name.to_owned(),
            archetype: words.name(NameTable::Archetype, archetype),
            goal: view.goal().map(|(since, goal)| GoalNow { text: words.call(NameTable::Goal, goal), since }),
            idle: view.idle().map(|(_, reason)| words.reason(reason)),
            held: view.held().map(|(_, reason)| reason.to_owned()),
            quarantined: view.quarantined().map(|(_, reason)| reason.to_owned()),
            beliefs: beliefs(&words, &view, before.as_ref()),
            scores: scores(&words, &view),
            scored_at: view.scores().map(|(since, _)| since),
            plan: plan(&words, &view),
            failure,
            is_planning: latest(Slot::Job).is_some(),
            orders: self.orders(&words, &view).collect(),
            claims: view.claims().map(|object| words.value(object)).collect(),
            traits: traits.collect(),
            commander: view.commander().map(|agent| self.named(&words, agent)),
        })
    }

    pub(super) fn named(&self, words: &Words<'_>, agent: AgentId) -> NamedWho {
        NamedWho { who: Who { recording: self.at, agent }, name: words.agent(agent) }
    }

    pub(super) fn orders<'a>(
        &'a self,
        words: &'a Words<'_>,
        view: &'a View,
    ) -> impl Iterator<Item = OrderRow> + 'a {
        view.orders().map(|order| OrderRow {
            order: order.order.to_string(),
            goal: words.call(NameTable::Goal, order.goal),
            from: order.from.map(|from| self.named(words, from)),
            bias: units(order.bias),
            since: order.since,
            report: report(order.report),
        })
    }

    /// How an agent's goals compared within a range of ticks.
    pub(crate) fn score_lines(&self, agent: AgentId, from: u64, to: u64) -> ScoreLines {
        let words = self.words(to);
        let mut lines = ScoreLines::default();
        let mut of_goal: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
        let compared = self.reader.records_from(from).about(agent).of_kinds(&[Kind::GoalScores]);
        for record in compared.map_while(Result::ok).take_while(|record| record.tick <= to).take(ITEMS_MAX) {
            let Event::GoalScores { scores } = record.event else { continue };
            let at = lines.ticks.len();
            lines.ticks.push(record.tick);
            for score in scores {
                let line = of_goal.entry(words.call(NameTable::Goal, score.goal)).or_default();
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

fn beliefs(words: &Words<'_>, view: &View, before: Option<&View>) -> Vec<BeliefRow> {
    let row = |belief: cunning_trace::BeliefView<'_>| {
        let is_new = belief.since == view.tick();
        let old = before.filter(|_| is_new).and_then(|before| before.belief(belief.fact));
        BeliefRow {
            fact: words.fact(belief.fact),
            value: words.value(belief.value),
            confidence: number(belief.confidence.into()),
            since: belief.since,
            is_new,
            before: old.filter(|old| old.value != belief.value).map(|old| words.value(old.value)),
        }
    };
    view.beliefs().take(ITEMS_MAX).map(row).collect()
}

fn scores(words: &Words<'_>, view: &View) -> Vec<ScoreRow> {
    let Some((_, scores)) = view.scores() else { return Vec::new() };
    let chosen = view.goal().map(|(_, goal)| goal);
    let row = |score: cunning_trace::GoalScore<'_>| ScoreRow {
        goal: words.call(NameTable::Goal, score.goal),
        own: number(score.relevance),
        bias: number(score.bias),
        score: number(score.score),
        barred: score.barred.map(barred),
        is_chosen: chosen.is_some_and(|chosen| chosen.id == score.goal.id),
    };
    let mut rows: Vec<ScoreRow> = scores.iter().map(row).collect();
    rows.sort_by(|a, b| b.score.total_cmp(&a.score));
    rows
}

fn plan(words: &Words<'_>, view: &View) -> Option<PlanNow> {
    let (since, plan) = view.plan()?;
    let cost = |cost: u64| units(i64::try_from(cost).unwrap_or(i64::MAX));
    let steps = plan
        .steps
        .iter()
        .map(|step| StepRow { text: words.call(NameTable::Action, step.action), cost: cost(step.cost) });
    Some(PlanNow {
        since,
        cost: cost(plan.cost),
        steps: steps.collect(),
        at: view.step().map(|step| step.index),
    })
}
