// What the page knows, as signals, and how it keeps up with the tick that is looked at.

import { computed, effect, signal } from "@preact/signals";
import { type Connection, Socket } from "./socket";
import type { Asks, Frame, Lane, Overlay, Portrait, Rank, ScoreLines, Stand, Status, Welcome, Who } from "./wire";

export type Room = "scene" | "events" | "command" | "search" | "designer" | "quest" | "fear";

export const connection = signal<Connection>({ state: "connecting" });
export const welcome = signal<Welcome | null>(null);
export const status = signal<Status>({
  firstTick: 0,
  lastTick: 0,
  tickMs: 0,
  isPlaying: false,
  speed: 1000,
  outcome: null,
  waits: 0,
  dropped: 0,
  stopWhen: null,
  stopped: null,
  shots: 0,
  diverged: null,
});
/** The tick that everything shows. */
export const tick = signal(0);
/** Whether the shown tick is always the last one. */
export const isFollowing = signal(true);
export const selected = signal<Who | null>(null);
export const room = signal<Room>("scene");
export const stand = signal<Stand | null>(null);
export const frame = signal<Frame | null>(null);
export const portrait = signal<Portrait | null>(null);
export const lanes = signal<Lane[] | null>(null);
export const scoreLines = signal<ScoreLines | null>(null);
export const ranks = signal<Rank[] | null>(null);
/** What lies over the map: which of it is wanted, and what it is. */
export const overlays = signal({ sight: false, cover: false, expanded: false, fear: false });
export const overlay = signal<Overlay | null>(null);
/** The part of time that the timeline shows. */
export const range = signal<[number, number]>([0, 1]);
/** The part of time that is to be saved, if one was chosen. */
export const chosenRange = signal<[number, number] | null>(null);
/** Why the shown tick cannot be looked at, if it cannot. */
export const unreadable = signal<string | null>(null);
/** What went wrong last, for people. */
export const complaint = signal<string | null>(null);
/** What happened that people wait for. */
export const notice = signal<string | null>(null);

/** Whether the studio has ended: what was loaded is all that there will be. */
export const isOver = computed(() => connection.value.state === "lost");

export const selectedBody = computed(() => frame.value?.bodies.find((body) => body.who === selected.value) ?? null);

let socket: Socket | null = null;

export function ask<K extends keyof Asks>(kind: K, question: Asks[K]["ask"]): Promise<Asks[K]["answer"]> {
  if (!socket) return Promise.reject(new Error("not connected"));
  return socket.ask(kind, question);
}

/** Whether there is a timeline: rooms for texts have none. */
export function isSeen(): boolean {
  return document.querySelector(".timeline") !== null;
}

/** Asks, and shows in a line what was refused. */
export async function order<K extends keyof Asks>(kind: K, question: Asks[K]["ask"]): Promise<void> {
  try {
    await ask(kind, question);
    complaint.value = null;
  } catch (error) {
    complaint.value = (error as Error).message;
  }
}

/** Shows a tick, as near as there is one. */
export function show(wanted: number, follow = false): void {
  const { firstTick, lastTick } = status.value;
  tick.value = Math.max(firstTick, Math.min(lastTick, Math.round(wanted)));
  isFollowing.value = follow || tick.value === lastTick;
}

/**
 * Keeps a signal at the answer to a question that depends on other signals. One question is under way at a time; when
 * its answer comes and something else is wanted by then, the latest is asked. So however fast one scrubs, what is shown
 * is at most one answer behind.
 */
function keep<K extends keyof Asks>(
  kind: K,
  question: () => Asks[K]["ask"] | null,
  /** Gets the answer; nothing, and why, if there is none. */
  into: (answer: Asks[K]["answer"] | null, why: string | null) => void,
  /** How long to leave it alone after an answer. */
  pauseMs = 0,
) {
  let isUnderWay = false;
  let wanted: string | null = null;
  const next = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
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
    isUnderWay = false;
  };
  effect(() => {
    const now = question();
    // What was loaded stays when the studio is gone.
    if (connection.value.state !== "open") return;
    wanted = now && JSON.stringify(now);
    if (now) void next();
    else into(null, null);
  });
}

/** What covers much time is asked for less often than what shows a tick. */
const LANES_MS = 700;
const SCORES_MS = 1500;

export function start(): void {
  const token = location.hash.slice(1);
  // The token stays out of the history and of what is copied from the address bar.
  history.replaceState(null, "", location.pathname);
  if (token) sessionStorage.setItem("token", token);
  const known = token || sessionStorage.getItem("token") || "";
  socket = new Socket(known, {
    connection: (now) => (connection.value = now),
    welcome: (now) => {
      welcome.value = now;
      if (!now.hasAgents) room.value = now.hasTexts ? "designer" : "quest";
      status.value = now.status;
      range.value = [now.status.firstTick, Math.max(now.status.lastTick, now.status.firstTick + 100)];
      show(now.isLive ? now.status.lastTick : now.status.firstTick, now.isLive);
    },
    status: (now) => {
      const { stopped } = now;
      const hasStopped = stopped !== null && stopped.tick !== status.peek().stopped?.tick;
      status.value = now;
      if (hasStopped) {
        notice.value = `Stopped at tick ${stopped.tick}: ${stopped.text}`;
        show(stopped.tick);
        isFollowing.value = false;
        return;
      }
      if (isFollowing.peek()) tick.value = now.lastTick;
      const [from, to] = range.peek();
      if (isFollowing.peek() && now.lastTick > to) {
        // The window moves on by halves, so that it does not crawl with every tick.
        const width = to - from;
        range.value = from === now.firstTick && width < 2000 ? [from, to + width] : [now.lastTick - width / 2, now.lastTick + width / 2];
      }
    },
  });
  keep(
    "scene",
    () => {
      // A game may show its level at any time.
      if (welcome.value?.isAttached && stand.peek()?.kind === "empty") void status.value.lastTick;
      return {};
    },
    (answer) => (stand.value = answer),
  );
  keep(
    "frame",
    () => {
      // What a recorded scene looked like becomes known while it is played again.
      void status.value.shots;
      return { tick: tick.value };
    },
    (answer, why) => {
      frame.value = answer ?? frame.peek();
      // A part of a recording that cannot be read is no tick at which nothing happens.
      unreadable.value = why;
    },
  );
  keep(
    "overlay",
    () => {
      const isWanted = Object.values(overlays.value).some(Boolean);
      void status.value.shots;
      return selected.value && isWanted ? { agent: selected.value, tick: tick.value } : null;
    },
    (answer) => (overlay.value = answer),
  );
  keep(
    "agent",
    () => (selected.value ? { agent: selected.value, tick: tick.value } : null),
    (answer) => (portrait.value = answer),
  );
  keep(
    "lanes",
    () => {
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
    () => (room.value === "command" ? { tick: tick.value } : null),
    (answer) => (ranks.value = answer ?? ranks.peek()),
  );
  // Somebody is always worth looking at.
  effect(() => {
    const bodies = frame.value?.bodies;
    if (selected.value === null && bodies?.length) selected.value = bodies[0]?.who ?? null;
  });
}
