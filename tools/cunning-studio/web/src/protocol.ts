// Generated from the Rust types of cunning-debug by `cargo xtask types`. Do not edit.

/**
 * Why an action is not in an agent's plan.
 */
export type ActionWhy = { action: string, text: string,
/**
 * The actions of the agent, to ask about the others.
 */
actions: Array<string>, };

/**
 * The complete state of an agent at a tick.
 */
export type AgentDetails = { agent: AgentRef, name: string, archetype: string, goal: CurrentGoal | null, idle: string | null, held: string | null, quarantined: string | null, beliefs: Array<BeliefRow>, scores: Array<ScoreRow>, scoredAt: number | null, plan: CurrentPlan | null,
/**
 * The running step. It may be one of an earlier plan that is being stopped, or a fallback action.
 */
step: RunningStep | null,
/**
 * Why the last search found no plan, if it found none.
 */
failure: string | null, isPlanning: boolean, orders: Array<OrderRow>, claims: Array<string>, traits: Array<[string, string]>, commander: NamedAgent | null, };

/**
 * The first difference of an agent.
 */
export type AgentDifference = { agent: AgentRef, name: string, tick: number,
/**
 * What it decides in the branch that is shown, and in the other.
 */
here: string, there: string, };

/**
 * Identifies an agent by its recording and its id there, written as `RECORDING:ID`.
 */
export type AgentRef = string;

/**
 * A summary of an agent at a tick.
 */
export type AgentState = { agent: AgentRef, name: string, archetype: string,
/**
 * x, y, z and yaw; `None` for agents without a body.
 */
position: [number, number, number, number] | null, goal: string | null, step: string | null, hasPlan: boolean,
/**
 * The arguments of the running step.
 */
targets: Array<string>, idle: string | null, isHeld: boolean, isQuarantined: boolean, commander: AgentRef | null, };

export type ArchetypeRow = { name: string, goals: Array<string>, actions: Array<string>, };

/**
 * The background that agents are drawn on.
 */
export type Backdrop = { "kind": "map", name: string, doc: string, width: number, height: number,
/**
 * One letter per cell, one text per row.
 */
rows: Array<string>, doors: Array<Site>, spots: Array<Site>, stations: Array<Site>, teams: Array<string>,
/**
 * The name and the team of each actor.
 */
actors: Array<[string, number]>,
/**
 * The actors that navigate by fear.
 */
fearNavigators: Array<string>,
/**
 * The paths of the demonstrations of the scene's quest.
 */
demonstrations: Array<Array<[number, number]>>, } | { "kind": "picture", mediaType: string, base64: string, left: number, top: number, width: number, height: number, } | { "kind": "empty" };

export type BeliefRow = { fact: string, value: string,
/**
 * The confidence when the belief was formed, from 0 to 1.
 */
confidence: number, since: number,
/**
 * Whether the belief was formed or changed in this tick.
 */
isNew: boolean,
/**
 * The value before this tick, if it was another.
 */
before: string | null, };

/**
 * A map with its pieces.
 */
export type Board = { rows: Array<string>, letters: Array<BoardLetter>, pieces: Array<BoardPiece>, teams: Array<string>,
/**
 * The kinds of items that can be put on the ground.
 */
items: Array<string>, };

/**
 * An edit of a board.
 */
export type BoardEdit = { "edit": "paint", cells: Array<[number, number]>, letter: string, } | { "edit": "move", kind: BoardKind, at: number, cell: [number, number], } | { "edit": "remove", kind: BoardKind, at: number, } | { "edit": "add_actor", like: number | null, name: string, cell: [number, number], } | { "edit": "add_station", name: string, cell: [number, number], } | { "edit": "add_item", item: string, cell: [number, number], } | { "edit": "add_place", letter: string, name: string, };

/**
 * The list of the scene that a piece is in.
 */
export type BoardKind = "actor" | "station" | "item";

/**
 * A letter that can be painted.
 */
export type BoardLetter = { letter: string,
/**
 * The built-in letter that it looks like: that of a terrain or of a door.
 */
looks: string,
/**
 * What it means, in words.
 */
name: string,
/**
 * The place that its cells belong to.
 */
place: string | null, };

