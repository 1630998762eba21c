//! The timeline: the goals, steps and marks of each agent. It is built once while a recording is scanned, so that any range
//! can be shown at once. A long recording is scanned in slices; until then its timeline ends early.

use std::collections::BTreeMap;

use cunning_trace::{AgentId, Event, NameTable, Reader, Slot, StepEnd, Subject, View};
use serde::Serialize;

use super::RecordingView;
use super::event_text::describe;
use super::names::Names;
use super::objects::ObjectNames;
use super::plan_progress::{PlanProgress, StepAt};
use crate::protocol::{AgentRef, MarkKind};

/// The most and the fewest spans or marks that are shown of a lane, and the most of all lanes together. In a wide range
/// the shortest are left out.
const SHOWN_MAX: u64 = 600;
const SHOWN_MIN: u64 = 60;
const SHOWN_OF_ALL: u64 = 30_000;
/// The most spans and marks that are kept of all lanes together.
const KEPT_MAX: usize = 4_000_000;

/// The lanes of all agents so far.
#[derive(Default)]
pub(super) struct Lanes {
    of_agents: BTreeMap<AgentId, Lane>,
    texts: Texts,
    objects: ObjectNames,
    kept: usize,
    /// The last scanned tick, and the number of its records that were scanned.
    until: (u64, u64),
    dropped: u64,
}

#[derive(Default)]
struct Lane {
    name: String,
    archetype: u32,
    from: u64,
    to: Option<u64>,
    goals: Vec<Span>,
    steps: Vec<Span>,
    marks: Vec<Mark>,
    /// The running steps by id, with their indices in `steps`.
    running: BTreeMap<u64, usize>,
    progress: PlanProgress,
}

#[derive(Clone, Copy)]
struct Span {
    from: u64,
    to: Option<u64>,
    text: u32,
    is_failed: bool,
}

#[derive(Clone, Copy)]
struct Mark {
    tick: u64,
    kind: MarkKind,
    text: u32,
}

/// Stores each text once.
#[derive(Default)]
struct Texts {
    numbers: BTreeMap<String, u32>,
    texts: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: String) -> u32 {
        if let Some(&known) = self.numbers.get(&text) {
            return known;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.numbers.insert(text, number);
        number
    }

    fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }
}

