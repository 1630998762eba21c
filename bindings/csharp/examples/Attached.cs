// This example shows a running game in the studio. It prints the command that opens the studio, and then the guard rings
// the bell about once a second, for as many seconds as the argument says.

using System;
using System.Threading;
using Cunning;

static class Attached
{
    const string Text = @"
types = { place = ['gate', 'yard', 'bell'] }
facts = { at = 'place', sees_thief = { type = 'bool', sensed = true }, alarm = 'bool' }
action.go = { params = { to = 'place' }, when = ['at != to'], then = ['at = to'] }
action.ring = { when = ['at == bell'], then = ['alarm'] }
goal.raise_alarm = { want = ['alarm'], relevance = [{ when = ['sees_thief'], score = 1 }] }
agent.guard = { actions = ['go', 'ring'], goals = { raise_alarm = 1 } }";

    static void Main(string[] args)
    {
        var seconds = args.Length > 0 ? int.Parse(args[0]) : 60;
        var dt = TimeSpan.FromMilliseconds(16);
        using (var domain = Domain.Parse("guard.toml", Text))
        using (var minds = new Minds(domain))
        {
            // Leave this out of release builds of the game.
            Console.WriteLine("cunning studio --attach " + minds.Attach());

            var guard = minds.Spawn("guard", new Spawn { Name = "Bo" });
            var alarm = minds.Fact("alarm");
            minds.Set(guard, "sees_thief", true);
            for (var frame = 0; frame < seconds * 60; frame++)
            {
                if (frame % 60 == 0) minds.Set(guard, alarm, false);
                minds.NotePosition(guard, frame % 60 / 10f, 0, 0, 0); // where the studio draws the guard
                minds.Tick(dt);
                Command command;
                while (minds.TryNext(out command))
                {
                    if (command.Kind == CommandKind.Start) minds.Done(command.Id);
                }
                Thread.Sleep(dt);
            }
        }
    }
}
