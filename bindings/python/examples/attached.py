"""This example shows a running game in the studio. It prints the command that opens the studio, and then the guard rings
the bell about once a second, for as many seconds as the argument says.
"""

import sys
import time

import cunning

domain = cunning.Domain.from_str("""
types = { place = ["gate", "yard", "bell"] }
facts = { at = "place", sees_thief = { type = "bool", sensed = true }, alarm = "bool" }
action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
action.ring = { when = ["at == bell"], then = ["alarm"] }
goal.raise_alarm = { want = ["alarm"], relevance = [{ when = ["sees_thief"], score = 1 }] }
agent.guard = { actions = ["go", "ring"], goals = { raise_alarm = 1 } }
""")
seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
minds = cunning.Minds(domain)
print("cunning studio --attach", minds.attach(), flush=True)

guard = minds.spawn("guard", name="Bo")
minds[guard]["sees_thief"] = True
for frame in range(seconds * 60):
    if frame % 60 == 0:
        minds[guard]["alarm"] = False
    minds.note_position(guard, frame % 60 / 10, 0)  # where the studio draws the guard
    for command in minds.tick(ms=16):
        if isinstance(command, cunning.Start):
            minds.done(command)
    time.sleep(0.016)
