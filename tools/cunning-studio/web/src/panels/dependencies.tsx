// What feeds what: which action establishes a condition of another action or of a goal, as a graph that can be edited.

import { signal, useSignal } from "@preact/signals";
import { Icon } from "../icons";
import { ChipInput } from "./chip_input";
import { marked, showCard, view } from "./deck";
import { cursor, outline } from "./draft";
import { type Chip, type Ends, makers, type Offer, offers, ownOffer, remove, shown, take, wanted } from "./edges";
import { type GraphEdge, type GraphNode, GraphView } from "./graph";
import type { Outline } from "../protocol";

/** The most actions and goals that are drawn at once. */
const DRAWN_MAX = 90;
/** With more of them, only what the chosen one depends on is drawn, and a goal is chosen at first. */
const WHOLE_MAX = 24;
/** No further step is added to what is drawn if there would be more. */
const BESIDE_MAX = 14;
/** The chosen action or goal; null for all, undefined before the user has chosen. */
const around = signal<string | null | undefined>(undefined);

const isGoal = (name: string) => outline.peek()?.goals.some((one) => one.name === name) ?? false;

export function DependencyGraph() {
  const now = outline.value;
  if (!now) return <p class="hint">The graph is shown when the text has no errors.</p>;
  const all = now.actions.length + now.goals.length;
  const names = [...now.actions, ...now.goals].map((one) => one.name);
  const wantedName = around.value === undefined && all > WHOLE_MAX ? (now.goals[0]?.name ?? null) : (around.value ?? null);
  // Another file may be shown by now.
  const chosen = wantedName !== null && names.includes(wantedName) ? wantedName : null;
  const isWhole = chosen === null || all <= WHOLE_MAX;
  const named = isWhole ? new Set(names) : besides(chosen, now.dependencies);
  const edgesShown = now.dependencies.filter((edge) => named.has(edge.from) && named.has(edge.to));
  const goals = new Set(now.goals.map((goal) => goal.name));
  const isTooLarge = chosen === null && all > DRAWN_MAX;
  const nodes: GraphNode[] = isTooLarge ? [] : [
    ...now.actions.filter((one) => named.has(one.name)).map((one) => ({ id: `a ${one.name}`, lines: [one.name], class: chosen === one.name ? "chosen" : "", title: `${one.name}${one.detail}${one.doc ? `\n${one.doc}` : ""}` })),
    ...now.goals.filter((one) => named.has(one.name)).map((one) => ({ id: `g ${one.name}`, lines: [one.name], class: `goal ${chosen === one.name ? "chosen" : ""}`, title: `${one.name}${one.detail}${one.doc ? `\n${one.doc}` : ""}` })),
  ];
  const isShown = (edge: Ends) => shown.value?.from === edge.from && shown.value.to === edge.to && shown.value.isGoal === edge.isGoal;
  const edges: GraphEdge[] = isTooLarge ? [] : edgesShown.map((edge) => ({
    from: `a ${edge.from}`,
    to: `${edge.isGoal ? "g" : "a"} ${edge.to}`,
    class: isShown(edge) ? "shown" : chosen && (edge.from === chosen || edge.to === chosen) ? "in-plan" : "",
    title: `${edge.from} → ${edge.to}: ${edge.facts.join(", ")}`,
  }));
  const linked = chosen === null ? [] : now.dependencies.filter((edge) => edge.from === chosen || edge.to === chosen);
  const ends = (from: string, to: string): Ends => ({ from: from.slice(2), to: to.slice(2), isGoal: to.startsWith("g ") });
  return (
    <div class="dependencies">
      <div class="tools">
        <label>Around <select aria-label="Action or goal" value={chosen ?? ""} onChange={(event) => choose(event.currentTarget.value || null)}>
          <option value="">all</option>
          {[...now.actions, ...now.goals].map((one) => <option key={one.name}>{one.name}</option>)}
        </select></label>
        {chosen !== null && !goals.has(chosen) && <ConnectTo from={chosen} />}
        <span class="muted">{now.actions.length} actions, {now.goals.length} goals. Drag from an action to what it should enable.</span>
      </div>
      {isTooLarge && <p class="hint">The graph is too large: select an action or goal.</p>}
      <GraphView
        label="Dependencies"
        direction="LR"
        isFitted
        nodes={nodes}
        edges={edges}
        centre={chosen === null ? null : `${goals.has(chosen) ? "g" : "a"} ${chosen}`}
        onChoose={(id) => choose(id.slice(2))}
        onEdge={(from, to) => showEdge(ends(from, to))}
        onConnect={(from, to) => {
          if (from.startsWith("a ") && from !== to) [wanted.value, shown.value] = [ends(from, to), null];
        }}
      />
      {wanted.value !== null && <Connect ends={wanted.value} />}
      {shown.value !== null && <Edge ends={shown.value} />}
      {chosen !== null && (
        <ul class="conditions links">
          {linked.map((edge) => <li key={`${edge.from} ${edge.to}`}>{edge.from === chosen ? "enables" : "enabled by"} <button type="button" class="link" title="Show the chips that make this edge" onClick={() => showEdge(edge)}>{edge.from === chosen ? edge.to : edge.from}</button> <span class="muted">{edge.facts.join(", ")}</span></li>)}
        </ul>
      )}
    </div>
  );
}

/** What an action enables, and what it depends on: step by step, while the graph stays small. */
function besides(chosen: string, edges: Outline["dependencies"]): Set<string> {
  const named = new Set([chosen, ...edges.filter((edge) => edge.from === chosen).map((edge) => edge.to)]);
  let last = [chosen];
  while (last.length > 0) {
    const before = new Set(edges.filter((edge) => last.includes(edge.to) && !named.has(edge.from)).map((edge) => edge.from));
    if (last[0] !== chosen && named.size + before.size > BESIDE_MAX) break;
    before.forEach((name) => named.add(name));
    last = [...before];
  }
  return named;
}

