// Being a soldier: keys and the mouse move the body of a friend. Every move is an edit in words, so that it is recorded and
// replayed.

import { computed, effect, signal } from "@preact/signals";
import { canCommand, game, targets } from "./game";
import { ask, errorMessage, frame, isFollowing, status, tick } from "./store";

/** The friend that the player is. */
export const driven = computed(() => (canCommand.value ? (game.value?.friends.find((friend) => friend.isDriven && friend.health > 0)?.name ?? null) : null));

/** Where the mouse points, in cells. */
const aim = signal<[number, number] | null>(null);
/** The pressed keys that walk. */
const held = new Set<string>();

/** How often a body is told where to walk and where to look. */
const WALK_MS = 150;
/** How far ahead of the body it walks, in cells; nearer where that is no ground. */
const AHEAD = [3, 2, 1];
/** How near to an enemy a shot must be aimed to be meant for it, in cells. */
const ENEMY_CELLS = 1.2;

const WAYS: Record<string, [number, number]> = {
  w: [0, -1], s: [0, 1], a: [-1, 0], d: [1, 0],
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};

/** The item that is thrown. */
const GRENADE = "grenade";

/** Makes an edit. What is impossible at the moment, as to walk into a wall, is no error to a player. */
async function move(words: string): Promise<boolean> {
  const name = driven.peek();
  if (name === null) return false;
  try {
    await ask("edit", { text: `drive ${name} ${words}` });
    return true;
  } catch {
    return false;
  }
}

/** Takes over a friend, or gives it back. */
export async function be(name: string | null): Promise<void> {
  const now = driven.peek();
  held.clear();
  try {
    if (now !== null && now !== name) await ask("edit", { text: `free ${now}` });
    if (name !== null) await ask("edit", { text: `drive ${name}` });
    isFollowing.value = true;
    tick.value = status.peek().lastTick;
    if (name !== null) document.querySelector<HTMLElement>(".map")?.focus();
  } catch (error) {
    errorMessage.value = (error as Error).message;
  }
}

let isWalking = false;

/** Walks while keys are held. */
async function walk(): Promise<void> {
  if (isWalking) return;
  isWalking = true;
  while (held.size > 0 && driven.peek() !== null) {
    const body = frame.peek()?.bodies.find((one) => one.name === driven.peek());
    const [x, y] = [...held].reduce<[number, number]>(([x, y], key) => [x + (WAYS[key]?.[0] ?? 0), y + (WAYS[key]?.[1] ?? 0)], [0, 0]);
    if (body && (x !== 0 || y !== 0)) {
      for (const far of AHEAD) {
        if (await move(`walk ${Math.floor(body.x) + Math.sign(x) * far},${Math.floor(body.y) + Math.sign(y) * far}`)) break;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, WALK_MS));
  }
  isWalking = false;
  await move("halt");
}

let lastAim = 0;

/** The mouse points at a place of the map. Returns whether a body is driven. */
export function aimAt(x: number, y: number): boolean {
  if (driven.peek() === null) return false;
  aim.value = [x, y];
  if (performance.now() - lastAim > WALK_MS) {
    lastAim = performance.now();
    void move(`face ${Math.floor(x)},${Math.floor(y)}`);
  }
  return true;
}

/** Shoots at a place of the map, or at the enemy there. Returns whether a body is driven. */
export function shootAt(x: number, y: number): boolean {
  if (driven.peek() === null) return false;
  const near = targets.peek().filter((one) => one.isActor && one.cell && Math.hypot(one.cell[0] + 0.5 - x, one.cell[1] + 0.5 - y) < ENEMY_CELLS);
  void move(`shoot ${near[0]?.name ?? `${Math.floor(x)},${Math.floor(y)}`}`);
  return true;
}

let isCrouched = false;

/** Keys of the driven body come before all others. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (driven.peek() === null || event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=checkbox]), textarea, select, dialog[open], [role=dialog]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isDown = event.type === "keydown";
  const at = aim.peek();
  if (WAYS[key]) {
    if (isDown) held.add(key);
    else held.delete(key);
    if (isDown) void walk();
  } else if (!isDown) {
    return;
  } else if (key === "g") {
    if (at) void move(`throw ${GRENADE} at ${Math.floor(at[0])},${Math.floor(at[1])}`).then((isMade) => (errorMessage.value = isMade ? null : "No grenade to throw, or it is too far."));
  } else if (key === "c") {
    isCrouched = !isCrouched;
    void move(isCrouched ? "crouch" : "stand");
  } else if (key === "r") {
    void move("reload");
  } else if (key === "Escape") {
    void be(null);
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

addEventListener("keydown", onKey, { capture: true });
addEventListener("keyup", onKey, { capture: true });
addEventListener("blur", () => held.clear());
effect(() => {
  if (driven.value === null) held.clear();
});
