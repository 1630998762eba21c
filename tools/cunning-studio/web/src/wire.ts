// What the studio and this page say to each other; mirrors src/wire.rs and the rows of src/tape.

import type { LabAsks, RoomAsks } from "./rooms/wire";

export type Who = string;

export interface Status {
  firstTick: number;
  lastTick: number;
  tickMs: number;
  isPlaying: boolean;
  speed: number;
  outcome: string | null;
  waits: number;
  dropped: number;
  stopWhen: string | null;
  stopped: { tick: number; text: string } | null;
  shots: number;
  diverged: number | null;
}

export interface Welcome {
  version: string;
  title: string;
  isLive: boolean;
  isAttached: boolean;
  canControl: boolean;
  canWrite: boolean;
  hasAgents: boolean;
  hasTexts: boolean;
  status: Status;
}

export interface Site {
  name: string;
  x: number;
  y: number;
}

export type Stand =
  | {
      kind: "map";
      name: string;
      doc: string;
      width: number;
      height: number;
      rows: string[];
      doors: Site[];
      spots: Site[];
      stations: Site[];
      teams: string[];
      actors: [string, number][];
      seekers: string[];
      shown: [number, number][][];
    }
  | { kind: "picture"; kindOf: string; base64: string; left: number; top: number; width: number; height: number }
  | { kind: "empty" };

export interface Body {
  who: Who;
  name: string;
  archetype: string;
  place: [number, number, number, number] | null;
  goal: string | null;
  step: string | null;
  hasPlan: boolean;
  targets: string[];
  idle: string | null;
  isHeld: boolean;
  isQuarantined: boolean;
  commander: Who | null;
}

export interface Shot {
  doors: ("open" | "closed" | "locked")[];
  piles: [number, number, string, number][];
  bodies: { name: string; health: number; isAlive: boolean; isCrouched: boolean; way: [number, number][] }[];
}

export interface Frame {
  tick: number;
  bodies: Body[];
  shot: Shot | null;
}

export type Sort = "decision" | "failure" | "interrupt" | "order" | "idle" | "note";

export interface SpanRow {
  from: number;
  to: number | null;
  text: string;
  isFailed: boolean;
}

export interface MarkRow {
  tick: number;
  sort: Sort;
  text: string;
}

export interface Lane {
  who: Who;
  name: string;
  archetype: string;
  from: number;
  to: number | null;
  goals: SpanRow[];
  steps: SpanRow[];
  marks: MarkRow[];
  isThinned: boolean;
}

export interface NamedWho {
  who: Who;
  name: string;
}

export interface BeliefRow {
  fact: string;
  value: string;
  confidence: number;
  since: number;
  isNew: boolean;
  before: string | null;
}

export interface ScoreRow {
  goal: string;
  own: number;
  bias: number;
  score: number;
  barred: string | null;
  isChosen: boolean;
}

export interface OrderRow {
  order: string;
  goal: string;
  from: NamedWho | null;
  bias: string;
  since: number;
  report: string;
}

export interface Portrait {
  who: Who;
  name: string;
  archetype: string;
  goal: { text: string; since: number } | null;
  idle: string | null;
  held: string | null;
  quarantined: string | null;
  beliefs: BeliefRow[];
  scores: ScoreRow[];
  scoredAt: number | null;
  plan: { since: number; cost: string; steps: { text: string; cost: string }[]; at: number | null } | null;
  failure: string | null;
  isPlanning: boolean;
  orders: OrderRow[];
  claims: string[];
  traits: [string, string][];
  commander: NamedWho | null;
}

export interface ScoreLines {
  ticks: number[];
  goals: { goal: string; scores: (number | null)[] }[];
}

export interface PastLine {
  tick: number;
  who: Who | null;
  name: string;
  kind: string;
  text: string;
}

export interface Past {
  lines: PastLine[];
  isCut: boolean;
}

export interface Rank {
  who: Who;
  name: string;
  archetype: string;
  commander: Who | null;
  goal: string | null;
  step: string | null;
  orders: OrderRow[];
}

export interface Why {
  tick: number;
  goal: string;
  steps: { step: string; purpose: string; alternative: string }[];
  text: string;
}

/** What lies over the map for somebody: a letter a cell, a text a row. */
export interface Overlay {
  name: string;
  sight: string[];
  cover: string[];
  expanded: string[];
  /** What is feared, for those who seek their way: where it is going, the least and the most in cells, and steps between. */
  fear: { to: string | null; least: number; most: number; rows: string[] } | null;
}

/** Every question with its answer. */
export interface Asks extends RoomAsks, LabAsks {
  scene: { ask: {}; answer: Stand };
  frame: { ask: { tick: number }; answer: Frame };
  lanes: { ask: { from: number; to: number }; answer: Lane[] };
  agent: { ask: { agent: Who; tick: number }; answer: Portrait };
  scores: { ask: { agent: Who; from: number; to: number }; answer: ScoreLines };
  events: {
    ask: { agent: Who | null; from: number; to: number; text: string; skip: number };
    answer: Past | Past[];
  };
  jump: { ask: { agent: Who | null; tick: number; back: boolean; sorts: Sort[] }; answer: number | null };
  command: { ask: { tick: number }; answer: Rank[] };
  why: { ask: { agent: Who; tick: number }; answer: Why };
  excerpt: { ask: { tape: number; from: number; to: number }; answer: { bytes: number; base64: string } };
  stop_when: { ask: { text: string }; answer: null };
  overlay: { ask: { agent: Who; tick: number }; answer: Overlay };
  play: { ask: {}; answer: null };
  pause: { ask: {}; answer: null };
  step: { ask: {}; answer: null };
  speed: { ask: { thousandths: number }; answer: null };
}
