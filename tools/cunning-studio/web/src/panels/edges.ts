// What makes an edge of the dependency graph: effects of one action, and conditions of another action or of a goal.

import { computed, effect, signal } from "@preact/signals";
import { ask, connection, errorMessage } from "../store";
import type { Card, CardNode } from "../protocol";
import { edit, type Path } from "./deck";
import { current, original, row, text } from "./draft";

/** A text of a card, and where it is written. */
export interface Chip {
  path: Path;
  text: string;
}

/** The ends of an edge: an action, and an action or a goal. */
export interface Ends {
  from: string;
  to: string;
  isGoal: boolean;
}

/** A chip that would make an edge. */
export interface Offer {
  card: string;
  path: Path;
  at: number;
  text: string;
  isEffect: boolean;
}

/** The edge that is shown, and the edge that is being made. */
export const shown = signal<Ends | null>(null);
export const wanted = signal<Ends | null>(null);
const cards = signal<{ text: string; cards: Card[] } | null>(null);

effect(() => {
  const [now, document] = [text.value, current.value];
  if ((shown.value === null && wanted.value === null) || row.value?.kind !== "domain" || original.value === null || connection.value.state !== "open") return;
  ask("cards", { document, text: now }).then(
    (answer) => {
      if (text.peek() === now && current.peek() === document) cards.value = { text: now, cards: answer };
    },
    (error: Error) => (errorMessage.value = error.message),
  );
});

const cardOf = (section: string, name: string) => cards.value?.cards.find((card) => card.section === section && card.name === name);

/** All texts below some keys of a card. */
function chipsOf(card: Card | undefined, keys: string[]): Chip[] {
  const found: Chip[] = [];
  const walk = (node: CardNode, path: Path): void => {
    if (node.is === "text") found.push({ path, text: node.text });
    else if (node.is === "list") node.items.forEach((item, at) => walk(item.content, [...path, at]));
    else if (node.is === "table") node.entries.forEach((entry) => walk(entry.value.content, [...path, entry.key]));
  };
  if (card?.content.is === "table") for (const entry of card.content.entries) if (keys.includes(entry.key)) walk(entry.value.content, [card.section, card.name, entry.key]);
  return found;
}

const effectsOf = (name: string) => chipsOf(cardOf("action", name), ["then", "hope"]);
const conditionsOf = ({ to, isGoal }: Ends) => (isGoal ? chipsOf(cardOf("goal", to), ["want"]) : chipsOf(cardOf("action", to), ["when"]));

const mentions = (chip: Chip, facts: string[]) => facts.some((fact) => new RegExp(`\\b${fact.replace(/\W.*$/s, "")}\\b`).test(chip.text));

/** The effects and conditions about some facts at the ends of an edge. */
export function makers(ends: Ends, facts: string[]): { effects: Chip[]; conditions: Chip[] } {
  return { effects: effectsOf(ends.from).filter((chip) => mentions(chip, facts)), conditions: conditionsOf(ends).filter((chip) => mentions(chip, facts)) };
}

/** Removes a chip. */
export function remove(chip: Chip): void {
  void edit({ edit: "remove", path: chip.path });
}

/** The condition that an effect satisfies. */
function conditionFor(effect: string): string | null {
  const change = /^\s*(.+?)\s*([+-])=\s*(.+?)\s*$/.exec(effect);
  if (change) return change[2] === "+" ? `${change[1]} >= ${change[3]}` : null;
  const assigned = /^\s*(.+?)\s*=\s*(.+?)\s*$/.exec(effect);
  return assigned ? `${assigned[1]} == ${assigned[2]}` : effect.trim();
}

/** The effect that satisfies a condition. */
function effectFor(condition: string): string | null {
  if (/[<!]|\bor\b|\band\b|:/.test(condition)) return null;
  const least = /^\s*(.+?)\s*>=\s*(.+?)\s*$/.exec(condition);
  if (least) return `${least[1]} += ${least[2]}`;
  const equal = /^\s*(.+?)\s*==\s*(.+?)\s*$/.exec(condition);
  if (equal) return `${equal[1]} = ${equal[2]}`;
  return condition.includes(">") ? null : condition.trim();
}

/** The chips that would make the wanted edge, with those of the other end as models. */
export const offers = computed((): Offer[] => {
  const ends = wanted.value;
  if (!ends || !cards.value) return [];
  const [key, section] = ends.isGoal ? ["want", "goal"] : ["when", "action"];
  const [effects, conditions] = [effectsOf(ends.from), conditionsOf(ends)];
  const count = (chips: Chip[], key: string) => chips.filter((chip) => chip.path[2] === key && chip.path.length === 4).length;
  const has = (chips: Chip[], text: string) => chips.some((chip) => chip.text.trim() === text);
  const all: Offer[] = [];
  for (const { text } of effects) {
    const own = conditionFor(text);
    if (own !== null && !has(conditions, own)) all.push({ card: ends.to, path: [section ?? "", ends.to, key ?? ""], at: count(conditions, key ?? ""), text: own, isEffect: false });
  }
  for (const { text } of conditions) {
    const own = effectFor(text);
    if (own !== null && !has(effects, own)) all.push({ card: ends.from, path: ["action", ends.from, "then"], at: count(effects, "then"), text: own, isEffect: true });
  }
  return all;
});

/** The offer for a text of one's own. */
export function ownOffer(ends: Ends, isEffect: boolean, text: string): Offer {
  const key = isEffect ? "then" : ends.isGoal ? "want" : "when";
  const card = isEffect ? ends.from : ends.to;
  const path = [isEffect || !ends.isGoal ? "action" : "goal", card, key];
  const chips = isEffect ? effectsOf(ends.from) : conditionsOf(ends);
  return { card, path, at: chips.filter((chip) => chip.path[2] === key && chip.path.length === 4).length, text, isEffect };
}

/** Adds the chip of an offer. The list is begun if the card has none. */
export async function take({ path, at, text }: Offer): Promise<boolean> {
  const ends = wanted.peek();
  const isMade = await (hasList(path) ? edit({ edit: "insert", path, at, value: text }) : edit({ edit: "set", path, value: JSON.stringify([text]) }));
  if (isMade) [wanted.value, shown.value] = [null, ends];
  return isMade;
}

function hasList(path: Path): boolean {
  const card = cards.peek()?.cards.find((one) => one.section === path[0] && one.name === path[1]);
  return card?.content.is === "table" && card.content.entries.some((entry) => entry.key === path[2] && entry.value.content.is === "list");
}
