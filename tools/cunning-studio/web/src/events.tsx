// The event panel: the events around the shown tick, and their search.

import { useEffect, useRef } from "preact/hooks";
import { computed, signal } from "@preact/signals";
import { Missing } from "./missing";
import { ask, branch, select, selected, show, status, tick } from "./store";
import type { EventPage, EventRow } from "./protocol";

const text = signal("");
const onlySelected = signal(false);
/** The loaded rows, and whether there are others before and after them. */
const rows = signal<EventRow[] | null>(null);
const hasEarlier = signal(false);
const hasMore = signal(false);

const query = computed(() => ({ text: text.value, agent: onlySelected.value ? selected.value : null }));

let latestRequest = 0;

/** The rows of several recordings, sorted by tick. */
function merged(pages: EventPage[]): EventRow[] {
  return pages.flatMap((page) => page.rows).sort((a, b) => a.tick - b.tick);
}

/** Loads the events around a tick. */
async function load(around: number): Promise<void> {
  const request = ++latestRequest;
  const answer = await ask("events_around", { ...query.value, tick: around });
  if (request !== latestRequest) return;
  rows.value = merged(answer);
  hasEarlier.value = answer.some((page) => page.hasEarlier);
  hasMore.value = answer.some((page) => page.hasMore);
}

/** Whether the loaded rows have everything near a tick. */
function covers(now: number): boolean {
  const all = rows.peek();
  if (all === null) return false;
  const [first, last] = [all[0]?.tick ?? 0, all.at(-1)?.tick ?? Infinity];
  return (now > first || !hasEarlier.peek()) && (now < last || (!hasMore.peek() && now < status.peek().lastTick));
}

/** Shows the next or previous match. */
export async function findNext(back: boolean): Promise<void> {
  const now = tick.value;
  const answer = back ? await ask("events_around", { ...query.value, tick: now }) : await ask("events", { ...query.value, from: now + 1, to: status.value.lastTick, skip: 0 });
  const all = merged(answer);
  const found = back ? all.findLast((row) => row.tick < now) : all[0];
  if (!found) return;
  show(found.tick);
  if (found.agent) select(found.agent);
}

export function Events() {
  const { text: wanted, agent } = query.value;
  const list = useRef<HTMLOListElement>(null);
  const now = tick.value;
  useEffect(() => {
    const timer = setTimeout(() => void load(tick.peek()).catch(() => {}), 150);
    return () => clearTimeout(timer);
  }, [wanted, agent, branch.value]);
  useEffect(() => {
    if (covers(now)) return;
    const timer = setTimeout(() => void load(now).catch(() => {}), 100);
    return () => clearTimeout(timer);
  }, [now, status.value.lastTick]);
  const all = rows.value;
  // The first event of the shown tick or, if it has none, the last one before it.
  const ofTick = all?.findIndex((row) => row.tick === now) ?? -1;
  const current = ofTick >= 0 ? ofTick : (all?.findLastIndex((row) => row.tick < now) ?? -1);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current, all]);
  return (
    <section class="events" aria-label="Events">
      <div class="tools">
        <input id="search" type="search" placeholder="search: bottle, no plan, ordered…" aria-label="Search events" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        <label><input type="checkbox" checked={onlySelected.value} onChange={() => (onlySelected.value = !onlySelected.value)} /> selected agent only</label>
        {hasEarlier.value && <button type="button" onClick={() => void load(all?.[0]?.tick ?? 0).catch(() => {})}>Earlier</button>}
        {hasMore.value && <button type="button" onClick={() => void load(all?.at(-1)?.tick ?? 0).catch(() => {})}>Later</button>}
      </div>
      {all === null && <Missing text="Loading…" />}
      {all?.length === 0 && <p class="hint">No event matches.</p>}
      <ol class="lines" ref={list}>
        {all?.map((row, at) => (
          <li key={at} class={row.tick === now ? "now" : ""} aria-current={at === current ? "true" : undefined}>
            <button type="button" class="link" onClick={() => { show(row.tick); if (row.agent) select(row.agent); }}>{row.tick}</button>
            <b>{row.name}</b> <span class={`kind-${row.kind}`}>{row.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
