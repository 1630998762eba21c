// Ticks, commands, reports and mistakes of a world.

using System;
using System.Collections.Generic;
using Cunning;
using NUnit.Framework;

namespace Cunning.Unity.Tests
{
    public sealed class MindWorldTests
    {
        [Test]
        public void GuardGoesToTheBellAndRingsIt()
        {
            using (var game = new TestGame())
            {
                var guard = game.Add("guard", "bob");
                Assert.IsTrue(game.Open(TestGame.Guard));
                guard.Set("sees_thief", true);
                game.Ticks(4);
                CollectionAssert.AreEqual(new[] { "bob starts go", "bob starts ring", "bob idles NothingMatters" }, game.Log);
                Assert.AreEqual(0, game.Mistakes.Count);
            }
        }

        [Test]
        public void ArgumentsOfTheStepAreKeptUntilItEnds()
        {
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.ReportsAtOnce = false;
                var guard = game.Add("guard", "bob", body);
                game.Open(TestGame.Guard);
                guard.Set("sees_thief", true);
                game.Ticks(5);
                Assert.IsTrue(guard.IsDoing("go"));
                Assert.AreEqual("bell", game.World.NameOf(guard.Step[0]));
                Assert.IsTrue(guard.Done());
                Assert.IsFalse(guard.Done(), "a step is reported once");
                game.Ticks(1);
                Assert.IsTrue(guard.IsDoing("ring"));
                Assert.AreEqual(0, guard.Step.Count);
            }
        }

