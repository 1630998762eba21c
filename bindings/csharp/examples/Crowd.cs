// The crowd of bindings/c/examples/crowd.c in C#: `cargo xtask bindings --overhead` compares them.

using System;
using System.Diagnostics;
using System.IO;
using Cunning;

static class Crowd
{
    const int Agents = 10000;
    const int Warm = 5;
    const int Ticks = 30;

    static double ProcessorMs()
    {
        using (var process = Process.GetCurrentProcess()) return process.TotalProcessorTime.TotalMilliseconds;
    }

    static int Main(string[] args)
    {
        if (args.Length != 1)
        {
            Console.Error.WriteLine("usage: Crowd DOMAIN");
            return 2;
        }
        using (var domain = Domain.Parse("crowd.toml", File.ReadAllText(args[0])))
        using (var minds = new Minds(domain))
        using (var beliefs = new Beliefs(3 * Agents))
        {
            var lit = minds.Fact("lit");
            var oil = minds.Fact("oil");
            var windy = minds.Fact("windy");
            for (var at = 0; at < Agents; at++)
            {
                var agent = minds.Spawn("keeper");
                beliefs.Add(agent, lit, false);
                beliefs.Add(agent, oil, 1);
                beliefs.Add(agent, windy, false);
            }
            var steps = new CommandId[Agents];
            var dt = TimeSpan.FromMilliseconds(16);
            var begun = 0.0;
            var started = 0L;
            for (var tick = 0; tick < Warm + Ticks; tick++)
            {
                if (tick == Warm)
                {
                    begun = ProcessorMs();
                    started = 0;
                }
                for (var at = 0; at < Agents; at++)
                {
                    beliefs.SetValue(3 * at + 1, 1 + (tick + at) % 4);
                    beliefs.SetValue(3 * at + 2, (tick + at) % 8 == 0);
                }
                minds.Set(beliefs);
                minds.Tick(dt, 10000000);
                var count = 0;
                Command command;
                while (minds.TryNext(out command))
                {
                    if (command.Kind == CommandKind.Start) steps[count++] = command.Id;
                }
                for (var at = 0; at < count; at++) minds.Done(steps[at]);
                started += count;
            }
            var spent = ProcessorMs() - begun;
            Console.WriteLine(string.Format(
                System.Globalization.CultureInfo.InvariantCulture,
                "{0:F4} ms per tick, {1:F2} commands per agent and tick, hash {2:x16}",
                spent / Ticks, (double)started / Ticks / Agents, minds.Hash()));
            return 0;
        }
    }
}
