// The designer: a text editor with problems, planning, dependencies, curves and a comparison with recorded decisions.

import { signal } from "@preact/signals";
import { Icon } from "../icons";
import { lazy } from "../lazy";
import { Missing } from "../missing";
import { Coded } from "../prose";
import { isDisconnected, session } from "../store";
import { deck, problems as cardProblems, showCard, view } from "./deck";
import { checked, current, cursor, documents, errors, history, isChanged, isSound, open, original, outline, pushed, replace, row, running, message, save, apply, takeFromDisk, text } from "./draft";
import { Editor } from "./editor";
import type { DocumentRow, Problem } from "../protocol";
import { WhatIf } from "./what_if";

type Tab = "what-if" | "graph" | "curves" | "recorded";
const tab = signal<Tab>("what-if");

const TABS: { tab: Tab; name: string }[] = [
  { tab: "what-if", name: "What if" },
  { tab: "graph", name: "Dependencies" },
  { tab: "curves", name: "Curves" },
  { tab: "recorded", name: "Compare" },
];

const Board = lazy({ name: "The map", isOnDemand: true, load: async () => (await import("./on_demand")).BoardMap });
const BoardTools = lazy({ name: "The palette", isOnDemand: true, load: async () => (await import("./on_demand")).BoardSide });
const PlayScene = lazy({ name: "The button", isOnDemand: true, load: async () => (await import("./on_demand")).PlayScene });
const Curves = lazy({ name: "The curves", isOnDemand: true, load: async () => (await import("./on_demand")).Curves });
const DependencyGraph = lazy({ name: "The graph", isOnDemand: true, load: async () => (await import("./on_demand")).DependencyGraph });
const Recorded = lazy({ name: "The comparison", isOnDemand: true, load: async () => (await import("./on_demand")).Recorded });
const Cards = lazy({ name: "The cards", load: async () => (await import("./cards")).Cards });

export function Designer() {
  if (original.value === null) return <Missing text="Loading…" />;
  const isDomain = row.value?.kind === "domain";
  const showsCards = view.value === "cards";
  return (
    <section class="designer" aria-label="Designer">
      <div class="designer-text">
        <Bar />
        {row.value?.isOutdated && <OnDisk />}
        <Editor
          isHidden={showsCards}
          label={`Text of ${row.value?.name ?? ""}`}
          of={String(current.value)}
          text={text.value}
          problems={checked.value?.problems ?? []}
          outline={outline.value}
          pushed={pushed.value}
          cursor={cursor.value}
          onChange={(now) => (text.value = now)}
          onSave={() => void save()}
          onHistory={(now) => (history.value = now)}
        />
        {showsCards && <div class="card-room" onKeyDown={cardKeys}>{isDomain ? <Cards /> : <Board />}</div>}
        <Problems />
      </div>
      <div class="designer-side">
        {isDomain && (
          <div class="tools tabs" role="tablist" aria-label="About the text">
            {TABS.map((one) => (
              <button type="button" role="tab" key={one.tab} aria-selected={tab.value === one.tab} onClick={() => (tab.value = one.tab)}>{one.name}</button>
            ))}
          </div>
        )}
        {!isDomain && (showsCards ? <BoardTools /> : <p class="hint">A scene only places things: press <i>Map</i> to paint its map. Select a domain file above to plan with it.</p>)}
        {isDomain && tab.value === "what-if" && <WhatIf />}
        {isDomain && tab.value === "graph" && <DependencyGraph />}
        {isDomain && tab.value === "curves" && <Curves />}
        {isDomain && tab.value === "recorded" && <Recorded />}
      </div>
    </section>
  );
}

