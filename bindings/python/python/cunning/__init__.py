"""Plans, squads, training and fear for non-player characters.

>>> import cunning
>>> domain = cunning.Domain.from_str('''
... types = { place = ["yard", "bell"] }
... facts = { at = "place", alarm = "bool" }
... action.go = { params = { to = "place" }, when = ["at != to"], then = ["at = to"] }
... action.ring = { when = ["at == bell"], then = ["alarm"] }
... goal.raise_alarm = { want = ["alarm"] }
... ''')
>>> [str(step) for step in domain.plan("raise_alarm")]
['go(bell)', 'ring']
"""

from ._native import (
    Agent,
    Ask,
    Beliefs,
    CunningError,
    Domain,
    DomainError,
    Idle,
    InvalidValue,
    Minds,
    NoPlan,
    Object,
    PddlSearch,
    Plan,
    PlanStep,
    Point,
    Query,
    Recording,
    Report,
    Scenario,
    Sense,
    Simulation,
    Snapshot,
    Start,
    Stop,
    UnknownName,
)

__all__ = [
    "Agent",
    "Ask",
    "Beliefs",
    "CunningError",
    "Domain",
    "DomainError",
    "Idle",
    "InvalidValue",
    "Minds",
    "NoPlan",
    "Object",
    "PddlSearch",
    "Plan",
    "PlanStep",
    "Point",
    "Query",
    "Recording",
    "Report",
    "Scenario",
    "Sense",
    "Simulation",
    "Snapshot",
    "Start",
    "Stop",
    "UnknownName",
]
