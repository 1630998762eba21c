//! The searches of a recording: a list per agent, and each search repeated for display.

use cunning_mind::debug::RecordedSearch;
use cunning_trace::{AgentId, Event, Kind, NameTable};
use serde::Serialize;

use super::RecordingView;
use super::event_text::describe_failure;
use crate::limits::{EXPANSIONS_MAX, ITEMS_MAX, NODES_MAX};
use crate::protocol::RequestError;

/// The searches for an agent.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchList {
    searches: Vec<SearchRow>,
    /// Whether earlier searches were left out.
    has_earlier: bool,
}

/// One search. A job has several if a goal has no plan and the next goal is tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct SearchRow {
    job: String,
    /// The index of the search within its job.
    nth: usize,
    /// The tick of the request.
    tick: u64,
    /// The tick in which the search ended.
    end: u64,
    goal: String,
    outcome: String,
    is_found: bool,
    nodes: u64,
}

impl RecordingView {
    /// The latest searches for an agent up to a tick.
    pub(crate) fn searches(&self, agent: AgentId, until: u64) -> SearchList {
        let kinds = [Kind::PlanAsked, Kind::SearchTree, Kind::PlanFound, Kind::PlanFailed];
        let names = self.names(until);
        let mut list = SearchList::default();
        let records = self.reader().records().about(agent).of_kinds(&kinds).map_while(Result::ok);
        let mut request = (0, String::new());
        for record in records.take_while(|record| record.tick <= until) {
            match record.event {
                Event::PlanAsked { goal, .. } => request = (record.tick, names.call(NameTable::Goal, goal)),
                Event::SearchTree { job, nodes, left_out } => {
                    let job = job.to_string();
                    let nth = list.searches.iter().rev().take_while(|row| row.job == job).count();
                    list.searches.push(SearchRow {
                        nth,
                        job,
                        tick: request.0,
                        end: record.tick,
                        goal: request.1.clone(),
                        outcome: String::new(),
                        is_found: false,
                        nodes: nodes.iter().count() as u64 + left_out,
                    });
                    if list.searches.len() > 2 * ITEMS_MAX {
                        list.searches.drain(..ITEMS_MAX);
                        list.has_earlier = true;
                    }
                }
                Event::PlanFound { job, plan, .. } => {
                    let steps = plan.steps.iter().count();
                    let plural = if steps == 1 { "" } else { "s" };
                    list.end_job(job, format!("a plan of {steps} step{plural}"), true);
                }
                Event::PlanFailed { job, failure: why, .. } => {
                    list.end_job(job, describe_failure(why).to_owned(), false);
                }
                _ => {}
            }
        }
        if list.searches.len() > ITEMS_MAX {
            list.searches.drain(..list.searches.len() - ITEMS_MAX);
            list.has_earlier = true;
        }
        list
    }

    /// Repeats a search.
    pub(crate) fn search(
        &self,
        agent: AgentId,
        job: u64,
        nth: usize,
    ) -> Result<RecordedSearch, RequestError> {
        let kinds = [Kind::PlanAsked, Kind::PlanSliced, Kind::SearchTree];
        let records = self.reader().records().about(agent).of_kinds(&kinds);
        let mut request = None;
        let (mut met, mut granted) = (0, 0_u64);
        for record in records.map_while(Result::ok) {
            match record.event {
                Event::PlanAsked { job: other, snapshot, .. } if other == job => {
                    request = Some((record.tick, snapshot));
                }
                // A cancelled search is repeated up to where it was cancelled.
                Event::PlanSliced { job: other, granted: slice, .. } if other == job => {
                    granted = granted.saturating_add(slice);
                }
                Event::SearchTree { job: other, nodes, left_out } if other == job => {
                    if met == nth {
                        let (tick, snapshot) = request.ok_or_else(|| {
                            RequestError::new("the request of this search is not in the recording")
                        })?;
                        let view = self.view(agent, tick)?;
                        let limits = (granted.min(EXPANSIONS_MAX), NODES_MAX);
                        return RecordedSearch::of_record(
                            &*self.domain(tick)?,
                            &view,
                            snapshot,
                            (nodes, left_out),
                            limits,
                        )
                        .map_err(RequestError::new);
                    }
                    (met, granted) = (met + 1, 0);
                }
                _ => {}
            }
        }
        Err(RequestError::new("the recording has no such search"))
    }
}

impl SearchList {
    /// Sets the outcome of the last search of a job; those before it found nothing.
    fn end_job(&mut self, job: u64, outcome: String, is_found: bool) {
        let job = job.to_string();
        if let Some(last) = self.searches.iter_mut().rev().take(16).find(|row| row.job == job) {
            (last.outcome, last.is_found) = (outcome, is_found);
        }
    }
}
