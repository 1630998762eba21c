//! The differential campaign: compares the planner with the oracle on one generated domain after the other.

mod case;
mod stream;
mod triples;

use std::sync::Arc;

use cunning_diag::Source;
use cunning_oracle::generate::{Report, generate};
use cunning_plan::{
    Grounding, GroundingError, PlanCache, PlanRequest, Planner, PlannerConfig, State, TableNumber, read,
    write,
};

pub use case::{Case, EXPANSIONS_MAX, Ended, Mismatch};
use stream::Streams;
pub use triples::{TRIPLE_COUNT, triple};

/// A planner for every configuration, reused across domains as in games, and statistics of the runs.
pub struct Campaign {
    default: Planner,
    streams: Streams,
    planners: Vec<Planner>,
    pub tallies: Vec<Tally>,
    pub report: Report,
    /// The number of domains whose grounding exceeded a limit.
    pub limited: u64,
}

/// The number of runs of a configuration, and how many gave up.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub tried: u64,
    pub gave_up: u64,
}

impl Campaign {
    pub fn new() -> Self {
        Self {
            default: Planner::new(PlannerConfig::default()),
            streams: Streams::new(),
            planners: (0..TRIPLE_COUNT).map(|number| Planner::new(triple(number))).collect(),
            tallies: vec![Tally::default(); TRIPLE_COUNT],
            report: Report::default(),
            limited: 0,
        }
    }

    /// Plans for a generated domain with the default and with some other configurations. The seed chooses them, so that
    /// all run equally often in every family.
    pub fn check(&mut self, seed: u64, triples: usize) -> Result<(), Mismatch> {
        let case = Case::new(generate(seed));
        self.report.add(&case.generated, &case.oracle, &case.outcome);
        let config = PlannerConfig::default();
        let begun = Planner::for_request(&case.domain, &case.query, config);
        let Some((mut fresh, grounding)) = self.within_limits(&case, begun)? else { return Ok(()) };
        let compiled_goal = grounding.compiled_goal(case.query.goal, &case.query.args).unwrap();
        case.judge(&mut fresh, &compiled_goal, &grounding.start(), &config)?;
        self.check_cache(&case)?;
        check_text(&case)?;
        let (start, refused) = (grounding.start(), grounding.refused(&case.query.checks));
        self.streams.check(&case, &compiled_goal, &start, &refused)?;
        // Families repeat every ten seeds.
        let first = seed as usize / 10 * triples;
        for number in (first..first + triples).map(|number| number % TRIPLE_COUNT) {
            let planner = &mut self.planners[number];
            planner.begin(&compiled_goal, &start, &refused);
            let ended = case.judge(planner, &compiled_goal, &start, &triple(number))?;
            self.tallies[number].tried += 1;
            self.tallies[number].gave_up += u64::from(ended == Ended::GaveUp);
        }
        Ok(())
    }

    /// The result of grounding; `None` if it exceeded a limit, which is allowed but must stay rare.
    fn within_limits<T>(
        &mut self,
        case: &Case,
        made: Result<T, GroundingError>,
    ) -> Result<Option<T>, Mismatch> {
        match made {
            Ok(made) => Ok(Some(made)),
            Err(error) if error.is_limit() => {
                self.limited += 1;
                Ok(None)
            }
            Err(error) => Err(case.mismatch(error, &PlannerConfig::default(), None)),
        }
    }

    /// Checks that a grounding for any start gives the same answer, and that the cache answers only the same question.
    fn check_cache(&mut self, case: &Case) -> Result<(), Mismatch> {
        let config = PlannerConfig::default();
        let Some((open, start)) = self.within_limits(case, at_run_time(case))? else { return Ok(()) };
        let compiled_goal = open.compiled_goal(case.query.goal, &case.query.args).unwrap();
        let mut refused = open.refused(&case.query.checks);
        let mut cache = PlanCache::new(10);
        let planner = &mut self.default;
        planner.begin_cached(&compiled_goal, &start, &refused, &cache);
        case.judge(planner, &compiled_goal, &start, &config)?;
        planner.keep(&mut cache);
        let answer = (planner.status(), planner.plan());
        planner.begin_cached(&compiled_goal, &start, &refused, &cache);
        if (planner.step(EXPANSIONS_MAX), planner.plan()) != answer
            || (cache.hits(), cache.misses()) != (1, 1)
        {
            return Err(case.mismatch("the cache gives another answer", &config, answer.1.as_ref()));
        }
        // With its first step forbidden, the cached plan must not be returned.
        let Some(first) = answer.1.as_ref().and_then(|plan| plan.steps.first()) else { return Ok(()) };
        refused.push(first.id);
        planner.begin_cached(&compiled_goal, &start, &refused, &cache);
        planner.step(EXPANSIONS_MAX);
        let plan = planner.plan();
        if plan.as_ref().is_some_and(|plan| plan.steps.iter().any(|step| step.id == first.id)) {
            return Err(case.mismatch("the plan contains a forbidden action", &config, plan.as_ref()));
        }
        Ok(())
    }
}

/// A grounding that knows nothing of the query but its objects and traits, and a state that is told the rest as a game
/// tells it: facts, numbers of tables, and objects that were not there before.
fn at_run_time(case: &Case) -> Result<(Arc<Grounding>, State), GroundingError> {
    let Case { domain, query, .. } = case;
    let mut grounding =
        Grounding::new(domain, &PlanRequest { set: Vec::new(), tables: Vec::new(), ..query.clone() })?;
    let mut start = grounding.start();
    let is_free = |number: &TableNumber| grounding.set_number(&mut start, number).is_ok();
    if !query.tables.iter().all(is_free) {
        // Something besides costs reads a number that differs.
        grounding = Grounding::new(domain, &PlanRequest { set: Vec::new(), ..query.clone() })?;
        start = grounding.start();
    }
    for (ty, _) in domain.types().iter() {
        for slot in grounding.slots(ty) {
            let was_bound = grounding.is_bound(&start, slot);
            grounding.bind(&mut start, slot);
            grounding.unbind(&mut start, slot);
            if was_bound {
                grounding.bind(&mut start, slot);
            }
        }
    }
    for setting in domain.start().iter().chain(&query.set) {
        grounding.set(&mut start, setting)?;
    }
    Ok((grounding, start))
}

/// Checks that writing the domain and reading it again gives the same domain.
fn check_text(case: &Case) -> Result<(), Mismatch> {
    let written = write(&case.domain);
    match read(&Source::new("written.toml", written.as_str())) {
        Ok(again) if again == *case.domain => Ok(()),
        _ => {
            let what = format_args!("the domain does not round-trip:\n{written}");
            Err(case.mismatch(what, &PlannerConfig::default(), None))
        }
    }
}
