// The keyboard: everything on the timeline has a key, rooms have theirs, and a list says which.

import { signal } from "@preact/signals";
import { doors, ROOMS } from "./bar";
import { findNext } from "./events";
import { isSeen, order, type Room, room, show, status, tick, welcome } from "./store";
import { bringIntoView, choose, jump, nextLane, ofAll, save, zoom } from "./time";

export const showsKeys = signal(false);

/** Keys and what they do, for the list. */
interface Named {
  keys: string[];
  text: string;
}

interface Key extends Named {
  act: (key: string, isShifted: boolean) => unknown;
}

function focus(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>(selector)?.focus());
}

/** Letters are for the next one, capitals for the one before. */
const isBack = (key: string) => key !== key.toLowerCase();

/** Keys that work everywhere but where one types. */
const EVERYWHERE: Key[] = [
  { keys: ["1", "2", "…"], text: "the rooms, in the order of the bar", act: (key) => (room.value = doors.value[Number(key) - 1]?.room ?? room.value) },
  { keys: ["?"], text: "these keys", act: () => (showsKeys.value = !showsKeys.value) },
  { keys: ["Escape"], text: "close this; save no range; leave a field", act: () => ((showsKeys.value = false), choose(null)) },
];

/** Keys of the timeline, where it is shown. */
const TIMELINE: Key[] = [
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
];

/** What rooms do with keys themselves. */
const OF_ROOMS: Partial<Record<Room, Named[]>> = {
  search: [
    { keys: ["ArrowLeft", "ArrowRight"], text: "an expansion back or on; with Shift ten" },
    { keys: ["Home", "End"], text: "before the first expansion, after the last" },
  ],
  designer: [
    { keys: ["Ctrl-S"], text: "save; those who play take it" },
    { keys: ["Ctrl-Space"], text: "names to choose from" },
    { keys: ["Ctrl-F"], text: "find and replace in the text" },
    { keys: ["F8"], text: "the next mistake" },
    { keys: ["Ctrl-Z", "Ctrl-Y"], text: "take a change back, make it again" },
    { keys: ["Escape", "Tab"], text: "one after the other: out of the text" },
    { keys: ["ArrowUp", "…"], text: "move the point of a curve that has the focus" },
  ],
  quest: [
    { keys: ["ArrowUp", "…"], text: "move the piece that has the focus; go, while a demonstration is recorded" },
    { keys: ["Home", "PgUp", "End", "PgDn"], text: "go across corners; so does the keypad" },
    { keys: ["s", "w"], text: "sneak or walk, wait" },
    { keys: ["Backspace"], text: "take the last step back" },
    { keys: ["Enter", "Escape"], text: "keep what was shown, leave it" },
  ],
  fear: [
    { keys: ["ArrowLeft", "ArrowRight"], text: "the order before, the next" },
    { keys: ["Home", "End"], text: "the plain heuristic, the last order" },
    { keys: ["ArrowUp", "…"], text: "move the goal, while the map has the focus" },
  ],
};

export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (target.closest("input:not([type=checkbox]), textarea, select, .cm-editor")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A button that has the focus is pressed with the space bar.
  if (event.key === " " && target.closest("button, [type=checkbox], summary")) return;
  // Where no timeline is shown its keys mean nothing.
  const known = isSeen() ? [...EVERYWHERE, ...TIMELINE] : EVERYWHERE;
  const found = known.find((one) => one.keys.includes(event.key)) ?? (/^[1-9]$/.test(event.key) ? EVERYWHERE[0] : undefined);
  if (found) {
    event.preventDefault();
    void found.act(event.key, event.shiftKey);
  }
}

const NAMES: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };

export function Keys() {
  if (!showsKeys.value) return null;
  const here = room.value;
  const rooms = ROOMS.filter((one) => OF_ROOMS[one.room]).sort((one, two) => Number(two.room === here) - Number(one.room === here));
  return (
    <section class="keys" role="dialog" aria-label="Keys">
      <h2>Keys <button type="button" onClick={() => (showsKeys.value = false)}>close</button></h2>
      <List title="Everywhere" keys={EVERYWHERE} />
      {isSeen() && <List title="Timeline" keys={TIMELINE} />}
      {rooms.map((one) => <List key={one.room} title={one.name} keys={OF_ROOMS[one.room] ?? []} />)}
    </section>
  );
}

function List({ title, keys }: { title: string; keys: Named[] }) {
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
