// The comparison of recorded decisions with those that an edited text leads to, a slice at a time.

import { signal } from "@preact/signals";
import { ask, frame, panel, select, show } from "../store";
import { current, isChanged, isSound, text } from "./draft";
import type { CompareCursor, CompareSlice, DecisionRow } from "../protocol";

/** The most changed decisions that are listed. */
const LISTED_MAX = 300;

interface Comparison {
  of: string;
  total: number;
  compared: number;
  changed: number;
  unclear: number;
  listed: CompareSlice["listed"];
  isDone: boolean;
  error: string | null;
}

const comparison = signal<Comparison | null>(null);

async function compare(): Promise<void> {
  const [of, document] = [text.peek(), current.peek()];
  const fresh: Comparison = { of, total: 0, compared: 0, changed: 0, unclear: 0, listed: [], isDone: false, error: null };
  comparison.value = fresh;
  let from: CompareCursor | null = null;
  do {
    let slice: CompareSlice;
    try {
      slice = await ask("compare", { document, text: of, from });
    } catch (error) {
      if (comparison.peek()?.of === of) comparison.value = { ...(comparison.peek() ?? fresh), isDone: true, error: (error as Error).message };
      return;
    }
    const now: Comparison | null = comparison.peek();
    // The comparison was stopped or restarted with another text.
    if (!now || now.of !== of || now.isDone) return;
    from = slice.next;
    comparison.value = {
      ...now,
      total: slice.total ?? now.total,
      compared: now.compared + slice.compared,
      changed: now.changed + slice.changed,
      unclear: now.unclear + slice.unclear,
      listed: [...now.listed, ...slice.listed].slice(0, LISTED_MAX),
      isDone: from === null,
    };
  } while (from);
}

export function Recorded() {
  const now = comparison.value;
  const isOld = now !== null && now.of !== text.value;
  const number = (value: number) => value.toLocaleString("en");
  const looked = now ? now.compared + now.unclear : 0;
  return (
    <div class="recorded">
      <div class="tools">
        <button type="button" disabled={!isSound.value || (now !== null && !now.isDone)} onClick={() => void compare()}>Compare with recording</button>
        {now && !now.isDone && <button type="button" onClick={() => (comparison.value = { ...now, isDone: true })}>Stop</button>}
      </div>
      {!now && <p class="hint">Every recorded decision is made again, with the recorded text and with the edited text{isChanged.value ? "" : ". The text has not been edited yet"}.</p>}
      {now?.error && <p class="bad">{now.error}</p>}
      {now && !now.error && (
        <>
          {!now.isDone && <progress max={Math.max(1, now.total)} value={looked} aria-label="Decisions compared" />}
          <p role="status"><b>This edit changes {number(now.changed)} of {number(now.compared)} recorded decisions</b>{now.isDone && looked >= now.total ? "." : ` so far, of ${number(now.total)} in total.`}{now.unclear ? ` ${number(now.unclear)} could not be repeated.` : ""}{isOld ? " The text has changed since." : ""}</p>
          {now.listed.length > 0 && <div class="versions two" aria-hidden="true"><h3>Recorded text</h3><h3>Edited text</h3></div>}
          <ul class="changes">
            {now.listed.map((one, at) => (
              <li key={at}>
                <button type="button" class="link" onClick={() => { select(one.agent); show(one.tick); panel.value = "scene"; }}>tick {one.tick}, {frame.value?.agents.find((agent) => agent.agent === one.agent)?.name ?? one.agent}</button>
                <div class="versions two"><Decision decision={one.before} other={one.after} /><Decision decision={one.after} other={one.before} /></div>
              </li>
            ))}
          </ul>
          {now.changed > now.listed.length && <p class="muted">and {number(now.changed - now.listed.length)} more</p>}
        </>
      )}
    </div>
  );
}

function Decision({ decision, other }: { decision: DecisionRow; other: DecisionRow }) {
  if (decision.goal === null) return <div class="version muted">no goal</div>;
  return (
    <div class="version">
      <b class={decision.goal === other.goal ? "" : "differs"}>{decision.goal}</b> <small>{decision.cost}</small>
      <div class="muted">{decision.steps.join(", ") || "already met"}</div>
    </div>
  );
}
