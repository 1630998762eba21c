// Time, files, sight, and no garbage per tick.

using System;
using System.Collections.Generic;
using Cunning;
using NUnit.Framework;

namespace Cunning.Unity.Tests
{
    public sealed class SteadyTests
    {
        [Test]
        public void TenThousandTicksCollectNoGarbage()
        {
            const string Text = @"
types = { place = ['gate', 'lamp'] }
facts = { at = 'place', lit = { type = 'bool', sensed = true }, oil = { type = 'int', min = 0, max = 9 } }
action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'] }
action.light = { when = ['at == lamp', 'oil > 0'], then = ['lit'], check = 'dry' }
goal.keep_lit = { want = ['lit'] }
agent.keeper = { actions = ['go', 'light'], goals = { keep_lit = 1 }, sensors = ['eyes'] }";
            var body = new QuietBody();
            using (var world = new MindWorld((message, about) => { throw new InvalidOperationException(message); }))
            {
                for (var at = 0; at < 10; at++) world.Add("keeper", "keeper " + at, body);
                world.PollSensor("eyes", TimeSpan.FromMilliseconds(100));
                Assert.IsTrue(world.Open(TestGame.Sources(Text)));
                body.Gate = world.ObjectSymbol("place.gate");
                var clock = new TickClock(TestGame.Dt);
                var before = 0;
                const int Warm = 200;
                for (var tick = 0; tick < 10000 + Warm; tick++)
                {
                    if (tick == Warm)
                    {
                        GC.Collect();
                        before = GC.CollectionCount(0);
                        body.Steps = 0;
                    }
                    for (var due = clock.Advance(0.1); due > 0; due--) world.Tick(clock.Interval);
                    for (var at = 0; at < world.Agents.Count; at++) world.Agents[at].Done();
                }
                Assert.AreEqual(0, GC.CollectionCount(0) - before);
                Assert.IsTrue(body.Steps > 10000, body.Steps + " steps");
            }
        }

        sealed class QuietBody : IAgentBody
        {
            internal Symbol Gate;
            internal long Steps;

            public void StepStarted(MindAgent agent) { Steps++; }
            public void StepStopped(MindAgent agent, StopReason reason) { }
            public void Sense(MindAgent agent, string sensor)
            {
                agent.Set("lit", false);
                agent.Set("oil", 1 + Steps % 5);
                if (Steps % 3 == 0) agent.Set("at", Gate);
            }
            public bool Check(MindAgent agent, Question check) { return true; }
            public Reply Answer(MindAgent agent, Question question) { return Reply.Unknown; }
            public void WentIdle(MindAgent agent, IdleReason reason) { }
            public void OrderChanged(MindAgent agent, CommandId order, OrderState state) { }
        }

        [Test]
        public void UnevenFramesGiveEvenTicks()
        {
            var clock = new TickClock(TimeSpan.FromMilliseconds(100));
            var ticks = 0;
            for (var frame = 0; frame < 600; frame++) ticks += clock.Advance(1 / 60.0);
            Assert.AreEqual(100, ticks);
            Assert.AreEqual(0, clock.Advance(0.05));
            Assert.AreEqual(1, clock.Advance(0.0501));
        }

        [Test]
        public void SlowFrameRunsAFewTicksAndDropsTheRest()
        {
            var clock = new TickClock(TimeSpan.FromMilliseconds(100), 4);
            Assert.AreEqual(4, clock.Advance(2.05));
            Assert.AreEqual(TimeSpan.FromMilliseconds(1600), clock.Dropped);
            Assert.AreEqual(1, clock.Advance(0.05));
            clock.Reset();
            Assert.AreEqual(TimeSpan.Zero, clock.Dropped);
        }

        [Test]
        public void TimeThatIsNoTimeCountsAsNone()
        {
            var clock = new TickClock(TimeSpan.Zero);
            Assert.AreEqual(TickClock.ShortestInterval, clock.Interval);
            foreach (var time in new[] { -1, 0, double.NaN, double.NegativeInfinity }) Assert.AreEqual(0, clock.Advance(time));
            foreach (var time in new[] { double.PositiveInfinity, double.MaxValue, 1e12 })
            {
                Assert.AreEqual(4, clock.Advance(time));
            }
        }

        [Test]
        public void IncludedFilesAreCollectedOnce()
        {
            var files = new Dictionary<string, string>
            {
                { "human.toml", "[domain]\ninclude = ['body.cunning', \"guard.cunning\"]\n" },
                { "body.cunning", "facts.tired = 'bool'" },
            };
            var text = "[domain]\ninclude = ['human.toml', 'missing.toml']\n";
            Func<string, string> read = name => files.ContainsKey(name) ? files[name] : null;
            var found = new List<string>();
            foreach (var source in DomainFiles.Collect("guard.cunning", text, read)) found.Add(source.Key);
            CollectionAssert.AreEqual(new[] { "guard.cunning", "human.toml", "body.cunning" }, found);
        }

        [Test]
        public void IncludedFileIsPartOfTheDomain()
        {
            Func<string, string> read = name => name == "body.toml" ? "facts.tired = 'bool'" : null;
            var good = DomainFiles.Collect("a.toml", "domain.include = ['body.toml']\ngoal.rest = { want = ['not tired'] }", read);
            Assert.IsNull(DomainFiles.Mistakes(good));
            var bad = DomainFiles.Collect("a.toml", "goal.rest = { want = ['not tird'] }", read);
            Assert.IsTrue(DomainFiles.Mistakes(bad).Contains("tird"));
        }

        [Test]
        public void ConeSeesWhatIsNearAndInFront()
        {
            var cone = new VisionCone(10, 90);
            Assert.IsTrue(cone.Contains(0, 0, 9, 0, 0, 1));
            Assert.IsTrue(cone.Contains(0, 0, 0, 0, 0, 1), "its own place");
            Assert.IsFalse(cone.Contains(0, 0, 11, 0, 0, 1), "too far");
            Assert.IsFalse(cone.Contains(5, 0, 4, 0, 0, 1), "beside");
            Assert.IsFalse(cone.Contains(0, 0, -5, 0, 0, 1), "behind");
            Assert.IsTrue(new VisionCone(10, 360).Contains(0, 0, -5, 0, 0, 1), "all around");
            Assert.IsFalse(cone.Contains(double.NaN, 0, 1, 0, 0, 1));
        }
    }
}
