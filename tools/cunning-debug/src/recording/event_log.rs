//! The event log: events in words, filtered and paged.

use cunning_trace::{AgentId, Kind, Subject};
use serde::Serialize;

use super::RecordingView;
use super::event_text::describe;
use crate::protocol::AgentRef;

/// The most rows of a page.
const ROWS_MAX: usize = 200;

/// An event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EventRow {
    tick: u64,
    agent: Option<AgentRef>,
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
    /// Whether there are more rows.
    has_more: bool,
}

impl EventPage {
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl RecordingView {
    /// The events of one agent or all within a range of ticks whose text contains the words of `text`, without the first
    /// `skip` of them.
    pub(crate) fn events(
        &self,
        agent: Option<AgentId>,
        (from, to): (u64, u64),
        text: &str,
        skip: usize,
    ) -> EventPage {
        // Every word must occur, in any order.
        let text = text.to_lowercase();
        let wanted: Vec<&str> = text.split_whitespace().collect();
        let mut page = EventPage::default();
        let mut skip = skip;
        let records = self.reader.records_from(from);
        let records = match agent {
            Some(agent) => records.about(agent),
            None => records,
        };
        for record in records.map_while(Result::ok).take_while(|record| record.tick <= to) {
            let Some(kind) = record.event.kind().filter(|kind| *kind != Kind::Percept) else { continue };
            let Some(text) = describe(&self.names(record.tick), &record.event) else {
                continue;
            };
            let (agent, name) = match record.subject {
                Subject::World => (None, String::new()),
                Subject::Agent(agent) => (Some(self.agent_ref(agent)), self.name_of(agent)),
            };
            let line = format!("{name} {text}").to_lowercase();
            if !wanted.iter().all(|word| line.contains(word)) {
                continue;
            }
            if skip > 0 {
                skip -= 1;
                continue;
            }
            if page.rows.len() == ROWS_MAX {
                page.has_more = true;
                break;
            }
            page.rows.push(EventRow { tick: record.tick, agent, name, kind: kind.name(), text });
        }
        page
    }
}
