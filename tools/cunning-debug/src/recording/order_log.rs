//! What became of the orders that the game or a person gave: taken up, put off, done or failed, each with its reason.

use std::collections::BTreeMap;

use cunning_trace::{AgentId, Event, Kind, NameTable, OrderReport, StepEnd, Subject};
use serde::Serialize;

use super::RecordingView;
use super::event_text::{describe_failure, format_micros};
use crate::protocol::AgentRef;

/// How many ticks back orders are looked for.
const TICKS_BACK: u64 = 6000;
/// The most news that are told.
const NEWS_MAX: usize = 60;

/// Something that became of an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OrderNews {
    tick: u64,
    agent: AgentRef,
    name: String,
    /// The ordered goal with its targets.
    order: String,
    kind: NewsKind,
    /// What happened, and why.
    text: String,
}

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
enum NewsKind {
    Given,
    Obeyed,
    /// Something else matters more to the agent.
    PutOff,
    Done,
    Failed,
    /// It was withdrawn, or its target is gone.
    Ended,
}

/// An order that is still open, and what the agent did last.
struct OpenOrder {
    order: u64,
    goal: String,
    bias: i64,
    is_put_off: bool,
}

/// Why plans or steps of an agent failed last, with the tick.
type Failures = BTreeMap<AgentId, (u64, String)>;

impl RecordingView {
    /// What became of the orders of the game up to a tick, the latest last.
    pub(crate) fn order_log(&self, tick: u64) -> Vec<OrderNews> {
        let kinds = [
            Kind::Ordered,
            Kind::OrderReported,
            Kind::OrderEnded,
            Kind::GoalChosen,
            Kind::PlanFailed,
            Kind::StepEnded,
        ];
        let records = self.reader.records_from(tick.saturating_sub(TICKS_BACK)).of_kinds(&kinds);
        let mut open: BTreeMap<AgentId, OpenOrder> = BTreeMap::new();
        let mut failures = Failures::new();
        let mut news = Vec::new();
        for record in records.map_while(Result::ok).take_while(|record| record.tick <= tick) {
            let Subject::Agent(agent) = record.subject else { continue };
            let names = self.names(record.tick);
            let told = match record.event {
                Event::Ordered { order, from: None, goal, terms } => {
                    let goal = names.call(NameTable::Goal, goal);
                    let known = OpenOrder { order, goal: goal.clone(), bias: terms.bias, is_put_off: false };
                    open.insert(agent, known);
                    Some((goal, NewsKind::Given, "is ordered".to_owned()))
                }
                Event::GoalChosen { goal, score, .. } => {
                    let chosen = names.call(NameTable::Goal, goal);
                    open.get_mut(&agent).and_then(|known| known.compare(&chosen, score))
                }
                Event::PlanFailed { failure, .. } => {
                    failures.insert(agent, (record.tick, describe_failure(failure).to_owned()));
                    None
                }
                Event::StepEnded { end: StepEnd::Failed, reason, .. } => {
                    failures.insert(agent, (record.tick, format!("a step failed: {}", names.reason(reason))));
                    None
                }
                Event::OrderReported { order, report } => {
                    let why = failures.get(&agent).filter(|(at, _)| *at + 1 >= record.tick);
                    let why = why.map_or("its time is over", |(_, why)| why);
                    let told = open.get(&agent).filter(|known| known.order == order).map(|known| {
                        let (kind, text) = describe(report, why);
                        (known.goal.clone(), kind, text)
                    });
                    if report != OrderReport::TakenUp && told.is_some() {
                        open.remove(&agent);
                    }
                    told
                }
                Event::OrderEnded { order, reason } => {
                    let is_it = open.get(&agent).is_some_and(|known| known.order == order);
                    let ended = is_it.then(|| open.remove(&agent)).flatten();
                    ended.map(|known| (known.goal, NewsKind::Ended, names.reason(reason)))
                }
                _ => None,
            };
            news.extend(told.map(|(order, kind, text)| OrderNews {
                tick: record.tick,
                agent: self.agent_ref(agent),
                name: self.name_of(agent),
                order,
                kind,
                text,
            }));
        }
        news.split_off(news.len().saturating_sub(NEWS_MAX))
    }
}

impl OrderNews {
    pub(crate) fn tick(&self) -> u64 {
        self.tick
    }
}

impl OpenOrder {
    /// Tells when an agent puts the order off for another goal.
    fn compare(&mut self, chosen: &str, score: i64) -> Option<(String, NewsKind, String)> {
        let was_put_off = std::mem::replace(&mut self.is_put_off, chosen != self.goal);
        (self.is_put_off && !was_put_off).then(|| {
            let (score, bias) = (format_micros(score), format_micros(self.bias));
            let text = format!("puts it off: {chosen} matters more ({score} against {bias})");
            (self.goal.clone(), NewsKind::PutOff, text)
        })
    }
}

fn describe(report: OrderReport, why: &str) -> (NewsKind, String) {
    match report {
        OrderReport::TakenUp => (NewsKind::Obeyed, "obeys".to_owned()),
        OrderReport::Done => (NewsKind::Done, "has done it".to_owned()),
        OrderReport::Failed => (NewsKind::Failed, format!("gives up: {why}")),
        OrderReport::Withdrawn => (NewsKind::Ended, "the order is withdrawn".to_owned()),
        OrderReport::ObjectGone => (NewsKind::Ended, "the target is gone".to_owned()),
        _ => (NewsKind::Ended, "is lost".to_owned()),
    }
}
