//! The game's side of minds: one method per command, and the loop that dispatches commands to them.
//!
//! A [`Runtime`](crate::Runtime), an engine plugin, a simulation or a test harness implements [`Host`] and is driven by
//! [`tick`] or, where it has a schedule of its own, by [`dispatch`].

use std::time::Duration;

use crate::budget::Budget;
use crate::geometry::SpatialAnswer;
use crate::minds::{Check, Command, Idle, Minds, Report, SensorPoll, SpatialQuery, Step, StoppedStep};

/// Carries out the commands of minds. Each method may answer at once, or keep the command and answer later.
///
/// ```
/// use std::time::Duration;
/// use cunning_mind::{Budget, Domain, Host, Minds, Step, tick};
///
/// struct Game { minds: Minds, log: Vec<String> }
///
/// impl Host for Game {
///     fn minds(&mut self) -> &mut Minds {
///         &mut self.minds
///     }
///
///     fn start(&mut self, step: Step<'static>) {
///         self.log.push(step.to_string());
///         self.minds.done(step.id);
///     }
/// }
///
/// # let domain = Domain::from_str("lamp.toml", r#"
/// #     facts = { lit = "bool" }
/// #     action.light = { then = ["lit"] }
/// #     goal.see = { want = ["lit"] }
/// #     agent.owl = { actions = ["light"], goals = { see = 1 } }
/// # "#)?;
/// let mut game = Game { minds: Minds::new(&domain), log: Vec::new() };
/// game.minds.spawn("owl")?;
/// tick(&mut game, Duration::from_millis(16), Budget::default());
/// assert_eq!(game.log, ["light"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Host {
    /// Returns the minds whose commands are carried out.
    fn minds(&mut self) -> &mut Minds;

    /// Starts a step.
    fn start(&mut self, step: Step<'static>);

    /// Stops a step. By default it stops at once.
    fn stop(&mut self, step: StoppedStep) {
        self.minds().stopped(step.id);
    }

    /// Polls a sensor. By default it senses nothing.
    fn sense(&mut self, poll: SensorPoll) {
        let _ = poll;
    }

    /// Answers a check. By default the answer is *no*.
    fn check(&mut self, check: Check) {
        self.minds().answer(check.id, false);
    }

    /// Answers a question about places. By default the answer is unknown.
    fn query(&mut self, query: SpatialQuery) {
        self.minds().answer_query(query.id, SpatialAnswer::Unknown);
    }

    /// Called when an agent has nothing to do.
    fn idle(&mut self, idle: Idle) {
        let _ = idle;
    }

    /// Called when the state of one of the game's orders changes.
    fn report(&mut self, report: Report) {
        let _ = report;
    }

    /// Runs the queries that are due. Hosts that implement [`Geometry`](crate::Geometry) override this with
    /// [`Minds::ask_in`]; by default the questions come through [`Host::query`].
    fn run_queries(&mut self) {
        self.minds().ask();
    }
}

/// Dispatches every waiting command to the host, including those that its answers lead to.
pub fn dispatch<H: Host + ?Sized>(host: &mut H) {
    while let Some(command) = host.minds().next_command() {
        match command {
            Command::Start(step) => host.start(step),
            Command::Stop(step) => host.stop(step),
            Command::Sense(poll) => host.sense(poll),
            Command::Ask(check) => host.check(check),
            Command::Query(query) => host.query(query),
            Command::Idle(idle) => host.idle(idle),
            Command::Report(report) => host.report(report),
        }
    }
}

/// Runs a whole tick of a host's minds and carries out sensors, queries and steps as they come.
pub fn tick<H: Host + ?Sized>(host: &mut H, dt: Duration, budget: Budget) {
    host.minds().begin(dt, budget);
    dispatch(host);
    host.run_queries();
    dispatch(host);
    host.minds().think();
    dispatch(host);
}
