// Ticks of a world: reports and beliefs go in, commands come out.

using System;

namespace Cunning
{
    public sealed partial class MindWorld
    {
        /// <summary>Runs a tick: delivers the reports of steps in the order of agents, polls sensors, answers questions, lets
        /// agents think, and passes their commands to their bodies. In the long run it allocates nothing.</summary>
        public void Tick(TimeSpan dt, ulong budget = 1000)
        {
            if (!IsOpen) return;
            if (isTicking)
            {
                Mistake("a body must not tick its world during a tick", null);
                return;
            }
            isTicking = true;
            try
            {
                Deliver();
                minds.Begin(dt, budget);
                Take();
                if (!IsOpen) return;
                minds.Ask();
                Take();
                if (!IsOpen) return;
                minds.Think();
                Take();
                Ticks++;
            }
            catch (CunningException error) { Mistake(error.Message, null); }
            finally { isTicking = false; }
        }

        /// <summary>Delivers reports. Bodies report in the order in which the engine updates them, which may differ between
        /// runs; minds get the reports in the order of agents.</summary>
        void Deliver()
        {
            for (var at = 0; at < agents.Count; at++)
            {
                var step = agents[at].Step;
                if (!step.IsRunning || step.Outcome == Outcome.Running) continue;
                minds.Report(step.Id, step.Outcome);
                step.End();
            }
        }

        /// <summary>Passes all commands that wait to bodies. A body may close the world, so that is checked each time.</summary>
        void Take()
        {
            Command command;
            while (IsOpen && minds.TryNext(out command))
            {
                MindAgent agent;
                if (!alive.TryGetValue(command.Agent, out agent)) continue;
                try { Pass(agent, ref command); }
                catch (Exception error) { Quarantine(agent, error); }
            }
        }

        void Pass(MindAgent agent, ref Command command)
        {
            var step = agent.Step;
            switch (command.Kind)
            {
                case CommandKind.Start:
                    step.End();
                    step.Read(minds.NameOf(command.Name), ref command);
                    step.Id = command.Id;
                    step.IsRunning = true;
                    step.IsResumed = command.IsResumed;
                    step.IsCommand = command.IsCommand;
                    agent.Body.StepStarted(agent);
                    break;
                case CommandKind.Stop:
                    Stop(agent, ref command);
                    break;
                case CommandKind.Sense:
                    agent.Body.Sense(agent, minds.NameOf(command.Name));
                    break;
                case CommandKind.Ask:
                    Read(ref command);
                    question.Action = minds.NameOf(command.Action);
                    var yes = agent.Body.Check(agent, question);
                    if (IsOpen) minds.Answer(Cunning.Answer.Check(command.Id, yes));
                    break;
                case CommandKind.Query:
                    Read(ref command);
                    question.Action = "";
                    var reply = Locate(agent);
                    if (IsOpen && !reply.IsLater) minds.Answer(reply.To(command.Id));
                    break;
                case CommandKind.Idle:
                    agent.Body.WentIdle(agent, command.IdleReason);
                    break;
                case CommandKind.Report:
                    agent.Body.OrderChanged(agent, command.Id, command.OrderState);
                    break;
            }
        }

        /// <summary>Answers a question later, with the id that it had.</summary>
        public void Answer(CommandId question, Reply reply)
        {
            if (IsOpen && !reply.IsLater) minds.Answer(reply.To(question));
        }

        void Stop(MindAgent agent, ref Command command)
        {
            var step = agent.Step;
            var id = command.Id;
            var isCurrent = step.IsRunning && step.Id == id;
            if (isCurrent)
            {
                // A report that was not delivered yet comes too late.
                step.Outcome = Outcome.Running;
                step.IsStopping = true;
                agent.Body.StepStopped(agent, command.StopReason);
                if (agent.WindsDown && !step.IsCommand) return;
            }
            if (!IsOpen) return;
            minds.Report(id, Outcome.Stopped);
            if (isCurrent && step.Id == id) step.End();
        }

