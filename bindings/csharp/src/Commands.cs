// Commands, reports and answers.

using Cunning.Native;

namespace Cunning
{
    /// <summary>What the minds want of the game. Ignore kinds that you do not know.</summary>
    public enum CommandKind : uint
    {
        /// <summary>Carry out a step and report it as done or failed.</summary>
        Start = Library.CUNNING_COMMAND_START,
        /// <summary>Stop a step and report it as stopped.</summary>
        Stop = Library.CUNNING_COMMAND_STOP,
        /// <summary>Poll a sensor and set what it perceives.</summary>
        Sense = Library.CUNNING_COMMAND_SENSE,
        /// <summary>Answer a check.</summary>
        Ask = Library.CUNNING_COMMAND_ASK,
        /// <summary>Answer a question about positions.</summary>
        Query = Library.CUNNING_COMMAND_QUERY,
        /// <summary>The agent has nothing to do.</summary>
        Idle = Library.CUNNING_COMMAND_IDLE,
        /// <summary>The state of an order has changed.</summary>
        Report = Library.CUNNING_COMMAND_REPORT,
    }

    /// <summary>Why a step is stopped.</summary>
    public enum StopReason : uint
    {
        Replanned = Library.CUNNING_STOP_REPLANNED,
        ConditionLost = Library.CUNNING_STOP_CONDITION_LOST,
        ObjectLost = Library.CUNNING_STOP_OBJECT_LOST,
        TimedOut = Library.CUNNING_STOP_TIMED_OUT,
        Ordered = Library.CUNNING_STOP_ORDERED,
        Held = Library.CUNNING_STOP_HELD,
        Removed = Library.CUNNING_STOP_REMOVED,
        Reloaded = Library.CUNNING_STOP_RELOADED,
    }

    /// <summary>Why an agent has nothing to do.</summary>
    public enum IdleReason : uint
    {
        NothingMatters = Library.CUNNING_IDLE_NOTHING_MATTERS,
        NoPlan = Library.CUNNING_IDLE_NO_PLAN,
        Held = Library.CUNNING_IDLE_HELD,
        Quarantined = Library.CUNNING_IDLE_QUARANTINED,
    }

    /// <summary>The state of an order. All but the first are final.</summary>
    public enum OrderState : uint
    {
        TakenUp = Library.CUNNING_ORDER_STATE_TAKEN_UP,
        Done = Library.CUNNING_ORDER_STATE_DONE,
        Lost = Library.CUNNING_ORDER_STATE_LOST,
        Withdrawn = Library.CUNNING_ORDER_STATE_WITHDRAWN,
        ObjectGone = Library.CUNNING_ORDER_STATE_OBJECT_GONE,
        Failed = Library.CUNNING_ORDER_STATE_FAILED,
        FailedNoPlan = Library.CUNNING_ORDER_STATE_NO_PLAN,
        FailedTimedOut = Library.CUNNING_ORDER_STATE_TIMED_OUT,
        FailedStepsFailed = Library.CUNNING_ORDER_STATE_STEPS_FAILED,
        FailedForeignGoal = Library.CUNNING_ORDER_STATE_FOREIGN_GOAL,
        FailedReloaded = Library.CUNNING_ORDER_STATE_RELOADED,
    }

    /// <summary>How a step went.</summary>
    public enum Outcome : uint
    {
        Done = Library.CUNNING_REPORT_DONE,
        Failed = Library.CUNNING_REPORT_FAILED,
        Running = Library.CUNNING_REPORT_RUNNING,
        Stopped = Library.CUNNING_REPORT_STOPPED,
    }

    /// <summary>A command of the minds to the game. Its arguments are valid until the next call of TryNext, Begin or Tick.
    /// </summary>
    public unsafe struct Command
    {
        internal CunningCommand Raw;

        /// <summary>What is to be done.</summary>
        public CommandKind Kind { get { return (CommandKind)Raw.kind; } }
        /// <summary>The agent.</summary>
        public AgentId Agent { get { return new AgentId(Raw.agent); } }
        /// <summary>The id of the step, check, question or order.</summary>
        public CommandId Id { get { return new CommandId(Raw.id); } }
        /// <summary>The action, sensor, check, question or goal.</summary>
        public Symbol Name { get { return new Symbol(Raw.name); } }
        /// <summary>The action that a check belongs to.</summary>
        public Symbol Action { get { return new Symbol(Raw.action); } }
        /// <summary>Why a step is stopped.</summary>
        public StopReason StopReason { get { return (StopReason)Raw.code; } }
        /// <summary>Why an agent is idle.</summary>
        public IdleReason IdleReason { get { return (IdleReason)Raw.code; } }
        /// <summary>The state of an order.</summary>
        public OrderState OrderState { get { return (OrderState)Raw.code; } }
        /// <summary>Whether the step was already running before a save was restored or the agent woke up.</summary>
        public bool IsResumed { get { return (Raw.flags & Library.CUNNING_FLAG_RESUMED) != 0; } }
        /// <summary>Whether the step consists of orders, so that there is nothing to report.</summary>
        public bool IsCommand { get { return (Raw.flags & Library.CUNNING_FLAG_COMMAND) != 0; } }
        /// <summary>The number of arguments.</summary>
        public int ArgCount { get { return (int)Raw.arg_count; } }
        /// <summary>Returns an argument, in the order of the domain file; none if there are fewer.</summary>
        public Value Arg(int at)
        {
            return at >= 0 && at < ArgCount ? Value.From(Raw.args[at]) : Value.None;
        }
    }

    /// <summary>The answer to a check or to a question about positions.</summary>
    public readonly struct Answer
    {
        internal readonly CunningAnswer Raw;

        Answer(CommandId id, uint kind, bool yes, double number, Point position)
        {
            Raw = new CunningAnswer
            {
                id = id.Number,
                kind = kind,
                yes = yes ? 1u : 0u,
                number = number,
                position = new CunningPoint { x = position.X, y = position.Y, z = position.Z },
            };
        }

        public static Answer Check(CommandId id, bool yes)
        {
            return new Answer(id, Library.CUNNING_ANSWER_CHECK, yes, 0, new Point());
        }
        public static Answer Unknown(CommandId id)
        {
            return new Answer(id, Library.CUNNING_ANSWER_UNKNOWN, false, 0, new Point());
        }
        public static Answer Truth(CommandId id, bool yes)
        {
            return new Answer(id, Library.CUNNING_ANSWER_TRUTH, yes, 0, new Point());
        }
        public static Answer Number(CommandId id, double number)
        {
            return new Answer(id, Library.CUNNING_ANSWER_NUMBER, false, number, new Point());
        }
        public static Answer Position(CommandId id, Point position)
        {
            return new Answer(id, Library.CUNNING_ANSWER_POSITION, false, 0, position);
        }
    }
}
