"""The crowd of bindings/c/examples/crowd.c in Python: `cargo xtask bindings --overhead` compares them.

A crowd needs three calls for beliefs, one for the tick and one for the reports, whatever its size.
"""

import sys
import time

import cunning

AGENTS = 10_000
WARM = 5
TICKS = 30

minds = cunning.Minds(cunning.Domain.from_file(sys.argv[1]))
agents = [minds.spawn("keeper") for _ in range(AGENTS)]
begun = started = 0
for tick in range(WARM + TICKS):
    if tick == WARM:
        begun, started = time.process_time(), 0
    minds.set_all("lit", agents, False)
    minds.set_all("oil", agents, [1 + (tick + at) % 4 for at in range(AGENTS)])
    minds.set_all("windy", agents, [(tick + at) % 8 == 0 for at in range(AGENTS)])
    commands = minds.tick(16, budget=10_000_000)
    steps = [command for command in commands if type(command) is cunning.Start]
    started += len(steps)
    minds.report_many(steps)
spent_ms = (time.process_time() - begun) * 1e3
print(
    f"{spent_ms / TICKS:.4f} ms per tick, {started / TICKS / AGENTS:.2f} commands per agent and tick, "
    f"hash {minds.hash()}"
)
