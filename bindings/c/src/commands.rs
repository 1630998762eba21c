//! Commands out, reports and answers in.

use std::marker::PhantomData;

use cunning_mind::{
    CheckId, Command, IdleReason, Minds, OrderFailure, OrderState, QueryId, SpatialAnswer, StepId, StopReason,
};

use crate::call::{Call, CunningMinds, State, checked, with_minds};
use crate::status::*;
use crate::types::*;

/// Carry out a step: `name` is the action, `args` are its arguments in the order of the domain file. Report it with
/// `CUNNING_REPORT_DONE` or `CUNNING_REPORT_FAILED`.
pub const CUNNING_COMMAND_START: u32 = 1;
/// Stop a step, then report it with `CUNNING_REPORT_STOPPED`. `code` is one of `CUNNING_STOP_*`.
pub const CUNNING_COMMAND_STOP: u32 = 2;
/// Poll a sensor, whose name is `name`, and set what it perceives as beliefs of the agent.
pub const CUNNING_COMMAND_SENSE: u32 = 3;
/// Answer a check, whose name is `name`, with `CUNNING_ANSWER_CHECK`. `action` and `args` are what it is about.
pub const CUNNING_COMMAND_ASK: u32 = 4;
/// Answer a question about positions, whose name is `name`. `args` are what it is about: `position` wants
/// `CUNNING_ANSWER_POSITION`, `dist` and `path` want `CUNNING_ANSWER_NUMBER`, `sees` and `hides` want
/// `CUNNING_ANSWER_TRUTH`; questions of the domain take numbers and truth values.
pub const CUNNING_COMMAND_QUERY: u32 = 5;
/// An agent has nothing to do. `code` is one of `CUNNING_IDLE_*`.
pub const CUNNING_COMMAND_IDLE: u32 = 6;
/// The state of an order has changed: `id` is the order, `name` the goal, `code` one of `CUNNING_ORDER_STATE_*`.
pub const CUNNING_COMMAND_REPORT: u32 = 7;

/// The step was already running before a save was restored or the agent woke up.
pub const CUNNING_FLAG_RESUMED: u32 = 1;
/// The step consists of orders: subordinates carry it out, and there is nothing to report.
pub const CUNNING_FLAG_COMMAND: u32 = 2;

/// The step is stopped because there is a better plan.
pub const CUNNING_STOP_REPLANNED: u32 = 0;
/// The step is stopped because a condition that must hold while it runs is broken.
pub const CUNNING_STOP_CONDITION_LOST: u32 = 1;
/// The step is stopped because one of its arguments no longer exists.
pub const CUNNING_STOP_OBJECT_LOST: u32 = 2;
/// The step is stopped because it exceeded its time limit.
pub const CUNNING_STOP_TIMED_OUT: u32 = 3;
/// The step is stopped because an order takes precedence.
pub const CUNNING_STOP_ORDERED: u32 = 4;
/// The step is stopped because the agent is held.
pub const CUNNING_STOP_HELD: u32 = 5;
/// The step is stopped because the agent is removed.
pub const CUNNING_STOP_REMOVED: u32 = 6;
/// The step is stopped because the domain was reloaded.
pub const CUNNING_STOP_RELOADED: u32 = 7;

/// The agent is idle because all its goals are met or irrelevant.
pub const CUNNING_IDLE_NOTHING_MATTERS: u32 = 0;
/// The agent is idle because no relevant goal has a plan.
pub const CUNNING_IDLE_NO_PLAN: u32 = 1;
/// The agent is idle because it is held.
pub const CUNNING_IDLE_HELD: u32 = 2;
/// The agent is idle because it is in quarantine.
pub const CUNNING_IDLE_QUARANTINED: u32 = 3;

