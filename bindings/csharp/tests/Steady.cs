// Ticks, beliefs, commands and reports allocate nothing: the garbage collector does not run in ten thousand ticks.

using System;
using Cunning;

static class Steady
{
    const string Text = @"
types = { place = ['gate', 'bell'] }
facts = { at = 'place', lit = { type = 'bool', sensed = true }, oil = { type = 'int', min = 0, max = 9 } }
action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'] }
action.light = { when = ['at == bell', 'oil > 0'], then = ['lit'] }
goal.keep_lit = { want = ['lit'] }
agent.keeper = { actions = ['go', 'light'], goals = { keep_lit = 1 }, sensors = ['eyes'] }";

    static int Main()
    {
        using (var domain = Domain.Parse("steady.toml", Text))
        using (var minds = new Minds(domain))
        using (var beliefs = new Beliefs())
        {
            var lit = minds.Fact("lit");
            var at = minds.Fact("at");
            var gate = minds.Find(NameKind.Object, "place.gate");
            var oil = minds.Fact("oil");
            var light = minds.Action("light");
            var agents = new AgentId[10];
            for (var i = 0; i < agents.Length; i++)
            {
                agents[i] = minds.Spawn("keeper");
                beliefs.Add(agents[i], lit, false);
                beliefs.Add(agents[i], oil, 3);
            }
            minds.PollSensor("eyes", TimeSpan.FromMilliseconds(100));
            var dt = TimeSpan.FromMilliseconds(16);
            var lights = 0;
            var before = -1;
            var warm = 100;
            for (var tick = 0; tick < 10000 + warm; tick++)
            {
                if (tick == warm)
                {
                    GC.Collect();
                    before = GC.CollectionCount(0);
                    lights = 0;
                }
                for (var i = 0; i < agents.Length; i++) beliefs.SetValue(2 * i + 1, 1 + (tick + i) % 5);
                minds.Set(beliefs);
                minds.Set(agents[tick % agents.Length], at, gate);
                minds.Set(agents[tick % agents.Length], "oil", 2);
                minds.Tick(dt);
                Command command;
                while (minds.TryNext(out command))
                {
                    if (command.Kind == CommandKind.Start)
                    {
                        if (command.Name == light) lights++;
                        minds.Done(command.Id);
                    }
                    else if (command.Kind == CommandKind.Stop)
                    {
                        minds.Report(command.Id, Outcome.Stopped);
                    }
                }
            }
            var collections = GC.CollectionCount(0) - before;
            Console.WriteLine("{0} collections in 10000 ticks, {1} lights", collections, lights);
            return collections == 0 && lights > 10000 ? 0 : 1;
        }
    }
}