/**
 * An actor, a station or items on the ground.
 */
export type BoardPiece = { kind: BoardKind,
/**
 * The number in the list of its kind.
 */
at: number, name: string,
/**
 * The number of the team of an actor.
 */
team: number | null,
/**
 * Where it stands, unless that cannot be read.
 */
cell: [number, number] | null,
/**
 * The place that says where it stands, if it is not a cell.
 */
place: string | null,
/**
 * How many it stands for.
 */
count: string | null, };

/**
 * A body on the map.
 */
export type Body = { name: string,
/**
 * The agent whose body it is or was; `None` for a body without a recorded mind.
 */
agent: AgentRef | null,
/**
 * The index of its team in the scene.
 */
team: number | null, x: number, y: number,
/**
 * The direction it faces, in radians; 0 is to the right.
 */
yaw: number,
/**
 * The health now and at the start, where the world is known.
 */
health: [number, number] | null, isAlive: boolean, isCrouched: boolean,
/**
 * The corners of the rest of its path, in cells.
 */
path: Array<[number, number]>,
/**
 * What it shoots at, in cells.
 */
aims: [number, number] | null, };

/**
 * Where another branch differs from the one that is shown.
 */
export type BranchDifference = {
/**
 * The ticks that both branches have.
 */
until: number,
/**
 * The first difference of each agent, the earliest first.
 */
agents: Array<AgentDifference>, };

/**
 * A row of the list of branches.
 */
export type BranchRow = { id: number, name: string,
/**
 * The id of the branch and the tick that it branched off from. That branch may have been removed since.
 */
parent: [number, number] | null, seed: number, };

/**
 * A declaration.
 */
export type Card = { kind: CardKind,
/**
 * The key of the table that the card is in; the first part of the path of everything on the card.
 */
section: string, name: string,
/**
 * The range of the declaration in the text, in UTF-16 units.
 */
from: number, to: number, content: CardNode, };

/**
 * An edit of a card.
 */
export type CardEdit = { "edit": "set", path: Array<Step>, value: string, } | { "edit": "insert", path: Array<Step>, at: number, value: string, } | { "edit": "remove", path: Array<Step>, } | { "edit": "add", kind: CardKind, name: string, };

/**
 * A key with its value.
 */
export type CardEntry = { key: string, value: CardValue, };

/**
 * A key that a card can have.
 */
export type CardKey = { name: string, doc: string | null,
/**
 * A value to begin with.
 */
start: string,
/**
 * The possible values; empty if they cannot be listed.
 */
choices: Array<string>, };

/**
 * What a card declares.
 */
export type CardKind = "action" | "goal" | "fact" | "agent" | "type";

/**
 * What is written at a place.
 */
export type CardNode = { "is": "text", text: string, } | { "is": "plain", text: string, } | { "is": "list", items: Array<CardValue>, } | { "is": "table", entries: Array<CardEntry>, };

/**
 * A value with its range in the text, in UTF-16 units.
 */
export type CardValue = { from: number, to: number, content: CardNode, };

export type ChangeRow = { fact: string, from: string, to: string, };

export type ChangedDecision = { tick: number, agent: AgentRef, before: DecisionRow, after: DecisionRow, };

/**
 * The problems of a text, as `cunning check` reports them, and its outline.
 */
export type CheckResult = { problems: Array<Problem>,
/**
 * The number of further problems.
 */
omitted: number,
/**
 * The outline, unless the text has errors.
 */
outline: Outline | null, };

/**
 * An agent in the chain of command.
 */
export type CommandRow = { agent: AgentRef, name: string, archetype: string, commander: AgentRef | null, goal: string | null, step: string | null,
/**
 * The orders that the agent has received.
 */
orders: Array<OrderRow>, };

/**
 * Where the next slice starts.
 */
export type CompareCursor = { recording: number, tick: number,
/**
 * The number of decisions of the tick that were compared.
 */
skip: number, };

/**
 * The result of one slice.
 */
