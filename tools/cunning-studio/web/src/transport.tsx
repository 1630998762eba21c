// The bar above the timeline, in one row: playback, the tick, jumps, the range to save, breakpoints and branches.

import { useSignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Breakpoints } from "./breakpoints";
import { Icon } from "./icons";
import { comparedBranch, isDisconnected, isFollowing, selectedRange, send, session, show, status, tick } from "./store";
import { branchHere, isReplaying, jump, jumpsAmongAll, playOrPause, replaySpeed, save, selectRange, setSpeed, step } from "./time";
import type { MarkKind } from "./protocol";

const KINDS: MarkKind[] = ["decision", "failure", "interrupt", "order"];

export function Transport() {
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
        <button type="button" class="tool" onClick={() => selectRange(true)} title="Start the range at this tick ([)" aria-label="Start range"><Icon name="start" /></button>
        <button type="button" class="tool" onClick={() => selectRange(false)} title="End the range at this tick (])" aria-label="End range"><Icon name="end" /></button>
        <button type="button" class={chosen ? "tool wide" : "tool"} aria-label={chosen ? `Save ${chosen[0]}–${chosen[1]}` : "Save"} onClick={() => save()} title="Save the range as a recording (s)"><Icon name="save" />{chosen && <span class="wide-only">Save {chosen[0]}–{chosen[1]}</span>}</button>
      </span>
      <Breakpoints />
      <Branches />
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
  return <label class="tick"><span class="wide-only">tick </span><input type="number" aria-label="tick" style={{ width: `calc(${Math.max(3, String(lastTick).length)}ch + 3em)` }} min={firstTick} max={lastTick} value={typed.value ?? tick.value} onInput={(event) => (typed.value = event.currentTarget.value)} onChange={(event) => commit(event.currentTarget.value)} onBlur={() => (typed.value = null)} /></label>;
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
      <label class="led" title="Jump among all agents (a)"><input type="checkbox" aria-label="all agents" checked={jumpsAmongAll.value} onChange={() => (jumpsAmongAll.value = !jumpsAmongAll.value)} />all</label>
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

/** Rewinding and restarting. */
function BranchBar() {
  return (
    <span class="group">
      <button type="button" onClick={branchHere} title="Rewind the scene to this tick and continue from here as a branch (b)" aria-label="Branch here" class="tool"><Icon name="branch" /></button>
      <button type="button" onClick={() => send("restart", { seed: null, level: null, text: null })} title="Start the scene again from the saved texts, as a branch" aria-label="Restart" class="tool"><Icon name="restart" /></button>
    </span>
  );
}

/** The list of branches, once there are several. */
function Branches() {
  const { branches, branch } = status.value;
  if (branches.length < 2) return null;
  return (
    <span class="group branches">
      <label><Icon name="branch" /><select aria-label="Branch" title="The branch that is shown" value={String(branch)} onChange={(event) => send("switch_branch", { branch: Number(event.currentTarget.value) })}>
        {branches.map((one) => <option key={one.id} value={String(one.id)}>{one.name}</option>)}
      </select></label>
      <button type="button" class="tool" title="Remove this branch and its recording" aria-label="Remove branch" onClick={() => send("remove_branch", { branch })}><Icon name="close" /></button>
      <label><span class="wide-only">vs</span><select aria-label="Compared with" title="The branch that it is compared with, on the map and the timeline" value={comparedBranch.value === null ? "" : String(comparedBranch.value)} onChange={(event) => (comparedBranch.value = event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}>
        <option value="">nothing</option>
        {branches.filter((one) => one.id !== branch).map((one) => <option key={one.id} value={String(one.id)}>{one.name}</option>)}
      </select></label>
    </span>
  );
}
