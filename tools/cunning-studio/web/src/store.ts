// The state of the page as signals, and the requests that keep it up to date with the shown tick.

import { computed, effect, signal } from "@preact/signals";
import { type Connection, Socket } from "./socket";
import type { Requests, Frame, LaneRow, Overlay, AgentDetails, CommandRow, ScoreLines, Backdrop, Body, BranchDifference, BranchRow, Status, SessionInfo, AgentRef } from "./protocol";

export type Panel = "start" | "scene" | "events" | "command" | "search" | "designer" | "quest" | "fear";

export const connection = signal<Connection>({ state: "connecting" });
export const session = signal<SessionInfo | null>(null);
export const status = signal<Status>({
  firstTick: 0,
  lastTick: 0,
  tickMs: 0,
  isPlaying: false,
  speed: 1000,
  outcome: null,
  skippedSnapshots: 0,
  dropped: 0,
  breakpoints: [],
  stopped: null,
  branches: [],
  branch: 0,
  worldRevision: 0,
  scannedTick: null,
  diverged: null,
});
/** The shown tick. */
export const tick = signal(0);
/** Whether the page follows the last tick. */
export const isFollowing = signal(true);
export const selected = signal<AgentRef | null>(null);
/** The name of the selected body, if a body without a recorded mind is selected. */
export const selectedBody = signal<string | null>(null);
export const panel = signal<Panel>("scene");
export const backdrop = signal<Backdrop | null>(null);
export const frame = signal<Frame | null>(null);
export const details = signal<AgentDetails | null>(null);
/** Why the selected agent has no state at the shown tick. */
export const whyNoDetails = signal<string | null>(null);
export const lanes = signal<LaneRow[] | null>(null);
export const scoreLines = signal<ScoreLines | null>(null);
export const commandRows = signal<CommandRow[] | null>(null);
/** The enabled map overlays, and their data for the selected agent. */
export const overlays = signal({ sight: false, cover: false, expanded: false, fear: false });
export const overlay = signal<Overlay | null>(null);
/** The ticks that the timeline shows. */
export const range = signal<[number, number]>([0, 1]);
/** The ticks to save, if a range was selected. */
export const selectedRange = signal<[number, number] | null>(null);
/** Why the shown tick cannot be displayed, if it cannot. */
export const unreadable = signal<string | null>(null);
/** The last error, for the banner. */
export const errorMessage = signal<string | null>(null);
/** The last notice, for the banner. */
export const notice = signal<string | null>(null);

/** Whether the connection to the studio is lost: nothing more can be loaded. */
export const isDisconnected = computed(() => connection.value.state === "lost");

/** The id of the branch that is shown. */
export const branch = computed(() => status.value.branch);
/** A branch by its id. */
export function branchRow(id: number | null): BranchRow | undefined {
  return status.value.branches.find((one) => one.id === id);
}
/** The branch that the shown one is compared with, the bodies there, and the first differences of agents. */
export const comparedBranch = signal<number | null>(null);
export const ghosts = signal<Body[] | null>(null);
export const difference = signal<BranchDifference | null>(null);

export const selectedAgent = computed(() => frame.value?.agents.find((one) => one.agent === selected.value) ?? null);

let socket: Socket | null = null;

export function ask<K extends keyof Requests>(kind: K, params: Requests[K]["params"]): Promise<Requests[K]["answer"]> {
  if (!socket) return Promise.reject(new Error("not connected"));
  return socket.ask(kind, params);
}

/** Selects an agent. */
export function select(agent: AgentRef): void {
  selected.value = agent;
  selectedBody.value = null;
}

/** Selects a body, and the agent whose body it is. */
export function selectBody(body: Body): void {
  if (body.agent !== null) select(body.agent);
  else selectedBody.value = body.name;
}

/** Whether the current panel has a timeline. */
export function hasTimeline(): boolean {
  return document.querySelector(".timeline") !== null;
}

/** Sends a request and shows its error in the banner, if there is one. */
export async function send<K extends keyof Requests>(kind: K, params: Requests[K]["params"]): Promise<void> {
  try {
    await ask(kind, params);
    errorMessage.value = null;
  } catch (error) {
    errorMessage.value = (error as Error).message;
  }
}

