//! The player in Rust: what the players of all bindings are compared with.

mod commands;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use cunning_mind::{
    AgentId, Budget, CheckId, Domain, FactKey, GameObject, MindError, Minds, NameKind, Order, OrderId,
    PlanError, QueryId, RestoreError, Snapshot, SpatialAnswer, Spawn, StepId, Symbol, ValueRef,
};
use serde_json::Value;

use crate::format;
use crate::script::{Script, ScriptError, list, number, text, truth, whole, wrong};
use values::{key, position_of, value_of};

/// Plays a script and returns its log.
pub fn play(script: &Script) -> Result<String, ScriptError> {
    let domain = domain(script, 0)?;
    let mut player = Player {
        script,
        minds: Minds::new(&domain),
        domain,
        agents: Vec::new(),
        orders: Vec::new(),
        steps: Vec::new(),
        checks: Vec::new(),
        queries: Vec::new(),
        running: Vec::new(),
        stopping: Vec::new(),
        saves: BTreeMap::new(),
        snapshots: BTreeMap::new(),
        hashes: BTreeMap::new(),
        log: String::new(),
    };
    for (at, step) in script.steps.iter().enumerate() {
        let [name, args @ ..] = &step[..] else { return wrong("an operation has no name") };
        let done = text(name).and_then(|name| player.perform(name, args));
        match done.map_err(|error| ScriptError(format!("step {}: {error}", at + 1)))? {
            Ok(()) => {}
            Err(Failed { code, text }) => player.line(format_args!("! {code}: {text}")),
        }
    }
    Ok(player.log)
}

fn domain(script: &Script, at: u64) -> Result<Domain, ScriptError> {
    let Some((name, text)) = script.domains.get(at as usize) else { return wrong("no such domain") };
    Domain::from_str(name, text).map_err(|error| ScriptError(error.to_string()))
}

/// An error of the binding, which is a line of the log.
struct Failed {
    code: &'static str,
    text: String,
}

impl From<MindError> for Failed {
    fn from(error: MindError) -> Self {
        Self { code: error.code(), text: error.to_string() }
    }
}

impl From<RestoreError> for Failed {
    fn from(error: RestoreError) -> Self {
        let code = if let RestoreError::Setup(error) = &error { error.code() } else { "bad-save" };
        Self { code, text: error.to_string() }
    }
}

/// The outer result is about the script, the inner one about the call.
type Performed = Result<Result<(), Failed>, ScriptError>;

struct Player<'s> {
    script: &'s Script,
    domain: Domain,
    minds: Minds,
    agents: Vec<(String, AgentId)>,
    orders: Vec<(String, OrderId)>,
    /// All steps that were ever started; scripts refer to them by number, from 1.
    steps: Vec<StepId>,
    checks: Vec<CheckId>,
    /// Questions and, until they are answered, their texts.
    queries: Vec<(QueryId, Option<(String, String)>)>,
    running: Vec<StepId>,
    stopping: Vec<StepId>,
    saves: BTreeMap<String, Vec<u8>>,
    snapshots: BTreeMap<String, Snapshot>,
    hashes: BTreeMap<String, u64>,
    log: String,
}