export type CompareSlice = {
/**
 * The number of decisions in the recording; only in the first slice.
 */
total: number | null, compared: number, changed: number,
/**
 * The number of decisions that one of the versions could not make.
 */
unclear: number,
/**
 * The first changed decisions.
 */
listed: Array<ChangedDecision>, next: CompareCursor | null, };

export type CurrentGoal = { text: string, since: number, };

export type CurrentPlan = { since: number, cost: string, steps: Array<StepRow>,
/**
 * The index of the running step, if a step of the plan is running.
 */
current: number | null,
/**
 * The number of steps that are done.
 */
done: number, };

export type CurveRow = { name: string, points: Array<[number, number]>,
/**
 * The offset of the declaration, if it is in the edited text.
 */
from: number | null, };

/**
 * A curve, to be drawn.
 */
export type CurveShape = { name: string, points: Array<[number, number]>, };

/**
 * An agent's beliefs and goal, in the form that [`PlanQuery`] takes.
 */
export type DecisionInputs = {
/**
 * The document with the agent's domain, if it is open.
 */
document: number | null,
/**
 * The name of the agent's archetype.
 */
agent: string, goal: string | null,
/**
 * Objects of the game, one `type=name, name` per type.
 */
objects: Array<string>,
/**
 * Facts that differ from their start values.
 */
set: Array<string>,
/**
 * The number of beliefs about objects that no longer exist.
 */
omitted: number, };

export type DecisionRow = { goal: string | null, steps: Array<string>, cost: number, };

/**
 * The state after the keys of a demonstration.
 */
export type DemonstrationState = {
/**
 * The number of keys that had an effect; the first that has none ends the demonstration.
 */
accepted: number, path: Array<[number, number]>, ms: number, health: number, facts: Array<string>, isSneaking: boolean, isDone: boolean,
/**
 * Why the last key had no effect, if it had none.
 */
rejected: string | null, };

/**
 * An edge of the graph.
 */
export type Dependency = {
/**
 * The action that establishes the facts.
 */
from: string,
/**
 * The action or goal that requires the facts.
 */
to: string, isGoal: boolean,
/**
 * The names of the facts.
 */
facts: Array<string>, };

/**
 * The kind of a document.
 */
export type DocumentKind = "scene" | "domain";

/**
 * A row of the list of documents.
 */
export type DocumentRow = { name: string, kind: DocumentKind, canSave: boolean,
/**
 * Whether another program has changed the file since it was opened or saved.
 */
isOutdated: boolean, };

/**
 * A document for the editor.
 */
export type DocumentText = { text: string,
/**
 * The text that the running scene uses, if it differs.
 */
running: string | null, };

export type DoorState = "open" | "closed" | "locked";

/**
 * What edits are offered for.
 */
export type EditTarget = { "kind": "cell", x: number, y: number, } | { "kind": "agent", agent: AgentRef, } | { "kind": "body", name: string, } | { "kind": "all" };

/**
 * A page of the event log.
 */
export type EventPage = { rows: Array<EventRow>,
/**
 * Whether there may be rows before these.
 */
hasEarlier: boolean,
/**
 * Whether there are rows after these.
 */
hasMore: boolean, };

/**
 * An event.
 */
export type EventRow = { tick: number, agent: AgentRef | null, name: string, kind: string, text: string, };

/**
 * The bytes of a recording that the page offers as a download.
 */
export type ExcerptFile = { base64: string, };

export type ExplainedStep = { step: string, purpose: string, alternative: string, };

/**
 * Why an agent follows its plan, or has none.
 */
export type Explanation = {
/**
 * The tick of the decision that is explained.
 */
tick: number, goal: string,
/**
 * The purpose of each step of the plan.
 */
steps: Array<ExplainedStep>,
/**
 * The whole explanation, as `cunning explain` prints it.
 */
text: string, };

export type FactRow = {
/**
 * The types of its indices.
 */
of: Array<string>,
/**
 * The type of its values, or `bool` or `int`.
 */
value: string, name: string,
/**
 * The type or the parameters.
 */
detail: string, doc: string | null,
/**
 * The offset of the declaration, if it is in the edited text.
 */
from: number | null, };

/**
 * One order of a study: for each cell the believed cost as a multiple of the true cost; `None` for unreachable cells.
 */