        [Test]
        public void SensorIsPolledAndItsBeliefCountsInTheSameTick()
        {
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.OnSense = agent => agent.Set("sees_thief", true);
                game.Add("guard", "bob", body);
                game.World.PollSensor("eyes", TimeSpan.FromMilliseconds(100));
                game.Open(TestGame.Guard);
                game.Ticks(1);
                CollectionAssert.AreEqual(new[] { "bob starts go" }, game.Log);
            }
        }

        [Test]
        public void MistypedNamesAreLoggedOnceWithASuggestion()
        {
            using (var game = new TestGame())
            {
                var guard = game.Add("guard", "bob");
                game.Add("gard", "tim");
                game.World.PollSensor("ears", TestGame.Dt);
                game.Open(TestGame.Guard);
                for (var at = 0; at < 3; at++) Assert.IsFalse(guard.Set("sees_thef", true));
                for (var at = 0; at < 3; at++) Assert.IsFalse(guard.Set("sees_thief", 3));
                Assert.AreEqual(4, game.Mistakes.Count);
                Assert.IsTrue(game.Mistakes[2].Contains("sees_thief"), game.Mistakes[2]);
                Assert.IsFalse(game.World.Agents[1].IsAlive);
            }
        }

        [Test]
        public void DomainWithMistakesLeavesTheWorldClosed()
        {
            using (var game = new TestGame())
            {
                var guard = game.Add("guard", "bob");
                Assert.IsFalse(game.Open("facts = { at = 'plaice' }"));
                Assert.IsTrue(game.Mistakes[0].Contains("plaice"), game.Mistakes[0]);
                Assert.IsFalse(guard.IsAlive || guard.Set("at", true) || guard.Done());
                game.Ticks(3);
                Assert.IsTrue(game.Open(TestGame.Guard));
                Assert.IsTrue(guard.IsAlive);
            }
        }

        [Test]
        public void ExceptionOfABodyQuarantinesItsAgentOnly()
        {
            using (var game = new TestGame())
            {
                var broken = game.Body();
                broken.OnStart = agent => { throw new InvalidOperationException("no animation"); };
                var bob = game.Add("guard", "bob", broken);
                var eve = game.Add("guard", "eve");
                game.Open(TestGame.Guard);
                bob.Set("sees_thief", true);
                eve.Set("sees_thief", true);
                game.Ticks(4);
                Assert.IsTrue(game.Log.Contains("eve starts ring"));
                Assert.IsTrue(game.Log.Contains("bob idles Quarantined"));
                Assert.AreEqual(1, game.Mistakes.Count);
                Assert.IsTrue(game.Mistakes[0].Contains("no animation"), game.Mistakes[0]);
                Assert.IsFalse(bob.Step.IsRunning);
            }
        }

        [Test]
        public void ReportsCountInTheOrderOfAgentsNotOfCalls()
        {
            var hashes = new List<ulong>();
            foreach (var isReversed in new[] { false, true })
            {
                using (var game = new TestGame())
                {
                    var guards = new List<MindAgent>();
                    for (var at = 0; at < 5; at++)
                    {
                        var body = game.Body();
                        body.ReportsAtOnce = false;
                        guards.Add(game.Add("guard", "guard " + at, body));
                    }
                    game.Open(TestGame.Guard);
                    foreach (var guard in guards) guard.Set("sees_thief", true);
                    if (isReversed) guards.Reverse();
                    for (var tick = 0; tick < 6; tick++)
                    {
                        game.Ticks(1);
                        foreach (var guard in guards) guard.Done();
                    }
                    hashes.Add(game.World.Minds.Hash());
                }
            }
            Assert.AreEqual(hashes[0], hashes[1]);
        }

        [Test]
        public void StoppedStepIsReportedForTheBodyUnlessItWindsDown()
        {
            foreach (var windsDown in new[] { false, true })
            {
                using (var game = new TestGame())
                {
                    var body = game.Body();
                    body.ReportsAtOnce = false;
                    var guard = game.Add("guard", "bob", body);
                    guard.WindsDown = windsDown;
                    game.Open(TestGame.Guard);
                    guard.Set("sees_thief", true);
                    game.Ticks(1);
                    Assert.IsFalse(guard.Stopped(), "it is not stopping");
                    guard.Hold();
                    game.Ticks(1);
                    Assert.AreEqual(windsDown, guard.Step.IsStopping);
                    Assert.IsFalse(guard.IsDoing("go"));
                    Assert.AreEqual(windsDown, guard.Stopped());
                    guard.Release();
                    game.Ticks(2);
                    Assert.IsTrue(guard.IsDoing("go"));
                    Assert.AreEqual(0, game.Mistakes.Count);
                }
            }
        }

        [Test]
        public void ChecksAndQuestionsAreAnswered()
        {
            const string Text = @"
types = { foe = { open = true, max = 4 } }
facts = { sees = { type = 'bool', of = ['foe'] }, dead = { type = 'bool', of = ['foe'] } }
query.nearest = { from = 'foe', where = ['sees[c]', 'near(self, c)'], score = '0 - dist(self, c)', take = 1 }
action.shoot = { params = { f = 'query.nearest' }, then = ['dead[f]'], check = 'in_range' }
goal.fight = { want = ['some foe f: dead[f]'] }
agent.archer = { actions = ['shoot'], goals = { fight = 1 } }";
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.Reply = true;
                body.ReportsAtOnce = false;
                var archer = game.Add("archer", "bob", body);
                var far = game.World.AddObject("foe", "far", new LoggingBody(game.Log) { Position = new Point(9000000, 0, 0) });
                var near = game.World.AddObject("foe", "near", new LoggingBody(game.Log) { Position = new Point(3000000, 0, 0) });
                Assert.IsTrue(game.Open(Text), string.Join("\n", game.Mistakes));
                Assert.IsTrue(archer.SetAbout("sees", far.Value, true) && archer.SetAbout("sees", near.Value, true));
                game.Ticks(6);
                Assert.IsTrue(archer.IsDoing("shoot"), string.Join("\n", game.Log) + string.Join("\n", game.Mistakes));
                Assert.AreEqual(near, game.World.Find(archer.Step[0]));
                Assert.IsTrue(game.Log.Contains("bob answers near"));
                Assert.IsTrue(game.Log.Contains("bob checks in_range of shoot"));
                game.World.RemoveObject(near);
                game.Ticks(1);
                Assert.IsTrue(game.Log.Contains("bob stops shoot ObjectLost"), string.Join("\n", game.Log));
                Assert.IsNull(game.World.Find(near.Value));
            }
        }

        [Test]
        public void LateAnswerCounts()
        {
            const string Text = @"
types = { foe = { open = true, max = 4 } }
facts = { sees = { type = 'bool', of = ['foe'] }, dead = { type = 'bool', of = ['foe'] } }
query.near = { from = 'foe', where = ['sees[c]', 'near(self, c)'], score = '1', take = 1 }
action.shoot = { params = { f = 'query.near' }, then = ['dead[f]'] }
goal.fight = { want = ['some foe f: dead[f]'] }
agent.archer = { actions = ['shoot'], goals = { fight = 1 } }";
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.Reply = Reply.Later;
                var archer = game.Add("archer", "bob", body);
                var foe = game.World.AddObject("foe", "orc", null);
                Assert.IsTrue(game.Open(Text), string.Join("\n", game.Mistakes));
                archer.SetAbout("sees", foe.Value, true);
                game.Ticks(2);
                Assert.IsFalse(game.Log.Contains("bob starts shoot"));
                game.World.Answer(body.Asked, true);
                game.Ticks(3);
                Assert.IsTrue(game.Log.Contains("bob starts shoot"), string.Join("\n", game.Log));
            }
        }

        [Test]
        public void OrderIsTakenUpAndDone()
        {
            using (var game = new TestGame())
            {
                var guard = game.Add("guard", "bob");
                game.Open(TestGame.Guard);
                Assert.IsTrue(guard.Order(new Order("raise_alarm")).HasValue);
                Assert.IsFalse(guard.Order(new Order("raise_alram")).HasValue);
                game.Ticks(4);
                Assert.IsTrue(game.Log.Contains("bob order Done"), string.Join("\n", game.Log));
                Assert.AreEqual(1, game.Mistakes.Count);
            }
        }

        [Test]
        public void RowsShowGoalPlanAndReason()
        {
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.ReportsAtOnce = false;
                var guard = game.Add("guard", "bob", body);
                game.Add("guard", "eve");
                game.Open(TestGame.Guard);
                guard.Set("sees_thief", true);
                game.Ticks(1);
                var rows = AgentRows.Of(game.World, "BO");
                Assert.AreEqual(1, rows.Count);
                Assert.AreEqual("bob: raise_alarm by go(bell)", rows[0].Title);
                Assert.IsTrue(rows[0].Details().Contains("plan: go(bell), ring"), rows[0].Details());
                Assert.AreEqual("eve: idle", AgentRows.Of(game.World, "eve")[0].Title);
            }
        }
    }
}
