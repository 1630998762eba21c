// The bar above the timeline: playback, jumps, breakpoint, range and filter.

import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Icon } from "./icons";
import { ask, comparedBranch, isDisconnected, isFollowing, selectedRange, send, session, show, status, tick } from "./store";
import { branchHere, filter, isReplaying, jump, jumpsAmongAll, playOrPause, replaySpeed, save, selectRange, setSpeed, step, zoom } from "./time";
import type { MarkKind } from "./protocol";

const KINDS: MarkKind[] = ["decision", "failure", "interrupt", "order"];

export function Transport({ hovered }: { hovered: string | null }) {
  const { lastTick, tickMs } = status.value;
  const seconds = (tick.value * tickMs) / 1000;
  const chosen = selectedRange.value;
  return (
    <div class="transport" role="toolbar" aria-label="Time">
      <Playback />
      <span class="group where">
        <TickField />
        <output>of {lastTick}, {seconds.toFixed(1)} s</output>
      </span>
      <Jumps />
      <span class="group">
        <button type="button" class="tool" onClick={() => zoom(0.5)} title="Zoom in (+)" aria-label="Zoom in"><Icon name="plus" /></button>
        <button type="button" class="tool" onClick={() => zoom(2)} title="Zoom out (-)" aria-label="Zoom out"><Icon name="minus" /></button>
      </span>
      <span class="group">
        <button type="button" class="tool" onClick={() => selectRange(true)} title="Start the range at this tick ([)" aria-label="Start range"><Icon name="start" /></button>
        <button type="button" class="tool" onClick={() => selectRange(false)} title="End the range at this tick (])" aria-label="End range"><Icon name="end" /></button>
        <button type="button" class={chosen ? "" : "tool"} aria-label={chosen ? `Save ${chosen[0]}–${chosen[1]}` : "Save"} onClick={() => save()} title="Save the range as a recording (s)"><Icon name="save" />{chosen && `Save ${chosen[0]}–${chosen[1]}`}</button>
      </span>
      {(session.value?.isAttached || session.value?.canControl) && <Breakpoints />}
      <input id="filter" type="search" placeholder="filter lanes" aria-label="Filter lanes" title="Show only the lanes with this text (l)" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      <span class="hovered" aria-live="off">{hovered}</span>
    </div>
  );
}

/** The shown tick as a field. What is typed stays there while a running scene goes on. */
function TickField() {
  const { firstTick, lastTick } = status.value;
  const typed = useSignal<string | null>(null);
  const commit = (text: string) => {
    typed.value = null;
    if (text.trim() !== "") show(Number(text));
  };
  return <label class="tick">tick <input type="number" min={firstTick} max={lastTick} value={typed.value ?? tick.value} onInput={(event) => (typed.value = event.currentTarget.value)} onChange={(event) => commit(event.currentTarget.value)} onBlur={() => (typed.value = null)} /></label>;
}

/** Jumps between the marks of the timeline. */
function Jumps() {
  const [kind, setKind] = useState<MarkKind>("decision");
  return (
    <span class="group">
      <button type="button" class="tool" onClick={() => jump(true, [kind])} title={`Previous ${kind} (${kind[0]?.toUpperCase()})`} aria-label={`Previous ${kind}`}><Icon name="back" /></button>
      <select aria-label="Jump to" title="What the arrows jump to" value={kind} onChange={(event) => setKind(event.currentTarget.value as MarkKind)}>
        {KINDS.map((one) => <option key={one}>{one}</option>)}
      </select>
      <button type="button" class="tool" onClick={() => jump(false, [kind])} title={`Next ${kind} (${kind[0]})`} aria-label={`Next ${kind}`}><Icon name="forth" /></button>
      <label title="Jump among all agents (a)"><input type="checkbox" checked={jumpsAmongAll.value} onChange={() => (jumpsAmongAll.value = !jumpsAmongAll.value)} /> all agents</label>
    </span>
  );
}

const SPEEDS = [250, 500, 1000, 2000, 4000, 16000];

