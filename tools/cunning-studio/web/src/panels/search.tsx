// The search panel: steps through a search in the order of its expansions.

import { computed, effect, signal } from "@preact/signals";
import { Icon } from "../icons";
import { Missing } from "../missing";
import { ask, connection, panel, selected, selectedAgent, show, status } from "../store";
import { useFocus } from "./focus";
import { type GraphEdge, type GraphNode, GraphView } from "./graph";
import { Rows } from "./rows";
import type { NodeRow, SearchList, SearchPage, SearchRef } from "../protocol";

/** The most nodes of a search that is drawn completely. */
const DRAWN_MAX = 140;

const searches = signal<SearchList | null>(null);
/** The shown search. */
export const current = signal<SearchRef | null>(null);
const search = signal<SearchPage | null>(null);
const around = signal<SearchPage | null>(null);
const errorMessage = signal<string | null>(null);
/** The number of expansions up to the shown step. */
const step = signal(0);
const chosen = signal<number | null>(null);
const key = computed(() => JSON.stringify(current.value));

/** Opens a search in this panel. */
export function openSearch(wanted: SearchRef): void {
  current.value = wanted;
  panel.value = "search";
}

effect(() => {
  if (panel.value !== "search" || !selected.value || connection.value.state !== "open") return;
  const agent = selected.value;
  // While a scene is running, do not reload the list with every tick.
  const tick = status.value.isPlaying ? status.peek().lastTick : status.value.lastTick;
  ask("searches", { agent, tick }).then(
    (answer) => {
      if (selected.peek() !== agent) return;
      searches.value = answer;
      const now = current.peek();
      if (now && "what_if" in now) return;
      const isOfAgent = now && "recorded" in now && now.recorded.agent === agent;
      const last = answer.searches.at(-1);
      if (!isOfAgent) current.value = last ? { recorded: { agent, job: last.job, nth: last.nth } } : null;
    },
    () => (searches.value = { searches: [], hasEarlier: false }),
  );
});

effect(() => {
  const now = current.value;
  search.value = null;
  around.value = null;
  errorMessage.value = null;
  chosen.value = null;
  if (!now || panel.value !== "search") return;
  ask("search", { search: now, from: 0, count: DRAWN_MAX }).then(
    (answer) => {
      if (current.peek() !== now) return;
      search.value = answer;
      // Start with the finished search.
      step.value = answer.expanded;
      const end = answer.nodes.filter((node) => node.isInPlan).at(-1);
      chosen.value = end?.at ?? 0;
    },
    (error: Error) => current.peek() === now && (errorMessage.value = error.message),
  );
});