impl Player<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.log, "{line}");
    }

    fn perform(&mut self, name: &str, args: &[Value]) -> Performed {
        match (name, args) {
            ("spawn", [name, archetype, rest @ ..]) => {
                self.spawn(text(name)?, text(archetype)?, rest.first())
            }
            ("remove", [agent]) => {
                let agent = self.agent(agent)?;
                if self.minds.remove(agent) { Ok(Ok(())) } else { Ok(Err(MindError::NoAgent(agent).into())) }
            }
            ("set", [agent, fact, value]) => {
                let agent = self.agent(agent)?;
                Ok(self.minds.set(agent, key(fact)?, value_of(value)?).map_err(Into::into))
            }
            ("believe", [agent, fact, value, confidence]) => {
                let agent = self.agent(agent)?;
                let set = self.minds.believe(agent, key(fact)?, value_of(value)?, number(confidence)?);
                Ok(set.map_err(Into::into))
            }
            ("set_many", [beliefs]) => self.set_many(list(beliefs)?),
            ("get", [agent, fact]) => self.get(agent, fact),
            ("bind", [ty, object, name]) => {
                let bound = self.minds.bind(text(ty)?, GameObject(whole(object)?), text(name)?);
                Ok(bound.map_err(Into::into))
            }
            ("unbind", [object]) => {
                let object = GameObject(whole(object)?);
                Ok(if self.minds.unbind(object) { Ok(()) } else { Err(MindError::NotBound(object).into()) })
            }
            ("tick", [dt_ms, budget]) => {
                let (dt, budget) = (Duration::from_millis(whole(dt_ms)?), Budget::work(whole(budget)?));
                self.minds.tick(dt, budget);
                self.poll();
                self.log_hash();
                Ok(Ok(()))
            }
            ("begin", [dt_ms, budget]) => {
                self.minds.begin(Duration::from_millis(whole(dt_ms)?), Budget::work(whole(budget)?));
                self.poll();
                Ok(Ok(()))
            }
            ("ask", []) => {
                self.minds.ask();
                self.poll();
                Ok(Ok(()))
            }
            ("think", []) => {
                self.minds.think();
                self.poll();
                self.log_hash();
                Ok(Ok(()))
            }
            ("report", [reports]) => {
                for report in list(reports)? {
                    let [outcome, step] = &list(report)?[..] else { return wrong("a report is a pair") };
                    self.report(text(outcome)?, step)?;
                }
                Ok(Ok(()))
            }
            ("reply", []) => {
                for step in self.stopping.drain(..) {
                    self.minds.stopped(step);
                }
                for step in self.running.drain(..) {
                    self.minds.done(step);
                }
                Ok(Ok(()))
            }
            ("answer", [check, yes]) => {
                let at = whole(check)? as usize;
                let Some(check) = self.checks.get(at.wrapping_sub(1)) else { return wrong("no such check") };
                self.minds.answer(*check, truth(yes)?);
                Ok(Ok(()))
            }
            ("answer_queries", [answers]) => self.answer_queries(answers),
            _ => self.perform_more(name, args),
        }
    }

    fn perform_more(&mut self, name: &str, args: &[Value]) -> Performed {
        match (name, args) {
            ("order", [name, agent, order]) => self.order(text(name)?, agent, order),
            ("withdraw", [name]) => {
                let name = text(name)?;
                let known = self.orders.iter().rev().find(|(known, _)| known == name);
                let Some((_, order)) = known else { return wrong("no such order") };
                let order = *order;
                let text = "the order has ended, or never existed".to_owned();
                let failed = Failed { code: "no-order", text };
                Ok(if self.minds.withdraw(order) { Ok(()) } else { Err(failed) })
            }
            ("set_commander", [agent, commander]) => {
                let (agent, commander) = (self.agent(agent)?, self.maybe_agent(commander)?);
                Ok(self.minds.set_commander(agent, commander).map_err(Into::into))
            }
            ("subordinates", [agent]) => {
                let id = self.agent(agent)?;
                let below: Vec<&str> =
                    self.minds.subordinates(id).iter().map(|agent| self.agent_name(*agent)).collect();
                let line = format!("subordinates {} [{}]", self.agent_name(id), below.join(", "));
                self.line(format_args!("{line}"));
                Ok(Ok(()))
            }
            ("hold" | "release" | "sleep" | "wake", [agent]) => {
                let agent = self.agent(agent)?;
                if !self.minds.contains(agent) {
                    return Ok(Err(MindError::NoAgent(agent).into()));
                }
                match name {
                    "hold" => self.minds.hold(agent),
                    "release" => self.minds.release(agent),
                    "sleep" => self.minds.sleep(agent),
                    _ => self.minds.wake(agent),
                }
                Ok(Ok(()))
            }
            ("quarantine", [agent, reason]) => {
                let agent = self.agent(agent)?;
                self.minds.quarantine(agent, text(reason)?);
                Ok(Ok(()))
            }
            ("set_importance", [agent, importance]) => {
                let agent = self.agent(agent)?;
                Ok(self.minds.set_importance(agent, number(importance)?).map_err(Into::into))
            }
            ("set_trait", [agent, name, value]) => {
                let agent = self.agent(agent)?;
                Ok(self.minds.set_trait(agent, text(name)?, number(value)?).map_err(Into::into))
            }
            ("set_table", [agent, cell, value]) => {
                let agent = self.maybe_agent(agent)?;
                Ok(self.minds.set_table(agent, key(cell)?, number(value)?).map_err(Into::into))
            }
            ("poll_sensor", [sensor, interval_ms]) => {
                let interval = Duration::from_millis(whole(interval_ms)?);
                Ok(self.minds.poll_sensor(text(sensor)?, interval).map_err(Into::into))
            }
            ("save", [slot]) => {
                self.saves.insert(text(slot)?.to_owned(), self.minds.save());
                Ok(Ok(()))
            }
            ("restore", [slot, domain, ids]) => self.restore(text(slot)?, whole(domain)?, ids),
            ("snapshot", [slot]) => {
                self.minds.snapshot_into(self.snapshots.entry(text(slot)?.to_owned()).or_default());
                Ok(Ok(()))
            }
            ("rollback", [slot]) => {
                let Some(snapshot) = self.snapshots.get(text(slot)?) else {
                    return wrong("no such snapshot");
                };
                Ok(self.minds.rollback(snapshot).map_err(Into::into))
            }
            ("reload", [at]) => {
                let domain = domain(self.script, whole(at)?)?;
                Ok(self.minds.reload(&domain).map_err(Into::into).map(|report| {
                    self.domain = domain;
                    let (kept, dropped) = (report.plans_kept, report.plans_dropped);
                    self.line(format_args!("reload kept {kept} dropped {dropped}"));
                }))
            }
            _ => self.look(name, args),
        }
    }

    /// Operations that only look.
    fn look(&mut self, name: &str, args: &[Value]) -> Performed {
        match (name, args) {
            ("remember_hash", [name]) => {
                self.hashes.insert(text(name)?.to_owned(), self.minds.hash());
            }
            ("same_hash", [name]) => {
                let name = text(name)?;
                let Some(hash) = self.hashes.get(name) else { return wrong("no such hash") };
                let is_same = *hash == self.minds.hash();
                self.line(format_args!("same hash as {name}: {is_same}"));
            }
            ("inspect", [agent]) => {
                let agent = self.agent(agent)?;
                let Some(seen) = self.minds.inspect(agent) else {
                    return Ok(Err(MindError::NoAgent(agent).into()));
                };
                let plan: Vec<String> = self.minds.plan(agent).iter().map(ToString::to_string).collect();
                let name = self.agent_name(agent).to_owned();
                let (goal, acts) = (seen.goal.as_deref().unwrap_or("none"), seen.is_acting);
                self.line(format_args!(
                    "inspect {name} goal {goal} plan [{}] acting {acts}",
                    plan.join(", ")
                ));
            }
            ("why", [agent]) => {
                let agent = self.agent(agent)?;
                match self.minds.why(agent) {
                    Ok(why) => {
                        let line = format!("why {} {}", self.agent_name(agent), why.word());
                        self.line(format_args!("{line}"));
                    }
                    Err(error) => return Ok(Err(error.into())),
                }
            }
            ("ignored", []) => {
                let stats = self.minds.stats();
                let (reports, percepts) = (stats.reports_ignored, stats.percepts_ignored);
                self.line(format_args!("ignored reports {reports} percepts {percepts}"));
            }
            ("plan", [request]) => return self.plan(request),
            _ => return wrong(format!("unknown operation `{name}` with {} arguments", args.len())),
        }
        Ok(Ok(()))
    }

    fn agent(&self, name: &Value) -> Result<AgentId, ScriptError> {
        let name = text(name)?;
        let known = self.agents.iter().rev().find(|(known, _)| known == name);
        known.map_or_else(|| wrong(format!("no agent `{name}`")), |(_, id)| Ok(*id))
    }

    fn maybe_agent(&self, name: &Value) -> Result<Option<AgentId>, ScriptError> {
        if name.is_null() { Ok(None) } else { self.agent(name).map(Some) }
    }

    fn agent_name(&self, agent: AgentId) -> &str {
        self.agents.iter().rev().find(|(_, known)| *known == agent).map_or("?", |(name, _)| name)
    }

    fn spawn(&mut self, name: &str, archetype: &str, options: Option<&Value>) -> Performed {
        let mut spawn = Spawn::new();
        for (key, value) in options.and_then(Value::as_object).into_iter().flatten() {
            spawn = match key.as_str() {
                "name" => spawn.name(text(value)?),
                "seed" => spawn.seed(whole(value)?),
                "commander" => spawn.commander(self.agent(value)?),
                "traits" => {
                    let traits = value.as_object().into_iter().flatten();
                    let set = |spawn: Spawn, (name, value): (&String, &Value)| {
                        Ok(spawn.set_trait(name.as_str(), number(value)?))
                    };
                    traits.into_iter().try_fold(spawn, set)?
                }
                _ => return wrong(format!("unknown option `{key}`")),
            };
        }
        Ok(self.minds.spawn_with(archetype, spawn).map_err(Into::into).map(|id| {
            self.agents.push((name.to_owned(), id));
        }))
    }

    fn set_many(&mut self, beliefs: &[Value]) -> Performed {
        let mut rows: Vec<(AgentId, Symbol, FactKey<'_>, ValueRef<'_>)> = Vec::new();
        for belief in beliefs {
            let [agent, fact, value] = &list(belief)?[..] else { return wrong("a belief has three parts") };
            let key = key(fact)?;
            match self.minds.find_symbol(NameKind::Fact, key.name) {
                Ok(symbol) => rows.push((self.agent(agent)?, symbol, key, value_of(value)?)),
                Err(error) => return Ok(Err(error.into())),
            }
        }
        let mut done = 0;
        let mut result = Ok(());
        for (agent, symbol, key, value) in &rows {
            result = self.minds.tell_symbol(*agent, *symbol, &key.indices, *value, 1.0);
            if result.is_err() {
                break;
            }
            done += 1;
        }
        self.line(format_args!("set_many {done} of {}", rows.len()));
        Ok(result.map_err(Into::into))
    }

    fn get(&mut self, agent: &Value, fact: &Value) -> Performed {
        let (id, key) = (self.agent(agent)?, key(fact)?);
        if let Err(error) = self.minds.find_symbol(NameKind::Fact, key.name) {
            return Ok(Err(error.into()));
        }
        Ok(self.minds.belief(id, key.clone()).map_err(Into::into).map(|(value, confidence)| {
            let indices: Vec<String> = key.indices.iter().map(|index| format::value(*index)).collect();
            let indices =
                if indices.is_empty() { String::new() } else { format!("[{}]", indices.join(", ")) };
            let line = format!(
                "get {} {}{indices} = {} at {}",
                self.agent_name(id),
                key.name,
                format::value((&value).into()),
                (confidence * 1e6).round() as i64
            );
            self.line(format_args!("{line}"));
        }))
    }

    fn step(&self, at: &Value) -> Result<StepId, ScriptError> {
        let at = whole(at)? as usize;
        self.steps.get(at.wrapping_sub(1)).map_or_else(|| wrong("no such step"), |step| Ok(*step))
    }

    fn report(&mut self, outcome: &str, step: &Value) -> Result<(), ScriptError> {
        let step = self.step(step)?;
        match outcome {
            "done" => self.minds.done(step),
            "failed" => self.minds.failed(step),
            "running" => self.minds.running(step),
            "stopped" => self.minds.stopped(step),
            _ => return wrong(format!("unknown outcome `{outcome}`")),
        }
        if outcome != "running" {
            self.running.retain(|known| *known != step);
            self.stopping.retain(|known| *known != step);
        }
        Ok(())
    }

    fn answer_queries(&mut self, answers: &Value) -> Performed {
        for (query, open) in &mut self.queries {
            let Some((call, name)) = open.take() else { continue };
            let answer = answers.get(&call).or_else(|| answers.get(&name)).unwrap_or(&Value::Null);
            let answer = match answer {
                Value::Null => SpatialAnswer::Unknown,
                Value::Bool(truth) => SpatialAnswer::Truth(*truth),
                Value::Number(number) => number.as_f64().into(),
                position => SpatialAnswer::Position(position_of(position)?),
            };
            self.minds.answer_query(*query, answer);
        }
        Ok(Ok(()))
    }

    fn order(&mut self, name: &str, agent: &Value, order: &Value) -> Performed {
        let agent = self.agent(agent)?;
        let mut given = Order::goal(text(&order["goal"])?.to_owned());
        for (key, value) in order.as_object().into_iter().flatten() {
            given = match key.as_str() {
                "goal" => given,
                "bias" => given.bias(number(value)?),
                "within_ms" => given.within(Duration::from_millis(whole(value)?)),
                "rigid" if truth(value)? => given.rigid(),
                "args" => {
                    let args = value.as_object().into_iter().flatten();
                    let arg = |order: Order, (param, value): (&String, &Value)| {
                        Ok(order.arg(param.clone(), value_of(value)?))
                    };
                    args.into_iter().try_fold(given, arg)?
                }
                _ => return wrong(format!("unknown key `{key}` of an order")),
            };
        }
        Ok(self.minds.order(agent, given).map_err(Into::into).map(|id| {
            self.orders.push((name.to_owned(), id));
        }))
    }

    fn restore(&mut self, slot: &str, at: u64, ids: &Value) -> Performed {
        let domain = domain(self.script, at)?;
        let Some(bytes) = self.saves.get(slot) else { return wrong("no such save") };
        let mut pairs = Vec::new();
        for pair in ids.as_array().into_iter().flatten() {
            let [old, new] = &list(pair)?[..] else { return wrong("ids are pairs") };
            pairs.push((GameObject(whole(old)?), GameObject(whole(new)?)));
        }
        let remap = |object| match ids {
            Value::Null => Some(object),
            _ => pairs.iter().find(|(old, _)| *old == object).map(|(_, new)| *new),
        };
        Ok(Minds::restore(bytes, &domain, remap).map_err(Into::into).map(|(minds, report)| {
            self.minds = minds;
            self.domain = domain;
            self.snapshots.clear();
            self.line(format_args!("restore lost {:?}", report.lost));
        }))
    }

    fn plan(&mut self, request: &Value) -> Performed {
        let mut plan = self.domain.plan(text(&request["goal"])?);
        for (key, value) in request.as_object().into_iter().flatten() {
            plan = match key.as_str() {
                "goal" => plan,
                "agent" => plan.agent(text(value)?),
                "set" => {
                    for row in list(value)? {
                        let [fact, indices @ .., value] = &list(row)?[..] else {
                            return wrong("a fact has a value");
                        };
                        let indices = indices.iter().map(value_of).collect::<Result<_, _>>()?;
                        plan = plan.set(FactKey { name: text(fact)?, indices }, value_of(value)?);
                    }
                    plan
                }
                _ => return wrong(format!("unknown key `{key}` of a request")),
            };
        }
        match plan.solve() {
            Ok(plan) => self.line(format_args!("plan {plan}")),
            // The explanation is a text of several lines; players in other languages have it from the same library.
            Err(PlanError::NoPlan(_)) => self.line(format_args!("plan none")),
            Err(PlanError::UnknownName(error)) => return Ok(Err(MindError::from(error).into())),
            Err(PlanError::Invalid(error)) => return Ok(Err(error.into())),
            Err(error) => return wrong(error.to_string()),
        }
        Ok(Ok(()))
    }
}
