// What an edit changes in what was recorded: every decision is thought through again, a slice at a time.

import { signal } from "@preact/signals";
import { ask, frame, room, selected, show } from "../store";
import { current, isChanged, isSound, text } from "./draft";
import type { Cursor, Slice, Told } from "./wire";

/** Changed decisions that are listed. */
const LISTED = 300;

interface Count {
  of: string;
  total: number;
  compared: number;
  changed: number;
  unclear: number;
  told: Slice["told"];
  isOver: boolean;
  refused: string | null;
}

const count = signal<Count | null>(null);

async function compare(): Promise<void> {
  const [of, document] = [text.peek(), current.peek()];
  const fresh: Count = { of, total: 0, compared: 0, changed: 0, unclear: 0, told: [], isOver: false, refused: null };
  count.value = fresh;
  let from: Cursor | null = null;
  do {
    let slice: Slice;
    try {
      slice = await ask("compare", { document, text: of, from });
    } catch (error) {
      if (count.peek()?.of === of) count.value = { ...(count.peek() ?? fresh), isOver: true, refused: (error as Error).message };
      return;
    }
    const now: Count | null = count.peek();
    // Somebody has stopped it, or asks about another text by now.
    if (!now || now.of !== of || now.isOver) return;
    from = slice.next;
    count.value = {
      ...now,
      total: slice.total ?? now.total,
      compared: now.compared + slice.compared,
      changed: now.changed + slice.changed,
      unclear: now.unclear + slice.unclear,
      told: [...now.told, ...slice.told].slice(0, LISTED),
      isOver: from === null,
    };
  } while (from);
}

export function Recorded() {
  const now = count.value;
  const isOld = now !== null && now.of !== text.value;
  const number = (value: number) => value.toLocaleString("en");
  const looked = now ? now.compared + now.unclear : 0;
  return (
    <div class="recorded">
      <div class="tools">
        <button type="button" disabled={!isSound.value || (now !== null && !now.isOver)} onClick={() => void compare()}>Compare with what was recorded</button>
        {now && !now.isOver && <button type="button" onClick={() => (count.value = { ...now, isOver: true })}>Stop</button>}
      </div>
      {!now && <p class="hint">Every decision of the recording is thought through again, with the text as it was recorded and as it is now{isChanged.value ? "" : "; so far they are the same"}.</p>}
      {now?.refused && <p class="bad">{now.refused}</p>}
      {now && !now.refused && (
        <>
          {!now.isOver && <progress max={Math.max(1, now.total)} value={looked} aria-label="Decisions compared" />}
          <p role="status"><b>This edit changes {number(now.changed)} of {number(now.compared)} recorded decisions</b>{now.isOver && looked >= now.total ? "." : ` so far; there are ${number(now.total)}.`}{now.unclear ? ` ${number(now.unclear)} could not be asked about.` : ""}{isOld ? " The text has changed since." : ""}</p>
          {now.told.length > 0 && <div class="versions two" aria-hidden="true"><h3>As it was recorded</h3><h3>As it is now</h3></div>}
          <ul class="changes">
            {now.told.map((one, at) => (
              <li key={at}>
                <button type="button" class="link" onClick={() => { selected.value = one.who; show(one.tick); room.value = "scene"; }}>tick {one.tick}, {frame.value?.bodies.find((body) => body.who === one.who)?.name ?? one.who}</button>
                <div class="versions two"><Decision told={one.before} other={one.after} /><Decision told={one.after} other={one.before} /></div>
              </li>
            ))}
          </ul>
          {now.changed > now.told.length && <p class="muted">and {number(now.changed - now.told.length)} more</p>}
        </>
      )}
    </div>
  );
}

function Decision({ told, other }: { told: Told; other: Told }) {
  if (told.goal === null) return <div class="version muted">nothing</div>;
  return (
    <div class="version">
      <b class={told.goal === other.goal ? "" : "differs"}>{told.goal}</b> <small>{told.cost}</small>
      <div class="muted">{told.steps.join(", ") || "met already"}</div>
    </div>
  );
}
