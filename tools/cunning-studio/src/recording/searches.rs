//! The searches of a recording: which were made for an agent, and each of them made again to be looked into.

use cunning_mind::RecordedSearch;
use cunning_trace::{AgentId, Event, Kind, NameTable};
use serde::Serialize;

use super::RecordingView;
use super::tell::failure;
use crate::limits::{EXPANSIONS_MAX, ITEMS_MAX, NODES_MAX};
use crate::wire::Refusal;

/// What was searched for an agent.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobList {
    jobs: Vec<JobRow>,
    /// Whether there were more before.
    is_cut: bool,
}

/// One search: a job makes several if a goal has no plan and the next one is tried.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JobRow {
    job: String,
    /// Which of the job's searches.
    nth: usize,
    /// When it was asked for, and when it was over.
    tick: u64,
    end: u64,
    goal: String,
    outcome: String,
    is_found: bool,
    nodes: u64,
}

impl RecordingView {
    /// The searches for an agent until a tick, the last ones.
    pub(crate) fn jobs(&self, agent: AgentId, until: u64) -> JobList {
        let kinds = [Kind::PlanAsked, Kind::SearchTree, Kind::PlanFound, Kind::PlanFailed];
        let words = self.words(until);
        let mut list = JobList::default();
        let records = self.reader().records().about(agent).of_kinds(&kinds).map_while(Result::ok);
        let mut asked = (0, String::new());
        for record in records.take_while(|record| record.tick <= until) {
            match record.event {
                Event::PlanAsked { goal, .. } => asked = (record.tick, words.call(NameTable::Goal, goal)),
                Event::SearchTree { job, nodes, left_out } => {
                    let job = job.to_string();
                    let nth = list.jobs.iter().rev().take_while(|row| row.job == job).count();
                    list.jobs.push(JobRow {
                        nth,
                        job,
                        tick: asked.0,
                        end: record.tick,
                        goal: asked.1.clone(),
                        outcome: String::new(),
                        is_found: false,
                        nodes: nodes.iter().count() as u64 + left_out,
                    });
                    if list.jobs.len() > 2 * ITEMS_MAX {
                        list.jobs.drain(..ITEMS_MAX);
                        list.is_cut = true;
                    }
                }
                Event::PlanFound { job, plan, .. } => {
                    let steps = plan.steps.iter().count();
                    let plural = if steps == 1 { "" } else { "s" };
                    list.end_job(job, format!("a plan of {steps} step{plural}"), true);
                }
                Event::PlanFailed { job, failure: why, .. } => {
                    list.end_job(job, failure(why).to_owned(), false);
                }
                _ => {}
            }
        }
        if list.jobs.len() > ITEMS_MAX {
            list.jobs.drain(..list.jobs.len() - ITEMS_MAX);
            list.is_cut = true;
        }
        list
    }

    /// A search made again.
    pub(crate) fn search(&self, agent: AgentId, job: u64, nth: usize) -> Result<RecordedSearch, Refusal> {
        let kinds = [Kind::PlanAsked, Kind::PlanSliced, Kind::SearchTree];
        let records = self.reader().records().about(agent).of_kinds(&kinds);
        let mut asked = None;
        let (mut met, mut granted) = (0, 0_u64);
        for record in records.map_while(Result::ok) {
            match record.event {
                Event::PlanAsked { job: own, snapshot, .. } if own == job => {
                    asked = Some((record.tick, snapshot));
                }
                // A search that was given up is made again up to there.
                Event::PlanSliced { job: own, granted: slice, .. } if own == job => {
                    granted = granted.saturating_add(slice);
                }
                Event::SearchTree { job: own, nodes, left_out } if own == job => {
                    if met == nth {
                        let (tick, snapshot) =
                            asked.ok_or_else(|| Refusal::new("the search has no beginning"))?;
                        let view = self.view(agent, tick)?;
                        let limits = (granted.min(EXPANSIONS_MAX), NODES_MAX);
                        return RecordedSearch::of_record(
                            &self.spec(tick)?,
                            &view,
                            snapshot,
                            (nodes, left_out),
                            limits,
                        )
                        .map_err(|error| Refusal::new(error.to_string()));
                    }
                    (met, granted) = (met + 1, 0);
                }
                _ => {}
            }
        }
        Err(Refusal::new("there is no such search"))
    }
}

impl JobList {
    /// What came of the last search of a job; those before it came to nothing.
    fn end_job(&mut self, job: u64, outcome: String, is_found: bool) {
        let job = job.to_string();
        if let Some(last) = self.jobs.iter_mut().rev().take(16).find(|row| row.job == job) {
            (last.outcome, last.is_found) = (outcome, is_found);
        }
    }
}
