// The bar above the timeline: playing, jumping, stopping, saving, filtering.

import { useState } from "preact/hooks";
import { showsKeys } from "./keys";
import { ask, chosenRange, isFollowing, isOver, order, show, status, tick, welcome } from "./store";
import { choose, filter, jump, ofAll, save, zoom } from "./time";
import type { Sort } from "./wire";

export function Transport({ hovered }: { hovered: string | null }) {
  const { firstTick, lastTick, tickMs } = status.value;
  const seconds = (tick.value * tickMs) / 1000;
  const chosen = chosenRange.value;
  return (
    <div class="transport">
      {welcome.value?.isLive && <Pace />}
      <Jump sort="decision" of="d" />
      <Jump sort="failure" of="f" />
      <Jump sort="interrupt" of="i" />
      <label title="Jump among all agents (a)"><input type="checkbox" checked={ofAll.value} onChange={() => (ofAll.value = !ofAll.value)} /> of all</label>
      <label class="tick">tick <input type="number" min={firstTick} max={lastTick} value={tick.value} onChange={(event) => show(Number(event.currentTarget.value))} /></label>
      <output>of {lastTick}, {seconds.toFixed(1)} s</output>
      <span class="group">
        <button type="button" onClick={() => zoom(0.5)} title="Closer (+)">+</button>
        <button type="button" onClick={() => zoom(2)} title="Further (-)">−</button>
      </span>
      <input id="filter" type="search" placeholder="filter lanes" aria-label="Filter lanes" title="l" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      {welcome.value?.isLive && <StopWhen />}
      <span class="group">
        <button type="button" onClick={() => choose(true)} title="The range begins here ([)" aria-label="Range begins here">[</button>
        <button type="button" onClick={() => choose(false)} title="The range ends here (])" aria-label="Range ends here">]</button>
        <button type="button" onClick={() => save()} title="Save the range as a recording (s)">{chosen ? `Save ${chosen[0]}–${chosen[1]}` : "Save"}</button>
      </span>
      <button type="button" onClick={() => (showsKeys.value = !showsKeys.value)} title="Keys (?)" aria-label="Keys">?</button>
      <span class="hovered" aria-live="off">{hovered}</span>
    </div>
  );
}

function Pace() {
  const { isPlaying, outcome, speed, lastTick } = status.value;
  const canControl = (welcome.value?.canControl ?? false) && !isOver.value;
  const why = isOver.value ? "the studio has ended" : "start the studio with --allow-control";
  const now = <button type="button" aria-pressed={isFollowing.value} onClick={() => show(lastTick, true)} title="End">Now</button>;
  // A game goes on by itself.
  if (welcome.value?.isAttached) return now;
  return (
    <>
      <span class="group">
        <button type="button" disabled={!canControl || outcome !== null} onClick={() => order(isPlaying ? "pause" : "play", {})} title={canControl ? "Space" : why}>
          {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" disabled={!canControl} onClick={() => order("step", {})} title={canControl ? "One tick (.)" : why}>Step</button>
      </span>
      <select aria-label="Pace" disabled={!canControl} value={String(speed)} onChange={(event) => order("speed", { thousandths: Number(event.currentTarget.value) })}>
        {[250, 500, 1000, 2000, 4000, 16000].map((speed) => <option key={speed} value={speed}>{speed / 1000}×</option>)}
      </select>
      {now}
    </>
  );
}

function Jump({ sort, of }: { sort: Sort; of: string }) {
  return (
    <span class="group">
      <button type="button" onClick={() => jump(true, [sort])} title={`The ${sort} before (${of.toUpperCase()})`}>◀</button>
      <button type="button" onClick={() => jump(false, [sort])} title={`Next ${sort} (${of})`}>{sort} ▶</button>
    </span>
  );
}

/** What to stop for, in words. */
function StopWhen() {
  const [refused, setRefused] = useState<string | null>(null);
  const wanted = status.value.stopWhen;
  const want = async (text: string) => {
    try {
      await ask("stop_when", { text });
      setRefused(null);
    } catch (error) {
      setRefused((error as Error).message);
    }
  };
  return (
    <form
      class="stop-when"
      onSubmit={(event) => {
        event.preventDefault();
        void want(new FormData(event.currentTarget).get("text")?.toString() ?? "");
      }}
    >
      <input id="stop-when" name="text" list="conditions" placeholder="stop when… guard_3 has no plan" aria-label="Stop when" aria-invalid={refused !== null} title="Enter sets it (w)" />
      <datalist id="conditions">
        {["anybody has no plan", "anybody wants …", "anybody does …", "… believes … = …", "finds no plan"].map((text) => <option key={text} value={text} />)}
      </datalist>
      {wanted && <button type="button" title="Take it back" onClick={() => want("")}>until {wanted} ✕</button>}
      {refused && <span class="bad" role="alert">{refused}</span>}
    </form>
  );
}