/** Connects an action by name, for the keyboard. */
function ConnectTo({ from }: { from: string }) {
  const typed = useSignal("");
  const now = outline.value;
  const actions = (now?.actions ?? []).map(({ name }) => ({ label: name, name, isGoal: false }));
  // An action and a goal may have the same name.
  const goals = (now?.goals ?? []).map(({ name }) => ({ label: actions.some((one) => one.name === name) ? `goal ${name}` : name, name, isGoal: true }));
  const all = [...actions.filter(({ name }) => name !== from), ...goals];
  const find = (text: string) => all.find((one) => one.label === text.trim());
  const type = (input: HTMLInputElement) => {
    typed.value = input.value;
    input.setCustomValidity(find(input.value) ? "" : `No other action and no goal is called ${input.value.trim()}.`);
  };
  // The button is never disabled: Enter may come before the page is drawn again.
  const connect = (event: Event) => {
    event.preventDefault();
    const found = find(typed.peek());
    if (!found) return;
    typed.value = "";
    [wanted.value, shown.value] = [{ from, to: found.name, isGoal: found.isGoal }, null];
  };
  return (
    <form class="row" onSubmit={connect}>
      <input list="connect-to" aria-label={`Connect ${from} to`} placeholder="connect to…" required value={typed.value} onInput={(event) => type(event.currentTarget)} />
      <datalist id="connect-to">{all.map(({ label }) => <option key={label} value={label} />)}</datalist>
      <button type="submit">Connect</button>
    </form>
  );
}

/** What can be added to make an edge. */
function Connect({ ends }: { ends: Ends }) {
  const own = useSignal<boolean | null>(null);
  return (
    <section class="edge-room" aria-label={`Connect ${ends.from} to ${ends.to}`}>
      <h2 class="minor">{ends.from} → {ends.to} <button type="button" class="quiet small" aria-label="Cancel" onClick={() => (wanted.value = null)}><Icon name="close" /></button></h2>
      <ul>
        {offers.value.map((offer) => (
          <li key={`${offer.isEffect} ${offer.text}`}>
            <button type="button" onClick={() => void take(offer)}>{offer.isEffect ? `${offer.card} makes` : `${offer.card} needs`} <code>{offer.text}</code></button>
          </li>
        ))}
        <li>
          {own.value === null ? (
            <>
              <button type="button" onClick={() => (own.value = false)}>{ends.to} needs …</button>{" "}
              <button type="button" onClick={() => (own.value = true)}>{ends.from} makes …</button>
            </>
          ) : (
            <ChipInput
              label={own.value ? `New effect of ${ends.from}` : `New condition of ${ends.to}`}
              text=""
              place={{ role: own.value ? "effect" : "condition", params: [], words: [] }}
              onCancel={() => (own.value = null)}
              onCommit={(text) => {
                const offer: Offer = ownOffer(ends, own.peek() ?? false, text);
                own.value = null;
                if (text.trim() !== "") void take(offer);
              }}
            />
          )}
        </li>
      </ul>
    </section>
  );
}

/** The chips that make an edge. */
function Edge({ ends }: { ends: Ends }) {
  const edge = outline.value?.dependencies.find((one) => one.from === ends.from && one.to === ends.to && one.isGoal === ends.isGoal);
  const { effects, conditions } = makers(ends, edge?.facts ?? []);
  const list = (name: string, what: string, chips: Chip[]) => chips.map((chip) => (
    <li key={chip.path.join(" ")}>{name} {what} <code>{chip.text}</code> <button type="button" class="small" aria-label={`Remove ${chip.text} from ${name}`} onClick={() => remove(chip)}>Remove</button></li>
  ));
  return (
    <section class="edge-room" aria-label={`Edge from ${ends.from} to ${ends.to}`}>
      <h2 class="minor">{ends.from} → {ends.to} <button type="button" class="link" onClick={() => showEdgeCards(ends, edge?.facts ?? [])}>show cards</button> <button type="button" class="quiet small" aria-label="Close" onClick={() => (shown.value = null)}><Icon name="close" /></button></h2>
      {edge ? <ul>{list(ends.from, "makes", effects)}{list(ends.to, "needs", conditions)}</ul> : <p class="hint">There is no such edge now: {ends.from} makes nothing that {ends.to} needs.</p>}
    </section>
  );
}

function showEdge(ends: Ends): void {
  shown.value = { from: ends.from, to: ends.to, isGoal: ends.isGoal };
  wanted.value = null;
  const facts = outline.peek()?.dependencies.find((one) => one.from === ends.from && one.to === ends.to && one.isGoal === ends.isGoal)?.facts ?? [];
  if (view.peek() === "cards") showEdgeCards(ends, facts);
}

/** Marks the effects and conditions that make an edge, on the cards of both ends. */
function showEdgeCards({ from, to, isGoal }: Ends, facts: string[]): void {
  marked.value = { names: [from, to], facts };
  const isFrom = around.peek() !== from;
  showCard(isGoal && !isFrom ? "goal" : "action", isFrom ? from : to);
}

function choose(name: string | null): void {
  around.value = name;
  marked.value = null;
  if (name === null) return;
  if (view.peek() === "cards") {
    showCard(isGoal(name) ? "goal" : "action", name);
    return;
  }
  const known = [...(outline.value?.actions ?? []), ...(outline.value?.goals ?? [])].find((one) => one.name === name);
  if (known?.from !== null && known?.from !== undefined) cursor.value = { at: known.from };
}
