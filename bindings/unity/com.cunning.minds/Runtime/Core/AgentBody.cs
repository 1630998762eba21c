// What the game does for an agent: carries out its steps, senses, and answers.

namespace Cunning
{
    /// <summary>The body of an agent in the game. A world calls it during ticks, on the thread that ticks. An exception of a
    /// body is logged and puts its agent in quarantine; the other agents continue.</summary>
    public interface IAgentBody
    {
        /// <summary>A step has started; it is the agent's Step. Report it with Done or Fail, now or in a later frame.</summary>
        void StepStarted(MindAgent agent);
        /// <summary>The agent's Step has to stop. It is reported as stopped when this returns, unless the agent winds down.
        /// </summary>
        void StepStopped(MindAgent agent, StopReason reason);
        /// <summary>A sensor is due: set what it perceives as beliefs of the agent.</summary>
        void Sense(MindAgent agent, string sensor);
        /// <summary>Answers a check of an action. The question is valid during the call.</summary>
        bool Check(MindAgent agent, Question check);
        /// <summary>Answers a question about positions that the world cannot answer itself. The question is valid during
        /// the call.</summary>
        Reply Answer(MindAgent agent, Question question);
        /// <summary>The agent has nothing to do.</summary>
        void WentIdle(MindAgent agent, IdleReason reason);
        /// <summary>The state of an order to the agent has changed.</summary>
        void OrderChanged(MindAgent agent, CommandId order, OrderState state);
    }

    /// <summary>Something with a position: an agent's body or an object.</summary>
    public interface IPlaced
    {
        /// <summary>The position in millionths of the game's unit; X and Y are the ground, Z is the height.</summary>
        Point Position { get; }
    }

    /// <summary>A name with arguments, in memory that is used again: a step, a check or a question.</summary>
    public class Arguments
    {
        Value[] values = new Value[4];

        /// <summary>The name of the action, check or question; empty if there is none.</summary>
        public string Name { get; private set; }
        /// <summary>The number of arguments.</summary>
        public int Count { get; private set; }
        /// <summary>An argument in the order of the domain file; none if there are fewer.</summary>
        public Value this[int at] { get { return at >= 0 && at < Count ? values[at] : Value.None; } }

        internal Arguments() { Name = ""; }

        internal void Read(string name, ref Command command)
        {
            Name = name;
            Count = command.ArgCount;
            if (Count > values.Length) values = new Value[2 * Count];
            for (var at = 0; at < Count; at++) values[at] = command.Arg(at);
        }

        internal void Clear()
        {
            Name = "";
            Count = 0;
        }
    }

    /// <summary>A check or a question about positions.</summary>
    public sealed class Question : Arguments
    {
        /// <summary>The action that a check belongs to; empty for questions about positions.</summary>
        public string Action { get; internal set; }
        /// <summary>The id, for answers that are given later.</summary>
        public CommandId Id { get; internal set; }
    }

    /// <summary>The step that an agent performs. The arguments are read with an index: <c>step[0]</c>.</summary>
    public sealed class Step : Arguments
    {
        internal Outcome Outcome = Outcome.Running;

        /// <summary>The id of the step.</summary>
        public CommandId Id { get; internal set; }
        /// <summary>Whether there is a step.</summary>
        public bool IsRunning { get; internal set; }
        /// <summary>Whether the step has to stop and the agent is winding down.</summary>
        public bool IsStopping { get; internal set; }
        /// <summary>Whether the step was already running before a save was restored or the agent woke up.</summary>
        public bool IsResumed { get; internal set; }
        /// <summary>Whether the step consists of orders: subordinates carry it out, and there is nothing to report.</summary>
        public bool IsCommand { get; internal set; }

        /// <summary>Whether this is a step of an action that is to be carried out: not reported yet and not stopping.</summary>
        public bool Is(string action)
        {
            return IsRunning && !IsStopping && Outcome == Outcome.Running && Name == action;
        }

        internal void End()
        {
            Clear();
            IsRunning = IsStopping = IsResumed = IsCommand = false;
            Outcome = Outcome.Running;
        }
    }

    /// <summary>The answer of a body to a question about positions.</summary>
    public readonly struct Reply
    {
        enum Kind { Unknown, Later, Truth, Number, Position }

        readonly Kind kind;
        readonly bool truth;
        readonly double number;
        readonly Point position;

        Reply(Kind kind, bool truth = false, double number = 0, Point position = new Point())
        {
            this.kind = kind;
            this.truth = truth;
            this.number = number;
            this.position = position;
        }

        /// <summary>There is no answer: the candidate is not taken.</summary>
        public static readonly Reply Unknown = new Reply(Kind.Unknown);
        /// <summary>The answer comes later, with MindWorld.Answer and the question's id.</summary>
        public static readonly Reply Later = new Reply(Kind.Later);
        public static implicit operator Reply(bool truth) { return new Reply(Kind.Truth, truth); }
        /// <summary>A number that is not finite counts as unknown.</summary>
        public static implicit operator Reply(double number)
        {
            return double.IsNaN(number) || double.IsInfinity(number) ? Unknown : new Reply(Kind.Number, number: number);
        }
        public static implicit operator Reply(Point position) { return new Reply(Kind.Position, position: position); }

        internal bool IsLater { get { return kind == Kind.Later; } }

        internal Answer To(CommandId question)
        {
            switch (kind)
            {
                case Kind.Truth: return Answer.Truth(question, truth);
                case Kind.Number: return Answer.Number(question, number);
                case Kind.Position: return Answer.Position(question, position);
                default: return Answer.Unknown(question);
            }
        }
    }
}
