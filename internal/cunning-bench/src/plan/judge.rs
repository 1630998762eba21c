//! The judge: the oracle decides which plans are valid in the text of a problem and what the best ones cost.

use std::collections::BTreeMap;

use cunning_oracle::{Limits, OracleDomain, OracleQuery, Verdict};
use serde::Serialize;

use super::contender::{Answer, PlanResult};
use super::model::{GOAL, Model};
use super::problems::{Best, Problem};

/// The maximum number of states that the oracle explores for one start.
const STATES_MAX: usize = 4_000_000;

/// Judges the answers to a problem.
pub(crate) struct Judge<'a> {
    problem: &'a Problem,
    domain: OracleDomain,
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A valid plan of the least cost, with or without the fewest steps; or correctly no plan.
    Optimal { fewest_steps: bool },
    /// A valid plan that costs more than necessary.
    Suboptimal,
    /// A plan that cannot be carried out or does not reach the goal, and why.
    Invalid(String),
    /// No plan, although one exists.
    Missed,
    /// No answer.
    GaveUp,
}

/// The number of answers with each judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Marks {
    pub(crate) judged: usize,
    pub(crate) optimal: usize,
    pub(crate) suboptimal: usize,
    pub(crate) invalid: usize,
    pub(crate) missed: usize,
    pub(crate) gave_up: usize,
}

impl<'a> Judge<'a> {
    /// Asks the oracle for the best plan from every start. Fails if it differs from the stated optimum of the
    /// problem.
    pub(crate) fn new(problem: &'a Problem) -> Result<Self, String> {
        let best = best_plans(&problem.name, &problem.essence)?;
        if let Some(other) = best.iter().find(|best| **best != problem.optimum) {
            return Err(format!("{}: the optimum is {other:?}, not {:?}", problem.name, problem.optimum));
        }
        let domain = OracleDomain::parse(&problem.text);
        Ok(Self { problem, domain: domain.map_err(|error| format!("{}: {error}", problem.name))? })
    }

    /// Judges an answer. Fails if it is better than the optimum, which would be a mistake of the judge.
    pub(crate) fn mark(&self, start: usize, answer: &Answer) -> Result<Mark, String> {
        let plan = match (&answer.result, self.problem.optimum) {
            (PlanResult::Plan(plan), _) => plan,
            (PlanResult::NoPlan, None) => return Ok(Mark::Optimal { fewest_steps: true }),
            (PlanResult::NoPlan, Some(_)) => return Ok(Mark::Missed),
            (PlanResult::GaveUp, _) => return Ok(Mark::GaveUp),
        };
        let (cost, steps) = match self.domain.validate(&self.problem.queries[start], plan) {
            Ok(found) => found,
            Err(why) => return Ok(Mark::Invalid(why.to_string())),
        };
        match self.problem.optimum {
            Some(best) if (cost, steps) == best => Ok(Mark::Optimal { fewest_steps: true }),
            Some(best) if cost == best.0 && steps > best.1 => Ok(Mark::Optimal { fewest_steps: false }),
            Some(best) if cost > best.0 => Ok(Mark::Suboptimal),
            best => Err(format!(
                "{}: a plan of {cost} millionths in {steps} steps is better than the optimum {best:?}",
                self.problem.name
            )),
        }
    }
}

impl Marks {
    pub(crate) fn count(&mut self, mark: &Mark) {
        self.judged += 1;
        match mark {
            Mark::Optimal { .. } => self.optimal += 1,
            Mark::Suboptimal => self.suboptimal += 1,
            Mark::Invalid(_) => self.invalid += 1,
            Mark::Missed => self.missed += 1,
            Mark::GaveUp => self.gave_up += 1,
        }
    }

    /// Describes the judgements in a few words.
    pub(crate) fn show(self) -> String {
        let kinds = [
            (self.optimal, "optimal"),
            (self.suboptimal, "SUBOPTIMAL"),
            (self.invalid, "INVALID"),
            (self.missed, "MISSED"),
            (self.gave_up, "gave up"),
        ];
        let found: Vec<String> = kinds
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(
                |(count, word)| {
                    if count == self.judged { word.to_owned() } else { format!("{count} {word}") }
                },
            )
            .collect();
        found.join(", ")
    }
}