/// The agent pursues the goal. Every other state is the last one of an order.
pub const CUNNING_ORDER_STATE_TAKEN_UP: u32 = 0;
/// The goal is met.
pub const CUNNING_ORDER_STATE_DONE: u32 = 1;
/// The agent no longer exists, or is in quarantine.
pub const CUNNING_ORDER_STATE_LOST: u32 = 2;
/// The order was withdrawn.
pub const CUNNING_ORDER_STATE_WITHDRAWN: u32 = 3;
/// An object of the order no longer exists.
pub const CUNNING_ORDER_STATE_OBJECT_GONE: u32 = 4;
/// Failed for a reason that this version of the interface has no number for.
pub const CUNNING_ORDER_STATE_FAILED: u32 = 8;
/// Failed: there is no plan for the goal.
pub const CUNNING_ORDER_STATE_NO_PLAN: u32 = 9;
/// Failed: the time of the order is over.
pub const CUNNING_ORDER_STATE_TIMED_OUT: u32 = 10;
/// Failed: the steps for the goal failed again and again.
pub const CUNNING_ORDER_STATE_STEPS_FAILED: u32 = 11;
/// Failed: the agent does not have the goal.
pub const CUNNING_ORDER_STATE_FOREIGN_GOAL: u32 = 12;
/// Failed: a reload removed the goal or an object of the order.
pub const CUNNING_ORDER_STATE_RELOADED: u32 = 13;

/// A command of the minds to the game. Ignore kinds that you do not know.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CunningCommand {
    /// `sizeof(CunningCommand)`. Set it in the first element of the array; the library sets it in the others.
    pub struct_size: u32,
    /// One of `CUNNING_COMMAND_*`.
    pub kind: u32,
    /// The agent that acts, perceives, asks, idles or carries out the order.
    pub agent: u64,
    /// The id of the step, check, question or order, which reports and answers refer to.
    pub id: u64,
    /// The symbol of the action, sensor, check, question or goal, or `CUNNING_NO_SYMBOL`.
    pub name: u32,
    /// The symbol of the action that a check belongs to, or `CUNNING_NO_SYMBOL`.
    pub action: u32,
    /// Why a step is stopped or an agent idle, or the state of an order.
    pub code: u32,
    /// Combined `CUNNING_FLAG_*`.
    pub flags: u32,
    /// The name of the action, sensor, check, question or goal, valid until the minds are freed.
    pub text: CunningStr,
    /// The arguments, valid until the next poll, begin, tick or free.
    pub args: *const CunningValue,
    /// The number of arguments.
    pub arg_count: u64,
}

impl CunningCommand {
    const SIZE_MIN: usize = size_of::<Self>();

    fn new(kind: u32, agent: u64, id: u64) -> Self {
        Self {
            struct_size: 0,
            kind,
            agent,
            id,
            name: CUNNING_NO_SYMBOL,
            action: CUNNING_NO_SYMBOL,
            code: 0,
            flags: 0,
            text: CunningStr::EMPTY,
            args: std::ptr::null(),
            arg_count: 0,
        }
    }

    fn named(mut self, minds: &Minds, name: &std::sync::Arc<str>) -> Self {
        self.name = minds.symbol_of(name).map_or(CUNNING_NO_SYMBOL, |symbol| symbol.0);
        self.text = CunningStr::of(name);
        self
    }
}

/// The caller's array of commands, whose elements may be larger than ours.
struct CommandArray<'a> {
    start: *mut CunningCommand,
    stride: usize,
    capacity: usize,
    of: PhantomData<&'a mut [CunningCommand]>,
}

impl<'a> CommandArray<'a> {
    fn new(call: &Call<'a>, start: *mut CunningCommand, capacity: u64) -> Result<Self, Failure> {
        if capacity == 0 {
            return Ok(Self { start, stride: 0, capacity: 0, of: PhantomData });
        }
        let stride = *call.get(start.cast::<u32>())? as usize;
        if stride < CunningCommand::SIZE_MIN || !stride.is_multiple_of(align_of::<CunningCommand>()) {
            let text = format!(
                "`struct_size` of the first command is {stride}; it must be sizeof(CunningCommand), here {}",
                CunningCommand::SIZE_MIN
            );
            return Err(Failure::new(CUNNING_BAD_SIZE, text));
        }
        checked(start, 1)?;
        let bytes = capacity.checked_mul(stride as u64).filter(|bytes| isize::try_from(*bytes).is_ok());
        bytes.ok_or_else(|| Failure::new(CUNNING_BAD_SIZE, "the capacity is too large"))?;
        Ok(Self { start, stride, capacity: capacity as usize, of: PhantomData })
    }