effect(() => {
  const [now, at, page] = [current.value, chosen.value, search.value];
  if (!now || at === null || !page || (page.total <= DRAWN_MAX && page.nodes.length === page.total)) return;
  ask("search_around", { search: now, at }).then(
    (answer) => current.peek() === now && chosen.peek() === at && (around.value = answer),
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
  const ref = useFocus<HTMLElement>();
  return (
    <section class="search" aria-label="Search" ref={ref} tabIndex={-1} onKeyDown={onKey}>
      <Picker />
      {errorMessage.value && <p class="bad hint">{errorMessage.value}</p>}
      {!current.value && <Missing text={selected.value ? (searches.value ? "No search has been recorded for this agent." : "Loading…") : "Select an agent."} />}
      {current.value && !page && !errorMessage.value && <Missing text="Repeating the search…" />}
      {page?.total === 0 && <Missing text="This search has no nodes: before it began, the planner saw that the goal is met already or out of reach. The agent panel of the scene says why." />}
      {page && page.total > 0 && <Stepper page={page} />}
      {page && page.total > 0 && (
        <div class="search-body">
          <Rows<NodeRow>
            label="Nodes"
            of={key.value}
            total={page.total}
            centre={chosen.value}
            load={async (from, count) => (await ask("search", { search: current.peek() as SearchRef, from, count })).nodes}
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
  const all = searches.value?.searches ?? [];
  const now = current.value;
  const isWhatIf = now !== null && "what_if" in now;
  const value = now && "recorded" in now ? `${now.recorded.job} ${now.recorded.nth}` : "";
  const row = all.find((one) => `${one.job} ${one.nth}` === value);
  const choose = (text: string) => {
    const found = all.find((one) => `${one.job} ${one.nth}` === text);
    if (found && selected.value) current.value = { recorded: { agent: selected.value, job: found.job, nth: found.nth } };
  };
  const at = all.findIndex((one) => `${one.job} ${one.nth}` === value);
  const move = (by: number) => {
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    if (next) choose(`${next.job} ${next.nth}`);
  };
  return (
    <div class="tools">
      <label>
        {selectedAgent.value?.name ?? "Search"}{" "}
        <select aria-label="Recorded search" value={value} onChange={(event) => choose(event.currentTarget.value)}>
          {isWhatIf && <option value="">what if: {now.what_if.goal}</option>}
          {all.slice(-500).map((one) => (
            <option key={`${one.job} ${one.nth}`} value={`${one.job} ${one.nth}`}>
              tick {one.tick}: {one.goal} – {one.outcome || "no plan, next goal tried"} ({one.nodes} nodes)
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="tool" disabled={at <= 0} onClick={() => move(-1)} title="Previous search" aria-label="Previous search"><Icon name="back" /></button>
      <button type="button" class="tool" disabled={at < 0 || at >= all.length - 1} onClick={() => move(1)} title="Next search" aria-label="Next search"><Icon name="forth" /></button>
      {row && <button type="button" class="link" onClick={() => show(row.end)}>show tick {row.end}</button>}
    </div>
  );
}

function Stepper({ page }: { page: SearchPage }) {
  return (
    <div class="tools stepper">
      <button type="button" class="tool" onClick={() => go(0)} title="Before the first expansion (Home)" aria-label="Before the first expansion"><Icon name="first" /></button>
      <button type="button" class="tool" onClick={() => go(step.value - 1)} title="Previous expansion (←)" aria-label="Previous expansion"><Icon name="back" /></button>
      <input type="range" aria-label="Expansion" min={0} max={page.expanded} value={step.value} onInput={(event) => go(Number(event.currentTarget.value))} />
      <button type="button" class="tool" onClick={() => go(step.value + 1)} title="Next expansion (→)" aria-label="Next expansion"><Icon name="forth" /></button>
      <button type="button" class="tool" onClick={() => go(page.expanded)} title="After the last expansion (End)" aria-label="After the last expansion"><Icon name="last" /></button>
      <output>{step.value.toLocaleString("en")} of {page.expanded.toLocaleString("en")} expanded</output>
      <span class="muted">{page.total.toLocaleString("en")} nodes{page.omitted ? `, ${page.omitted.toLocaleString("en")} more not kept` : ""}</span>
      {page.goal && <span>for <b>{page.goal}</b>{page.isForward ? "" : ", from the goal backward"}</span>}
      {!page.isSame && <span class="warn" title="The repeated search differs from the recorded one because of answers of the game. Only the recorded nodes are shown, without the order of their expansion.">recorded nodes only</span>}
    </div>
  );
}

function number(value: number): string {
  return value.toFixed(2).replace(/\.?0+$/, "");
}

/** The CSS class of a node at the shown step. */
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

/** The action that led to a node. It is not kept for dead ends. */
function nameOf(node: NodeRow): string {
  return node.action ?? (node.h === null ? "dead end" : node.isForward ? "start" : "goal");
}

function pick(node: NodeRow): void {
  if (node.isExpanded && search.value?.isSame) go(node.at + 1);
  else chosen.value = node.at;
}

function Drawing({ page }: { page: SearchPage }) {
  const isWhole = page.nodes.length === page.total;
  // Dead ends have no parent; they are only in the list.
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
      {!isWhole && <p class="muted graph-note">Nodes around the selected one; the list has all {page.total.toLocaleString("en")}.</p>}
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
  if (!node) return <div class="search-detail"><p class="hint">Select a node.</p></div>;
  const list = (title: string, texts: string[], of: string) =>
    texts.length > 0 && <><h3>{title}</h3><ul class={`conditions ${of}`}>{texts.map((text) => <li key={text}>{text}</li>)}</ul></>;
  return (
    <div class="search-detail" aria-label="Node">
      <h2>{nameOf(node)}</h2>
      <p class="state">
        {node.h === null ? <span class="bad">dead end: the goal cannot be reached from here</span> : <>g {number(node.g)} + h {number(node.h)} = f <b>{number(node.g + node.h)}</b></>}
        {node.isInPlan && <span class="accent"> · in the plan</span>}
        <br />
        <span class="muted">{node.isExpanded ? (page.isSame ? `expansion ${node.at + 1}` : "expanded") : "not expanded"}{node.children ? `, ${node.children} successors` : ""}</span>
      </p>
      {list("Still open", node.open, "open")}
      {list("Already met", node.met, "met")}
      {list("Changed", node.changed, "changed")}
      {!node.open.length && !node.met.length && !node.changed.length && <p class="muted">{page.goal === null ? "The state of this node is not known." : "No condition is open."}</p>}
    </div>
  );
}
