// The keyboard: everything on the timeline has a key, and a list says which.

import { signal } from "@preact/signals";
import { findNext } from "./events";
import { isSeen, order, room, show, status, tick, welcome } from "./store";
import { bringIntoView, choose, jump, nextLane, ofAll, save, zoom } from "./time";

export const showsKeys = signal(false);

interface Key {
  keys: string[];
  text: string;
  act: (key: string, isShifted: boolean) => unknown;
}

function focus(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>(selector)?.focus());
}

/** Letters are for the next one, capitals for the one before. */
const isBack = (key: string) => key !== key.toLowerCase();

export const KEYS: Key[] = [
  { keys: ["ArrowLeft", "ArrowRight"], text: "a tick back or on; with Shift ten", act: (key, shifted) => show(tick.value + (key === "ArrowLeft" ? -1 : 1) * (shifted ? 10 : 1)) },
  { keys: ["Home", "End"], text: "the first tick, the last", act: (key) => (show(key === "Home" ? status.value.firstTick : status.value.lastTick, key === "End"), bringIntoView(tick.value)) },
  { keys: ["ArrowUp", "ArrowDown"], text: "the agent above, below", act: (key) => nextLane(key === "ArrowUp" ? -1 : 1) },
  { keys: ["d", "D"], text: "next decision, the one before", act: (key) => jump(isBack(key), ["decision"]) },
  { keys: ["f", "F"], text: "next failure, the one before", act: (key) => jump(isBack(key), ["failure"]) },
  { keys: ["i", "I"], text: "next interrupt, the one before", act: (key) => jump(isBack(key), ["interrupt"]) },
  { keys: ["o", "O"], text: "next about an order, the one before", act: (key) => jump(isBack(key), ["order"]) },
  { keys: ["a"], text: "jump among all agents, or the selected one only", act: () => (ofAll.value = !ofAll.value) },
  { keys: ["/"], text: "search what happened", act: () => ((room.value = "events"), focus("#search")) },
  { keys: ["n", "N"], text: "next thing found, the one before", act: (key) => findNext(isBack(key)) },
  { keys: ["l"], text: "filter the lanes", act: () => focus("#filter") },
  { keys: ["w"], text: "stop when something becomes true", act: () => focus("#stop-when") },
  { keys: ["[", "]"], text: "the range to save begins here, ends here", act: (key) => choose(key === "[") },
  { keys: ["s"], text: "save the range to a file", act: () => save() },
  { keys: ["+", "-"], text: "closer, further", act: (key) => zoom(key === "+" ? 0.5 : 2) },
  { keys: [" "], text: "play or pause", act: () => (welcome.value?.canControl ? order(status.value.isPlaying ? "pause" : "play", {}) : null) },
  { keys: ["."], text: "play one tick", act: () => (welcome.value?.canControl ? order("step", {}) : null) },
  { keys: ["?"], text: "these keys", act: () => (showsKeys.value = !showsKeys.value) },
  { keys: ["Escape"], text: "close this; save no range", act: () => ((showsKeys.value = false), choose(null)) },
];

export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (target.closest("input:not([type=checkbox]), textarea, select, .cm-editor")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  // Where no timeline is shown its keys mean nothing.
  if (!isSeen() || event.ctrlKey || event.metaKey || event.altKey) return;
  // A button that has the focus is pressed with the space bar.
  if (event.key === " " && target.closest("button, [type=checkbox], summary")) return;
  const found = KEYS.find((one) => one.keys.includes(event.key));
  if (found) {
    event.preventDefault();
    void found.act(event.key, event.shiftKey);
  }
}

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

export function Keys() {
  if (!showsKeys.value) return null;
  return (
    <section class="keys" role="dialog" aria-label="Keys">
      <h2>Keys <button type="button" onClick={() => (showsKeys.value = false)}>close</button></h2>
      <dl>
        {KEYS.map((one) => (
          <div key={one.text}>
            <dt>{one.keys.map((key) => <kbd key={key}>{NAMES[key] ?? key}</kbd>)}</dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