export type FearOrder = { order: number, fear: Array<number | null>, };

/**
 * How much longer than the plain estimate the agent believes the path from each cell to be.
 */
export type FearOverlay = {
/**
 * The destination; `None` means all places that the agent knows something about.
 */
destination: string | null,
/**
 * The smallest and the largest fear of a feared cell, in cells.
 */
least: number, most: number,
/**
 * Levels from the smallest to the largest fear.
 */
rows: Array<string>, };

/**
 * The map, the goal and the walker of a study.
 */
export type FearSetup = { kind: string, side: number, seed: number,
/**
 * The goal cell; a free cell at the right edge if `None`.
 */
goal: [number, number] | null, method: string, };

/**
 * The results of a study.
 */
export type FearStudyView = { rows: Array<string>, goal: [number, number], states: number,
/**
 * The mean suboptimality of each order, starting with order 1.
 */
betas: Array<number>, outcome: string, settled: number | null, kinds: Array<string>, methods: Array<string>, };

/**
 * The agents and the world at a tick.
 */
export type Frame = { tick: number, agents: Array<AgentState>,
/**
 * All bodies on the map, with and without minds.
 */
bodies: Array<Body>,
/**
 * The world at the tick, if it is known.
 */
world: WorldSnapshot | null, };

/**
 * An actor that the player commands.
 */
export type FriendRow = { name: string, agent: AgentRef | null, health: number, healthMax: number, goal: string | null, step: string | null, orders: Array<string>,
/**
 * Whether a person moves its body.
 */
isDriven: boolean, };

/**
 * How a game stands after the last tick.
 */
export type Game = { briefing: string,
/**
 * The index of the player's team in the scene.
 */
team: number, levels: Array<Level>, level: string | null, friends: Array<FriendRow>, orders: Array<OfferedOrder>, objectives: Array<ObjectiveRow>, score: number, verdict: GameVerdict,
/**
 * The rest of the time limit.
 */
leftMs: number | null, };

/**
 * How the game stands for the player.
 */
export type GameVerdict = "open" | "won" | "lost";

/**
 * Why a goal has its score. The parts are in the order in which they are computed.
 */
export type GoalWhy = { goal: string,
/**
 * The tick at which the goals were scored.
 */
tick: number,
/**
 * Relevance times weight.
 */
score: number | null,
/**
 * What orders and stickiness add to it, where the score was recorded.
 */
added: number | null, relevance: number | null, weight: number | null, weightText: string, rules: Array<RuleRow>, terms: Array<TermRow>, isMet: boolean,
/**
 * The smallest change of beliefs with which the goal would be chosen; none if two facts are not enough.
 */
change: Array<ChangeRow> | null, };

/**
 * A demonstration as the keys that were pressed in a quest.
 */
export type KeyedDemonstration = { setup: QuestSetup,
/**
 * One letter per key: `12346789` for the directions of a keypad, `s` to toggle sneaking, `w` to wait.
 */
keys: string, };

/**
 * The keys of the cards of one kind.
 */
export type KindKeys = { kind: CardKind, keys: Array<CardKey>, };

/**
 * The lane of an agent within a range of ticks.
 */
export type LaneRow = { agent: AgentRef, name: string, archetype: string, from: number, to: number | null, goals: Array<SpanRow>, steps: Array<SpanRow>, marks: Array<MarkRow>,
/**
 * Whether short spans or marks were left out because the range is wide.
 */
isThinned: boolean, };

/**
 * A level of difficulty.
 */
export type Level = { name: string, doc: string, };

/**
 * The kinds of marks on the timeline.
 */
export type MarkKind = "decision" | "failure" | "interrupt" | "order" | "idle" | "note";

export type MarkRow = { tick: number, kind: MarkKind, text: string, };

export type Named = { name: string,
/**
 * The type or the parameters.
 */
detail: string, doc: string | null,
/**
 * The offset of the declaration, if it is in the edited text.
 */
from: number | null, };

export type NamedAgent = { agent: AgentRef, name: string, };

/**
 * What became of an order.
 */
export type NewsKind = "given" | "obeyed" | "put_off" | "done" | "failed" | "ended";

/**
 * A node of a search.
 */