/// Returns the best plans that the oracle finds from all starts of a model. Equal starts are solved once.
fn best_plans(name: &str, model: &Model) -> Result<Vec<Best>, String> {
    let describe = |error: cunning_oracle::OracleError| format!("{name}: {error}");
    let domain = OracleDomain::parse(&model.to_toml()).map_err(describe)?;
    let mut known: BTreeMap<&Vec<i64>, Best> = BTreeMap::new();
    for start in &model.starts {
        if known.contains_key(start) {
            continue;
        }
        let query = OracleQuery { set: model.settings(start), ..OracleQuery::new(GOAL) };
        let limits = Limits { states_max: STATES_MAX };
        let best = match domain.solve(&query, limits).map_err(describe)?.verdict {
            Verdict::Solved { cost_micros, steps, .. } => Some((cost_micros, steps)),
            Verdict::Unsolvable => None,
            Verdict::LimitExceeded => return Err(format!("{name}: more than {STATES_MAX} states")),
        };
        known.insert(start, best);
    }
    Ok(model.starts.iter().filter_map(|start| known.get(start).copied()).collect())
}

#[cfg(test)]
mod tests {
    use cunning_oracle::Step;

    use super::*;
    use crate::plan::contender::Contender;
    use crate::plan::problems::problems;

    /// The stated costs and steps of the problems are what the oracle finds, from every start.
    #[test]
    fn stated_optima_match_the_oracle() {
        for problem in problems().unwrap() {
            assert_eq!(Judge::new(&problem).err(), None);
        }
    }

    /// What an essence leaves out does not matter: where the oracle can solve the whole, it finds the same.
    #[test]
    fn essence_has_the_same_optimum_as_the_whole() {
        let small = ["a_", "b_", "d_", "e_unsolv_4", "e_mutex_4", "f_", "c_shared_n8"];
        for problem in problems().unwrap() {
            if small.iter().any(|beginning| problem.name.starts_with(beginning)) {
                let mut whole = problem.model.clone();
                whole.starts.truncate(2);
                let best = best_plans(&problem.name, &whole).unwrap();
                assert_eq!(best, [problem.optimum; 2], "{}", problem.name);
            }
        }
    }

    /// The models of the example domains match their texts: plans found in a model are valid and cost the
    /// same in the text. The essence stands in for the model, which would take longer to search.
    #[test]
    fn plans_of_a_model_are_valid_in_the_text() {
        let pathfinding = Contender::named("pathfinding").unwrap();
        for mut problem in problems().unwrap() {
            if problem.name.starts_with("g_") || problem.name.starts_with("v_") {
                problem.model = problem.essence.clone();
                let mut runner = (pathfinding.prepare)(&problem).unwrap();
                runner.plan(0);
                let mark = Judge { domain: OracleDomain::parse(&problem.text).unwrap(), problem: &problem }
                    .mark(0, &runner.answer());
                assert!(matches!(mark, Ok(Mark::Optimal { .. })), "{}: {mark:?}", problem.name);
            }
        }
    }

    #[test]
    fn each_kind_of_answer_gets_its_mark() {
        let problem =
            problems().unwrap().into_iter().find(|problem| problem.name == "f_multi_effect").unwrap();
        let judge = Judge::new(&problem).unwrap();
        let mark = |result| judge.mark(0, &Answer { result, expanded: None }).unwrap();
        let plan = |names: &[&str]| PlanResult::Plan(names.iter().map(|name| Step::new(name, &[])).collect());
        assert_eq!(mark(plan(&["prepare", "all"])), Mark::Optimal { fewest_steps: true });
        assert_eq!(mark(plan(&["one", "two", "three"])), Mark::Suboptimal);
        assert!(matches!(mark(plan(&["all"])), Mark::Invalid(_)));
        assert!(matches!(mark(plan(&["prepare"])), Mark::Invalid(_)));
        assert!(matches!(mark(plan(&["no such action"])), Mark::Invalid(_)));
        assert_eq!(mark(PlanResult::NoPlan), Mark::Missed);
        assert_eq!(mark(PlanResult::GaveUp), Mark::GaveUp);
    }
}
