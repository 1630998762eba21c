// A scene that a person plays: how the game stands, which friends are selected, and the orders that are given to them.

import { computed, effect, signal } from "@preact/signals";
import { ask, branch, errorMessage, isFollowing, keep, notice, select, session, show, status, tick } from "./store";
import type { Body, Game, OrderNews, OrderParamRow, PreviewRow } from "./protocol";

/** How the game stands after the last tick; null if the scene is not a game. */
export const game = signal<Game | null>(null);
export const orderLog = signal<OrderNews[]>([]);
/** The names of the selected friends. */
export const squad = signal<ReadonlySet<string>>(new Set());
/** What the selected friends would do on the order that is pointed at. */
export const previews = signal<PreviewRow[]>([]);
/** The dialog that is open. */
export const dialog = signal<"briefing" | "verdict" | null>(null);
/** The box that is being drawn on the map, in cells. */
export const box = signal<{ from: [number, number]; to: [number, number] } | null>(null);

/** The most often that the game is asked for. */
const GAME_MS = 80;
const LOG_MS = 250;

/** Whether orders can be given now. */
export const canCommand = computed(() => game.value?.verdict === "open" && (session.value?.canControl ?? false));

/** The names of the living friends. */
export const living = computed(() => (game.value?.friends ?? []).filter((friend) => friend.health > 0).map((friend) => friend.name));

export interface Target {
  name: string;
  cell: [number, number] | null;
  isActor: boolean;
}

/** Everything that an order can be given to now: places first, then actors. */
export const targets = computed((): Target[] => {
  const all = new Map<string, Target>();
  for (const order of game.value?.orders ?? []) {
    for (const target of order.params.flatMap((param) => param.targets)) all.set(target.name, { name: target.name, cell: target.cell, isActor: target.is_actor });
  }
  return [...all.values()].sort((one, two) => Number(one.isActor) - Number(two.isActor));
});

/** How near to an actor a click must be, in cells. */
const ACTOR_CELLS = 1.6;

/** The target at a point of the map: the actor there, or else the nearest place. */
export function targetAt(x: number, y: number): Target | null {
  const distance = (target: Target) => (target.cell ? Math.hypot(target.cell[0] + 0.5 - x, target.cell[1] + 0.5 - y) : Infinity);
  const nearest = (isActor: boolean) => targets.peek().filter((target) => target.isActor === isActor).sort((one, two) => distance(one) - distance(two))[0];
  const actor = nearest(true);
  return actor && distance(actor) < ACTOR_CELLS ? actor : nearest(false) ?? null;
}

/** An order, with a target for each parameter; null where one is still to be chosen. */
export interface Offer {
  order: string;
  doc: string;
  targets: (string | null)[];
}

/** The orders that fit a target: those that take it, and those that take no place and no actor. */
export function offersFor(target: Target | null): Offer[] {
  const offers: Offer[] = [];
  for (const { name, doc, params } of game.value?.orders ?? []) {
    const at = params.findIndex((param) => param.targets.some((known) => known.name === target?.name));
    if (at < 0 && params.some((param) => param.range === null)) continue;
    offers.push({ order: name, doc, targets: params.map((_, index) => (index === at ? (target?.name ?? null) : null)) });
  }
  if ([...squad.value].some((name) => game.value?.friends.find((friend) => friend.name === name)?.orders.length)) offers.push({ order: "stop", doc: "withdraw the orders of the selected friends", targets: [] });
  return offers;
}

/** The first parameter of an order that has no target yet. */
export function openParam({ order, targets }: Offer): OrderParamRow | null {
  const params = game.value?.orders.find((one) => one.name === order)?.params ?? [];
  return params[targets.indexOf(null)] ?? null;
}

/** An order with a target for its first open parameter. */
export function withTarget(offer: Offer, target: string): Offer {
  return { ...offer, targets: offer.targets.with(offer.targets.indexOf(null), target) };
}

/** The targets of an order that has all of them. */
function allTargets({ targets }: Offer): string[] | null {
  const given = targets.filter((target) => target !== null);
  return given.length === targets.length ? given : null;
}

/** Whether enemies that no friend knows of are hidden. */
export const hasFog = signal(true);

/** Whether the map shows what the friends know instead of what is: in a game that goes on, at its last tick. */
export const isFoggy = computed(() => hasFog.value && canCommand.value && tick.value === status.value.lastTick);

/** How far an enemy may be from where friends take it to be, in cells, before it is drawn there. */
const ASTRAY_CELLS = 1.5;