export type NodeRow = {
/**
 * The position of the node in the order of expansion.
 */
at: number, parent: number | null, action: string | null, g: number, h: number | null, isExpanded: boolean, isInPlan: boolean, isForward: boolean, children: number, open: Array<string>, met: Array<string>, changed: Array<string>, };

/**
 * How an objective stands.
 */
export type ObjectiveRow = { name: string, doc: string, isMet: boolean, points: number, wins: boolean, };

/**
 * An edit that a page can offer.
 */
export type OfferedEdit = {
/**
 * The thing that it is about.
 */
about: string, label: string,
/**
 * The words of the edit. `PLACE` and `VALUE` stand for what the page asks for.
 */
text: string, };

/**
 * An order that the player may give.
 */
export type OfferedOrder = { name: string, doc: string, params: Array<OrderParamRow>, };

/**
 * Something that became of an order.
 */
export type OrderNews = { tick: number, agent: AgentRef, name: string,
/**
 * The ordered goal with its targets.
 */
order: string, kind: NewsKind,
/**
 * What happened, and why.
 */
text: string, };

/**
 * A parameter of an order, and what it can be given now.
 */
export type OrderParamRow = { name: string,
/**
 * The least and the largest number, if it takes a number.
 */
range: [number, number] | null, targets: Array<TargetRow>, };

export type OrderRow = { order: string, goal: string, from: NamedAgent | null, bias: string, since: number, report: string, };

/**
 * Everything that a domain declares.
 */
export type Outline = { facts: Array<FactRow>, actions: Array<Named>, goals: Array<Named>, types: Array<TypeRow>, objects: Array<Named>, tables: Array<Named>, agents: Array<ArchetypeRow>,
/**
 * The names of the checks.
 */
checks: Array<string>, curves: Array<CurveRow>, dependencies: Array<Dependency>, };

/**
 * The map overlays of an agent.
 */
export type Overlay = {
/**
 * The name of the agent.
 */
name: string,
/**
 * The cells that the agent sees.
 */
sight: Array<string>,
/**
 * The cells that are in low or full cover from the agent.
 */
cover: Array<string>,
/**
 * The cells that A* expands for the agent's path.
 */
expanded: Array<string>,
/**
 * The fear of agents that navigate by it.
 */
fear: FearOverlay | null, };

/**
 * A piece that can be moved.
 */
export type Piece = { kind: PieceKind, name: string, x: number, y: number, };

export type PieceKind = "walker" | "item" | "trigger" | "enemy" | "door" | "goal";

/**
 * A planning query for an edited text.
 */
export type PlanQuery = { document: number, text: string, goal: string,
/**
 * The archetype to plan for; any if `None`.
 */
agent: string | null,
/**
 * Objects of the game, one `type=name, name` per type.
 */
objects: Array<string>,
/**
 * Facts that differ from their start values.
 */
set: Array<string>,
/**
 * Checks that the game refuses.
 */
checks: Array<string>, };

/**
 * The result of a planning query.
 */
export type PlanResult = { status: string,
/**
 * The cost in the units of the file.
 */
cost: number | null, steps: Array<PlannedStep>, expanded: number, generated: number,
/**
 * The explanation, as `cunning explain` prints it.
 */
text: string, };

export type PlannedStep = { text: string, action: string, args: Array<[string, string]>, cost: number, purpose: string, alternative: string, };

export type PlannerRow = { name: string, bound: number, };

/**
 * The result of a planner.
 */
export type PlannerRun = { name: string, bound: number, status: string,
/**
 * The duration of the plan.
 */
costSeconds: number | null, expanded: number, micros: number, plan: Array<[number, number]>,
/**
 * Cells with the number of the expansion that first reached them, in that order.
 */
reached: Array<[number, number]>, };

/**
 * What a friend would do on an order.
 */
export type PreviewRow = { name: string,
/**
 * The steps of the plan.
 */
steps: Array<string>,
/**
 * The corners of its path, in cells.
 */
path: Array<[number, number]>,
/**
 * Why there is no plan, or nothing to do.
 */
why: string | null, };

/**
 * A diagnostic. `from` and `to` are offsets in the edited text in UTF-16 units, as editors in a browser count.
 */
