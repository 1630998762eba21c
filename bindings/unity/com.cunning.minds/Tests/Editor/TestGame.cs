// A game for tests: a world, bodies that log, and a few domains.

using System;
using System.Collections.Generic;
using Cunning;

namespace Cunning.Unity.Tests
{
    /// <summary>A body that logs what it is asked for and reports each step at once, if it is told to.</summary>
    sealed class LoggingBody : IAgentBody, IPlaced
    {
        readonly List<string> log;
        internal bool ReportsAtOnce = true;
        internal Action<MindAgent> OnStart = agent => { };
        internal Action<MindAgent> OnStop = agent => { };
        internal Action<MindAgent> OnSense = agent => { };
        internal bool ChecksPass = true;
        internal Reply Reply = Reply.Unknown;
        internal CommandId Asked;

        internal LoggingBody(List<string> log) { this.log = log; }

        public Point Position { get; set; }

        public void StepStarted(MindAgent agent)
        {
            log.Add(agent.Name + " starts " + agent.Step.Name);
            OnStart(agent);
            if (ReportsAtOnce) agent.Done();
        }
        public void StepStopped(MindAgent agent, StopReason reason)
        {
            log.Add(agent.Name + " stops " + agent.Step.Name + " " + reason);
            OnStop(agent);
        }
        public void Sense(MindAgent agent, string sensor) { OnSense(agent); }
        public bool Check(MindAgent agent, Question check)
        {
            log.Add(agent.Name + " checks " + check.Name + " of " + check.Action);
            return ChecksPass;
        }
        public Reply Answer(MindAgent agent, Question question)
        {
            Asked = question.Id;
            log.Add(agent.Name + " answers " + question.Name);
            return Reply;
        }
        public void WentIdle(MindAgent agent, IdleReason reason) { log.Add(agent.Name + " idles " + reason); }
        public void OrderChanged(MindAgent agent, CommandId order, OrderState state)
        {
            log.Add(agent.Name + " order " + state);
        }
    }

    /// <summary>A world with the logs of its bodies and its mistakes.</summary>
    sealed class TestGame : IDisposable
    {
        internal const string Guard = @"
types = { place = ['gate', 'yard', 'bell'] }
facts = { at = 'place', sees_thief = { type = 'bool', sensed = true }, alarm = 'bool' }
action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'] }
action.ring = { when = ['at == bell'], then = ['alarm'] }
goal.raise_alarm = { want = ['alarm'], relevance = [{ when = ['sees_thief'], score = 1 }] }
agent.guard = { actions = ['go', 'ring'], goals = { raise_alarm = 1 }, sensors = ['eyes'] }";

        internal static readonly TimeSpan Dt = TimeSpan.FromMilliseconds(100);

        internal readonly List<string> Log = new List<string>(), Mistakes = new List<string>();
        internal readonly MindWorld World;

        internal TestGame() { World = new MindWorld((message, about) => Mistakes.Add(message)); }

        internal bool Open(string domain) { return World.Open(Sources(domain)); }

        internal static List<KeyValuePair<string, string>> Sources(string domain)
        {
            return new List<KeyValuePair<string, string>> { new KeyValuePair<string, string>("test.toml", domain) };
        }

        internal LoggingBody Body() { return new LoggingBody(Log); }

        internal MindAgent Add(string archetype, string name, LoggingBody body = null)
        {
            return World.Add(archetype, name, body ?? Body());
        }

        internal void Ticks(int count) { for (var at = 0; at < count; at++) World.Tick(Dt); }

        public void Dispose() { World.Dispose(); }
    }
}
