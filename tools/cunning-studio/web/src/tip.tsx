// The tooltip beside the pointer, for canvases.

import { effect, signal } from "@preact/signals";
import { panel, tick } from "./store";

interface Shown {
  text: string;
  x: number;
  y: number;
}

const shown = signal<Shown | null>(null);

// What was said is no longer true in another tick, and belongs to no other panel.
effect(() => {
  void [panel.value, tick.value];
  shown.value = null;
});

/** Shows a text beside the pointer, or nothing. */
export function tip(text: string | null, event?: PointerEvent): void {
  if (text === null || !event) {
    if (shown.peek()) shown.value = null;
  } else shown.value = { text, x: event.clientX, y: event.clientY };
}

/** The room that a tooltip needs before it moves to the other side of the pointer, and its distance from the pointer. */
const WIDTH_PX = 320;
const AWAY_PX = 14;

export function Tip() {
  const now = shown.value;
  if (!now) return null;
  const x = now.x + WIDTH_PX > innerWidth ? { right: `${innerWidth - now.x + AWAY_PX}px` } : { left: `${now.x + AWAY_PX}px` };
  return <div class="tip" aria-hidden="true" style={{ ...x, bottom: `${innerHeight - now.y + AWAY_PX}px` }}>{now.text}</div>;
}