/** Shows a tick, or the nearest one that exists. */
export function show(wanted: number, follow = false): void {
  const { firstTick, lastTick } = status.value;
  tick.value = Math.max(firstTick, Math.min(lastTick, Math.round(wanted)));
  isFollowing.value = follow || tick.value === lastTick;
}

/**
 * Repeats a request whenever the signals it depends on change, and passes on its answers. Only one request is pending at
 * a time; when its answer arrives, the latest parameters are requested if they have changed. So the page is at most one
 * answer behind, however fast the user scrubs.
 */
export function keep<K extends keyof Requests>(
  kind: K,
  params: () => Requests[K]["params"] | null,
  /** Receives the answer, or null and the error. */
  into: (answer: Requests[K]["answer"] | null, error: string | null) => void,
  /** How long to wait after an answer before the next request. */
  pauseMs = 0,
) {
  let isPending = false;
  let wanted: string | null = null;
  const next = async () => {
    if (isPending) return;
    isPending = true;
    while (wanted !== null) {
      const text: string = wanted;
      try {
        const answer = await ask(kind, JSON.parse(text));
        if (wanted === text) wanted = null;
        into(answer, null);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      } catch (error) {
        if (wanted === text) wanted = null;
        if (connection.peek().state === "open") into(null, (error as Error).message);
      }
    }
    isPending = false;
  };
  effect(() => {
    const now = params();
    // Loaded data stays visible when the connection is lost.
    if (connection.value.state !== "open") return;
    wanted = now && JSON.stringify(now);
    if (now) void next();
    else into(null, null);
  });
}

/** Requests that cover many ticks are sent less often than those for one tick. */
const LANES_MS = 700;
const SCORES_MS = 1500;

/** The first and the longest pause before the page connects again. */
const RETRY_MS = [500, 5000] as const;

let retryMs: number = RETRY_MS[0];

/** Takes the token out of the address, where it would stay in the history. Returns whether there was one. */
function takeToken(): boolean {
  const token = location.hash.slice(1);
  if (!token) return false;
  history.replaceState(null, "", location.pathname);
  sessionStorage.setItem("token", token);
  return true;
}

/** Opens the address that a studio printed, here if it is a studio at the same port. */
export function openAddress(address: string): void {
  try {
    const url = new URL(address.trim());
    if (url.origin !== location.origin) {
      location.href = url.href;
      return;
    }
    location.hash = url.hash;
  } catch {
    errorMessage.value = "This is not the address of a studio.";
  }
}

/** Connects, and again when the connection is lost. */
function connect(): void {
  socket?.close();
  // A page that tries again looks lost until it succeeds.
  if (session.peek() === null) connection.value = { state: "connecting" };
  const own = new Socket(sessionStorage.getItem("token") ?? "", {
    connection: (now) => {
      if (socket !== own) return;
      connection.value = now;
      if (now.state === "open") retryMs = RETRY_MS[0];
      if (now.state === "lost") {
        setTimeout(() => socket === own && connect(), retryMs);
        retryMs = Math.min(RETRY_MS[1], retryMs * 2);
      }
    },
    session: (now) => {
      const isSame = session.peek()?.title === now.title && now.status.lastTick >= status.peek().lastTick;
      if (session.peek() !== null && session.peek()?.title !== now.title) {
        // The studio shows something else: nothing that is loaded belongs to it.
        location.reload();
        return;
      }
      session.value = now;
      if (isSame) {
        // The same session after a lost connection: stay where the user was.
        status.value = now.status;
        show(tick.peek(), isFollowing.peek());
        return;
      }
      if (!now.hasAgents) panel.value = now.hasDocuments ? "designer" : now.isStart ? "start" : "quest";
      status.value = now.status;
      range.value = [now.status.firstTick, Math.max(now.status.lastTick, now.status.firstTick + 100)];
      show(now.isLive ? now.status.lastTick : now.status.firstTick, now.isLive);
    },
    status: (now) => {
      const { stopped } = now;
      const before = status.peek().stopped;
      const hasStopped = stopped !== null && (stopped.tick !== before?.tick || stopped.text !== before?.text);
      const isOther = now.branch !== status.peek().branch;
      status.value = now;
      if (comparedBranch.peek() === now.branch || !branchRow(comparedBranch.peek())) comparedBranch.value = null;
      if (isOther) {
        // A branch repeats its past up to where it branches off.
        show(now.lastTick, true);
        range.value = [now.firstTick, Math.max(now.firstTick + 100, range.peek()[1])];
        return;
      }
      if (hasStopped) {
        notice.value = `Stopped at tick ${stopped.tick}: ${stopped.text}${stopped.name ? ` (${stopped.name})` : ""}`;
        if (stopped.agent) select(stopped.agent);
        show(stopped.tick);
        isFollowing.value = false;
        return;
      }
      if (isFollowing.peek()) tick.value = now.lastTick;
      const [from, to] = range.peek();
      if (isFollowing.peek() && now.lastTick > to) {
        // Move the window by halves, so that it does not scroll with every tick.
        const width = to - from;
        range.value = from === now.firstTick && width < 2000 ? [from, to + width] : [now.lastTick - width / 2, now.lastTick + width / 2];
      }
    },
  });
  socket = own;
}