export type Problem = { isError: boolean, code: string, message: string, hint: string | null, file: string | null, line: number | null, column: number | null, from: number | null, to: number | null, };

/**
 * A quest and the moves of its pieces.
 */
export type QuestSetup = { name: string,
/**
 * Pairs of cells that are swapped, in order.
 */
moves: Array<[[number, number], [number, number]]>, };

/**
 * A quest as the page draws it.
 */
export type QuestView = { name: string, doc: string, width: number, height: number, rows: Array<string>, pieces: Array<Piece>, health: number,
/**
 * The paths of the demonstrations that come with the quest.
 */
demonstrations: Array<Array<[number, number]>>,
/**
 * Why the goal cannot be reached, if it cannot.
 */
obstacle: string | null, planners: Array<PlannerRow>, };

/**
 * The result of a reload for the minds of one domain file.
 */
export type ReloadResult = { name: string, report: string, };

/**
 * A document with its new text.
 */
export type RenamedText = { document: number, text: string, };

/**
 * The files that a renaming changes.
 */
export type Renaming = {
/**
 * The number of references, without the declaration.
 */
references: number,
/**
 * The documents with their new texts.
 */
texts: Array<RenamedText>,
/**
 * A file that has errors of its own, so that its references were not renamed.
 */
left: string | null, };

export type RuleRow = { text: string, holds: boolean, counts: boolean, value: number | null, };

/**
 * A step that the game carries out.
 */
export type RunningStep = { text: string, since: number,
/**
 * Why the step was told to stop, if it was.
 */
stopping: string | null,
/**
 * Whether it started as a fallback action, without a plan.
 */
isFallback: boolean, };

/**
 * A scene to open.
 */
export type SceneOffer = {
/**
 * Its name.
 */
name: string,
/**
 * What it shows.
 */
doc: string,
/**
 * Its map.
 */
map: Thumbnail, };

export type ScoreLine = { goal: string, scores: Array<number | null>, };

/**
 * The scores of an agent's goals over time.
 */
export type ScoreLines = { ticks: Array<number>, goals: Array<ScoreLine>, };

export type ScoreRow = { goal: string,
/**
 * The score from the goal's relevance and weight.
 */
relevance: number,
/**
 * What orders added.
 */
bias: number, score: number,
/**
 * Why the goal could not be chosen, if it could not.
 */
excluded: string | null, isChosen: boolean, };

/**
 * The searches for an agent.
 */
export type SearchList = { searches: Array<SearchRow>,
/**
 * Whether earlier searches were left out.
 */
hasEarlier: boolean, };

/**
 * Some nodes of a search.
 */
export type SearchPage = { goal: string | null,
/**
 * Whether the repeated search equals the recorded one.
 */
isSame: boolean, isForward: boolean, total: number, expanded: number,
/**
 * The number of nodes that are not kept.
 */
omitted: number, nodes: Array<NodeRow>, };

/**
 * Identifies a search.
 */
export type SearchRef = { "recorded": { agent: AgentRef, job: string, nth: number, } } | { "what_if": PlanQuery };

/**
 * One search. A job has several if a goal has no plan and the next goal is tried.
 */
export type SearchRow = { job: string,
/**
 * The index of the search within its job.
 */
nth: number,
/**
 * The tick of the request.
 */
tick: number,
/**
 * The tick in which the search ended.
 */
end: number, goal: string, outcome: string, isFound: boolean, nodes: number, };

/**
 * The first message to a page: what it looks at and what it may do.
 */
export type SessionInfo = { version: string,
/**
 * The name of the recording, scene, game or file.
 */
title: string,
/**
 * Whether ticks are added while the page is open.
 */
isLive: boolean,
/**
 * Whether it is a game that runs in another process.
 */
isAttached: boolean,
/**
 * Whether the page may control the running scene.
 */
canControl: boolean,
/**
 * Whether the page may write files.
 */
canWrite: boolean,
/**
 * Whether there are agents to show.
 */
hasAgents: boolean,
/**
 * The domain files of the recorded scene whose recordings are not open. Their agents are shown as bodies.
 */
missing: Array<string>,
/**
 * Whether there is a start screen to go to.
 */
hasStart: boolean,
/**
 * Whether there is nothing else to show.
 */
isStart: boolean,
/**
 * Whether there are documents to edit.
 */
hasDocuments: boolean, status: Status, };