impl Lanes {
    /// Scans records that are new, at most this many. Returns whether there are no more.
    pub(super) fn extend(&mut self, reader: &Reader<Vec<u8>>, records_max: usize) -> bool {
        if self.until == (0, 0) {
            self.objects.start(reader);
            // A recording may start while agents already exist.
            for view in reader.views(reader.first_tick()).unwrap_or_default() {
                if let Subject::Agent(agent) = view.subject() {
                    self.of_agents.insert(
                        agent,
                        Lane::of_view(
                            &mut self.texts,
                            &Names::new(reader, &self.objects, view.tick()),
                            &view,
                        ),
                    );
                }
            }
        }
        // The records of a tick may arrive in parts.
        let (from, seen) = self.until;
        let (mut tick, mut count) = (from, 0);
        let mut left = records_max;
        // Damage is reported elsewhere; everything before it is shown.
        for record in reader.records_from(from).map_while(Result::ok) {
            count = if record.tick == tick { count + 1 } else { 1 };
            tick = record.tick;
            if tick == from && count <= seen {
                continue;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            self.until = (tick, count);
            if let Event::Dropped { records } = record.event {
                self.dropped += records;
            }
            self.objects.extend(tick, &record.event);
            let Subject::Agent(agent) = record.subject else { continue };
            if self.kept < KEPT_MAX {
                let texts = &mut self.texts;
                let lane = self.of_agents.entry(agent).or_insert_with(|| {
                    // The record that added the agent was dropped.
                    let view = reader.view(agent, tick).ok();
                    let names = Names::new(reader, &self.objects, tick);
                    view.map_or_else(Lane::default, |view| Lane::of_view(texts, &names, &view))
                });
                let before = lane.len();
                lane.add(
                    &mut self.texts,
                    &Names::new(reader, &self.objects, record.tick),
                    record.tick,
                    &record.event,
                );
                self.kept += lane.len() - before;
            }
        }
        true
    }

    /// The last scanned tick.
    pub(super) fn last_tick(&self) -> u64 {
        self.until.0
    }

    /// The number of dropped records.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The names of the game's objects.
    pub(super) fn objects(&self) -> &ObjectNames {
        &self.objects
    }
}

impl Lane {
    /// The lane of an agent that existed before the first scanned record.
    fn of_view(texts: &mut Texts, names: &Names<'_>, view: &View) -> Self {
        let tick = view.tick();
        let mut lane = Self { from: tick, ..Self::default() };
        if let Some((archetype, name)) = view.identity() {
            (lane.name, lane.archetype) = (name.to_owned(), archetype);
        }
        let span = |from: u64, text: u32| Span { from, to: None, text, is_failed: false };
        if let Some((since, goal)) = view.goal().filter(|(since, _)| *since < tick) {
            lane.goals.push(span(since, texts.number(names.call(NameTable::Goal, goal))));
        }
        for step in view.steps().filter(|step| step.since < tick) {
            lane.running.insert(step.step, lane.steps.len());
            lane.steps.push(span(step.since, texts.number(names.call(NameTable::Action, step.action))));
        }
        // The order of these events is that of their ticks; within one tick a step starts after its plan was found.
        let is_earlier = |latest: &cunning_trace::Latest<'_>| {
            latest.since < tick && matches!(latest.slot, Slot::Plan | Slot::Step | Slot::Stop)
        };
        let mut earlier: Vec<_> = view.entries().filter(is_earlier).collect();
        earlier.sort_by_key(|latest| (latest.since, latest.slot));
        for latest in earlier {
            lane.progress.add(latest.since, &latest.event, |action| {
                texts.number(names.call(NameTable::Action, action))
            });
        }
        lane
    }

    /// The number of stored spans, marks and changes.
    fn len(&self) -> usize {
        self.goals.len() + self.steps.len() + self.marks.len() + self.progress.len()
    }

    fn add(&mut self, texts: &mut Texts, names: &Names<'_>, tick: u64, event: &Event<'_>) {
        self.progress.add(tick, event, |action| texts.number(names.call(NameTable::Action, action)));
        match *event {
            Event::AgentAdded { archetype, name, .. } => {
                let name = name.to_owned();
                (self.name, self.archetype, self.from, self.to) = (name, archetype, tick, None);
            }
            Event::AgentRemoved { .. } => {
                self.to = Some(tick);
                end(&mut self.goals, tick);
                self.steps.iter_mut().for_each(|step| step.to = step.to.or(Some(tick)));
                self.running.clear();
            }
            Event::GoalChosen { goal, .. } => {
                end(&mut self.goals, tick);
                let text = texts.number(names.call(NameTable::Goal, goal));
                self.goals.push(Span { from: tick, to: None, text, is_failed: false });
            }
            Event::GoalEnded { .. } => end(&mut self.goals, tick),
            Event::StepStarted { step, action, .. } => {
                let text = texts.number(names.call(NameTable::Action, action));
                self.running.insert(step, self.steps.len());
                self.steps.push(Span { from: tick, to: None, text, is_failed: false });
            }
            Event::StepEnded { step, end, .. } => {
                if let Some(span) = self.running.remove(&step).and_then(|at| self.steps.get_mut(at)) {
                    (span.to, span.is_failed) = (Some(tick), end == StepEnd::Failed);
                }
            }
            _ => {}
        }
        let kind = match event {
            Event::GoalChosen { .. } | Event::PlanFound { .. } => MarkKind::Decision,
            Event::PlanFailed { .. } | Event::StepEnded { end: StepEnd::Failed, .. } => MarkKind::Failure,
            Event::StepStopped { .. } | Event::Interrupted { .. } => MarkKind::Interrupt,
            Event::Ordered { .. } | Event::OrderReported { .. } | Event::OrderEnded { .. } => MarkKind::Order,
            Event::Idle { .. } => MarkKind::Idle,
            Event::AgentAdded { .. }
            | Event::AgentRemoved { .. }
            | Event::CommanderChanged { .. }
            | Event::Quarantined { .. }
            | Event::Held { .. }
            | Event::Released
            | Event::Slept
            | Event::Woken
            | Event::Note { .. } => MarkKind::Note,
            _ => return,
        };
        if let Some(text) = describe(names, event) {
            self.marks.push(Mark { tick, kind, text: texts.number(text) });
        }
    }
}

