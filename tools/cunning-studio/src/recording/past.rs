//! What happened, line by line.

use cunning_trace::{AgentId, Kind, Subject};
use serde::Serialize;

use super::RecordingView;
use super::tell::tell;
use super::words::Words;
use crate::wire::Who;

/// Lines of an answer; who wants more asks for the next page.
const LINES_MAX: usize = 200;

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    tick: u64,
    who: Option<Who>,
    name: String,
    kind: &'static str,
    text: String,
}

/// A page of what happened.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Past {
    lines: Vec<Line>,
    /// Whether there is more.
    is_cut: bool,
}

impl Past {
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

impl RecordingView {
    /// What happened within a range of ticks, of one agent or of all, with some text in it; the first `skip` such lines
    /// are passed over.
    pub(crate) fn past(
        &self,
        agent: Option<AgentId>,
        (from, to): (u64, u64),
        text: &str,
        skip: usize,
    ) -> Past {
        // All words must be there, in any order.
        let text = text.to_lowercase();
        let wanted: Vec<&str> = text.split_whitespace().collect();
        let mut past = Past::default();
        let mut skip = skip;
        let records = self.reader.records_from(from);
        let records = match agent {
            Some(agent) => records.about(agent),
            None => records,
        };
        for record in records.map_while(Result::ok).take_while(|record| record.tick <= to) {
            let Some(kind) = record.event.kind().filter(|kind| *kind != Kind::Percept) else { continue };
            let Some(text) = tell(&Words::plain(&self.reader, record.tick), &record.event) else { continue };
            let (who, name) = match record.subject {
                Subject::World => (None, String::new()),
                Subject::Agent(agent) => (Some(Who { recording: self.at, agent }), self.name_of(agent)),
            };
            let line = format!("{name} {text}").to_lowercase();
            if !wanted.iter().all(|word| line.contains(word)) {
                continue;
            }
            if skip > 0 {
                skip -= 1;
                continue;
            }
            if past.lines.len() == LINES_MAX {
                past.is_cut = true;
                break;
            }
            past.lines.push(Line { tick: record.tick, who, name, kind: kind.name(), text });
        }
        past
    }
}
