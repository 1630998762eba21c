// The room Designer: a text, what is wrong with it, and what it means for those who live by it.

import { signal } from "@preact/signals";
import { Missing } from "../missing";
import { isOver, welcome } from "../store";
import { Curves } from "./curves";
import { checked, current, cursor, documents, errors, isChanged, isSound, open, original, outline, pushed, replace, row, running, said, save, take, text } from "./draft";
import { Editor } from "./editor";
import { type GraphEdge, type GraphNode, GraphView } from "./graph";
import { Recorded } from "./recorded";
import type { Finding } from "./wire";
import { WhatIf } from "./what_if";

type Tab = "what-if" | "graph" | "curves" | "recorded";
const tab = signal<Tab>("what-if");

const TABS: { tab: Tab; name: string }[] = [
  { tab: "what-if", name: "What if" },
  { tab: "graph", name: "What feeds what" },
  { tab: "curves", name: "Curves" },
  { tab: "recorded", name: "What it changes" },
];

export function Designer() {
  if (original.value === null) return <Missing text="Loading…" />;
  const isDomain = row.value?.sort === "domain";
  return (
    <section class="designer" aria-label="Designer">
      <div class="designer-text">
        <Bar />
        <Editor
          label={`Text of ${row.value?.name ?? ""}`}
          of={String(current.value)}
          text={text.value}
          found={checked.value?.found ?? []}
          outline={outline.value}
          pushed={pushed.value}
          cursor={cursor.value}
          onChange={(now) => (text.value = now)}
          onSave={() => void save()}
        />
        <Findings />
      </div>
      <div class="designer-side">
        <div class="tools tabs" role="tablist" aria-label="About the text">
          {TABS.map((one) => (
            <button type="button" role="tab" key={one.tab} aria-selected={tab.value === one.tab} onClick={() => (tab.value = one.tab)}>{one.name}</button>
          ))}
        </div>
        {!isDomain && <p class="hint">A scene says where things are. What minds make of it is in the domain files: choose one above the text.</p>}
        {isDomain && tab.value === "what-if" && <WhatIf />}
        {isDomain && tab.value === "graph" && <Feeds />}
        {isDomain && tab.value === "curves" && <Curves />}
        {isDomain && tab.value === "recorded" && <Recorded />}
      </div>
    </section>
  );
}

function Bar() {
  const live = welcome.value?.isLive && row.value?.sort === "domain";
  const canTake = welcome.value?.canControl ?? false;
  const isTaken = text.value === (running.value ?? original.value);
  return (
    <div class="tools">
      <select aria-label="Which text" value={String(current.value)} onChange={(event) => void open(Number(event.currentTarget.value))}>
        {documents.value.map((one, at) => <option key={at} value={String(at)}>{one.sort === "scene" ? "scene" : "domain"} {one.name}</option>)}
      </select>
      <button type="button" disabled={!isChanged.value || !row.value?.canSave} title={row.value?.canSave ? "Ctrl-S" : welcome.value?.canWrite ? "this text is no file" : "start the studio with --allow-write"} onClick={() => void save()}>Save</button>
      {live && <button type="button" disabled={!canTake || !isSound.value || isTaken} title={canTake ? "those who play take it at once" : "start the studio with --allow-control"} onClick={() => void take()}>Let them take it</button>}
      <button type="button" disabled={!isChanged.value} onClick={() => replace(original.value ?? "")}>Undo all</button>
      <span class="muted" role="status">{said.value ?? (isChanged.value ? "changed" : "as it was opened")}</span>
    </div>
  );
}

function Findings() {
  const all = checked.value?.found ?? [];
  const warnings = all.length - errors.value.length;
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const head = checked.value === null ? (isOver.value ? "The studio has ended: nothing is checked any more" : "Checking…") : all.length === 0 ? "Nothing to complain about" : [errors.value.length ? count(errors.value.length, "error") : "", warnings ? count(warnings, "warning") : ""].filter(Boolean).join(", ");
  return (
    <details class="findings" open={errors.value.length > 0}>
      <summary class={errors.value.length ? "bad" : warnings ? "warn" : "accent"}>{head}</summary>
      <ul>
        {all.map((found, at) => <li key={at}><FindingLine found={found} /></li>)}
        {!!checked.value?.leftOut && <li class="muted">and {checked.value.leftOut} more</li>}
      </ul>
    </details>
  );
}