/** The bodies as the player sees them. */
export function seenBodies(bodies: Body[]): Body[] {
  const now = game.value;
  if (!now || !isFoggy.value) return bodies;
  const known = new Map(targets.value.map((target) => [target.name, target.cell]));
  return bodies.flatMap((body) => {
    if (body.team === now.team || !body.isAlive) return [body];
    const cell = known.get(body.name);
    if (!cell) return [];
    const [x, y] = [cell[0] + 0.5, cell[1] + 0.5];
    return [Math.hypot(body.x - x, body.y - y) < ASTRAY_CELLS ? body : { ...body, x, y, path: [], aims: null }];
  });
}

export function isFriend(body: Body): boolean {
  return body.isAlive && living.value.includes(body.name);
}

/** Selects a friend; with Shift it is added or removed. */
export function selectFriend(name: string, adds: boolean): void {
  const next = new Set(adds ? squad.peek() : []);
  if (adds && next.has(name)) next.delete(name);
  else next.add(name);
  squad.value = next;
}

export function selectFriends(names: string[], adds = false): void {
  squad.value = new Set([...(adds ? squad.peek() : []), ...names]);
}

/** Selects the friends in the box that was drawn. */
export function endBox(bodies: Body[], adds: boolean): void {
  const now = box.peek();
  box.value = null;
  if (!now) return;
  const within = (value: number, one: number, two: number) => value >= Math.min(one, two) && value <= Math.max(one, two);
  const inside = bodies.filter((body) => isFriend(body) && within(body.x, now.from[0], now.to[0]) && within(body.y, now.from[1], now.to[1]));
  selectFriends(inside.map((body) => body.name), adds);
}

/** Gives an order to the selected friends. */
export async function giveOrder(offer: Offer): Promise<void> {
  void previewOrder(null);
  const [{ order }, targets] = [offer, allTargets(offer)];
  if (!targets) return;
  const names = [...squad.peek()];
  try {
    await ask("give_order", { names, order, targets });
    errorMessage.value = null;
    isFollowing.value = true;
    show(status.peek().lastTick, true);
  } catch (error) {
    errorMessage.value = `Not ordered: ${(error as Error).message}.`;
  }
}

let previewed = 0;

/** Shows what the selected friends would do on an order; null shows nothing. */
export async function previewOrder(offer: Offer | null): Promise<void> {
  const own = ++previewed;
  const targets = offer && allTargets(offer);
  if (!offer || !targets || squad.peek().size === 0) {
    previews.value = [];
    return;
  }
  try {
    const rows = await ask("preview_order", { names: [...squad.peek()], order: offer.order, targets });
    if (own === previewed) previews.value = rows;
  } catch (error) {
    if (own === previewed) previews.value = [{ name: "", steps: [], path: [], why: (error as Error).message }];
  }
}

/** Starts a game: the one that waits, or another one on a level and with a seed. */
export async function startGame(level: string | null, seed: number): Promise<void> {
  dialog.value = null;
  const { branches, lastTick } = status.peek();
  const isWaiting = lastTick === 0 && level === game.peek()?.level && seed === branches[branch.peek()]?.seed;
  try {
    if (!isWaiting) await ask("restart", { seed, level, text: null });
    squad.value = new Set();
    await ask("play", {});
  } catch (error) {
    errorMessage.value = (error as Error).message;
  }
}

/** Keeps the game up to date, and opens the briefing at its start and the verdict at its end. */
export function watchGame(): void {
  keep(
    "game",
    () => {
      void branch.value;
      void status.value.worldRevision;
      void status.value.lastTick;
      return session.value?.isLive ? {} : null;
    },
    (answer) => (game.value = answer),
    GAME_MS,
  );
  keep(
    "order_log",
    () => {
      void branch.value;
      void status.value.worldRevision;
      return game.value ? { tick: tick.value } : null;
    },
    (answer) => (orderLog.value = answer ?? []),
    LOG_MS,
  );
  effect(() => {
    const alive = living.value;
    // The dead take no orders.
    if ([...squad.peek()].some((name) => !alive.includes(name))) squad.value = new Set([...squad.peek()].filter((name) => alive.includes(name)));
  });
  let hasBriefed = false;
  let verdict: Game["verdict"] | null = null;
  effect(() => {
    const now = game.value;
    if (!now || !session.value?.canControl) return;
    const first = now.friends.find((friend) => friend.agent !== null)?.agent;
    if (!hasBriefed && first) select(first);
    if (!hasBriefed && status.peek().lastTick === 0) dialog.value = "briefing";
    hasBriefed = true;
    if (now.verdict !== "open" && verdict === "open") dialog.value = "verdict";
    verdict = now.verdict;
  });
  effect(() => {
    if (session.value && !session.value.canControl && game.value && status.peek().lastTick === 0) notice.value = "Start the studio with --allow-control to play this scene.";
  });
}