fn end(spans: &mut [Span], tick: u64) {
    if let Some(span) = spans.last_mut().filter(|span| span.to.is_none()) {
        span.to = Some(tick);
    }
}

/// The lane of an agent within a range of ticks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LaneRow {
    agent: AgentRef,
    name: String,
    archetype: String,
    from: u64,
    to: Option<u64>,
    goals: Vec<SpanRow>,
    steps: Vec<SpanRow>,
    marks: Vec<MarkRow>,
    /// Whether short spans or marks were left out because the range is wide.
    is_thinned: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct SpanRow {
    from: u64,
    to: Option<u64>,
    text: String,
    is_failed: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MarkRow {
    tick: u64,
    kind: MarkKind,
    text: String,
}

impl RecordingView {
    /// The lanes of all agents within a range of ticks.
    pub(crate) fn lanes(&self, from: u64, to: u64) -> Vec<LaneRow> {
        let Lanes { of_agents, texts, .. } = &self.lanes;
        let names = self.names(to);
        let shown = (SHOWN_OF_ALL / (of_agents.len() as u64).max(1)).clamp(SHOWN_MIN, SHOWN_MAX);
        let width = (to.saturating_sub(from) / shown).max(1);
        let lanes =
            of_agents.iter().filter(|(_, lane)| lane.from <= to && lane.to.is_none_or(|end| end >= from));
        let rows = lanes.map(|(&agent, lane)| {
            let spans = |spans: &[Span]| spans_within(spans, from, to, width, texts);
            let ((goals, goals_thinned), (steps, steps_thinned)) = (spans(&lane.goals), spans(&lane.steps));
            let (marks, marks_thinned) = marks_within(&lane.marks, from, to, width, texts);
            LaneRow {
                agent: self.agent_ref(agent),
                name: lane.name.clone(),
                archetype: names.name(NameTable::Archetype, lane.archetype),
                from: lane.from,
                to: lane.to,
                goals,
                steps,
                marks,
                is_thinned: goals_thinned || steps_thinned || marks_thinned,
            }
        });
        rows.collect()
    }

    /// The agent with a name; the last one if there are several.
    pub(crate) fn agent_named(&self, name: &str) -> Option<AgentId> {
        let mut lanes = self.lanes.of_agents.iter().rev();
        lanes.find(|(_, lane)| lane.name == name).map(|(agent, _)| *agent)
    }

    /// The names of all agents.
    pub(crate) fn agent_names(&self) -> Vec<String> {
        self.lanes.of_agents.values().map(|lane| lane.name.clone()).collect()
    }

    /// What each agent decided up to a tick: the ticks and texts of its goals and steps, in order.
    pub(crate) fn decisions(&self, until: u64) -> BTreeMap<AgentId, Vec<(u64, String)>> {
        let texts = &self.lanes.texts;
        let lanes = self.lanes.of_agents.iter().map(|(&agent, lane)| {
            let goals = lane.goals.iter().map(|span| (span.from, format!("wants {}", texts.get(span.text))));
            let steps = lane.steps.iter().map(|span| (span.from, format!("does {}", texts.get(span.text))));
            let mut all: Vec<(u64, String)> = goals.chain(steps).filter(|(from, _)| *from <= until).collect();
            all.sort_by_key(|(from, _)| *from);
            (agent, all)
        });
        lanes.collect()
    }

    /// Where an agent is in its plan at a tick.
    pub(super) fn step_at(&self, agent: AgentId, tick: u64) -> StepAt {
        self.lanes.of_agents.get(&agent).map_or_else(StepAt::default, |lane| lane.progress.at(tick))
    }

    /// Why an agent has no state at a tick.
    pub(super) fn absence(&self, agent: AgentId, tick: u64) -> String {
        match self.lanes.of_agents.get(&agent) {
            None => "there is no such agent".to_owned(),
            Some(lane) if tick < lane.from => format!("{} is added at tick {}", lane.name, lane.from),
            Some(lane) => {
                let end = lane.to.map_or_else(String::new, |end| format!(" since tick {end}"));
                // The last mark is the removal, with its reason.
                let last = lane.marks.last().filter(|mark| Some(mark.tick) == lane.to);
                let reason = last.map_or("", |mark| self.lanes.texts.get(mark.text));
                let reason =
                    reason.rsplit_once(": ").map_or_else(String::new, |(_, why)| format!(" ({why})"));
                format!("{} is gone{end}{reason}", lane.name)
            }
        }
    }

    /// The name of an agent, even after it was removed.
    pub(crate) fn name_of(&self, agent: AgentId) -> String {
        self.lanes.of_agents.get(&agent).map_or_else(String::new, |lane| lane.name.clone())
    }

    /// The next or previous tick that has a mark of one of the given kinds.
    pub(crate) fn jump(
        &self,
        agent: Option<AgentId>,
        tick: u64,
        back: bool,
        kinds: &[MarkKind],
    ) -> Option<u64> {
        let lanes =
            self.lanes.of_agents.iter().filter(|(known, _)| agent.is_none_or(|agent| agent == **known));
        let ticks = lanes.filter_map(|(_, lane)| {
            let is_wanted = |mark: &&Mark| kinds.contains(&mark.kind);
            let found = if back {
                let before = lane.marks.partition_point(|mark| mark.tick < tick);
                lane.marks[..before].iter().rev().find(is_wanted)
            } else {
                let after = lane.marks.partition_point(|mark| mark.tick <= tick);
                lane.marks[after..].iter().find(is_wanted)
            };
            found.map(|mark| mark.tick)
        });
        if back { ticks.max() } else { ticks.min() }
    }
}

/// The spans that touch a range; of spans shorter than `width` at most one per `width`.
fn spans_within(spans: &[Span], from: u64, to: u64, width: u64, texts: &Texts) -> (Vec<SpanRow>, bool) {
    let first = spans.partition_point(|span| span.to.is_some_and(|end| end < from));
    let mut rows = Vec::new();
    let (mut free, mut is_thinned) = (0, false);
    for span in spans[first..].iter().take_while(|span| span.from <= to) {
        let is_narrow = span.to.is_some_and(|end| end - span.from < width);
        if width > 1 && is_narrow && !span.is_failed && span.from < free {
            is_thinned = true;
            continue;
        }
        free = span.from + width;
        let text = texts.get(span.text).to_owned();
        rows.push(SpanRow { from: span.from, to: span.to, text, is_failed: span.is_failed });
    }
    (rows, is_thinned)
}

/// The marks within a range; of each kind at most one per `width`.
fn marks_within(marks: &[Mark], from: u64, to: u64, width: u64, texts: &Texts) -> (Vec<MarkRow>, bool) {
    let first = marks.partition_point(|mark| mark.tick < from);
    let mut rows = Vec::new();
    let mut free: BTreeMap<MarkKind, u64> = BTreeMap::new();
    let mut is_thinned = false;
    for mark in marks[first..].iter().take_while(|mark| mark.tick <= to) {
        let free = free.entry(mark.kind).or_default();
        if width > 1 && mark.tick < *free {
            is_thinned = true;
            continue;
        }
        *free = mark.tick + width;
        rows.push(MarkRow { tick: mark.tick, kind: mark.kind, text: texts.get(mark.text).to_owned() });
    }
    (rows, is_thinned)
}