        void Read(ref Command command)
        {
            question.Read(minds.NameOf(command.Name), ref command);
            question.Id = command.Id;
        }

        /// <summary>Answers positions and distances; the body answers the rest.</summary>
        Reply Locate(MindAgent agent)
        {
            Point from, to;
            if (question.Name == "position" && question.Count == 1 && TryPosition(question[0], out from)) return from;
            if (question.Name == "dist" && question.Count == 2
                && TryPosition(question[0], out from) && TryPosition(question[1], out to))
            {
                double x = from.X - to.X, y = from.Y - to.Y, z = from.Z - to.Z;
                return Math.Sqrt(x * x + y * y + z * z) / 1e6;
            }
            return agent.Body.Answer(agent, question);
        }

        /// <summary>The position of an agent, an object or a point, if it has one.</summary>
        public bool TryPosition(Value value, out Point position)
        {
            position = value.AsPoint;
            if (value.Kind == ValueKind.Point) return true;
            var placed = PlacedOf(value);
            if (placed == null) return false;
            position = placed.Position;
            return true;
        }

        /// <summary>The place of an agent or an object; null if it has none.</summary>
        public IPlaced PlacedOf(Value value)
        {
            if (value.Kind == ValueKind.Agent)
            {
                var agent = Find(value.AsAgent);
                return agent == null ? null : agent.Placed;
            }
            var known = Find(value);
            return known == null ? null : known.Placed;
        }

        void Quarantine(MindAgent agent, Exception error)
        {
            Mistake("the agent is in quarantine because its body threw an exception: " + error, agent);
            if (!agent.IsAlive) return;
            agent.Step.End();
            try { minds.Quarantine(agent.Id, error.Message); }
            catch (CunningException failure) { Mistake(failure.Message, agent); }
        }

        internal bool Set(MindAgent agent, string fact, Value value, double confidence)
        {
            var symbol = Fact(agent, fact);
            if (symbol == Symbol.None) return false;
            try { minds.Set(agent.Id, symbol, value, confidence); }
            catch (CunningException error) { return Refuse(error, agent); }
            return true;
        }

        internal bool SetAbout(MindAgent agent, string fact, Value index, Value value, double confidence)
        {
            var symbol = Fact(agent, fact);
            if (symbol == Symbol.None) return false;
            try { minds.Set(agent.Id, symbol, index, value, confidence); }
            catch (CunningException error) { return Refuse(error, agent); }
            return true;
        }

        internal bool SetName(MindAgent agent, string fact, string name)
        {
            if (!agent.IsAlive) return false;
            try { minds.Believe(agent.Id, fact, new Value[0], Value.Named(name), 1); }
            catch (CunningException error) { return Refuse(error, agent); }
            return true;
        }

        internal CommandId? Give(MindAgent agent, Order order)
        {
            if (!agent.IsAlive) return null;
            try { return minds.Order(agent.Id, order); }
            catch (CunningException error)
            {
                Mistake(error.Message, agent);
                return null;
            }
        }

        internal bool Hold(MindAgent agent, bool isHeld)
        {
            if (!agent.IsAlive) return false;
            try
            {
                if (isHeld) minds.Hold(agent.Id);
                else minds.Release(agent.Id);
            }
            catch (CunningException error) { return Refuse(error, agent); }
            return true;
        }

        internal AgentSummary Summarize(MindAgent agent)
        {
            try { return agent.IsAlive ? minds.Summarize(agent.Id) : null; }
            catch (CunningException error)
            {
                Mistake(error.Message, agent);
                return null;
            }
        }

        Symbol Fact(MindAgent agent, string fact)
        {
            return agent.IsAlive ? Look(facts, NameKind.Fact, fact, agent) : Symbol.None;
        }

        bool Refuse(CunningException error, MindAgent agent)
        {
            Mistake(error.Message, agent);
            return false;
        }
    }
}
