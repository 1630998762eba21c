//! The game's side of minds: one method for each command, and the one loop that interprets commands.
//!
//! A [`Runtime`](crate::Runtime), an engine plugin, a simulation or a test harness implements [`Host`] and is driven by
//! [`tick`] or, where it has a schedule of its own, by [`dispatch`].

use std::time::Duration;

use crate::budget::Budget;
use crate::geometry::SpatialAnswer;
use crate::minds::{Check, Command, Idle, Minds, Report, SensorPoll, SpatialQuery, Step, StoppedStep};

/// Carries out the commands of minds. Each method may answer at once or keep the command and answer later.
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
    /// The minds whose commands are carried out.
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

    /// Hears that an agent has nothing to do.
    fn idle(&mut self, idle: Idle) {
        let _ = idle;
    }

    /// Hears how an order goes that the game gave.
    fn report(&mut self, report: Report) {
        let _ = report;
    }

    /// Runs the queries that are due. Hosts that know where things are override this with [`Minds::ask_in`]; by default
    /// the questions come through [`Host::query`].
    fn run_queries(&mut self) {
        self.minds().ask();
    }
}

/// Hands every waiting command to the host, also those that its answers lead to.
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

/// A whole tick of a host's minds: sensors, queries and steps are carried out as they come.
pub fn tick<H: Host + ?Sized>(host: &mut H, dt: Duration, budget: Budget) {
    host.minds().begin(dt, budget);
    dispatch(host);
    host.run_queries();
    dispatch(host);
    host.minds().think();
    dispatch(host);
}