/**
 * A named cell of the map.
 */
export type Site = { name: string, x: number, y: number, };

export type SpanRow = { from: number, to: number | null, text: string, isFailed: boolean, };

/**
 * The start screen for a page.
 */
export type StartView = { templates: Array<TemplateRow>, scenes: Array<SceneOffer>, folder: string, };

/**
 * The state that changes while pages are connected.
 */
export type Status = {
/**
 * The first tick that can be shown.
 */
firstTick: number,
/**
 * The last tick so far.
 */
lastTick: number,
/**
 * The length of a tick; 0 until the first tick is known.
 */
tickMs: number,
/**
 * Whether the scene or game is running.
 */
isPlaying: boolean,
/**
 * The speed in thousandths of real time.
 */
speed: number,
/**
 * How the scene ended, or what is wrong with the recording.
 */
outcome: string | null,
/**
 * The number of world snapshots that were skipped so that a tick did not wait for the studio.
 */
skippedSnapshots: number,
/**
 * The number of records that an attached game dropped because the studio was too slow.
 */
dropped: number,
/**
 * The breakpoints.
 */
breakpoints: Array<string>,
/**
 * Where a breakpoint was last hit.
 */
stopped: Stop | null,
/**
 * The branches of a running scene, and the id of the one that is shown.
 */
branches: Array<BranchRow>, branch: number,
/**
 * Grows whenever snapshots of the world become available.
 */
worldRevision: number,
/**
 * The last tick of the timeline while a long recording is being scanned.
 */
scannedTick: number | null,
/**
 * The tick from which the replay of a recorded scene differs from the recording.
 */
diverged: number | null, };

/**
 * A part of a path. A path starts at the root of the file: `["action", "buy", "when", 1]`.
 */
export type Step = number | string;

export type StepRow = { text: string, cost: string, };

/**
 * Where a breakpoint was hit.
 */
export type Stop = { tick: number,
/**
 * The text of the condition.
 */
text: string,
/**
 * The agent for which it became true, and its name; `None` for an event of the world.
 */
agent: AgentRef | null, name: string | null, };

/**
 * A target of an order.
 */
export type TargetRow = { name: string, cell: [number, number] | null,
/**
 * Whether it is an actor.
 */
is_actor: boolean, };

export type TemplateRow = { name: string, doc: string, files: Array<string>, map: Thumbnail, };

export type TermRow = { text: string, value: number | null,
/**
 * The curve, if it is the value of one.
 */
curve: CurveShape | null, };

/**
 * A small map of a scene.
 */
export type Thumbnail = {
/**
 * One letter per cell, one text per row.
 */
rows: Array<string>, teams: Array<string>,
/**
 * The cell and the team of each actor.
 */
actors: Array<[number, number, number]>, };

export type TypeRow = {
/**
 * The objects that the domain lists, those of the members of a union among them.
 */
objects: Array<string>, name: string,
/**
 * The type or the parameters.
 */
detail: string, doc: string | null,
/**
 * The offset of the declaration, if it is in the edited text.
 */
from: number | null, };

/**
 * The world at a tick.
 */
export type WorldSnapshot = {
/**
 * The states of the doors, in the order of the scene.
 */
doors: Array<DoorState>,
/**
 * Items on the ground: x, y, name and count.
 */
piles: Array<[number, number, string, number]>, };