function Playback() {
  const { isPlaying, speed, lastTick } = status.value;
  const isLive = session.value?.isLive ?? false;
  const canControl = (session.value?.canControl ?? false) && !isDisconnected.value;
  const isRunning = isReplaying.value || (canControl && isPlaying);
  return (
    <>
      <span class="group">
        <button type="button" disabled={isDisconnected.value} onClick={playOrPause} class="primary tool" title={isRunning ? "Pause (Space)" : "Play (Space)"} aria-label={isRunning ? "Pause" : "Play"}><Icon name={isRunning ? "pause" : "play"} /></button>
        <button type="button" disabled={isDisconnected.value} onClick={step} class="tool" title="One tick (.)" aria-label="Step"><Icon name="step" /></button>
      </span>
      <select aria-label="Speed" value={String(canControl ? speed : replaySpeed.value)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
        {SPEEDS.map((speed) => <option key={speed} value={speed}>{speed / 1000}×</option>)}
      </select>
      {isLive && <button type="button" aria-pressed={isFollowing.value} onClick={() => show(lastTick, true)} class="tool" aria-label="Now" title="Follow the last tick (End)"><Icon name="now" /></button>}
      {canControl && <BranchBar />}
    </>
  );
}

/** Rewinding, restarting, and the list of branches. */
function BranchBar() {
  const { branches, branch } = status.value;
  return (
    <>
      <span class="group">
        <button type="button" onClick={branchHere} title="Rewind the scene to this tick and continue from here as a branch (b)" aria-label="Branch here" class="tool"><Icon name="branch" /></button>
        <button type="button" onClick={() => send("restart", { seed: null, level: null, text: null })} title="Start the scene again from the saved texts, as a branch" aria-label="Restart" class="tool"><Icon name="restart" /></button>
      </span>
      {branches.length > 1 && (
        <>
          <label>Branch <select aria-label="Branch" value={String(branch)} onChange={(event) => send("switch_branch", { branch: Number(event.currentTarget.value) })}>
            {branches.map((one, at) => <option key={at} value={String(at)}>{one.name}</option>)}
          </select></label>
          <label>compared with <select aria-label="Compared with" value={comparedBranch.value === null ? "" : String(comparedBranch.value)} onChange={(event) => (comparedBranch.value = event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}>
            <option value="">none</option>
            {branches.map((one, at) => at !== branch && <option key={at} value={String(at)}>{one.name}</option>)}
          </select></label>
        </>
      )}
    </>
  );
}

/** The breakpoints. */
function Breakpoints() {
  const [error, setError] = useState<string | null>(null);
  const change = async (kind: "add_breakpoint" | "remove_breakpoint", text: string) => {
    try {
      await ask(kind, { text });
      setError(null);
      return true;
    } catch (error) {
      setError((error as Error).message);
      return false;
    }
  };
  const add = async (form: HTMLFormElement) => {
    const text = new FormData(form).get("text")?.toString().trim() ?? "";
    if (text === "" || (await change("add_breakpoint", text))) {
      if (text === "") setError(null);
      form.reset();
    }
  };
  return (
    <form
      class="stop-when"
      onSubmit={(event) => {
        event.preventDefault();
        void add(event.currentTarget);
      }}
    >
      <input id="stop-when" name="text" list="conditions" autocomplete="off" placeholder="stop when…" aria-label="Stop when" aria-invalid={error !== null} title="Add a breakpoint (w), such as: guard_3 has no plan" />
      <datalist id="conditions">
        {["anyone has no plan", "anyone wants …", "anyone does …", "… believes … = …", "event finds no plan"].map((text) => <option key={text} value={text} />)}
      </datalist>
      {status.value.breakpoints.map((text) => (
        <button type="button" key={text} title="Remove the breakpoint" onClick={() => change("remove_breakpoint", text)}>stops when {text} ✕</button>
      ))}
      {error && <span class="bad" role="alert">{error}</span>}
    </form>
  );
}
