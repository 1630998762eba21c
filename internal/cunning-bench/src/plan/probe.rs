//! A first run in a separate process that ends itself after a time limit, so that a contender that hangs or
//! panics costs the benchmark no more than that.

use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};

use super::contender::Contender;
use super::problems::problems;

/// The hidden command that a probe runs.
pub(crate) const COMMAND: &str = "plan-probe";

/// The exit code of a probe that took too long.
const TOO_LONG: u8 = 3;

/// How often a probe checks its clock.
const LOOK_EVERY: Duration = Duration::from_millis(5);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    contender: String,
    problem: String,
    cap_seconds: f64,
}

/// The result of a probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Probe {
    /// It planned once, in this many seconds.
    Ran(f64),
    TookTooLong,
    Crashed,
}

/// Lets a contender plan once in another process.
pub(crate) fn probe(contender: &str, problem: &str, cap_seconds: f64) -> Result<Probe, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args([COMMAND, contender, problem, &cap_seconds.to_string()])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.code() == Some(i32::from(TOO_LONG)) {
        return Ok(Probe::TookTooLong);
    }
    let seconds = String::from_utf8_lossy(&output.stdout).trim().parse();
    Ok(match seconds {
        Ok(seconds) if output.status.success() => Probe::Ran(seconds),
        _ => Probe::Crashed,
    })
}

enum Message {
    Prepared,
    Planned { seconds: f64 },
}

/// Runs in the other process: plans once from the first start and prints the seconds.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let (sender, messages) = channel();
    let (contender, problem) = (arguments.contender.clone(), arguments.problem.clone());
    let worker = std::thread::spawn(move || plan_once(&contender, &problem, &sender));
    // Processor time, so that a busy machine does not count.
    let mut cap = None;
    loop {
        match messages.recv_timeout(LOOK_EVERY) {
            Ok(Message::Prepared) => {
                let now = ProcessTime::now().as_duration();
                cap = Some(now + Duration::from_secs_f64(arguments.cap_seconds));
            }
            Ok(Message::Planned { seconds }) => {
                println!("{seconds}");
                return Ok(ExitCode::SUCCESS);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return worker.join().unwrap_or_else(|_| Err("panicked".into())).map(|()| ExitCode::FAILURE);
            }
        }
        if cap.is_some_and(|cap| ProcessTime::now().as_duration() > cap) {
            // The worker ends with the process.
            return Ok(ExitCode::from(TOO_LONG));
        }
    }
}

fn plan_once(contender: &str, problem: &str, messages: &Sender<Message>) -> Result<(), String> {
    let contender = Contender::named(contender)?;
    let found = problems()?.into_iter().find(|candidate| candidate.name == problem);
    let problem = found.ok_or_else(|| format!("no problem `{problem}`"))?;
    let mut runner = (contender.prepare)(&problem).ok_or("not expressible")?;
    // The receiver is gone only when the process ends.
    let _ = messages.send(Message::Prepared);
    let begin = ThreadTime::now();
    runner.plan(0);
    let _ = messages.send(Message::Planned { seconds: begin.elapsed().as_secs_f64() });
    Ok(())
}
