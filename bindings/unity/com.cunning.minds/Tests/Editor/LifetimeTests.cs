// Worlds that close, open again and reload: play mode with and without domain reload.

using System;
using Cunning;
using NUnit.Framework;

namespace Cunning.Unity.Tests
{
    public sealed class LifetimeTests
    {
        [Test]
        public void SecondSessionEqualsTheFirst()
        {
            using (var game = new TestGame())
            {
                var guard = game.Add("guard", "bob");
                var hashes = new ulong[2];
                for (var session = 0; session < 2; session++)
                {
                    game.Open(TestGame.Guard);
                    guard.Set("sees_thief", true);
                    game.Ticks(2);
                    hashes[session] = game.World.Minds.Hash();
                    game.World.Close();
                }
                Assert.AreEqual(hashes[0], hashes[1]);
                Assert.AreEqual(0, game.Mistakes.Count);
            }
        }

        [Test]
        public void CallsAfterTheEndDoNothing()
        {
            var game = new TestGame();
            var body = game.Body();
            body.ReportsAtOnce = false;
            var guard = game.Add("guard", "bob", body);
            game.Open(TestGame.Guard);
            guard.Set("sees_thief", true);
            game.Ticks(1);
            var old = guard.Id;
            game.World.Close();
            Assert.IsFalse(guard.IsAlive || guard.Step.IsRunning || guard.IsDoing("go"));
            Assert.IsFalse(guard.Done() || guard.Fail() || guard.Stopped() || guard.Set("sees_thief", true));
            Assert.IsFalse(guard.Hold() || guard.Release() || guard.SetName("at", "gate"));
            Assert.IsNull(guard.Summary());
            Assert.IsFalse(guard.Order(new Order("raise_alarm")).HasValue);
            Assert.IsNull(game.World.Attach());
            Assert.IsNull(game.World.Find(old));
            game.World.Answer(new CommandId(7), true);
            game.Ticks(2);
            game.World.Close();
            game.Dispose();
        }

        [Test]
        public void RemovedAgentIsSafeAndTheOthersContinue()
        {
            using (var game = new TestGame())
            {
                var bob = game.Add("guard", "bob");
                game.Open(TestGame.Guard);
                var eve = game.Add("guard", "eve");
                Assert.IsTrue(bob.IsAlive && eve.IsAlive);
                bob.Set("sees_thief", true);
                eve.Set("sees_thief", true);
                game.Ticks(1);
                game.World.Remove(bob);
                game.World.Remove(bob);
                Assert.IsFalse(bob.IsAlive || bob.Done());
                game.Ticks(3);
                CollectionAssert.AreEqual(
                    new[] { "bob starts go", "eve starts go", "eve starts ring", "eve idles NothingMatters" }, game.Log);
            }
        }

        [Test]
        public void BodyMayCloseTheWorldDuringATick()
        {
            using (var game = new TestGame())
            {
                for (var at = 0; at < 3; at++)
                {
                    var body = game.Body();
                    body.OnStart = agent => game.World.Close();
                    game.Add("guard", "guard " + at, body);
                }
                game.Open(TestGame.Guard);
                foreach (var guard in game.World.Agents) guard.Set("sees_thief", true);
                game.Ticks(3);
                Assert.AreEqual(1, game.Log.Count);
                Assert.IsFalse(game.World.IsOpen);
                Assert.AreEqual(0, game.Mistakes.Count);
            }
        }

        [Test]
        public void BodyMayAddAndRemoveAgentsDuringATick()
        {
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.OnStart = agent =>
                {
                    if (agent.Name != "bob") return;
                    game.World.Remove(agent);
                    game.Add("guard", "eve").Set("sees_thief", true);
                };
                var bob = game.Add("guard", "bob", body);
                game.Open(TestGame.Guard);
                bob.Set("sees_thief", true);
                game.Ticks(4);
                Assert.IsTrue(game.Log.Contains("eve starts ring"), string.Join("\n", game.Log));
                Assert.AreEqual(0, game.Mistakes.Count);
            }
        }

        [Test]
        public void BodyThatTicksItsWorldIsAMistake()
        {
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.OnStart = agent => game.World.Tick(TestGame.Dt);
                var bob = game.Add("guard", "bob", body);
                game.Open(TestGame.Guard);
                bob.Set("sees_thief", true);
                game.Ticks(2);
                Assert.AreEqual(1, game.Mistakes.Count);
                Assert.AreEqual(2L, game.World.Ticks);
            }
        }

        [Test]
        public void ReloadKeepsBeliefsAndPlaces()
        {
            using (var game = new TestGame())
            {
                var body = game.Body();
                body.ReportsAtOnce = false;
                var guard = game.Add("guard", "bob", body);
                var bell = game.World.AddObject("place", "bell", body);
                game.Open(TestGame.Guard);
                guard.Set("sees_thief", true);
                game.Ticks(1);
                Assert.IsTrue(game.World.Reload(TestGame.Sources(TestGame.Guard.Replace("'yard'", "'yard', 'tower'"))));
                game.Ticks(1);
                Assert.IsTrue(guard.IsDoing("go"));
                Assert.AreEqual(bell, game.World.Find(guard.Step[0]));
                Assert.IsFalse(game.World.Reload(TestGame.Sources("oops")));
                Assert.IsTrue(guard.IsAlive && guard.SetName("at", "tower"));
            }
        }

        [Test]
        public void ReloadWithoutTheArchetypeEndsItsAgents()
        {
            using (var game = new TestGame())
            {
                var guard = game.Add("guard", "bob");
                game.Open(TestGame.Guard);
                Assert.IsTrue(game.World.Reload(TestGame.Sources(TestGame.Guard.Replace("agent.guard", "agent.watchman"))));
                Assert.IsFalse(guard.IsAlive);
                Assert.AreEqual(1, game.Mistakes.Count);
                game.Ticks(2);
            }
        }

        [Test]
        public void CommandersMayComeLaterAndGo()
        {
            const string Text = @"
facts = { taken = 'bool', fired = 'bool' }
action.fire = { then = ['fired'] }
action.assault = { then = ['taken'], orders = [{ to = 'all', goal = 'suppress', bias = 1 }], done = { need = 'all' } }
goal.take_hill = { want = ['taken'] }
goal.suppress = { want = ['fired'], relevance = [{ score = 0 }] }
agent.rifleman = { actions = ['fire'], goals = { suppress = 1 } }
agent.officer = { actions = ['assault'], goals = { take_hill = 1 } }";
            using (var game = new TestGame())
            {
                var rifleman = game.Add("rifleman", "bob");
                var body = game.Body();
                var officer = game.Add("officer", "eve", body);
                rifleman.Commander = officer;
                Assert.IsTrue(game.Open(Text), string.Join("\n", game.Mistakes));
                Assert.AreEqual(officer.Id, game.World.Minds.Commander(rifleman.Id));
                game.Ticks(5);
                Assert.IsTrue(game.Log.Contains("bob starts fire"), string.Join("\n", game.Log));
                Assert.IsTrue(game.Log.Contains("eve starts assault"));
                Assert.IsTrue(game.World.Minds.Get(officer.Id, game.World.Minds.Fact("taken"), out _).AsBool);
                officer.Commander = rifleman;
                Assert.AreEqual(1, game.Mistakes.Count);
                rifleman.Commander = null;
                Assert.AreEqual(AgentId.None, game.World.Minds.Commander(rifleman.Id));
            }
        }
    }
}
