//! Compares recorded decisions with those that an edited text leads to. Every decision is made again with both versions
//! of the text, one slice at a time.

use std::sync::Arc;
use std::time::Duration;

use cunning_diag::Source;
use cunning_mind::debug::{Comparison, Decision};
use cunning_mind::{DomainSpec, read_with};
use cunning_trace::{Event, Kind, Subject};
use serde::{Deserialize, Serialize};

use crate::documents::Documents;
use crate::limits::COMPARED_EXPANSIONS_MAX;
use crate::protocol::{AgentRef, RequestError};
use crate::recording::RecordingView;
use crate::shell::{Deadline, Shell};

/// How long one slice may take; the decision under way is finished.
const SLICE: Duration = Duration::from_millis(120);
/// The most changed decisions that a slice lists.
const LISTED_MAX: usize = 100;

/// Where the next slice starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct CompareCursor {
    pub(crate) recording: usize,
    tick: u64,
    /// The number of decisions of the tick that were compared.
    skip: usize,
}

/// The result of one slice.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompareSlice {
    /// The number of decisions in the recording; only in the first slice.
    total: Option<u64>,
    compared: u64,
    changed: u64,
    /// The number of decisions that one of the versions could not make.
    unclear: u64,
    /// The first changed decisions.
    listed: Vec<ChangedDecision>,
    next: Option<CompareCursor>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ChangedDecision {
    tick: u64,
    agent: AgentRef,
    before: DecisionRow,
    after: DecisionRow,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct DecisionRow {
    goal: Option<String>,
    steps: Vec<String>,
    cost: f64,
}

impl From<&Decision> for DecisionRow {
    fn from(decision: &Decision) -> Self {
        let Decision { goal, steps, cost_micros } = decision;
        Self { goal: goal.clone(), steps: steps.clone(), cost: *cost_micros as f64 / 1e6 }
    }
}

/// Compares decisions; keeps the two compiled versions from slice to slice.
#[derive(Default)]
pub(crate) struct DecisionComparer {
    prepared: Option<Prepared>,
}

struct Prepared {
    recording: usize,
    /// The recorded text of the domain, and the edited text of the document.
    old: String,
    document: usize,
    new: String,
    comparison: Comparison,
}

impl DecisionComparer {
    /// Compares decisions of a recording from a cursor on.
    pub(crate) fn slice(
        &mut self,
        recording: &RecordingView,
        documents: &Documents,
        (document, text): (usize, &str),
        from: Option<CompareCursor>,
        shell: &dyn Shell,
    ) -> Result<CompareSlice, RequestError> {
        let mut slice = CompareSlice::default();
        let decisions =
            || recording.reader().records_from(from.map_or(0, |from| from.tick)).of_kinds(&[Kind::PlanAsked]);
        if from.is_none() {
            slice.total = Some(decisions().map_while(Result::ok).count() as u64);
        }
        let (mut tick, mut at) = (from.map_or(0, |from| from.tick), 0);
        let skip = from.map_or(0, |from| from.skip);
        let deadline = Deadline::after(shell, SLICE);
        for record in decisions().map_while(Result::ok) {
            if record.tick != tick {
                (tick, at) = (record.tick, 0);
            }
            at += 1;
            if from.is_some_and(|from| from.tick == tick) && at <= skip {
                continue;
            }
            if deadline.is_over() && slice.compared + slice.unclear > 0 {
                slice.next = Some(CompareCursor { recording: recording.index(), tick, skip: at - 1 });
                break;
            }
            let (Subject::Agent(agent), Event::PlanAsked { snapshot, .. }) = (record.subject, record.event)
            else {
                continue;
            };
            let comparison = self.prepare(recording, documents, (document, text), tick)?;
            let view = recording.view(agent, tick)?;
            match comparison.compare(&view, snapshot, COMPARED_EXPANSIONS_MAX) {
                Ok([before, after]) => {
                    slice.compared += 1;
                    if before != after {
                        slice.changed += 1;
                        if slice.listed.len() < LISTED_MAX {
                            let agent = recording.agent_ref(agent);
                            let (before, after) = (DecisionRow::from(&before), DecisionRow::from(&after));
                            slice.listed.push(ChangedDecision { tick, agent, before, after });
                        }
                    }
                }
                Err(_) => slice.unclear += 1,
            }
        }
        Ok(slice)
    }

    /// Prepares the comparison for a tick. The recorded text changes with a reload.
    fn prepare(
        &mut self,
        recording: &RecordingView,
        documents: &Documents,
        (document, text): (usize, &str),
        tick: u64,
    ) -> Result<&mut Comparison, RequestError> {
        let sources: Vec<Source> = recording
            .reader()
            .domain(tick)
            .iter()
            .map(|source| Source::new(source.name, source.text))
            .collect();
        let main = sources.first().ok_or_else(|| RequestError::new("the recording has no domain text"))?;
        let is_same = |known: &Prepared| {
            known.recording == recording.index()
                && known.document == document
                && known.new == text
                && known.old == main.text()
        };
        if !self.prepared.as_ref().is_some_and(is_same) {
            let name = &documents.get(document)?.name;
            let edited = |source: &Source| {
                if source.name() == name { Source::new(name, text) } else { source.clone() }
            };
            let find = |name: &str| sources.iter().find(|source| source.name() == name);
            let old = spec(main, |name| find(name).cloned())?;
            let new = spec(&edited(main), |name| find(name).map(edited))?;
            self.prepared = Some(Prepared {
                recording: recording.index(),
                old: main.text().to_owned(),
                document,
                new: text.to_owned(),
                comparison: Comparison::new(old, new),
            });
        }
        let prepared =
            self.prepared.as_mut().ok_or_else(|| RequestError::new("there are no texts to compare"))?;
        Ok(&mut prepared.comparison)
    }
}

fn spec(source: &Source, loader: impl Fn(&str) -> Option<Source>) -> Result<Arc<DomainSpec>, RequestError> {
    let read = read_with(source, loader);
    let (spec, _) = read.map_err(|_| RequestError::new(format!("{} has errors", source.name())))?;
    Ok(Arc::new(spec))
}
