// What the rooms beyond the recording ask; mirrors src/rooms.rs, src/designer.rs and src/search_room.rs.

import type { Who } from "../wire";

export interface JobRow {
  job: string;
  nth: number;
  tick: number;
  end: number;
  goal: string;
  outcome: string;
  isFound: boolean;
  nodes: number;
}

export interface Asked {
  document: number;
  text: string;
  goal: string;
  agent: string | null;
  objects: string[];
  set: string[];
  checks: string[];
}

export type Which = { job: { agent: Who; job: string; nth: number } } | { asked: Asked };

export interface NodeRow {
  at: number;
  parent: number | null;
  action: string | null;
  g: number;
  h: number | null;
  isExpanded: boolean;
  isInPlan: boolean;
  isForward: boolean;
  children: number;
  open: string[];
  met: string[];
  changed: string[];
}

export interface SearchPage {
  goal: string | null;
  isSame: boolean;
  isForward: boolean;
  total: number;
  expanded: number;
  leftOut: number;
  nodes: NodeRow[];
}

export interface DocumentRow {
  name: string;
  sort: "scene" | "domain";
  canSave: boolean;
}

export interface Finding {
  isError: boolean;
  code: string;
  message: string;
  hint: string | null;
  file: string | null;
  line: number | null;
  column: number | null;
  from: number | null;
  to: number | null;
}

export interface Named {
  name: string;
  detail: string;
  doc: string | null;
  from: number | null;
}

export interface CurveRow {
  name: string;
  points: [number, number][];
  from: number | null;
}

export interface Feed {
  from: string;
  to: string;
  isGoal: boolean;
  facts: string[];
}

export interface Outline {
  facts: Named[];
  actions: Named[];
  goals: Named[];
  types: Named[];
  objects: Named[];
  tables: Named[];
  agents: { name: string; goals: string[]; actions: string[] }[];
  checks: string[];
  curves: CurveRow[];
  feeds: Feed[];
}

export interface Checked {
  found: Finding[];
  leftOut: number;
  outline: Outline | null;
}

export interface Planned {
  status: string;
  cost: number | null;
  steps: { text: string; action: string; args: [string, string][]; cost: number; purpose: string; alternative: string }[];
  expanded: number;
  generated: number;
  text: string;
}

export interface Taken {
  document: number | null;
  agent: string;
  goal: string | null;
  objects: string[];
  set: string[];
  leftOut: number;
}

export interface Cursor {
  tape: number;
  tick: number;
  skip: number;
}

export interface Told {
  goal: string | null;
  steps: string[];
  cost: number;
}

export interface Slice {
  total: number | null;
  compared: number;
  changed: number;
  unclear: number;
  told: { tick: number; who: Who; before: Told; after: Told }[];
  next: Cursor | null;
}

export interface RoomAsks {
  jobs: { ask: { agent: Who; tick: number }; answer: { jobs: JobRow[]; isCut: boolean } };
  search: { ask: { which: Which; from: number; count: number }; answer: SearchPage };
  around: { ask: { which: Which; at: number }; answer: SearchPage };
  documents: { ask: {}; answer: DocumentRow[] };
  document: { ask: { document: number }; answer: { text: string; running: string | null } };
  check: { ask: { document: number; text: string }; answer: Checked };
  what_if: { ask: { asked: Asked }; answer: Planned };
  moment: { ask: { agent: Who; tick: number }; answer: Taken };
  compare: { ask: { document: number; text: string; from: Cursor | null }; answer: Slice };
  save: { ask: { document: number; text: string }; answer: null };
  reload: { ask: { document: number; text: string }; answer: { name: string; report: string }[] };
}

export interface Setup {
  name: string;
  moves: [[number, number], [number, number]][];
}

export interface Shown {
  setup: Setup;
  keys: string;
}

export interface Piece {
  kind: "walker" | "item" | "trigger" | "enemy" | "door" | "goal";
  name: string;
  x: number;
  y: number;
}

export interface Quest {
  name: string;
  doc: string;
  width: number;
  height: number;
  rows: string[];
  pieces: Piece[];
  health: number;
  shown: [number, number][][];
  obstacle: string | null;
  planners: { name: string; bound: number }[];
}

export interface Walked {
  taken: number;
  way: [number, number][];
  ms: number;
  health: number;
  facts: string[];
  sneaks: boolean;
  isDone: boolean;
  refused: string | null;
}

export interface Raced {
  name: string;
  bound: number;
  status: string;
  cost: number | null;
  expanded: number;
  micros: number;
  plan: [number, number][];
  reached: [number, number][];
}

export interface Ground {
  kind: string;
  side: number;
  seed: number;
  goal: [number, number] | null;
  method: string;
}

export interface Fear {
  rows: string[];
  goal: [number, number];
  states: number;
  betas: number[];
  outcome: string;
  settled: number | null;
  kinds: string[];
  methods: string[];
}

/** What the rooms Quest and Fear ask; mirrors src/quest_room.rs and src/fear_room.rs. */
export interface LabAsks {
  quests: { ask: {}; answer: string[] };
  quest: { ask: { setup: Setup }; answer: Quest };
  walk: { ask: { shown: Shown }; answer: Walked };
  demonstration: { ask: { shown: Shown }; answer: string };
  race: { ask: { setup: Setup; shown: Shown[]; uses_own: boolean; planner: number }; answer: Raced };
  fear: { ask: { ground: Ground }; answer: Fear };
  plate: { ask: { ground: Ground; order: number }; answer: { order: number; fear: (number | null)[] } };
}