/** Undo, redo and save work in cards as in the editor. */
function cardKeys(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const act = key === "s" ? () => void save() : key === "y" || (key === "z" && event.shiftKey) ? history.peek()?.redo : key === "z" ? history.peek()?.undo : undefined;
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** The name of a document without its folder, unless another one of its kind has the same name. */
function shortName({ kind, name }: DocumentRow): string {
  const last = (path: string) => path.split(/[\\/]/).pop() ?? path;
  return documents.value.filter((one) => one.kind === kind && last(one.name) === last(name)).length > 1 ? name : last(name);
}

function Bar() {
  const live = session.value?.isLive && row.value?.kind === "domain";
  const canApply = session.value?.canControl ?? false;
  const isApplied = text.value === (running.value ?? original.value);
  return (
    <div class="tools file-bar">
      <select aria-label="Document" title={row.value?.name} value={String(current.value)} onChange={(event) => void open(Number(event.currentTarget.value))}>
        {documents.value.map((one, at) => <option key={at} value={String(at)}>{one.kind === "scene" ? "scene" : "domain"} {shortName(one)}</option>)}
      </select>
      {row.value && (
        <span class="switch" role="group" aria-label="View">
          {(["text", "cards"] as const).map((one) => <button type="button" key={one} aria-pressed={view.value === one} onClick={() => (view.value = one)}>{one === "text" ? "Text" : row.value?.kind === "scene" ? "Map" : "Cards"}</button>)}
        </span>
      )}
      <button type="button" class="tool" aria-label="Undo" title="Undo (Ctrl-Z)" onClick={() => history.value?.undo()}><Icon name="undo" /></button>
      <button type="button" class="tool" aria-label="Redo" title="Redo (Ctrl-Y)" onClick={() => history.value?.redo()}><Icon name="redo" /></button>
      <button type="button" disabled={!isChanged.value || !row.value?.canSave} title={row.value?.canSave ? "Ctrl-S" : session.value?.canWrite ? "this document is not a file" : "start the studio with --allow-write"} onClick={() => void save()}>Save</button>
      {live && <button type="button" disabled={!canApply || !isSound.value || isApplied} title={canApply ? "Use this text in the running scene at once" : "start the studio with --allow-control"} onClick={() => void apply()}>Apply to running scene</button>}
      {row.value?.kind === "scene" && session.value?.isLive && <PlayScene />}
      <button type="button" disabled={!isChanged.value} onClick={() => replace(original.value ?? "")}>Revert</button>
      <span class={isChanged.value ? "edited" : "muted"} role="status">{message.value ?? (isChanged.value ? "modified" : "unmodified")}</span>
    </div>
  );
}

/** Shown when another program has changed the file. */
function OnDisk() {
  return (
    <p class="banner" role="alert">
      {row.value?.name} has changed on disk.{" "}
      <button type="button" onClick={() => void takeFromDisk(false)}>{isChanged.value ? "Load it and drop my edits" : "Load it"}</button>{" "}
      {isChanged.value && <button type="button" onClick={() => void takeFromDisk(true)}>Keep my edits</button>}
    </p>
  );
}

function Problems() {
  const all = checked.value?.problems ?? [];
  const warnings = all.length - errors.value.length;
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const head = checked.value === null ? (isDisconnected.value ? "The connection to the studio is lost: the text is not checked" : "Checking…") : all.length === 0 ? "No problems found" : [errors.value.length ? count(errors.value.length, "error") : "", warnings ? count(warnings, "warning") : ""].filter(Boolean).join(", ");
  return (
    <details class="problems" open={errors.value.length > 0}>
      <summary class={errors.value.length ? "bad" : warnings ? "warn" : "accent"}>{head}</summary>
      <ul>
        {all.map((problem, at) => <li key={at}><ProblemLine problem={problem} /></li>)}
        {!!checked.value?.omitted && <li class="muted">and {checked.value.omitted} more</li>}
      </ul>
    </details>
  );
}

function ProblemLine({ problem }: { problem: Problem }) {
  const place = problem.line === null ? "" : `${problem.from === null ? `${problem.file}:` : ""}${problem.line}:${problem.column}`;
  return (
    <button type="button" class="link problem" disabled={problem.from === null} onClick={() => showProblem(problem)}>
      <span class={problem.isError ? "bad" : "warn"}>{place}</span> <Coded text={problem.message} /> {problem.hint && <span class="muted"><Coded text={problem.hint} /></span>} <small>{problem.code}</small>
    </button>
  );
}

/** Shows a problem on its card or in the text. */
function showProblem(problem: Problem): void {
  const { from } = problem;
  if (from === null) return;
  const card = view.peek() === "cards" && cardProblems.peek().includes(problem) ? deck.peek()?.cards.find((card) => card.from <= from && from <= card.to) : undefined;
  if (card) {
    showCard(card.section, card.name);
    return;
  }
  view.value = "text";
  cursor.value = { at: from };
}