    fn set(&mut self, at: usize, mut command: CunningCommand) {
        debug_assert!(at < self.capacity);
        command.struct_size = self.stride as u32;
        // SAFETY: `at` is below the capacity, so the element is inside the caller's array, which is valid by the
        // promise of the call. Its start and stride are multiples of the alignment.
        unsafe {
            let place = self.start.byte_add(at * self.stride);
            place.write(command);
            // Fields that this version does not know are zero.
            place.add(1).cast::<u8>().write_bytes(0, self.stride - size_of::<CunningCommand>());
        }
    }

    /// Sets where the arguments of a command begin.
    fn set_args(&mut self, at: usize, args: *const CunningValue) {
        debug_assert!(at < self.capacity);
        // SAFETY: as in `set`, which has written the element.
        unsafe { (*self.start.byte_add(at * self.stride)).args = args };
    }
}

/// Takes up to `capacity` commands, oldest first, and sets `*count` to their number. Call it until `*count` is smaller
/// than `capacity`. `commands[0].struct_size` must be set. The arguments of commands are valid until the next poll,
/// begin, tick or free; answering commands meanwhile is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_poll(
    minds: *mut CunningMinds,
    commands: *mut CunningCommand,
    capacity: u64,
    count: *mut u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let count = call.out(count)?;
            let mut array = CommandArray::new(call, commands, capacity)?;
            count.set(poll(state, &mut array) as u64);
            Ok(())
        })
    }
}

fn poll(state: &mut State, array: &mut CommandArray<'_>) -> usize {
    let State { minds, args, .. } = state;
    args.clear();
    let mut taken = 0;
    let mut with_args: smallvec::SmallVec<[(usize, usize); 64]> = smallvec::SmallVec::new();
    while taken < array.capacity {
        let Some(command) = minds.next_command() else { break };
        let start = args.len();
        let Some(mut out) = convert(minds, &command, args) else { continue };
        out.arg_count = (args.len() - start) as u64;
        if out.arg_count > 0 {
            with_args.push((taken, start));
        }
        array.set(taken, out);
        taken += 1;
    }
    // Only now, because the arguments move while there are more.
    for (at, start) in with_args {
        array.set_args(at, args.get(start..).map_or(std::ptr::null(), <[_]>::as_ptr));
    }
    taken
}

/// Converts a command; none if this version of the interface has no kind for it.
fn convert(minds: &Minds, command: &Command, args: &mut Vec<CunningValue>) -> Option<CunningCommand> {
    Some(match command {
        Command::Start(step) => {
            args.extend(step.args().map(|(_, value)| CunningValue::new(minds, value)));
            let mut out = CunningCommand::new(CUNNING_COMMAND_START, step.agent.0, step.id.0);
            out.name = step.symbol().0;
            // The text belongs to the table of symbols, which keeps every text as long as the minds live.
            out.text = CunningStr::of(step.name());
            out.flags = if step.resumed { CUNNING_FLAG_RESUMED } else { 0 }
                | if step.is_command() { CUNNING_FLAG_COMMAND } else { 0 };
            out
        }
        Command::Stop(step) => {
            let mut out = CunningCommand::new(CUNNING_COMMAND_STOP, step.agent.0, step.id.0);
            out.code = stop_reason(step.reason);
            out
        }
        Command::Sense(poll) => {
            CunningCommand::new(CUNNING_COMMAND_SENSE, poll.agent.0, 0).named(minds, &poll.sensor)
        }
        Command::Ask(check) => {
            args.extend(check.args().map(|(_, value)| CunningValue::new(minds, value)));
            let mut out =
                CunningCommand::new(CUNNING_COMMAND_ASK, check.agent.0, check.id.0).named(minds, &check.name);
            out.action = check.action_symbol().0;
            out
        }
        Command::Query(query) => {
            args.extend(query.subjects.iter().map(|subject| CunningValue::subject(minds, subject)));
            CunningCommand::new(CUNNING_COMMAND_QUERY, query.agent.0, query.id.0).named(minds, &query.name)
        }
        Command::Idle(idle) => {
            let mut out = CunningCommand::new(CUNNING_COMMAND_IDLE, idle.agent.0, 0);
            out.code = idle_reason(idle.reason);
            out
        }
        Command::Report(report) => {
            let mut out = CunningCommand::new(CUNNING_COMMAND_REPORT, report.agent.0, report.order.0)
                .named(minds, &report.goal);
            out.code = order_state(report.state);
            out
        }
        _ => return None,
    })
}

