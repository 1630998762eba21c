// The cards of the edited text. An edit of a card is answered with a new text, which replaces that of the editor: text and
// cards share their history.

import { computed, effect, signal } from "@preact/signals";
import { ask, connection } from "../store";
import type { Card, CardEdit, CardKey, CardKind, Problem } from "../protocol";
import { allDrafts, checked, checkedText, current, documents, edit as editText, edited as takeText, inTurn, message, original, row, text } from "./draft";

export type Path = (string | number)[];

/** Whether the text is shown as text or as cards. */
export const view = signal<"text" | "cards">("text");
export const kind = signal<CardKind>("action");
export const filter = signal("");
/** The cards, and the text that they were made of. */
export const deck = signal<{ text: string; cards: Card[] } | null>(null);
/** Why there are no cards. */
export const unreadable = signal<string | null>(null);
/** The card to scroll to, and the value that is edited or gets the focus. */
export const wanted = signal<{ section: string; name: string } | null>(null);
export const edited = signal<string | null>(null);
export const focused = signal<string | null>(null);
/** The cards and facts of the edge that was chosen in the graph; chips about them are marked. */
export const marked = signal<{ names: string[]; facts: string[] } | null>(null);
export const keysOf = signal<Partial<Record<CardKind, CardKey[]>>>({});

export const keyOf = (path: Path) => JSON.stringify(path);

effect(() => {
  const [now, document] = [text.value, current.value];
  if (view.value !== "cards" || row.value?.kind !== "domain" || original.value === null || connection.value.state !== "open") return;
  if (Object.keys(keysOf.peek()).length === 0) {
    ask("card_keys", {}).then((answer) => (keysOf.value = Object.fromEntries(answer.map((one) => [one.kind, one.keys]))), () => {});
  }
  ask("cards", { document, text: now }).then(
    (cards) => {
      if (text.peek() !== now || current.peek() !== document) return;
      [deck.value, unreadable.value] = [{ text: now, cards }, null];
    },
    (error: Error) => {
      if (text.peek() === now) [deck.value, unreadable.value] = [null, error.message];
    },
  );
});

/** Makes an edit, after all earlier ones. Resolves to whether it was made. */
export const edit = (change: CardEdit): Promise<boolean> => editText((document, text) => ask("edit_card", { document, text, edit: change }));

/** Renames a card with all references, in every open file. Resolves to whether it was renamed. */
export function rename(card: Card, to: string): Promise<boolean> {
  return inTurn(async () => {
    const renamed = () => ask("rename_card", { document: current.peek(), drafts: allDrafts(), kind: card.kind, name: card.name, to });
    let [before, done] = [text.peek(), await renamed()];
    // The text may have changed meanwhile, as by an undo.
    while (text.peek() !== before) [before, done] = [text.peek(), await renamed()];
    for (const one of done.texts) takeText(one.document, one.text);
    const others = done.texts.filter((one) => one.document !== current.peek()).map((one) => documents.peek()[one.document]);
    const names = (canSave: boolean) => others.filter((one) => one?.canSave === canSave).map((one) => one?.name).join(", ");
    const parts = [`Renamed ${card.name} to ${to} with ${done.references} reference${done.references === 1 ? "" : "s"}`];
    if (names(true)) parts.push(`also changed and not saved yet: ${names(true)}`);
    if (names(false)) parts.push(`also changed, but cannot be saved here: ${names(false)}`);
    if (done.left) parts.push(`left alone because of its errors: ${done.left}`);
    message.value = `${parts.join("; ")}.`;
  });
}

/** The problems of the cards' text; none while it is checked. */
export const problems = computed(() => (deck.value !== null && checkedText.value === deck.value.text ? (checked.value?.problems ?? []) : []));

/** The problems within a range of the text. */
export function within(all: Problem[], { from, to }: { from: number; to: number }): Problem[] {
  return all.filter((one) => one.from !== null && one.from >= from && one.from <= to && (one.to ?? one.from) <= to + 1);
}

/** Shows a card. */
export function showCard(section: string, name: string): void {
  const of: Record<string, CardKind> = { action: "action", goal: "goal", facts: "fact", agent: "agent", types: "type" };
  view.value = "cards";
  kind.value = of[section] ?? "action";
  filter.value = "";
  wanted.value = { section, name };
}