function FindingLine({ found }: { found: Finding }) {
  const place = found.line === null ? "" : `${found.from === null ? `${found.file}:` : ""}${found.line}:${found.column}`;
  return (
    <button type="button" class="link finding" disabled={found.from === null} onClick={() => found.from !== null && (cursor.value = { at: found.from })}>
      <span class={found.isError ? "bad" : "warn"}>{place}</span> {found.message} {found.hint && <span class="muted">{found.hint}</span>} <small>{found.code}</small>
    </button>
  );
}

/** Actions beyond which a graph says nothing. */
const DRAWN = 90;
const around = signal<string | null>(null);

function Feeds() {
  const now = outline.value;
  if (!now) return <p class="hint">The graph comes when the text has no errors.</p>;
  const all = now.actions.length + now.goals.length;
  const chosen = around.value;
  const feeds = now.feeds.filter((feed) => (chosen === null || all <= DRAWN ? true : feed.from === chosen || feed.to === chosen));
  const named = new Set(chosen === null || all <= DRAWN ? [...now.actions, ...now.goals].map((one) => one.name) : feeds.flatMap((feed) => [feed.from, feed.to]));
  const goals = new Set(now.goals.map((goal) => goal.name));
  const isTooMuch = chosen === null && all > DRAWN;
  const nodes: GraphNode[] = isTooMuch ? [] : [
    ...now.actions.filter((one) => named.has(one.name)).map((one) => ({ id: `a ${one.name}`, lines: [one.name], class: chosen === one.name ? "chosen" : "", title: `${one.name}${one.detail}${one.doc ? `\n${one.doc}` : ""}` })),
    ...now.goals.filter((one) => named.has(one.name)).map((one) => ({ id: `g ${one.name}`, lines: [one.name], class: `goal ${chosen === one.name ? "chosen" : ""}`, title: `${one.name}${one.detail}${one.doc ? `\n${one.doc}` : ""}` })),
  ];
  const edges: GraphEdge[] = isTooMuch ? [] : feeds.map((feed) => ({
    from: `a ${feed.from}`,
    to: `${feed.isGoal ? "g" : "a"} ${feed.to}`,
    class: chosen && (feed.from === chosen || feed.to === chosen) ? "in-plan" : "",
    title: feed.facts.join(", "),
  }));
  const linked = chosen === null ? [] : now.feeds.filter((feed) => feed.from === chosen || feed.to === chosen);
  return (
    <div class="feeds">
      <div class="tools">
        <label>of <select aria-label="Action or goal" value={chosen ?? ""} onChange={(event) => choose(event.currentTarget.value || null)}>
          <option value="">all</option>
          {[...now.actions, ...now.goals].map((one) => <option key={one.name}>{one.name}</option>)}
        </select></label>
        <span class="muted">{now.actions.length} actions, {now.goals.length} goals</span>
      </div>
      {isTooMuch && <p class="hint">That is too much for one picture: choose an action.</p>}
      <GraphView label="What feeds what" direction="LR" nodes={nodes} edges={edges} centre={chosen === null ? null : `${goals.has(chosen) ? "g" : "a"} ${chosen}`} onChoose={(id) => choose(id.slice(2))} />
      {chosen !== null && (
        <ul class="conditions links">
          {linked.map((feed) => <li key={`${feed.from} ${feed.to}`}>{feed.from === chosen ? <>feeds <b>{feed.to}</b></> : <>fed by <b>{feed.from}</b></>} <span class="muted">{feed.facts.join(", ")}</span></li>)}
        </ul>
      )}
    </div>
  );
}

function choose(name: string | null): void {
  around.value = name;
  const known = [...(outline.value?.actions ?? []), ...(outline.value?.goals ?? [])].find((one) => one.name === name);
  if (known?.from !== null && known?.from !== undefined) cursor.value = { at: known.from };
}
