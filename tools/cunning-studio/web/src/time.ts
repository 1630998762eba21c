// Moving through time: jumping, zooming, and the range that is saved.

import { computed, signal } from "@preact/signals";
import { ask, chosenRange, complaint, lanes, notice, range, selected, show, status, tick, welcome } from "./store";
import type { Sort } from "./wire";

export const filter = signal("");
/** Whether one jumps among the marks of all agents. */
export const ofAll = signal(false);

export const shownLanes = computed(() => {
  const wanted = filter.value.toLowerCase();
  const all = lanes.value ?? [];
  return wanted ? all.filter((lane) => `${lane.name} ${lane.archetype}`.toLowerCase().includes(wanted)) : all;
});

/** Jumps to the next mark of some sorts, or the one before; of the selected agent, or of all. */
export async function jump(back: boolean, sorts: Sort[]): Promise<void> {
  const found = await ask("jump", { agent: ofAll.value ? null : selected.value, tick: tick.value, back, sorts });
  if (found === null) {
    notice.value = `There is no ${sorts.join(" or ")} ${back ? "before" : "after"} this${ofAll.value ? "" : " of the selected agent"}.`;
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

/** Shows more or less of time, around a tick. */
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
  const at = all.findIndex((lane) => lane.who === selected.value);
  const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
  if (next) selected.value = next.who;
}

/** Begins or ends the range to save at the tick that is shown; `null` forgets it. */
export function choose(isBegin: boolean | null): void {
  if (isBegin === null) {
    chosenRange.value = null;
    return;
  }
  const { firstTick, lastTick } = status.value;
  const [from, to] = chosenRange.value ?? [firstTick, lastTick];
  const now = tick.value;
  chosenRange.value = isBegin ? [now, Math.max(now, to)] : [Math.min(from, now), now];
}

/** Saves the chosen range, or what the timeline shows, as a recording of its own. */
export async function save(): Promise<void> {
  const { firstTick, lastTick } = status.value;
  const [from, to] = chosenRange.value ?? range.value;
  const within = (wanted: number) => Math.max(firstTick, Math.min(lastTick, Math.round(wanted)));
  const tape = Number((selected.value ?? "0:").split(":")[0]);
  try {
    const saved = await ask("excerpt", { tape, from: within(from), to: within(to) });
    const bytes = Uint8Array.from(atob(saved.base64), (letter) => letter.charCodeAt(0));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const name = (welcome.value?.title ?? "recording").split(/[\\/]/).pop()?.replace(/\.cng$/, "");
    link.download = `${name}-${within(from)}-${within(to)}.cng`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    notice.value = `Saved ticks ${within(from)} to ${within(to)} as ${link.download}.`;
  } catch (error) {
    complaint.value = (error as Error).message;
  }
}
