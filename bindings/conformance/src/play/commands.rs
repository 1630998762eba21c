//! Commands of the minds as lines of the log.

use cunning_mind::{Command, Subject};

use super::Player;
use crate::format;

impl Player<'_> {
    pub(super) fn log_hash(&mut self) {
        let hash = self.minds.hash();
        self.line(format_args!("# hash {hash:016x}"));
    }

    /// Takes and logs all commands.
    pub(super) fn poll(&mut self) {
        while let Some(command) = self.minds.next_command() {
            let line = match command {
                Command::Start(step) => {
                    if !step.is_command() && !self.running.contains(&step.id) {
                        self.running.push(step.id);
                    }
                    let at = numbered(&mut self.steps, step.id);
                    let resumed = if step.resumed { " resumed" } else { "" };
                    let command = if step.is_command() { " command" } else { "" };
                    let call = format::call(step.name(), &format::args(step.args()));
                    format!("start s{at} {} {call}{resumed}{command}", self.agent_name(step.agent))
                }
                Command::Stop(step) => {
                    self.running.retain(|known| *known != step.id);
                    self.stopping.push(step.id);
                    let at = numbered(&mut self.steps, step.id);
                    format!("stop s{at} {} {}", self.agent_name(step.agent), step.reason.word())
                }
                Command::Sense(poll) => format!("sense {} {}", self.agent_name(poll.agent), poll.sensor),
                Command::Ask(check) => {
                    let at = numbered(&mut self.checks, check.id);
                    let call = format::call(check.action(), &format::args(check.args()));
                    format!("ask c{at} {} {} {call}", self.agent_name(check.agent), check.name)
                }
                Command::Query(query) => {
                    let of: Vec<String> =
                        query.subjects.iter().map(|subject| self.subject(subject)).collect();
                    let call = format::call(&query.name, &of);
                    self.queries.push((query.id, Some((call.clone(), query.name.to_string()))));
                    format!("query q{} {} {call}", self.queries.len(), self.agent_name(query.agent))
                }
                Command::Idle(idle) => {
                    format!("idle {} {}", self.agent_name(idle.agent), idle.reason.word())
                }
                Command::Report(report) => {
                    let known = self.orders.iter().rev().find(|(_, known)| *known == report.order);
                    let order = known.map_or("?", |(name, _)| name);
                    let agent = self.agent_name(report.agent);
                    format!("report {order} {agent} {} {}", report.goal, report.state.word())
                }
                _ => continue,
            };
            self.line(format_args!("{line}"));
        }
    }

    fn subject(&self, subject: &Subject) -> String {
        match subject {
            Subject::Agent(agent) => format!("@{}", self.agent_name(*agent)),
            Subject::Name(name) => name.to_string(),
            Subject::Object(object) => format!("#{}", object.0),
            Subject::Point(point) => format::position(*point),
            _ => "?".to_owned(),
        }
    }
}

/// Returns the number of an id, from 1; a new one gets the next number.
fn numbered<T: PartialEq>(ids: &mut Vec<T>, id: T) -> usize {
    let known = ids.iter().position(|known| *known == id);
    known.unwrap_or_else(|| {
        ids.push(id);
        ids.len() - 1
    }) + 1
}
