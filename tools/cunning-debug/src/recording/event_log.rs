//! The event log: events in words, filtered and paged.

use std::collections::VecDeque;

use cunning_trace::{AgentId, Kind, Subject};
use serde::Serialize;

use super::RecordingView;
use super::event_text::describe;
use crate::protocol::AgentRef;
use crate::shell::Deadline;

/// The most rows of a page, and of those before the tick that a page is around.
const ROWS_MAX: usize = 200;
const ROWS_BEFORE: usize = 80;
/// The ticks that are searched first for rows before a tick.
const RANGE_MIN: u64 = 16;

/// An event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EventRow {
    tick: u64,
    pub(crate) agent: Option<AgentRef>,
    name: String,
    kind: &'static str,
    text: String,
}

/// A page of the event log.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct EventPage {
    rows: Vec<EventRow>,
    /// Whether there may be rows before these.
    has_earlier: bool,
    /// Whether there are rows after these.
    has_more: bool,
}

impl EventPage {
    /// The first event.
    pub(crate) fn first(&self) -> Option<&EventRow> {
        self.rows.first()
    }
}

impl RecordingView {
    /// The events of one agent or all within a range of ticks whose text contains the words of `text`, without the first
    /// `skip` of them.
    pub(crate) fn events(
        &self,
        agent: Option<AgentId>,
        range: (u64, u64),
        text: &str,
        skip: usize,
    ) -> EventPage {
        let words = Words::new(text);
        let mut rows: Vec<EventRow> = self.rows(agent, range, &words).skip(skip).take(ROWS_MAX + 1).collect();
        let has_more = rows.len() > ROWS_MAX;
        rows.truncate(ROWS_MAX);
        EventPage { rows, has_earlier: skip > 0, has_more }
    }

    /// The events around a tick: the last ones before it, and the first ones from it on. The further away the events before
    /// it are, the wider are the ranges that are searched for them, until the deadline.
    pub(crate) fn events_around(
        &self,
        agent: Option<AgentId>,
        tick: u64,
        text: &str,
        deadline: Deadline<'_>,
    ) -> EventPage {
        let words = Words::new(text);
        let (mut end, mut width) = (tick, RANGE_MIN);
        let mut before: VecDeque<EventRow> = VecDeque::new();
        while before.len() < ROWS_BEFORE && end > self.first_tick() && !deadline.is_over() {
            let start = end.saturating_sub(width).max(self.first_tick());
            let missing = ROWS_BEFORE - before.len();
            let mut found: VecDeque<EventRow> = VecDeque::new();
            for row in self.rows(agent, (start, end - 1), &words) {
                if found.len() == missing {
                    found.pop_front();
                }
                found.push_back(row);
            }
            found.append(&mut before);
            before = found;
            (end, width) = (start, width.saturating_mul(4));
        }
        // There may be more rows in the range that was searched last, too.
        let has_earlier = end > self.first_tick() || before.len() == ROWS_BEFORE;
        let mut rows: Vec<EventRow> = before.into();
        rows.extend(self.rows(agent, (tick, u64::MAX), &words).take(ROWS_MAX + 1 - rows.len()));
        let has_more = rows.len() > ROWS_MAX;
        rows.truncate(ROWS_MAX);
        EventPage { rows, has_earlier, has_more }
    }

    /// The events within a range of ticks that contain some words.
    fn rows<'a>(
        &'a self,
        agent: Option<AgentId>,
        (from, to): (u64, u64),
        words: &'a Words,
    ) -> impl Iterator<Item = EventRow> + 'a {
        let records = self.reader.records_from(from);
        let records = match agent {
            Some(agent) => records.about(agent),
            None => records,
        };
        let records = records.map_while(Result::ok).take_while(move |record| record.tick <= to);
        records.filter_map(|record| {
            let kind = record.event.kind().filter(|kind| *kind != Kind::Percept)?;
            let text = describe(&self.names(record.tick), &record.event)?;
            let (agent, name) = match record.subject {
                Subject::World => (None, String::new()),
                Subject::Agent(agent) => (Some(self.agent_ref(agent)), self.name_of(agent)),
            };
            let is_wanted = words.are_in(&format!("{name} {text}"));
            is_wanted.then(|| EventRow { tick: record.tick, agent, name, kind: kind.name(), text })
        })
    }
}

/// The words of a search. Every word must occur, in any order and in any case.
struct Words(Vec<String>);

impl Words {
    fn new(text: &str) -> Self {
        Self(text.to_lowercase().split_whitespace().map(str::to_owned).collect())
    }

    fn are_in(&self, line: &str) -> bool {
        let line = if self.0.is_empty() { String::new() } else { line.to_lowercase() };
        self.0.iter().all(|word| line.contains(word.as_str()))
    }
}
