# %% [markdown]
# # Cunning in ten minutes
#
# Every `# %%` is a cell: open this file as a notebook in VS Code or Jupyter (with Jupytext), or run it as a script.
#
# A domain says what agents know, can do and want. It is TOML, and it is the same in every language.

# %%
import cunning

domain = cunning.Domain.from_str(
    """
types = { place = ["gate", "yard", "bell"] }
facts = { at = "place", sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }, { score = 0 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 } }
"""
)

# %% [markdown]
# ## A plan
#
# Facts that differ from the start are keyword arguments. A plan is a list of steps that knows its cost, and whether the
# search proved that no plan is cheaper.

# %%
plan = domain.plan("raise_alarm", sees_thief=True)
print(plan)
assert plan.optimal and plan.cost == 2.0

# %% [markdown]
# A goal without a plan is an exception whose text says what is missing, and a typo is one with a suggestion.

# %%
try:
    domain.plan("raise_alrm")
except cunning.UnknownName as error:
    print(error)

# %% [markdown]
# ## Agents
#
# `Minds` are the living agents. Percepts go in as beliefs, commands come out of every tick, and the game reports how
# steps went.

# %%
minds = cunning.Minds(domain)
guard = minds.spawn("guard", name="Bo")
minds[guard]["sees_thief"] = True
done = []
for frame in range(4):
    for command in minds.tick(ms=16, budget=500):
        match command:
            case cunning.Start(action, args):
                done.append(f"{action}({', '.join(args.values())})" if args else action)
                minds.done(command)
            case cunning.Stop():
                minds.stopped(command)
print(done, minds[guard]["alarm"])
assert minds[guard]["alarm"] is True

# %% [markdown]
# Agents can be asked what they do and why, and a typo in a fact is an error with a suggestion.

# %%
print(minds.why(guard)["text"])
print(minds.inspect(guard)["goal"])
try:
    minds[guard]["sees_thef"] = True
except cunning.UnknownName as error:
    print(error)

# %% [markdown]
# ## Saving and rollback
#
# A save continues exactly, searches in progress included: the hashes are the same. A snapshot is the same in memory, for
# rollback; it is filled again without new memory.

# %%
restored, report = cunning.Minds.restore(minds.save(), domain)
assert restored.hash() == minds.hash()

before = minds.snapshot()
minds[guard]["alarm"] = False
minds.tick(ms=16)
changed = minds.hash()
minds.rollback(before)
assert minds.hash() == restored.hash() != changed

# %% [markdown]
# ## Recordings
#
# A recording has every percept, decision and step. `cunning studio guard.cng` shows a file; `print("cunning studio
# --attach", minds.attach())` shows the running game instead.

# %%
minds.record()
minds[guard]["alarm"] = False
minds.tick(ms=16)
recording = cunning.Recording.from_bytes(minds.end_recording())
kinds = {event["kind"] for event in recording.events()}
print(sorted(kinds))

# %% [markdown]
# ## Crowds
#
# One call sets a fact for all agents, and one reports all steps: the price of Python is paid per call, not per agent.

# %%
crowd = cunning.Minds(domain)
guards = [crowd.spawn("guard") for _ in range(1000)]
crowd.set_all("sees_thief", guards, [at % 2 == 0 for at in range(1000)])
commands = crowd.tick(budget=100_000)
crowd.report_many([command for command in commands if isinstance(command, cunning.Start)])
print(len(commands), "commands")

# %% [markdown]
# ## Scenes
#
# The arena is a small deterministic world. In this scene, red has an officer and blue has none.

# %%
scenario = cunning.Scenario("squad")
RUNS = 5
wins = {"red": 0, "blue": 0, None: 0}
for seed in range(RUNS):
    wins[cunning.Simulation(scenario, seed).run()["winner"]] += 1
print(wins)

# %% [markdown]
# `cunning.pettingzoo` turns such a scene into an environment for learners, and `cunning.unified_planning` makes the
# planner an engine of unified-planning.