export function start(): void {
  takeToken();
  addEventListener("hashchange", () => {
    if (takeToken()) connect();
  });
  connect();
  keep(
    "scene",
    () => {
      // An attached game may record its level at any time.
      void branch.value;
      if (session.value?.isAttached && backdrop.peek()?.kind === "empty") void status.value.lastTick;
      return {};
    },
    (answer) => (backdrop.value = answer),
  );
  keep(
    "frame",
    () => {
      // World snapshots of a recorded scene become available while it is replayed.
      void status.value.worldRevision;
      void branch.value;
      return { tick: tick.value };
    },
    (answer, error) => {
      frame.value = answer ?? frame.peek();
      // An unreadable tick must not look like one without agents.
      unreadable.value = error;
    },
  );
  keep(
    "overlay",
    () => {
      const isWanted = Object.values(overlays.value).some(Boolean);
      void status.value.worldRevision;
      return selected.value && isWanted ? { agent: selected.value, tick: tick.value } : null;
    },
    (answer) => (overlay.value = answer),
  );
  keep(
    "agent",
    () => {
      void branch.value;
      // An edit of the scene changes what the agent believes without a new tick.
      void status.value.worldRevision;
      return selected.value ? { agent: selected.value, tick: tick.value } : null;
    },
    (answer, error) => {
      details.value = answer;
      whyNoDetails.value = error;
    },
  );
  keep(
    "lanes",
    () => {
      void branch.value;
      // The timeline of a long recording grows while it is read.
      void status.value.scannedTick;
      const [from, to] = range.value;
      const until = Math.min(to, status.value.lastTick);
      return { from: Math.max(0, Math.floor(from)), to: Math.max(0, Math.ceil(until)) };
    },
    (answer) => (lanes.value = answer ?? lanes.peek()),
    LANES_MS,
  );
  keep(
    "scores",
    () => {
      const [from, to] = range.value;
      const until = Math.min(to, status.value.lastTick);
      return selected.value ? { agent: selected.value, from: Math.max(0, Math.floor(from)), to: Math.ceil(until) } : null;
    },
    (answer) => (scoreLines.value = answer),
    SCORES_MS,
  );
  keep(
    "command",
    () => (panel.value === "command" ? { tick: tick.value } : null),
    (answer) => (commandRows.value = answer ?? commandRows.peek()),
  );
  keep(
    "branch_bodies",
    () => (comparedBranch.value === null ? null : { branch: comparedBranch.value, tick: tick.value }),
    (answer) => (ghosts.value = answer),
  );
  keep(
    "branch_difference",
    () => {
      void branch.value;
      void status.value.lastTick;
      return comparedBranch.value === null ? null : { branch: comparedBranch.value };
    },
    (answer) => (difference.value = answer),
    SCORES_MS,
  );
  // Select the first agent by default.
  effect(() => {
    const agents = frame.value?.agents;
    if (selected.value === null && agents?.length) selected.value = agents[0]?.agent ?? null;
  });
}
