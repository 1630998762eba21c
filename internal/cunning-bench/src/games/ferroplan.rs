//! The peer `ferroplan`, a PDDL planner in Rust, run as a command on the exported domains with one thread.
//!
//! `scripts/install-ferroplan.sh` of this crate installs it. Its times are processor times of the whole process. What it
//! takes for a search that ends at once counts as compilation, and the rest as the search. Its plans are followed in our
//! own domain, so that costs are those of the domain.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cunning_pddl::{ExportOptions, Exported};
use cunning_plan::{CompiledGoal, GroundActionId, Grounding, State};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;

use super::outcome::{FoundPlan, Outcome, Verdict};
use super::query::Query;
use super::suite::{Game, root};

/// The name of the engine in reports.
pub(crate) const NAME: &str = "ferroplan";
/// The step that the peer adds at the end of plans for goals with alternatives.
const REACH_GOAL: &str = "REACH-GOAL";

pub(crate) struct Ferroplan {
    command: PathBuf,
    folder: PathBuf,
}

impl Ferroplan {
    /// The installed command; `None` if there is none.
    pub(crate) fn find(given: Option<&Path>) -> Result<Option<Self>, String> {
        let command = given.map_or_else(|| root().join("target/ferroplan/bin/ff"), Path::to_path_buf);
        if !command.exists() {
            if given.is_some() {
                return Err(format!("{}: no such file", command.display()));
            }
            eprintln!(
                "note: ferroplan is not installed; run internal/cunning-bench/scripts/install-ferroplan.sh"
            );
            return Ok(None);
        }
        let folder = std::env::temp_dir().join(format!("cunning-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Some(Self { command, folder }))
    }

    pub(crate) fn ask(&self, game: &Game, query: &Query, cap: f64) -> Result<Outcome, String> {
        let domain = game.domain()?;
        let request = game.request(query)?;
        // The sub-goals of a domain are a means of planning, not a part of the problem.
        let options = ExportOptions { skip_sub_goals: true };
        let Ok(exported) = cunning_pddl::export(&domain, &request, options) else {
            return Ok(Outcome::new(NAME, Verdict::Inexpressible));
        };
        let write = |name: &str, text: &str| {
            let path = self.folder.join(name);
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display())).map(|()| path)
        };
        let files = [write("domain.pddl", &exported.domain)?, write("problem.pddl", &exported.problem)?];
        let (compile, _) = self.run(&files, &["--max-evaluated", "1"], cap)?;
        let (seconds, text) = self.run(&files, &[], cap)?;
        let mut outcome = Outcome::new(NAME, Verdict::GaveUp);
        outcome.compile_seconds = Some(compile.min(seconds));
        let grounding = Grounding::for_objects(&domain, &request).map_err(|error| error.to_string())?;
        let goal = grounding.compiled_goal(request.goal, &request.args).map_err(|error| error.to_string())?;
        match follow(&text, &exported, &grounding, &goal) {
            Ok(Some(plan)) => {
                outcome.verdict = Verdict::Solved;
                let search = (seconds - compile).max(0.0);
                outcome.first_seconds = Some(search);
                outcome.warm_seconds = Some(search);
                outcome.plans.push(FoundPlan { seconds: search, ..plan });
            }
            Ok(None) if text.contains("unsolvable") => outcome.verdict = Verdict::Unsolvable,
            Ok(None) => {}
            Err(fault) => {
                outcome.fault = Some(fault);
            }
        }
        Ok(outcome)
    }

    /// Runs the command; returns its processor time and its output.
    fn run(
        &self,
        [domain, problem]: &[PathBuf; 2],
        more: &[&str],
        cap: f64,
    ) -> Result<(f64, String), String> {
        let before = children_seconds()?;
        let seconds = (cap.ceil() as u64).max(1).to_string();
        let output = Command::new("sh")
            .args(["-c", "ulimit -t \"$0\"; exec \"$@\"", &seconds])
            .arg(&self.command)
            .arg("-o")
            .arg(domain)
            .arg("-f")
            .arg(problem)
            .args(["--satisfice", "--threads", "1"])
            .args(more)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", self.command.display()))?;
        Ok((children_seconds()? - before, String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

impl Drop for Ferroplan {
    fn drop(&mut self) {
        let _ignored = std::fs::remove_dir_all(&self.folder);
    }
}

/// The processor time of all ended child processes.
fn children_seconds() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(micros as f64 / 1e6)
}

/// Follows the steps of a printed plan. Returns its cost and length; `None` if no plan was printed.
fn follow(
    text: &str,
    exported: &Exported,
    grounding: &Grounding,
    goal: &CompiledGoal,
) -> Result<Option<FoundPlan>, String> {
    let Some((_, list)) = text.split_once("found legal plan as follows") else { return Ok(None) };
    let ids: BTreeMap<String, GroundActionId> =
        grounding.ground_actions().map(|id| (grounding.show(id), id)).collect();
    let mut state: State = grounding.start();
    let (mut cost_micros, mut steps) = (0, 0);
    let lines = list.lines().skip_while(|line| line.trim().is_empty());
    for line in lines.map_while(|line| line.split_once(": ").filter(|(left, _)| is_step(left))) {
        let mut words = line.1.split_whitespace().map(|word| exported.original_name(word).unwrap_or(word));
        let action = words.next().unwrap_or("");
        if action == REACH_GOAL {
            continue;
        }
        let args: Vec<&str> = words.collect();
        let shown =
            if args.is_empty() { action.to_owned() } else { format!("{action}({})", args.join(", ")) };
        let cost = ids.get(&shown).and_then(|id| grounding.apply(*id, &mut state));
        cost_micros +=
            cost.ok_or_else(|| format!("invalid plan: step {} `{shown}` cannot be done", steps + 1))?;
        steps += 1;
    }
    if !goal.is_met(&state) {
        return Err(format!("invalid plan: the goal is not met after {steps} steps"));
    }
    Ok(Some(FoundPlan { seconds: 0.0, cost_micros, steps }))
}

/// Whether a line begins like a step: `step    0` or `12`.
fn is_step(left: &str) -> bool {
    let number = left.trim().trim_start_matches("step").trim();
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}
