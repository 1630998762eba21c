// The room Search: the search of a planning job, gone through in the order of its expansions.

import { computed, effect, signal } from "@preact/signals";
import { Missing } from "../missing";
import { ask, connection, room, selected, selectedBody, show, status } from "../store";
import { useTaken } from "./focus";
import { type GraphEdge, type GraphNode, GraphView } from "./graph";
import { Rows } from "./rows";
import type { JobRow, NodeRow, SearchPage, Which } from "./wire";

/** Searches with at most so many nodes are drawn whole. */
const WHOLE = 140;

const jobs = signal<{ jobs: JobRow[]; isCut: boolean } | null>(null);
/** The search that is looked at. */
export const which = signal<Which | null>(null);
const search = signal<SearchPage | null>(null);
const around = signal<SearchPage | null>(null);
const refused = signal<string | null>(null);
/** How many nodes have been expanded. */
const step = signal(0);
const chosen = signal<number | null>(null);
const key = computed(() => JSON.stringify(which.value));

/** Looks into a search, and shows the room. */
export function lookInto(wanted: Which): void {
  which.value = wanted;
  room.value = "search";
}

effect(() => {
  if (room.value !== "search" || !selected.value || connection.value.state !== "open") return;
  const agent = selected.value;
  // The latest searches; a scene that goes on makes more of them.
  const tick = status.value.isPlaying ? status.peek().lastTick : status.value.lastTick;
  ask("jobs", { agent, tick }).then(
    (answer) => {
      if (selected.peek() !== agent) return;
      jobs.value = answer;
      const now = which.peek();
      if (now && "asked" in now) return;
      const own = now && "job" in now && now.job.agent === agent;
      const last = answer.jobs.at(-1);
      if (!own) which.value = last ? { job: { agent, job: last.job, nth: last.nth } } : null;
    },
    () => (jobs.value = { jobs: [], isCut: false }),
  );
});

effect(() => {
  const now = which.value;
  search.value = null;
  around.value = null;
  refused.value = null;
  chosen.value = null;
  if (!now || room.value !== "search") return;
  ask("search", { which: now, from: 0, count: WHOLE }).then(
    (answer) => {
      if (which.peek() !== now) return;
      search.value = answer;
      // All of it at first: the whole answer, then whoever wants goes back.
      step.value = answer.expanded;
      const end = answer.nodes.filter((node) => node.isInPlan).at(-1);
      chosen.value = end?.at ?? 0;
    },
    (error: Error) => which.peek() === now && (refused.value = error.message),
  );
});

effect(() => {
  const [now, at, page] = [which.value, chosen.value, search.value];
  if (!now || at === null || !page || (page.total <= WHOLE && page.nodes.length === page.total)) return;
  ask("around", { which: now, at }).then(
    (answer) => which.peek() === now && chosen.peek() === at && (around.value = answer),
    () => {},
  );
});

function go(to: number): void {
  const page = search.value;
  if (!page) return;
  step.value = Math.max(0, Math.min(page.expanded, to));
  chosen.value = Math.max(0, step.value - 1);
}

function onKey(event: KeyboardEvent): void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(step.value - (event.shiftKey ? 10 : 1)),
    ArrowRight: () => go(step.value + (event.shiftKey ? 10 : 1)),
    Home: () => go(0),
    End: () => go(search.value?.expanded ?? 0),
  };
  const action = keys[event.key];
  const target = event.target as HTMLElement;
  if (!action || target.closest("input, select")) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

export function Search() {
  const page = search.value;
  const ref = useTaken<HTMLElement>();
  return (
    <section class="search" aria-label="Search" ref={ref} tabIndex={-1} onKeyDown={onKey}>
      <Picker />
      {refused.value && <p class="bad hint">{refused.value}</p>}
      {!which.value && <Missing text={selected.value ? (jobs.value ? "No search was recorded for this agent so far." : "Loading…") : "Choose an agent."} />}
      {which.value && !page && !refused.value && <Missing text="Searching again…" />}
      {page && <Stepper page={page} />}
      {page && (
        <div class="search-body">
          <Rows<NodeRow>
            label="Nodes"
            of={key.value}
            total={page.total}
            centre={chosen.value}
            load={async (from, count) => (await ask("search", { which: which.peek() as Which, from, count })).nodes}
            row={(node, at) => <NodeLine node={node} at={at} />}
          />
          <Drawing page={page} />
          <Detail page={page} />
        </div>
      )}
    </section>
  );
}

