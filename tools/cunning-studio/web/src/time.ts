// Navigation in time: jumps, zoom, and the range to save.

import { computed, signal } from "@preact/signals";
import { ask, selectedRange, errorMessage, isFollowing, lanes, notice, range, select, selected, send, show, status, tick, session } from "./store";
import type { MarkKind } from "./protocol";

export const filter = signal("");
/** Whether jumps consider the marks of all agents. */
export const jumpsAmongAll = signal(false);

export const shownLanes = computed(() => {
  const wanted = filter.value.toLowerCase();
  const all = lanes.value ?? [];
  return wanted ? all.filter((lane) => `${lane.name} ${lane.archetype}`.toLowerCase().includes(wanted)) : all;
});

/** Whether ticks that were recorded already are being played, and the speed in thousandths of real time. */
export const isReplaying = signal(false);
export const replaySpeed = signal(1000);

/** The ticks to show per millisecond; a recording without ticks of a known length plays ten per second. */
function ticksPerMs(): number {
  return replaySpeed.peek() / 1000 / (status.peek().tickMs || 100);
}

let replayedAt = { ms: 0, tick: 0 };

function replayOn(now: number): void {
  if (!isReplaying.peek()) return;
  const { lastTick } = status.peek();
  const wanted = replayedAt.tick + (now - replayedAt.ms) * ticksPerMs();
  // The user has moved the cursor: go on from there.
  if (Math.abs(tick.peek() - wanted) > 2 + 200 * ticksPerMs()) replayedAt = { ms: now, tick: tick.peek() };
  else if (wanted > tick.peek()) show(Math.floor(wanted));
  bringIntoView(tick.peek());
  if (tick.peek() >= lastTick) {
    isReplaying.value = false;
    // At its end the past goes over into the running scene.
    if (session.peek()?.canControl && status.peek().outcome === null) void send("play", {});
    return;
  }
  requestAnimationFrame(replayOn);
}

function replay(): void {
  const { firstTick, lastTick } = status.peek();
  // At the end of a recording, play it again.
  if (tick.peek() >= lastTick) show(firstTick);
  replayedAt = { ms: performance.now(), tick: tick.peek() };
  isReplaying.value = true;
  requestAnimationFrame(replayOn);
}

/** Plays or pauses: the past, if an earlier tick is shown or nothing is running; else the running scene. */
export function playOrPause(): void {
  const canControl = session.peek()?.canControl ?? false;
  if (isReplaying.peek()) isReplaying.value = false;
  else if (canControl && status.peek().isPlaying) void send("pause", {});
  else if (canControl && tick.peek() >= status.peek().lastTick && status.peek().outcome === null) {
    isFollowing.value = true;
    void send("play", {});
  } else replay();
}

/** Sets the speed of the past and, if it can be controlled, of the running scene. */
export function setSpeed(thousandths: number): void {
  replayedAt = { ms: performance.now(), tick: tick.peek() };
  replaySpeed.value = thousandths;
  if (session.peek()?.canControl) void send("speed", { thousandths });
}

/** Runs one tick of the scene, or shows the next one that exists. */
export function step(): void {
  isReplaying.value = false;
  if (session.peek()?.canControl && tick.peek() >= status.peek().lastTick) {
    isFollowing.value = true;
    void send("step", {});
  } else show(tick.peek() + 1);
}

/** Rewinds the running scene to the shown tick and continues from there as a branch. */
export function branchHere(): void {
  isReplaying.value = false;
  if (session.peek()?.canControl) void send("branch", { tick: tick.peek() });
}

/** Jumps to the next or previous mark of the given kinds, of the selected agent or of all. */
export async function jump(back: boolean, kinds: MarkKind[]): Promise<void> {
  const found = await ask("jump", { agent: jumpsAmongAll.value ? null : selected.value, tick: tick.value, back, kinds });
  if (found === null) {
    notice.value = `There is no ${kinds.join(" or ")} ${back ? "before" : "after"} this tick${jumpsAmongAll.value ? "" : " for the selected agent"}.`;
    return;
  }
  notice.value = null;
  show(found);
  bringIntoView(found);
}

export function bringIntoView(wanted: number): void {
  const [from, to] = range.value;
  if (wanted < from || wanted > to) range.value = [wanted - (to - from) / 2, wanted + (to - from) / 2];
}

/** Zooms the timeline around a tick. */
export function zoom(factor: number, around = tick.value): void {
  const [from, to] = range.value;
  const { firstTick, lastTick } = status.value;
  const width = Math.max(20, Math.min((to - from) * factor, Math.max(100, lastTick - firstTick) * 1.1));
  const share = (around - from) / Math.max(1, to - from);
  const start = Math.max(firstTick, around - width * share);
  range.value = [start, start + width];
}

/** Selects the agent of the lane above or below. */
export function nextLane(by: number): void {
  const all = shownLanes.value;
  const at = all.findIndex((lane) => lane.agent === selected.value);
  const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
  if (next) select(next.agent);
}

/** Starts or ends the range to save at the shown tick; `null` clears it. */
export function selectRange(isStart: boolean | null): void {
  if (isStart === null) {
    selectedRange.value = null;
    return;
  }
  const { firstTick, lastTick } = status.value;
  const [from, to] = selectedRange.value ?? [firstTick, lastTick];
  const now = tick.value;
  selectedRange.value = isStart ? [now, Math.max(now, to)] : [Math.min(from, now), now];
}

/** Saves the selected range, or the range that the timeline shows, as a recording. */
export async function save(): Promise<void> {
  const { firstTick, lastTick } = status.value;
  const [from, to] = selectedRange.value ?? range.value;
  const within = (wanted: number) => Math.max(firstTick, Math.min(lastTick, Math.round(wanted)));
  const recording = Number((selected.value ?? "0:").split(":")[0]);
  try {
    const saved = await ask("excerpt", { recording, from: within(from), to: within(to) });
    const bytes = Uint8Array.from(atob(saved.base64), (letter) => letter.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const name = (session.value?.title ?? "recording").split(/[\\/]/).pop()?.replace(/\.cng$/, "");
    link.download = `${name}-${within(from)}-${within(to)}.cng`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    notice.value = `Saved ticks ${within(from)} to ${within(to)} as ${link.download}.`;
  } catch (error) {
    errorMessage.value = (error as Error).message;
  }
}
