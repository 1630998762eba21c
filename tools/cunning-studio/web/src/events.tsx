// The event panel: the event log and its search.

import { useEffect } from "preact/hooks";
import { computed, signal } from "@preact/signals";
import { Missing } from "./missing";
import { ask, select, selected, show, status, tick } from "./store";
import type { EventRow } from "./protocol";

const text = signal("");
const onlySelected = signal(false);
const rows = signal<EventRow[] | null>(null);
const hasMore = signal(false);

const query = computed(() => ({ text: text.value, agent: onlySelected.value ? selected.value : null, to: status.value.lastTick }));

let latestRequest = 0;

async function load(more: boolean): Promise<void> {
  const { text, agent, to } = query.value;
  const request = ++latestRequest;
  const skip = more ? (rows.value?.length ?? 0) : 0;
  const answer = await ask("events", { agent, from: 0, to, text, skip });
  if (request !== latestRequest) return;
  const found = answer.flatMap((page) => page.rows).sort((a, b) => a.tick - b.tick);
  rows.value = more ? [...(rows.value ?? []), ...found] : found;
  hasMore.value = answer.some((page) => page.hasMore);
}

/** Shows the next or previous match. */
export async function findNext(back: boolean): Promise<void> {
  if (rows.value === null) await load(false);
  const all = rows.value ?? [];
  const now = tick.value;
  const found = back ? all.findLast((row) => row.tick < now) : all.find((row) => row.tick > now);
  if (!found) return;
  show(found.tick);
  if (found.agent) select(found.agent);
}

export function Events() {
  const { text: wanted, agent } = query.value;
  useEffect(() => {
    const timer = setTimeout(() => void load(false).catch(() => {}), 150);
    return () => clearTimeout(timer);
  }, [wanted, agent]);
  const all = rows.value;
  return (
    <section class="events" aria-label="Events">
      <div class="tools">
        <input id="search" type="search" placeholder="search: bottle, no plan, ordered…" aria-label="Search events" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        <label><input type="checkbox" checked={onlySelected.value} onChange={() => (onlySelected.value = !onlySelected.value)} /> selected agent only</label>
        <button type="button" onClick={() => void load(false).catch(() => {})}>Refresh</button>
      </div>
      {all === null && <Missing text="Loading…" />}
      {all?.length === 0 && <p class="hint">No event matches.</p>}
      <ol class="lines">
        {all?.map((row, at) => (
          <li key={at} class={row.tick === tick.value ? "now" : ""}>
            <button type="button" class="link" onClick={() => { show(row.tick); if (row.agent) select(row.agent); }}>{row.tick}</button>
            <b>{row.name}</b> <span class={`kind-${row.kind}`}>{row.text}</span>
          </li>
        ))}
      </ol>
      {hasMore.value && <button type="button" onClick={() => void load(true).catch(() => {})}>More</button>}
    </section>
  );
}