fn stop_reason(reason: StopReason) -> u32 {
    match reason {
        StopReason::Replanned => CUNNING_STOP_REPLANNED,
        StopReason::ConditionLost => CUNNING_STOP_CONDITION_LOST,
        StopReason::ObjectLost => CUNNING_STOP_OBJECT_LOST,
        StopReason::TimedOut => CUNNING_STOP_TIMED_OUT,
        StopReason::Ordered => CUNNING_STOP_ORDERED,
        StopReason::Held => CUNNING_STOP_HELD,
        StopReason::Removed => CUNNING_STOP_REMOVED,
        StopReason::Reloaded => CUNNING_STOP_RELOADED,
    }
}

fn idle_reason(reason: IdleReason) -> u32 {
    match reason {
        IdleReason::NothingMatters => CUNNING_IDLE_NOTHING_MATTERS,
        IdleReason::NoPlan => CUNNING_IDLE_NO_PLAN,
        IdleReason::Held => CUNNING_IDLE_HELD,
        IdleReason::Quarantined => CUNNING_IDLE_QUARANTINED,
    }
}

fn order_state(state: OrderState) -> u32 {
    match state {
        OrderState::TakenUp => CUNNING_ORDER_STATE_TAKEN_UP,
        OrderState::Done => CUNNING_ORDER_STATE_DONE,
        OrderState::Lost => CUNNING_ORDER_STATE_LOST,
        OrderState::Withdrawn => CUNNING_ORDER_STATE_WITHDRAWN,
        OrderState::ObjectGone => CUNNING_ORDER_STATE_OBJECT_GONE,
        OrderState::Failed(OrderFailure::NoPlan) => CUNNING_ORDER_STATE_NO_PLAN,
        OrderState::Failed(OrderFailure::TimedOut) => CUNNING_ORDER_STATE_TIMED_OUT,
        OrderState::Failed(OrderFailure::StepsFailed) => CUNNING_ORDER_STATE_STEPS_FAILED,
        OrderState::Failed(OrderFailure::ForeignGoal) => CUNNING_ORDER_STATE_FOREIGN_GOAL,
        OrderState::Failed(OrderFailure::Reloaded) => CUNNING_ORDER_STATE_RELOADED,
        OrderState::Failed(_) => CUNNING_ORDER_STATE_FAILED,
    }
}

/// The step is done. The agent believes its effects.
pub const CUNNING_REPORT_DONE: u32 = 0;
/// The step has failed. The agent plans again.
pub const CUNNING_REPORT_FAILED: u32 = 1;
/// The step is still running. Optional.
pub const CUNNING_REPORT_RUNNING: u32 = 2;
/// The step has stopped after `CUNNING_COMMAND_STOP`.
pub const CUNNING_REPORT_STOPPED: u32 = 3;

/// The report of a step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningReport {
    /// The id of the step.
    pub step: u64,
    /// One of `CUNNING_REPORT_*`.
    pub outcome: u32,
    /// Not used; set it to 0.
    pub reserved: u32,
}

/// Reports a step. A report about a step that has ended is counted and has no effect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_report(minds: *mut CunningMinds, step: u64, outcome: u32) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe { with_minds(minds, |_, state| report(&mut state.minds, step, outcome)) }
}