function Picker() {
  const all = jobs.value?.jobs ?? [];
  const now = which.value;
  const isAsked = now !== null && "asked" in now;
  const value = now && "job" in now ? `${now.job.job} ${now.job.nth}` : "";
  const row = all.find((one) => `${one.job} ${one.nth}` === value);
  const choose = (text: string) => {
    const found = all.find((one) => `${one.job} ${one.nth}` === text);
    if (found && selected.value) which.value = { job: { agent: selected.value, job: found.job, nth: found.nth } };
  };
  const at = all.findIndex((one) => `${one.job} ${one.nth}` === value);
  const move = (by: number) => {
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    if (next) choose(`${next.job} ${next.nth}`);
  };
  return (
    <div class="tools">
      <label>
        {selectedBody.value?.name ?? "Search"}{" "}
        <select aria-label="Which search" value={value} onChange={(event) => choose(event.currentTarget.value)}>
          {isAsked && <option value="">a what-if: {now.asked.goal}</option>}
          {all.slice(-500).map((one) => (
            <option key={`${one.job} ${one.nth}`} value={`${one.job} ${one.nth}`}>
              tick {one.tick}: {one.goal} – {one.outcome || "the next goal was tried"} ({one.nodes} nodes)
            </option>
          ))}
        </select>
      </label>
      <button type="button" disabled={at <= 0} onClick={() => move(-1)}>◀ search</button>
      <button type="button" disabled={at < 0 || at >= all.length - 1} onClick={() => move(1)}>search ▶</button>
      {row && <button type="button" class="link" onClick={() => show(row.end)}>show tick {row.end}</button>}
    </div>
  );
}

function Stepper({ page }: { page: SearchPage }) {
  return (
    <div class="tools stepper">
      <button type="button" onClick={() => go(0)} title="Home">⇤</button>
      <button type="button" onClick={() => go(step.value - 1)} title="One expansion back (←)" aria-label="One expansion back">◀</button>
      <input type="range" aria-label="Expansion" min={0} max={page.expanded} value={step.value} onInput={(event) => go(Number(event.currentTarget.value))} />
      <button type="button" onClick={() => go(step.value + 1)} title="Next expansion (→)" aria-label="Next expansion">▶</button>
      <button type="button" onClick={() => go(page.expanded)} title="End">⇥</button>
      <output>{step.value.toLocaleString("en")} of {page.expanded.toLocaleString("en")} expanded</output>
      <span class="muted">{page.total.toLocaleString("en")} nodes{page.leftOut ? `, ${page.leftOut.toLocaleString("en")} more were not kept` : ""}</span>
      {page.goal && <span>for <b>{page.goal}</b>{page.isForward ? "" : ", from the goal backward"}</span>}
      {!page.isSame && <span class="warn" title="What the game answered meanwhile is no part of the job: the recorded nodes are shown, without the order of their expansion.">recorded nodes only</span>}
    </div>
  );
}

function number(value: number): string {
  return value.toFixed(2).replace(/\.?0+$/, "");
}

/** What has become of a node at the shown step. */
function stateOf(node: NodeRow, isOrdered: boolean): string {
  const plan = node.isInPlan && step.value >= (search.value?.expanded ?? 0) ? " in-plan" : "";
  if (!isOrdered) return (node.isExpanded ? "expanded" : "frontier") + plan;
  if (node.isExpanded && node.at === step.value - 1) return `current${plan}`;
  if (node.isExpanded && node.at < step.value) return `expanded${plan}`;
  if (node.parent === null || node.parent < step.value) return (node.h === null ? "dead-end" : "frontier") + plan;
  return "unmet";
}

