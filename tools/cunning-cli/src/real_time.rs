//! Real-time search on the command line: the names of methods and their parameters.

use cunning_diag::did_you_mean;
use cunning_walk::real_time::{Learning, Lookahead, Method, Rule};

use crate::failure::Failure;

/// The parameters of the general rule and of lookaheads.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Real-time search")]
pub(crate) struct RuleOptions {
    /// For lrta: weight of learned estimates, above 0 [default: 1]
    #[arg(long, value_name = "W", allow_negative_numbers = true)]
    w: Option<f64>,
    /// Weight of edge costs in learned estimates, above 0 [default: 1]
    #[arg(long, value_name = "W", allow_negative_numbers = true)]
    wc: Option<f64>,
    /// For lrta: learning operator over the beam: min, mean, median or max [default: min]
    #[arg(long, value_name = "NAME")]
    lop: Option<String>,
    /// For lrta: share of neighbours to learn from, 0 to 1 [default: 0, the best one]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    beam: Option<f64>,
    /// For lrta: learning rate, 0 to 1 [default: 1]
    #[arg(long, visible_alias = "step-size", value_name = "SHARE", allow_negative_numbers = true)]
    lr: Option<f64>,
    /// For lrta: move only to neighbours whose estimates have risen least (depression avoidance)
    #[arg(long)]
    da: bool,
    /// For lrta: remove expendable states from the graph
    #[arg(long, short = 'E')]
    expendable: bool,
    /// For lss-lrta, rtaa and dalss-lrta: number of expansions of each local search [default: 8]
    #[arg(long, value_name = "N")]
    k: Option<u32>,
}

/// The names of the methods of real-time search.
pub(crate) const METHODS: [&str; 5] = ["lrta", "hill-climbing", "lss-lrta", "rtaa", "dalss-lrta"];

const EXPANSIONS: u32 = 8;

impl RuleOptions {
    /// The method with a name and its parameters; `None` if the name is not one of [`METHODS`].
    pub(crate) fn method(&self, name: &str) -> Option<Result<Method, Failure>> {
        let k = self.k.unwrap_or(EXPANSIONS);
        let lookahead = match name {
            "lrta" | "hill-climbing" => return Some(self.rule(name)),
            "lss-lrta" => Lookahead::lss(k),
            "rtaa" => Lookahead::rtaa(k),
            "dalss-lrta" => Lookahead::da_lss(k),
            _ => return None,
        };
        let cost_weight = if name == "rtaa" { None } else { self.wc };
        let lookahead = Lookahead { cost_weight: cost_weight.unwrap_or(1.0), ..lookahead };
        let takes = if name == "rtaa" { &["--k"][..] } else { &["--k", "--wc"] };
        Some(self.refuse_others(name, takes).and_then(|()| checked(Method::Lookahead(lookahead))))
    }

    fn rule(&self, name: &str) -> Result<Method, Failure> {
        if name == "hill-climbing" {
            self.refuse_others(name, &[])?;
            return Ok(Method::HILL_CLIMBING);
        }
        self.refuse_others(name, &["--w", "--wc", "--lop", "--beam", "--lr", "--da", "--expendable"])?;
        let lrta = Rule::LRTA;
        checked(Method::Rule(Rule {
            weight: self.w.unwrap_or(lrta.weight),
            cost_weight: self.wc.unwrap_or(lrta.cost_weight),
            learning: self.lop.as_deref().map_or(Ok(lrta.learning), learning)?,
            beam: self.beam.unwrap_or(lrta.beam),
            step_size: self.lr.unwrap_or(lrta.step_size),
            avoids_depressions: self.da,
            removes_expendable: self.expendable,
        }))
    }

    /// Returns an error if a parameter was given that is not in `takes`.
    pub(crate) fn refuse_others(&self, name: &str, takes: &[&str]) -> Result<(), Failure> {
        let given = [
            ("--w", self.w.is_some()),
            ("--wc", self.wc.is_some()),
            ("--lop", self.lop.is_some()),
            ("--beam", self.beam.is_some()),
            ("--lr", self.lr.is_some()),
            ("--da", self.da),
            ("--expendable", self.expendable),
            ("--k", self.k.is_some()),
        ];
        match given.into_iter().find(|(option, is_given)| *is_given && !takes.contains(option)) {
            Some((option, _)) => Err(crate::algorithm::unused_option(option, name)),
            None => Ok(()),
        }
    }
}

fn checked(method: Method) -> Result<Method, Failure> {
    method.check().map_err(|error| Failure::input("cli/rule", error))?;
    Ok(method)
}

fn learning(name: &str) -> Result<Learning, Failure> {
    let known = Learning::ALL.into_iter().find(|learning| learning.name() == name);
    known.ok_or_else(|| {
        unknown("learning operator", name, Learning::ALL.iter().map(|learning| learning.name()))
    })
}

/// Reports an unknown name, with a suggestion or the list of known names.
pub(crate) fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Failure {
    let hint = did_you_mean(name, known.clone()).map_or_else(
        || format!("known names: {}", known.collect::<Vec<_>>().join(", ")),
        |hint| format!("did you mean `{hint}`?"),
    );
    Failure::input("cli/unknown-name", format!("unknown {kind} `{name}`; {hint}"))
}
