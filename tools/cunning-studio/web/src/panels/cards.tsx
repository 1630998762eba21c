// The edited text as cards: one for each action, goal, fact, archetype and type.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../icons";
import type { Card, CardKind, CardNode } from "../protocol";
import { AddKey, ValueView } from "./card_value";
import { deck, edit, filter, keysOf, kind, problems, rename, unreadable, view, wanted, within } from "./deck";
import { cursor } from "./draft";

const KINDS: { kind: CardKind; name: string; one: string }[] = [
  { kind: "action", name: "Actions", one: "action" },
  { kind: "goal", name: "Goals", one: "goal" },
  { kind: "fact", name: "Facts", one: "fact" },
  { kind: "agent", name: "Archetypes", one: "archetype" },
  { kind: "type", name: "Types", one: "type" },
];

export function Cards() {
  const all = deck.value?.cards;
  if (unreadable.value !== null) return <p class="hint" role="alert">There are no cards: {unreadable.value}. <button type="button" onClick={() => (view.value = "text")}>Show the text</button></p>;
  if (!all) return <p class="hint">Loading…</p>;
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter((card) => card.kind === kind.value && words.every((word) => card.name.toLowerCase().includes(word) || textOf(card.content).includes(word)));
  const count = (of: CardKind) => all.filter((card) => card.kind === of).length;
  const wrong = (of: CardKind) => all.some((card) => card.kind === of && within(problems.value, card).some((one) => one.isError));
  return (
    <div class="cards">
      <div class="tools">
        <div class="tabs" role="tablist" aria-label="Kinds of cards">
          {KINDS.map((one) => (
            <button type="button" role="tab" key={one.kind} aria-selected={kind.value === one.kind} onClick={() => (kind.value = one.kind)}>{one.name} <small>{count(one.kind)}</small>{wrong(one.kind) && <span class="bad"> !</span>}</button>
          ))}
        </div>
        <input type="search" aria-label="Filter cards" placeholder="filter" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
        <NewCard />
      </div>
      <div class="card-list" role="list" aria-label="Cards">
        {shown.map((card) => <CardView key={`${card.section} ${card.name}`} card={card} />)}
        {shown.length === 0 && <p class="hint" role="listitem">{words.length ? "No card contains these words." : "There are none yet."}</p>}
      </div>
    </div>
  );
}

/** Everything that is written on a card, for the filter. */
function textOf(node: CardNode): string {
  switch (node.is) {
    case "list": return node.items.map((item) => textOf(item.content)).join(" ");
    case "table": return node.entries.map((entry) => `${entry.key} ${textOf(entry.value.content)}`).join(" ").toLowerCase();
    default: return node.text.toLowerCase();
  }
}

function NewCard() {
  const name = useSignal("");
  const one = KINDS.find((one) => one.kind === kind.value)?.one ?? "card";
  const add = async (event: Event) => {
    event.preventDefault();
    const own = name.value.trim();
    if (own === "" || !(await edit({ edit: "add", kind: kind.value, name: own }))) return;
    name.value = "";
    filter.value = "";
    wanted.value = { section: "", name: own };
  };
  return (
    <form class="row" onSubmit={(event) => void add(event)}>
      <input aria-label={`Name of a new ${one}`} placeholder={`new ${one}`} required value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
      <button type="submit">Add</button>
    </form>
  );
}

/** The parameters of a card, with their types. */
function paramsOf(node: CardNode): [string, string][] {
  if (node.is !== "table") return [];
  const params = node.entries.find((entry) => entry.key === "params")?.value.content;
  if (params?.is !== "table") return [];
  return params.entries.flatMap(({ key, value }): [string, string][] => (value.content.is === "text" ? [[key, value.content.text]] : []));
}

function CardView({ card }: { card: Card }) {
  const own = useRef<HTMLDivElement>(null);
  const found = within(problems.value, card);
  const path = [card.section, card.name];
  const params = paramsOf(card.content);
  const keys = keysOf.value[card.kind] ?? [];
  useEffect(() => {
    const want = wanted.value;
    if (want?.name !== card.name || (want.section !== "" && want.section !== card.section)) return;
    wanted.value = null;
    own.current?.scrollIntoView({ block: "center" });
    own.current?.focus();
  }, [wanted.value]);
  const common = { params, problems: found };
  const entries = card.content.is === "table" ? card.content.entries : [];
  const has = new Set(entries.map((entry) => entry.key));
  return (
    <div class={`card ${found.some((one) => one.isError) ? "wrong" : ""}`} role="listitem" tabindex={-1} ref={own} aria-label={`${card.kind} ${card.name}`}>
      <h2>
        <CardName card={card} />
        <button type="button" class="quiet" aria-label={`Show ${card.name} in the text`} title="Show in the text" onClick={() => ((view.value = "text"), (cursor.value = { at: card.from }))}><Icon name="designer" /></button>
        <button type="button" class="quiet" aria-label={`Remove the card ${card.name}`} title="Remove" onClick={() => void edit({ edit: "remove", path })}><Icon name="close" /></button>
      </h2>
      {card.content.is !== "table" && <ValueView {...common} path={path} value={{ from: card.from, to: card.to, content: card.content }} words={[]} />}
      {entries.map((entry) => {
        const key = keys.find((one) => one.name === entry.key);
        return (
          <div class="field" key={entry.key}>
            <span class="key" title={key?.doc ?? undefined}>{entry.key}</span>
            <ValueView {...common} path={[...path, entry.key]} value={entry.value} words={key?.choices ?? []} />
            <button type="button" class="quiet small" aria-label={`Remove ${entry.key} of ${card.name}`} title={`Remove ${entry.key}`} onClick={() => void edit({ edit: "remove", path: [...path, entry.key] })}><Icon name="minus" /></button>
          </div>
        );
      })}
      {(card.content.is === "table" || card.kind === "fact") && <AddKey path={path} keys={keys.filter((key) => !has.has(key.name))} />}
      {found.length > 0 && (
        <ul class="card-problems">
          {found.map((one, at) => <li key={at} class={one.isError ? "bad" : "warn"}>{one.message}{one.hint && <span class="muted"> {one.hint}</span>}</li>)}
        </ul>
      )}
    </div>
  );
}

/** The name of a card; a click renames it. */
function CardName({ card }: { card: Card }) {
  /** What is typed; null while the name is not edited. */
  const typed = useSignal<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpen = typed.value !== null;
  // Before the next key arrives.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [isOpen]);
  if (typed.value === null) return <button type="button" class="ask" aria-label={`Rename ${card.name}`} title="Rename it with all references" onClick={() => (typed.value = card.name)}>{card.name}</button>;
  const commit = async () => {
    const to = typed.peek()?.trim() ?? "";
    if (to === "" || to === card.name) typed.value = null;
    else if (await rename(card, to)) wanted.value = { section: card.section, name: to };
  };
  return (
    <input
      ref={field}
      aria-label={`New name of ${card.name}`}
      value={typed.value}
      size={Math.max(8, typed.value.length + 2)}
      onInput={(event) => (typed.value = event.currentTarget.value)}
      onBlur={() => (typed.value = null)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") void commit();
        else if (event.key === "Escape") typed.value = null;
      }}
    />
  );
}
