// Keyboard shortcuts of the timeline and the panels, and the list that shows them.

import { signal } from "@preact/signals";
import { openBreakpoints } from "./breakpoints";
import { available, PANELS } from "./panel_list";
import { findNext } from "./events";
import { canCommand, living, selectFriends } from "./game";
import { openRingByKey } from "./order_ring";
import { hasTimeline, type Panel, panel, show, status, tick } from "./store";
import { branchHere, bringIntoView, jump, jumpsAmongAll, nextLane, playOrPause, save, selectRange, step, zoom } from "./time";

export const showsKeys = signal(false);

/** Keys and what they do, for the list. */
interface Shortcut {
  keys: string[];
  text: string;
}

interface Key extends Shortcut {
  act: (key: string, isShifted: boolean) => unknown;
}

function focus(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>(selector)?.focus());
}

/** Lowercase letters go forward, capitals go back. */
const isBack = (key: string) => key !== key.toLowerCase();

/** Keys that work everywhere except in text fields. */
const EVERYWHERE: Key[] = [
  { keys: ["1", "2", "…"], text: "switch to a panel", act: (key) => (panel.value = available.value[Number(key) - 1]?.panel ?? panel.value) },
  { keys: ["q"], text: "select all friends, in a game", act: () => canCommand.peek() && selectFriends(living.peek()) },
  { keys: ["r"], text: "orders for the selected friends, in a game", act: () => canCommand.peek() && openRingByKey() },
  { keys: ["Ctrl-K"], text: "all commands, agents and edits by name", act: () => {} },
  { keys: ["?"], text: "show or hide this list", act: () => (showsKeys.value = !showsKeys.value) },
  { keys: ["Escape"], text: "close this list, clear the selected range, leave a field", act: () => ((showsKeys.value = false), selectRange(null)) },
];

/** Keys of the timeline. */
const TIMELINE: Key[] = [
  { keys: ["ArrowLeft", "ArrowRight"], text: "previous or next tick; with Shift, ten ticks", act: (key, shifted) => show(tick.value + (key === "ArrowLeft" ? -1 : 1) * (shifted ? 10 : 1)) },
  { keys: ["Home", "End"], text: "first or last tick", act: (key) => (show(key === "Home" ? status.value.firstTick : status.value.lastTick, key === "End"), bringIntoView(tick.value)) },
  { keys: ["ArrowUp", "ArrowDown"], text: "agent above or below", act: (key) => nextLane(key === "ArrowUp" ? -1 : 1) },
  { keys: ["d", "D"], text: "next or previous decision", act: (key) => jump(isBack(key), ["decision"]) },
  { keys: ["f", "F"], text: "next or previous failure", act: (key) => jump(isBack(key), ["failure"]) },
  { keys: ["i", "I"], text: "next or previous interrupt", act: (key) => jump(isBack(key), ["interrupt"]) },
  { keys: ["o", "O"], text: "next or previous order event", act: (key) => jump(isBack(key), ["order"]) },
  { keys: ["a"], text: "jump among all agents or the selected one", act: () => (jumpsAmongAll.value = !jumpsAmongAll.value) },
  { keys: ["/"], text: "search events", act: () => ((panel.value = "events"), focus("#search")) },
  { keys: ["n", "N"], text: "next or previous match", act: (key) => findNext(isBack(key)) },
  { keys: ["l"], text: "filter lanes", act: () => focus("#filter") },
  { keys: ["w"], text: "set a breakpoint", act: openBreakpoints },
  { keys: ["[", "]"], text: "start or end the range to save at this tick", act: (key) => selectRange(key === "[") },
  { keys: ["s"], text: "save the range as a recording", act: () => save() },
  { keys: ["+", "-"], text: "zoom in or out", act: (key) => zoom(key === "+" ? 0.5 : 2) },
  { keys: [" "], text: "play or pause", act: () => playOrPause() },
  { keys: ["."], text: "run or show one tick", act: () => step() },
  { keys: ["b"], text: "continue the running scene from this tick as a branch", act: () => branchHere() },
];

/** Keys that panels handle themselves. */
const PANEL_KEYS: Partial<Record<Panel, Shortcut[]>> = {
  search: [
    { keys: ["ArrowLeft", "ArrowRight"], text: "previous or next expansion; with Shift, ten" },
    { keys: ["Home", "End"], text: "before the first or after the last expansion" },
  ],
  designer: [
    { keys: ["Ctrl-S"], text: "save, and apply to the running scene" },
    { keys: ["Ctrl-Space"], text: "complete a name" },
    { keys: ["Ctrl-F"], text: "find and replace in the text" },
    { keys: ["F8"], text: "next problem" },
    { keys: ["Ctrl-Z", "Ctrl-Y"], text: "undo or redo" },
    { keys: ["Escape", "Tab"], text: "one after the other: leave the editor" },
    { keys: ["ArrowUp", "…"], text: "move the focused point of a curve" },
  ],
  quest: [
    { keys: ["ArrowUp", "…"], text: "move the focused piece; while recording a demonstration, walk" },
    { keys: ["Home", "PgUp", "End", "PgDn"], text: "walk diagonally, as on the keypad" },
    { keys: ["s", "w"], text: "toggle sneaking, wait" },
    { keys: ["Backspace"], text: "undo the last step" },
    { keys: ["Enter", "Escape"], text: "keep or discard the demonstration" },
  ],
  fear: [
    { keys: ["ArrowLeft", "ArrowRight"], text: "previous or next order" },
    { keys: ["Home", "End"], text: "plain heuristic or last order" },
    { keys: ["ArrowUp", "…"], text: "move the goal while the map has the focus" },
  ],
};

export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (target.closest("input:not([type=checkbox]), textarea, select, .cm-editor")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // The space bar presses a focused button.
  if (event.key === " " && target.closest("button, [type=checkbox], summary")) return;
  // Timeline keys work only where it is shown.
  const known = hasTimeline() ? [...EVERYWHERE, ...TIMELINE] : EVERYWHERE;
  const found = known.find((one) => one.keys.includes(event.key)) ?? (/^[1-9]$/.test(event.key) ? EVERYWHERE[0] : undefined);
  if (found) {
    event.preventDefault();
    void found.act(event.key, event.shiftKey);
  }
}

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };

export function Keys() {
  if (!showsKeys.value) return null;
  const here = panel.value;
  const own = PANELS.filter((one) => PANEL_KEYS[one.panel]).sort((one, two) => Number(two.panel === here) - Number(one.panel === here));
  return (
    <section class="keys" role="dialog" aria-label="Keyboard shortcuts">
      <h2>Keyboard shortcuts <button type="button" onClick={() => (showsKeys.value = false)}>Close</button></h2>
      <List title="Everywhere" keys={EVERYWHERE} />
      {hasTimeline() && <List title="Timeline" keys={TIMELINE} />}
      {own.map((one) => <List key={one.panel} title={one.name} keys={PANEL_KEYS[one.panel] ?? []} />)}
    </section>
  );
}

function List({ title, keys }: { title: string; keys: Shortcut[] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {keys.map((one) => (
          <div key={one.text}>
            <dt>{one.keys.map((key) => (key === "…" ? "…" : <kbd key={key}>{NAMES[key] ?? key}</kbd>))}</dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
