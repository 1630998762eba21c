//! What an edit would have changed in what was recorded: every decision thought through again in both versions, a slice at
//! a time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cunning_diag::Source;
use cunning_mind::{Comparison, Decision, DomainSpec, read_with};
use cunning_trace::{Event, Kind, Subject};
use serde::{Deserialize, Serialize};

use crate::documents::Documents;
use crate::limits::COMPARED_EXPANSIONS_MAX;
use crate::recording::RecordingView;
use crate::wire::{Refusal, Who};

/// How long one question may take, but for the decision that it is at then.
const SLICE: Duration = Duration::from_millis(120);
/// How many changed decisions of a slice are told.
const TOLD_MAX: usize = 100;

/// Where the next slice begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cursor {
    pub(crate) recording: usize,
    tick: u64,
    /// How many decisions of the tick were looked at.
    skip: usize,
}

/// What came of a slice.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Slice {
    /// How many decisions the recordings have, told with the first slice.
    total: Option<u64>,
    compared: u64,
    changed: u64,
    /// Decisions that one of the versions could not be asked about.
    unclear: u64,
    /// The first of the changed ones.
    told: Vec<Changed>,
    next: Option<Cursor>,
}

#[derive(Serialize)]
struct Changed {
    tick: u64,
    who: Who,
    before: Told,
    after: Told,
}

#[derive(Serialize)]
struct Told {
    goal: Option<String>,
    steps: Vec<String>,
    cost: f64,
}

impl From<&Decision> for Told {
    fn from(decision: &Decision) -> Self {
        let Decision { goal, steps, cost_micros } = decision;
        Self { goal: goal.clone(), steps: steps.clone(), cost: *cost_micros as f64 / 1e6 }
    }
}

/// Two versions made ready to be compared, kept from slice to slice.
#[derive(Default)]
pub(crate) struct Matcher {
    ready: Option<Ready>,
}

struct Ready {
    recording: usize,
    /// The recorded text of the domain, and the edited one of the document.
    old: String,
    document: usize,
    new: String,
    comparison: Comparison,
}

impl Matcher {
    /// Compares decisions of a tape from a cursor on.
    pub(crate) fn slice(
        &mut self,
        recording: &RecordingView,
        documents: &Documents,
        (document, text): (usize, &str),
        from: Option<Cursor>,
    ) -> Result<Slice, Refusal> {
        let mut slice = Slice::default();
        let asked =
            || recording.reader().records_from(from.map_or(0, |from| from.tick)).of_kinds(&[Kind::PlanAsked]);
        if from.is_none() {
            slice.total = Some(asked().map_while(Result::ok).count() as u64);
        }
        let (mut tick, mut at) = (from.map_or(0, |from| from.tick), 0);
        let skip = from.map_or(0, |from| from.skip);
        let end = Instant::now() + SLICE;
        for record in asked().map_while(Result::ok) {
            if record.tick != tick {
                (tick, at) = (record.tick, 0);
            }
            at += 1;
            if from.is_some_and(|from| from.tick == tick) && at <= skip {
                continue;
            }
            if Instant::now() >= end && slice.compared + slice.unclear > 0 {
                slice.next = Some(Cursor { recording: recording.number(), tick, skip: at - 1 });
                break;
            }
            let (Subject::Agent(agent), Event::PlanAsked { snapshot, .. }) = (record.subject, record.event)
            else {
                continue;
            };
            let comparison = self.ready(recording, documents, (document, text), tick)?;
            let view = recording.view(agent, tick)?;
            match comparison.compare(&view, snapshot, COMPARED_EXPANSIONS_MAX) {
                Ok([before, after]) => {
                    slice.compared += 1;
                    if before != after {
                        slice.changed += 1;
                        if slice.told.len() < TOLD_MAX {
                            let who = Who { recording: recording.number(), agent };
                            let (before, after) = (Told::from(&before), Told::from(&after));
                            slice.told.push(Changed { tick, who, before, after });
                        }
                    }
                }
                Err(_) => slice.unclear += 1,
            }
        }
        Ok(slice)
    }

    /// The comparison for a tick: another one after a reload.
    fn ready(
        &mut self,
        recording: &RecordingView,
        documents: &Documents,
        (document, text): (usize, &str),
        tick: u64,
    ) -> Result<&mut Comparison, Refusal> {
        let sources: Vec<Source> = recording
            .reader()
            .domain(tick)
            .iter()
            .map(|source| Source::new(source.name, source.text))
            .collect();
        let main = sources.first().ok_or_else(|| Refusal::new("the recording has no domain text"))?;
        let is_it = |ready: &Ready| {
            ready.recording == recording.number()
                && ready.document == document
                && ready.new == text
                && ready.old == main.text()
        };
        if !self.ready.as_ref().is_some_and(is_it) {
            let name = &documents.get(document)?.name;
            let edited = |own: &Source| {
                if own.name() == name { Source::new(name, text) } else { own.clone() }
            };
            let find = |name: &str| sources.iter().find(|source| source.name() == name);
            let old = spec(main, |name| find(name).cloned())?;
            let new = spec(&edited(main), |name| find(name).map(edited))?;
            self.ready = Some(Ready {
                recording: recording.number(),
                old: main.text().to_owned(),
                document,
                new: text.to_owned(),
                comparison: Comparison::new(old, new),
            });
        }
        let ready = self.ready.as_mut().ok_or_else(|| Refusal::new("there is nothing to compare"))?;
        Ok(&mut ready.comparison)
    }
}

fn spec(source: &Source, loader: impl Fn(&str) -> Option<Source>) -> Result<Arc<DomainSpec>, Refusal> {
    let read = read_with(source, loader);
    let (spec, _) = read.map_err(|_| Refusal::new(format!("{} has errors", source.name())))?;
    Ok(Arc::new(spec))
}
