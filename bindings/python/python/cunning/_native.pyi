"""The native part of the package. Use it through `cunning`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, final

_Value = None | bool | int | str | Object | Point
"""The value of a fact, an index or an argument. A text is an object of the domain file, by its name."""
_Key = str | tuple[Any, ...]
"""A fact or a table: its name, or a tuple of its name and indices, such as `("stock", "rum")`."""
_Command = Start | Stop | Sense | Ask | Query | Idle | Report

class CunningError(Exception):
    """An error of Cunning."""

    code: str
    """A short word for programs, such as `unknown-name`."""
    done: int
    """Only of batches: the number of rows before the one that failed."""

class DomainError(CunningError):
    """A text has mistakes. The text of the error shows them with excerpts."""

    diagnostics: list[dict[str, Any]]
    """The mistakes, each with `code`, `message`, `file`, `line`, `column` and `hint`."""

class NoPlan(CunningError):
    """There is no plan, or none was found within the budget. The text explains why."""

class UnknownName(CunningError):
    """A name does not exist. The text may have a suggestion."""

class InvalidValue(CunningError):
    """A value has the wrong type or is out of range."""

@final
class Object:
    """An object of the game, by an id that the game chooses."""

    id: int
    def __new__(cls, id: int) -> Object: ...
    def __lt__(self, other: Object, /) -> bool: ...
    def __le__(self, other: Object, /) -> bool: ...
    def __gt__(self, other: Object, /) -> bool: ...
    def __ge__(self, other: Object, /) -> bool: ...

@final
class Agent:
    """An agent that a question is about."""

    id: int
    def __new__(cls, id: int) -> Agent: ...
    def __lt__(self, other: Agent, /) -> bool: ...
    def __le__(self, other: Agent, /) -> bool: ...
    def __gt__(self, other: Agent, /) -> bool: ...
    def __ge__(self, other: Agent, /) -> bool: ...

@final
class Point:
    """A point of the world. Coordinates have six decimals."""

    x: float
    y: float
    z: float
    micros: tuple[int, int, int]
    def __new__(cls, x: float, y: float, z: float = 0.0) -> Point: ...
    @staticmethod
    def from_micros(x: int, y: int, z: int) -> Point: ...

@final
class Domain:
    """Everything a domain file says. Immutable; any thread may use it."""

    warnings: list[dict[str, Any]]
    goals: list[str]
    actions: list[str]
    facts: list[str]
    archetypes: list[str]
    @staticmethod
    def from_file(path: str | PathLike[str]) -> Domain: ...
    @staticmethod
    def from_str(text: str, name: str = "domain.toml") -> Domain: ...
    @staticmethod
    def from_sources(name: str, sources: Mapping[str, str]) -> Domain:
        """Reads a domain from texts by name: the named one and those that it includes."""
    def plan(
        self,
        goal: str,
        facts: Mapping[_Key, _Value] | None = None,
        *,
        agent: str | None = None,
        args: Mapping[str, _Value] | None = None,
        tables: Mapping[_Key, float] | None = None,
        objects: Mapping[str, Sequence[str]] | None = None,
        checks: Mapping[str, bool] | None = None,
        budget: int | None = None,
        optimal: bool = False,
        within: float | None = None,
        **more: _Value,
    ) -> Plan:
        """Plans for a goal.

        `facts` and keyword arguments are facts that differ from the domain's start. `args` are the goal's arguments,
        `objects` names for open types, `budget` the largest number of expansions. The search ends with a proof that
        the plan is a cheapest one, or with the best plan that is found in a fraction of a second; `optimal` waits for
        the proof, and with `within=1.2` the plan costs at most 1.2 times as much as a cheapest one. Raises `NoPlan`
        if there is none. Other threads run meanwhile.
        """

@final
class Plan(Sequence["PlanStep"]):
    """A plan: a sequence of steps."""

    goal: str
    cost: float
    bound: float | None
    """The proved lower bound of the cost of all plans."""
    optimal: bool
    """Whether it is proved that no plan is cheaper."""
    expanded: int
    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> PlanStep: ...  # type: ignore[override]
    def __iter__(self) -> Iterator[PlanStep]: ...
    def to_dicts(self) -> list[dict[str, Any]]: ...
    def to_pandas(self) -> Any: ...

@final
class PlanStep:
    """A step of a plan."""

    __match_args__ = ("action", "args")
    action: str
    args: dict[str, _Value]
    cost: float
    purpose: str

@final
class Start:
    """Carry out a step, then report it with `Minds.done` or `Minds.failed`."""

    __match_args__ = ("action", "args")
    step: int
    agent: int
    action: str
    args: dict[str, _Value]
    resumed: bool
    """Whether the step was running before a save was restored or the agent woke up."""
    is_command: bool
    """Whether subordinates carry the step out. Then there is nothing to report."""

@final
class Stop:
    """Stop a step, then report it with `Minds.stopped`."""

    __match_args__ = ("step", "reason")
    step: int
    agent: int
    reason: Literal[
        "replanned", "condition-lost", "object-lost", "timed-out", "ordered", "held", "removed", "reloaded"
    ]

@final
class Sense:
    """Poll a sensor and set what it perceives."""

    __match_args__ = ("sensor", "agent")
    agent: int
    sensor: str

@final
class Ask:
    """Answer a check with `Minds.answer`. Without an answer in time it counts as no."""

    __match_args__ = ("name", "action", "args")
    check: int
    agent: int
    name: str
    action: str
    args: dict[str, _Value]

@final
class Query:
    """Answer a question about positions with `Minds.answer_query`."""

    __match_args__ = ("name", "subjects")
    query: int
    agent: int
    name: str
    subjects: list[str | Object | Agent | Point]

@final
class Idle:
    """An agent has nothing to do."""

    __match_args__ = ("agent", "reason")
    agent: int
    reason: Literal["nothing-matters", "no-plan", "held", "quarantined"]

@final
class Report:
    """The state of an order has changed."""

    __match_args__ = ("order", "state")
    order: int
    agent: int
    goal: str
    state: str
    """`taken-up`, `done`, `lost`, `withdrawn`, `object-gone`, or `failed-` and the reason."""

@final
class Snapshot:
    """A copy of minds for rollback."""

@final
class Beliefs:
    """The beliefs of one agent: `minds[guard]["stock", "rum"] = 3`."""

    agent: int
    def __getitem__(self, fact: _Key, /) -> _Value: ...
    def __setitem__(self, fact: _Key, value: _Value, /) -> None: ...
    def update(self, facts: Mapping[_Key, _Value] | None = None, **more: _Value) -> None: ...

@final
class Minds:
    """The living agents of a game. One thread at a time may use them."""

    domain: Domain
    now_ms: int
    def __new__(cls, domain: Domain) -> Minds: ...
    def spawn(
        self,
        archetype: str,
        *,
        name: str | None = None,
        seed: int | None = None,
        commander: int | None = None,
        traits: Mapping[str, float] | None = None,
    ) -> int: ...
    def remove(self, agent: int) -> None: ...
    def agents(self) -> list[int]: ...
    def __len__(self) -> int: ...
    def __contains__(self, agent: int, /) -> bool: ...
    def __getitem__(self, agent: int, /) -> Beliefs: ...
    def set(self, agent: int, fact: _Key, value: _Value, confidence: float = 1.0) -> None: ...
    def set_many(self, rows: Iterable[tuple[int, _Key, _Value]]) -> int:
        """Sets many beliefs in one call, in order. If one fails, the error's `done` is the number of those before."""
    def set_all(self, fact: _Key, agents: Sequence[int], values: _Value | list[_Value]) -> None:
        """Sets one fact for many agents: one value for each, or one for all. The fastest call for crowds."""
    def get(self, agent: int, fact: _Key) -> _Value: ...
    def belief(self, agent: int, fact: _Key) -> tuple[_Value, float]: ...
    def bind(self, type_name: str, object: int, name: str = "") -> None: ...
    def unbind(self, object: int) -> None: ...
    def tick(self, ms: float = 16.0, budget: int | None = None) -> list[_Command]:
        """A whole tick: `begin`, `ask` and `think`. Returns all commands."""
    def begin(self, ms: float = 16.0, budget: int | None = None) -> list[_Command]: ...
    def ask(self) -> list[_Command]: ...
    def think(self) -> list[_Command]: ...
    def drain(self) -> list[_Command]: ...
    def done(self, step: int | Start) -> None: ...
    def failed(self, step: int | Start) -> None: ...
    def running(self, step: int | Start) -> None: ...
    def stopped(self, step: int | Stop) -> None: ...
    def report_many(
        self,
        steps: Iterable[int | Start | Stop],
        outcome: Literal["done", "failed", "running", "stopped"] = "done",
    ) -> None: ...
    def answer(self, check: int | Ask, yes: bool) -> None: ...
    def answer_query(self, query: int | Query, given: None | bool | float | Point) -> None: ...
    def answer_queries(self, answers: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None: ...
    def order(
        self,
        agent: int,
        goal: str,
        args: Mapping[str, _Value] | None = None,
        *,
        bias: float | None = None,
        within_ms: float | None = None,
        rigid: bool = False,
    ) -> int: ...
    def withdraw(self, order: int) -> None: ...
    def set_commander(self, agent: int, commander: int | None) -> None: ...
    def commander(self, agent: int) -> int | None: ...
    def subordinates(self, agent: int) -> list[int]: ...
    def hold(self, agent: int) -> None: ...
    def release(self, agent: int) -> None: ...
    def sleep(self, agent: int) -> None: ...
    def wake(self, agent: int) -> None: ...
    def quarantine(self, agent: int, reason: str) -> None: ...
    def set_importance(self, agent: int, importance: float) -> None: ...
    def set_trait(self, agent: int, name: str, number: float) -> None: ...
    def set_table(self, agent: int | None, entry: _Key, number: float) -> None: ...
    def poll_sensor(self, sensor: str, every_ms: float) -> None: ...
    def save(self) -> bytes: ...
    @staticmethod
    def restore(
        data: bytes, domain: Domain, ids: Mapping[int, int] | None = None
    ) -> tuple[Minds, dict[str, Any]]:
        """Restores minds, and returns them with a report: `lost` ids, and how a `reload` of a newer domain went.

        `ids` maps old ids of objects to new ones; objects that it leaves out no longer exist.
        """
    def snapshot(self, into: Snapshot | None = None) -> Snapshot: ...
    def rollback(self, snapshot: Snapshot) -> None: ...
    def reload(self, domain: Domain) -> dict[str, Any]: ...
    def hash(self) -> str:
        """The hash of the state: 16 hexadecimal digits, the same in every language."""
    def record(self, path: str | PathLike[str] | None = None) -> None:
        """Records from now on: to a file, or to memory that `drain_recording` and `end_recording` empty."""
    def drain_recording(self) -> bytes: ...
    def end_recording(self) -> bytes: ...
    def attach(self) -> str:
        """Opens a link on loopback and returns the address for `cunning studio --attach`."""
    def note_position(self, agent: int, x: float, y: float, z: float = 0.0, yaw: float = 0.0) -> None: ...
    def inspect(self, agent: int) -> dict[str, Any]: ...
    def why(self, agent: int) -> dict[str, str]: ...
    def stats(self) -> dict[str, int]: ...
    def to_pandas(self) -> Any: ...

@final
class Scenario:
    """A scene with its minds: a built-in one by name, or a scene file. It can be run any number of times.

    `players` are actors or teams, by name, that Python drives with `Simulation.intend`; the others have their minds.
    """

    name: str
    teams: list[str]
    actors: list[str]
    players: list[str]
    size: tuple[int, int]
    def __new__(
        cls,
        scene: str | PathLike[str],
        *,
        set: Sequence[str] = ...,
        events: Sequence[str] = ...,
        players: Sequence[str] = ...,
        orders: bool = True,
        without: Sequence[str] = ...,
        swap: bool = False,
        baselines: Sequence[str] = ...,
        tick_ms: int = 100,
        budget: int = 1000,
    ) -> Scenario: ...
    @staticmethod
    def built_in() -> list[str]: ...

@final
class Simulation:
    """A run of a scenario. `record` is the path of a recording to write."""

    ticks: int
    time_ms: int
    outcome: dict[str, Any] | None
    def __new__(
        cls,
        scenario: Scenario,
        seed: int = 0,
        *,
        narrated: bool = False,
        record: str | PathLike[str] | None = None,
    ) -> Simulation: ...
    def tick(self, count: int = 1) -> None: ...
    def run(self, ticks_max: int = 100_000) -> dict[str, Any] | None: ...
    def actors(self) -> list[dict[str, Any]]: ...
    def actor(self, name: str) -> dict[str, Any] | None: ...
    def visible(self, name: str) -> list[str]: ...
    def intend(
        self,
        name: str,
        intent: Literal["walk", "face", "shoot", "reload", "crouch", "stand"],
        target: tuple[int, int] | str | None = None,
        rounds: int = 1,
    ) -> None:
        """Asks the body of a player to do something: `walk` and `face` take a cell, `shoot` the name of an actor."""
    def lines(self) -> list[dict[str, Any]]: ...
    def believes(self, agent: str, fact: str) -> str | None: ...
    def picture(self) -> str: ...
    def hash(self) -> str: ...
    def save(self) -> bytes: ...
    @staticmethod
    def restore(scenario: Scenario, data: bytes) -> Simulation: ...
    def end_recording(self) -> None: ...

@final
class Recording:
    """A recording of minds or of a scene."""

    first_tick: int
    last_tick: int
    is_complete: bool
    def __new__(cls, path: str | PathLike[str]) -> Recording: ...
    @staticmethod
    def from_bytes(data: bytes) -> Recording: ...
    def agents(self, tick: int | None = None) -> list[dict[str, Any]]:
        """What all agents believed and did at the end of a tick, by default the last one."""
    def agent(self, agent: int, tick: int) -> dict[str, Any] | None: ...
    def events(self, agent: int | None = None) -> list[dict[str, Any]]: ...
    def to_pandas(self) -> Any: ...

@final
class PddlSearch:
    """A search for a plan of a PDDL problem, run in slices."""

    status: Literal["running", "solved", "unsolvable", "incomplete", "limit", "cancelled"]
    cost: float | None
    bound: float | None
    def __new__(
        cls,
        domain: str,
        problem: str,
        mode: Literal["optimal", "first", "anytime"] = "optimal",
        weight: float | None = None,
    ) -> PddlSearch: ...
    def step(self, units: int) -> str: ...
    def plan(self) -> str | None: ...
    def counters(self) -> dict[str, int]: ...

def lab_quest(count: int = 0, seed: int = 1) -> list[dict[str, Any]]:
    """Training by demonstration: all configurations in the paper's quest and in `count` random placements."""

def lab_fear(map: str, goals: int = 1, orders_max: int = 99, seed: int = 1) -> list[dict[str, Any]]:
    """Self-knowledge in real-time search: the orders of some goals of a map, given as its text."""