function NodeLine({ node, at }: { node: NodeRow | undefined; at: number }) {
  if (!node) return <span class="muted">{at}…</span>;
  const isOrdered = search.value?.isSame ?? false;
  return (
    <button type="button" class={`node-line ${stateOf(node, isOrdered)}`} aria-current={chosen.value === at ? "true" : undefined} onClick={() => pick(node)}>
      <span class="number">{node.isExpanded && isOrdered ? at + 1 : "–"}</span>
      <span class="what">{nameOf(node)}</span>
      <span class="number muted">{node.h === null ? "" : `${number(node.g)} + ${number(node.h)} = ${number(node.g + node.h)}`}</span>
    </button>
  );
}

/** What led to a node. The way to a dead end is not kept. */
function nameOf(node: NodeRow): string {
  return node.action ?? (node.h === null ? "a dead end" : node.isForward ? "the start" : "the goal");
}

function pick(node: NodeRow): void {
  if (node.isExpanded && search.value?.isSame) go(node.at + 1);
  else chosen.value = node.at;
}

function Drawing({ page }: { page: SearchPage }) {
  const isWhole = page.nodes.length === page.total;
  // Dead ends hang on nothing: they are in the list.
  const drawn = (isWhole ? page.nodes : (around.value?.nodes ?? [])).filter((node) => node.parent !== null || node.h !== null);
  const known = new Set(drawn.map((node) => node.at));
  const nodes: GraphNode[] = drawn.map((node) => ({
    id: String(node.at),
    lines: [nameOf(node), node.h === null ? "dead end" : `${number(node.g)} + ${number(node.h)} = ${number(node.g + node.h)}`],
    class: `${stateOf(node, page.isSame)} ${chosen.value === node.at ? "chosen" : ""}`,
    title: [nameOf(node), ...node.open.map((text) => `open: ${text}`), ...node.changed].join("\n"),
  }));
  const edges: GraphEdge[] = drawn.flatMap((node) => {
    if (node.parent === null || !known.has(node.parent)) return [];
    const parent = drawn.find((one) => one.at === node.parent);
    const state = stateOf(node, page.isSame);
    return [{ from: String(node.parent), to: String(node.at), class: state === "unmet" ? "unmet" : state.includes("in-plan") && parent?.isInPlan ? "in-plan" : "" }];
  });
  return (
    <div class="search-graph">
      {!isWhole && <p class="muted graph-note">What is around the chosen node; all {page.total.toLocaleString("en")} are in the list.</p>}
      <GraphView
        label="Search graph"
        direction="TB"
        nodes={nodes}
        edges={edges}
        centre={chosen.value === null ? null : String(chosen.value)}
        onChoose={(id) => {
          const node = drawn.find((one) => String(one.at) === id);
          if (node) pick(node);
        }}
      />
    </div>
  );
}

function Detail({ page }: { page: SearchPage }) {
  const at = chosen.value;
  const node = page.nodes.find((one) => one.at === at) ?? around.value?.nodes.find((one) => one.at === at);
  if (!node) return <div class="search-detail"><p class="hint">Choose a node.</p></div>;
  const list = (title: string, texts: string[], of: string) =>
    texts.length > 0 && <><h3>{title}</h3><ul class={`conditions ${of}`}>{texts.map((text) => <li key={text}>{text}</li>)}</ul></>;
  return (
    <div class="search-detail" aria-label="Node">
      <h2>{nameOf(node)}</h2>
      <p class="state">
        {node.h === null ? <span class="bad">a dead end: nothing leads on from here</span> : <>g {number(node.g)} + h {number(node.h)} = f <b>{number(node.g + node.h)}</b></>}
        {node.isInPlan && <span class="accent"> · in the plan</span>}
        <br />
        <span class="muted">{node.isExpanded ? (page.isSame ? `expanded as number ${node.at + 1}` : "expanded") : "not expanded"}{node.children ? `, ${node.children} found from it` : ""}</span>
      </p>
      {list("Still open", node.open, "open")}
      {list("Holds already", node.met, "met")}
      {list("Different there", node.changed, "changed")}
      {!node.open.length && !node.met.length && !node.changed.length && <p class="muted">{page.goal === null ? "What it stands for cannot be told." : "Nothing is open here."}</p>}
    </div>
  );
}