/** Every request with its parameters and its answer. */
export interface Requests {
  scene: { params: {}; answer: Backdrop };
  frame: { params: { tick: number }; answer: Frame };
  lanes: { params: { from: number; to: number }; answer: Array<LaneRow> };
  agent: { params: { agent: AgentRef; tick: number }; answer: AgentDetails };
  scores: { params: { agent: AgentRef; from: number; to: number }; answer: ScoreLines };
  events: { params: { agent: AgentRef | null; from: number; to: number; text: string; skip: number }; answer: Array<EventPage> };
  events_around: { params: { agent: AgentRef | null; tick: number; text: string }; answer: Array<EventPage> };
  jump: { params: { agent: AgentRef | null; tick: number; back: boolean; kinds: Array<MarkKind> }; answer: number | null };
  command: { params: { tick: number }; answer: Array<CommandRow> };
  why: { params: { agent: AgentRef; tick: number }; answer: Explanation };
  why_goal: { params: { agent: AgentRef; tick: number; goal: string }; answer: GoalWhy };
  why_not: { params: { agent: AgentRef; tick: number; action: string }; answer: ActionWhy };
  play: { params: {}; answer: null };
  pause: { params: {}; answer: null };
  step: { params: {}; answer: null };
  speed: { params: { thousandths: number }; answer: null };
  excerpt: { params: { recording: number; from: number; to: number }; answer: ExcerptFile };
  add_breakpoint: { params: { text: string }; answer: null };
  remove_breakpoint: { params: { text: string }; answer: null };
  branch: { params: { tick: number }; answer: null };
  restart: { params: { seed: number | null; level: string | null; text: string | null }; answer: null };
  switch_branch: { params: { branch: number }; answer: null };
  remove_branch: { params: { branch: number }; answer: null };
  branch_difference: { params: { branch: number }; answer: BranchDifference };
  branch_bodies: { params: { branch: number; tick: number }; answer: Array<Body> };
  edit: { params: { text: string }; answer: string };
  edit_offers: { params: { target: EditTarget }; answer: Array<OfferedEdit> };
  game: { params: {}; answer: Game | null };
  give_order: { params: { names: Array<string>; order: string; targets: Array<string> }; answer: number };
  preview_order: { params: { names: Array<string>; order: string; targets: Array<string> }; answer: Array<PreviewRow> };
  order_log: { params: { tick: number }; answer: Array<OrderNews> };
  overlay: { params: { agent: AgentRef; tick: number }; answer: Overlay };
  searches: { params: { agent: AgentRef; tick: number }; answer: SearchList };
  search: { params: { search: SearchRef; from: number; count: number }; answer: SearchPage };
  search_around: { params: { search: SearchRef; at: number }; answer: SearchPage };
  documents: { params: {}; answer: Array<DocumentRow> };
  document: { params: { document: number }; answer: DocumentText };
  reopen: { params: { document: number }; answer: DocumentText };
  check: { params: { document: number; text: string }; answer: CheckResult };
  cards: { params: { document: number; text: string }; answer: Array<Card> };
  card_keys: { params: {}; answer: Array<KindKeys> };
  edit_card: { params: { document: number; text: string; edit: CardEdit }; answer: string };
  rename_card: { params: { document: number; drafts: Array<[number, string]>; kind: CardKind; name: string; to: string }; answer: Renaming };
  board: { params: { document: number; text: string }; answer: Board };
  edit_board: { params: { document: number; text: string; edit: BoardEdit }; answer: string };
  what_if: { params: { query: PlanQuery }; answer: PlanResult };
  decision_inputs: { params: { agent: AgentRef; tick: number }; answer: DecisionInputs };
  compare: { params: { document: number; text: string; from: CompareCursor | null }; answer: CompareSlice };
  save: { params: { document: number; text: string }; answer: null };
  reload: { params: { document: number; text: string }; answer: Array<ReloadResult> };
  start_screen: { params: {}; answer: StartView };
  open_scene: { params: { name: string }; answer: null };
  create_project: { params: { template: string; folder: string }; answer: null };
  quests: { params: {}; answer: Array<string> };
  quest: { params: { setup: QuestSetup }; answer: QuestView };
  demonstrate: { params: { demonstration: KeyedDemonstration }; answer: DemonstrationState };
  demonstration_file: { params: { demonstration: KeyedDemonstration }; answer: string };
  run_planner: { params: { setup: QuestSetup; demonstrations: Array<KeyedDemonstration>; use_included: boolean; planner: number }; answer: PlannerRun };
  fear: { params: { setup: FearSetup }; answer: FearStudyView };
  fear_order: { params: { setup: FearSetup; order: number }; answer: FearOrder };
}
