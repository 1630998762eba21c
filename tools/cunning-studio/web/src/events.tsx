// The room Events: what happened, line by line, and the search through it.

import { useEffect } from "preact/hooks";
import { computed, signal } from "@preact/signals";
import { Missing } from "./missing";
import { ask, selected, show, status, tick } from "./store";
import type { PastLine } from "./wire";

const text = signal("");
const onlySelected = signal(false);
const lines = signal<PastLine[] | null>(null);
const isCut = signal(false);

const question = computed(() => ({ text: text.value, agent: onlySelected.value ? selected.value : null, to: status.value.lastTick }));

let round = 0;

async function load(more: boolean): Promise<void> {
  const { text, agent, to } = question.value;
  const mine = ++round;
  const skip = more ? (lines.value?.length ?? 0) : 0;
  const answer = await ask("events", { agent, from: 0, to, text, skip });
  if (mine !== round) return;
  const pasts = Array.isArray(answer) ? answer : [answer];
  const found = pasts.flatMap((past) => past.lines).sort((a, b) => a.tick - b.tick);
  lines.value = more ? [...(lines.value ?? []), ...found] : found;
  isCut.value = pasts.some((past) => past.isCut);
}

/** Shows the next line that was found, or the one before. */
export async function findNext(back: boolean): Promise<void> {
  if (lines.value === null) await load(false);
  const all = lines.value ?? [];
  const now = tick.value;
  const found = back ? all.findLast((line) => line.tick < now) : all.find((line) => line.tick > now);
  if (!found) return;
  show(found.tick);
  if (found.who) selected.value = found.who;
}

export function Events() {
  const { text: wanted, agent } = question.value;
  useEffect(() => {
    const timer = setTimeout(() => void load(false).catch(() => {}), 150);
    return () => clearTimeout(timer);
  }, [wanted, agent]);
  const all = lines.value;
  return (
    <section class="events" aria-label="Events">
      <div class="tools">
        <input id="search" type="search" placeholder="search: bottle, no plan, ordered…" aria-label="Search what happened" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        <label><input type="checkbox" checked={onlySelected.value} onChange={() => (onlySelected.value = !onlySelected.value)} /> selected agent only</label>
        <button type="button" onClick={() => void load(false).catch(() => {})}>Again</button>
      </div>
      {all === null && <Missing text="Loading…" />}
      {all?.length === 0 && <p class="hint">Nothing like that happened.</p>}
      <ol class="lines">
        {all?.map((line, at) => (
          <li key={at} class={line.tick === tick.value ? "now" : ""}>
            <button type="button" class="link" onClick={() => { show(line.tick); if (line.who) selected.value = line.who; }}>{line.tick}</button>
            <b>{line.name}</b> <span class={`kind-${line.kind}`}>{line.text}</span>
          </li>
        ))}
      </ol>
      {isCut.value && <button type="button" onClick={() => void load(true).catch(() => {})}>More</button>}
    </section>
  );
}