/// Reports many steps in one call, in order. With an unknown outcome nothing is reported.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_report_many(
    minds: *mut CunningMinds,
    reports: *const CunningReport,
    count: u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let reports = call.slice(reports, count)?;
            if let Some(wrong) = reports.iter().find(|report| report.outcome > CUNNING_REPORT_STOPPED) {
                return Err(bad_outcome(wrong.outcome));
            }
            reports.iter().try_for_each(|given| report(&mut state.minds, given.step, given.outcome))
        })
    }
}

fn report(minds: &mut Minds, step: u64, outcome: u32) -> Result<(), Failure> {
    let step = StepId(step);
    match outcome {
        CUNNING_REPORT_DONE => minds.done(step),
        CUNNING_REPORT_FAILED => minds.failed(step),
        CUNNING_REPORT_RUNNING => minds.running(step),
        CUNNING_REPORT_STOPPED => minds.stopped(step),
        _ => return Err(bad_outcome(outcome)),
    }
    Ok(())
}

fn bad_outcome(outcome: u32) -> Failure {
    Failure::new(CUNNING_BAD_ENUM, format!("{outcome} is not the outcome of a step"))
}

/// The answer to a check: `yes`.
pub const CUNNING_ANSWER_CHECK: u32 = 0;
/// The answer to a question is unknown.
pub const CUNNING_ANSWER_UNKNOWN: u32 = 1;
/// The answer to a question is a truth value: `yes`.
pub const CUNNING_ANSWER_TRUTH: u32 = 2;
/// The answer to a question is a number: `number`.
pub const CUNNING_ANSWER_NUMBER: u32 = 3;
/// The answer to a question is a position: `position`.
pub const CUNNING_ANSWER_POSITION: u32 = 4;

/// The answer to a check or to a question about positions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CunningAnswer {
    /// The id of the check or question.
    pub id: u64,
    /// One of `CUNNING_ANSWER_*`.
    pub kind: u32,
    /// The answer if it is that of a check or a truth value: 0 is no, everything else is yes.
    pub yes: u32,
    /// The answer if it is a number; it must be finite.
    pub number: f64,
    /// The answer if it is a position.
    pub position: CunningPoint,
}

/// Answers checks and questions in one call, in order. An answer that is no longer wanted is counted and has no effect.
/// With an unknown kind or a number that is not finite nothing is answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_answer_many(
    minds: *mut CunningMinds,
    answers: *const CunningAnswer,
    count: u64,
) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |call, state| {
            let answers = call.slice(answers, count)?;
            answers.iter().try_for_each(|given| given.spatial().map(|_| ()))?;
            answers.iter().try_for_each(|given| {
                match given.spatial()? {
                    None => state.minds.answer(CheckId(given.id), given.yes != 0),
                    Some(answer) => state.minds.answer_query(QueryId(given.id), answer),
                }
                Ok(())
            })
        })
    }
}

/// Answers a check with yes (not 0) or no (0). An answer that is no longer wanted is counted and has no effect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cunning_answer(minds: *mut CunningMinds, check: u64, yes: u32) -> CunningStatus {
    // SAFETY: the caller keeps the contract of this interface.
    unsafe {
        with_minds(minds, |_, state| {
            state.minds.answer(CheckId(check), yes != 0);
            Ok(())
        })
    }
}

impl CunningAnswer {
    /// Returns the answer to a question; none if it answers a check.
    fn spatial(&self) -> Result<Option<SpatialAnswer>, Failure> {
        Ok(Some(match self.kind {
            CUNNING_ANSWER_CHECK => return Ok(None),
            CUNNING_ANSWER_UNKNOWN => SpatialAnswer::Unknown,
            CUNNING_ANSWER_TRUTH => SpatialAnswer::Truth(self.yes != 0),
            CUNNING_ANSWER_NUMBER if self.number.is_finite() => self.number.into(),
            CUNNING_ANSWER_NUMBER => {
                return Err(Failure::new(CUNNING_BAD_NUMBER, "the answer is not a finite number"));
            }
            CUNNING_ANSWER_POSITION => SpatialAnswer::Position(self.position.into()),
            kind => {
                return Err(Failure::new(CUNNING_BAD_ENUM, format!("{kind} is not the kind of an answer")));
            }
        }))
    }
}
