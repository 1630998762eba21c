// The bar above the timeline: playback, jumps, breakpoint, range and filter.

import { useState } from "preact/hooks";
import { showsKeys } from "./keys";
import { ask, selectedRange, isFollowing, isDisconnected, send, show, status, tick, session } from "./store";
import { selectRange, filter, jump, jumpsAmongAll, save, zoom } from "./time";
import type { MarkKind } from "./protocol";

export function Transport({ hovered }: { hovered: string | null }) {
  const { firstTick, lastTick, tickMs } = status.value;
  const seconds = (tick.value * tickMs) / 1000;
  const chosen = selectedRange.value;
  return (
    <div class="transport">
      {session.value?.isLive && <Playback />}
      <Jump kind="decision" shortcut="d" />
      <Jump kind="failure" shortcut="f" />
      <Jump kind="interrupt" shortcut="i" />
      <label title="Jump among all agents (a)"><input type="checkbox" checked={jumpsAmongAll.value} onChange={() => (jumpsAmongAll.value = !jumpsAmongAll.value)} /> all agents</label>
      <label class="tick">tick <input type="number" min={firstTick} max={lastTick} value={tick.value} onChange={(event) => show(Number(event.currentTarget.value))} /></label>
      <output>of {lastTick}, {seconds.toFixed(1)} s</output>
      <span class="group">
        <button type="button" onClick={() => zoom(0.5)} title="Zoom in (+)">+</button>
        <button type="button" onClick={() => zoom(2)} title="Zoom out (-)">−</button>
      </span>
      <input id="filter" type="search" placeholder="filter lanes" aria-label="Filter lanes" title="l" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      {session.value?.isLive && <StopWhen />}
      <span class="group">
        <button type="button" onClick={() => selectRange(true)} title="Start the range at this tick ([)" aria-label="Start range">[</button>
        <button type="button" onClick={() => selectRange(false)} title="End the range at this tick (])" aria-label="End range">]</button>
        <button type="button" onClick={() => save()} title="Save the range as a recording (s)">{chosen ? `Save ${chosen[0]}–${chosen[1]}` : "Save"}</button>
      </span>
      <button type="button" onClick={() => (showsKeys.value = !showsKeys.value)} title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts">?</button>
      <span class="hovered" aria-live="off">{hovered}</span>
    </div>
  );
}

function Playback() {
  const { isPlaying, outcome, speed, lastTick } = status.value;
  const canControl = (session.value?.canControl ?? false) && !isDisconnected.value;
  const why = isDisconnected.value ? "the connection to the studio is lost" : "start the studio with --allow-control";
  const now = <button type="button" aria-pressed={isFollowing.value} onClick={() => show(lastTick, true)} title="End">Now</button>;
  // An attached game cannot be controlled.
  if (session.value?.isAttached) return now;
  return (
    <>
      <span class="group">
        <button type="button" disabled={!canControl || outcome !== null} onClick={() => send(isPlaying ? "pause" : "play", {})} title={canControl ? "Space" : why}>
          {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" disabled={!canControl} onClick={() => send("step", {})} title={canControl ? "One tick (.)" : why}>Step</button>
      </span>
      <select aria-label="Speed" disabled={!canControl} value={String(speed)} onChange={(event) => send("speed", { thousandths: Number(event.currentTarget.value) })}>
        {[250, 500, 1000, 2000, 4000, 16000].map((speed) => <option key={speed} value={speed}>{speed / 1000}×</option>)}
      </select>
      {now}
    </>
  );
}

function Jump({ kind, shortcut }: { kind: MarkKind; shortcut: string }) {
  return (
    <span class="group">
      <button type="button" onClick={() => jump(true, [kind])} title={`Previous ${kind} (${shortcut.toUpperCase()})`}>◀</button>
      <button type="button" onClick={() => jump(false, [kind])} title={`Next ${kind} (${shortcut})`}>{kind} ▶</button>
    </span>
  );
}

/** The breakpoint. */
function StopWhen() {
  const [error, setError] = useState<string | null>(null);
  const current = status.value.stopWhen;
  const set = async (text: string) => {
    try {
      await ask("stop_when", { text });
      setError(null);
    } catch (error) {
      setError((error as Error).message);
    }
  };
  return (
    <form
      class="stop-when"
      onSubmit={(event) => {
        event.preventDefault();
        void set(new FormData(event.currentTarget).get("text")?.toString() ?? "");
      }}
    >
      <input id="stop-when" name="text" list="conditions" placeholder="stop when… guard_3 has no plan" aria-label="Stop when" aria-invalid={error !== null} title="Press Enter to set the breakpoint (w)" />
      <datalist id="conditions">
        {["anyone has no plan", "anyone wants …", "anyone does …", "… believes … = …", "finds no plan"].map((text) => <option key={text} value={text} />)}
      </datalist>
      {current && <button type="button" title="Remove the breakpoint" onClick={() => set("")}>stops when {current} ✕</button>}
      {error && <span class="bad" role="alert">{error}</span>}
    </form>
  );
}
