// Planning with the edited text: facts, a goal, and the plan with its explanation, before and after the edit.

import { computed, effect, signal } from "@preact/signals";
import { ask, isDisconnected, panel, selected, selectedAgent, tick, session } from "../store";
import { checked, current, debounce, documents, isChanged, isSound, message, open, original, outline, replace, row, text } from "./draft";
import { openSearch } from "./search";
import { Coded, Prose } from "../prose";
import type { PlanQuery, PlanResult } from "../protocol";

const goal = signal("");
const agent = signal<string | null>(null);
/** Objects of the game, one type per line. */
const objects = signal("");
/** One fact per line. */
const facts = signal("");
const refusedChecks = signal<string[]>([]);
const note = signal<string | null>(null);

type Answer = { planned: PlanResult; error: null } | { planned: null; error: string };
const after = signal<Answer | null>(null);
const before = signal<Answer | null>(null);

const lines = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const settings = computed(() => lines(facts.value));
const bound = computed(() => lines(objects.value));

function queryFor(of: string): PlanQuery {
  return { document: current.value, text: of, goal: goal.value, agent: agent.value, objects: bound.value, set: settings.value, checks: refusedChecks.value.map((check) => `${check}=no`) };
}

async function answer(query: PlanQuery): Promise<Answer> {
  try {
    return { planned: await ask("what_if", { query }), error: null };
  } catch (error) {
    return { planned: null, error: (error as Error).message };
  }
}

// Select the first goal by default.
effect(() => {
  const known = outline.value?.goals ?? [];
  if (known.length && !known.some((one) => one.name === goal.value.split("(")[0])) goal.value = known[0]?.name ?? "";
});

const soon = debounce(120);
effect(() => {
  if (panel.value !== "designer" || row.value?.kind !== "domain" || !goal.value || !isSound.value) return;
  const query = queryFor(text.value);
  const old = isChanged.value && original.value !== null ? queryFor(original.value) : null;
  soon(async () => {
    const now = await answer(query);
    if (JSON.stringify(queryFor(text.peek())) === JSON.stringify(query)) after.value = now;
    before.value = old && (await answer(old));
  });
});

/** Copies the beliefs and the goal of the selected agent at the shown tick. */
async function copyFromAgent(): Promise<void> {
  if (!selected.value) return;
  try {
    const inputs = await ask("decision_inputs", { agent: selected.value, tick: tick.value });
    if (inputs.document !== null && inputs.document !== current.value) await open(inputs.document);
    objects.value = inputs.objects.join("\n");
    facts.value = inputs.set.join("\n");
    agent.value = inputs.agent || null;
    if (inputs.goal) goal.value = inputs.goal;
    note.value = `Beliefs of ${selectedAgent.value?.name ?? "the agent"} at tick ${tick.value}${inputs.omitted ? `, without ${inputs.omitted} about objects that no longer exist` : ""}.`;
  } catch (error) {
    note.value = (error as Error).message;
  }
}

/** The most facts of a random start. */
const RANDOM_MAX = 12;

/** Fills in a random start: values of facts, and of some members of families. */
function randomStart(): void {
  const now = outline.peek();
  if (!now) return;
  const pick = <T,>(all: T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
  const objectsOf = (type: string) => now.types.find((one) => one.name === type)?.objects ?? [];
  const set = now.facts.flatMap((fact): string[] => {
    const index = fact.of.map((type) => pick(objectsOf(type)));
    const [, least = "0", most = "0"] = /(-?\d+)\.\.(-?\d+)$/.exec(fact.detail) ?? [];
    const value = fact.value === "bool" ? pick(["true", "false"]) : fact.value === "int" ? String(Number(least) + Math.floor(Math.random() * (Number(most) - Number(least) + 1))) : pick(objectsOf(fact.value));
    if (value === undefined || index.includes(undefined)) return [];
    return [`${fact.name}${index.length ? `[${index.join(", ")}]` : ""}=${value}`];
  });
  // A random part of them, in the order of the file.
  const chosen = new Set([...set].sort(() => Math.random() - 0.5).slice(0, RANDOM_MAX));
  facts.value = set.filter((line) => chosen.has(line)).join("\n");
  note.value = "A random start: add it as a test if the plan is what you want.";
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Adds the query and its plan to the text as a test. Tests plan without an archetype, so plan that way first. */
async function makeTest(): Promise<void> {
  const plain = await answer({ ...queryFor(text.value), agent: null });
  if (!plain.planned) {
    message.value = plain.error;
    return;
  }
  const { status, steps, cost } = plain.planned;
  if (status !== "solved" && status !== "unsolvable") {
    message.value = "It is unknown whether there is a plan, so there is nothing to test.";
    return;
  }
  const base = `${goal.value.replace(/\W+/g, "_").replace(/_$/, "")}${session.value?.hasAgents ? `_at_${tick.value}` : ""}`;
  let name = base;
  for (let at = 2; text.value.includes(`[test.${name}]`); at++) name = `${base}_${at}`;
  const values = settings.value.map((setting) => {
    const [fact = "", value = "true"] = setting.split(/=(.*)/s).map((part) => part.trim());
    return `${/^\w+$/.test(fact) ? fact : quoted(fact)} = ${/^(true|false|-?\d+)$/.test(value) ? value : quoted(value)}`;
  });
  const kinds = bound.value.map((line) => {
    const [type = "", names = ""] = line.split(/=(.*)/s);
    return `${type.trim()} = [${names.split(",").map((one) => one.trim()).filter(Boolean).map(quoted).join(", ")}]`;
  });
  const test = [`[test.${name}]`];
  if (kinds.length) test.push(`objects = { ${kinds.join(", ")} }`);
  if (values.length) test.push(`set = { ${values.join(", ")} }`);
  test.push(`goal = ${quoted(goal.value)}`);
  if (status === "unsolvable") test.push("unsolvable = true");
  else test.push(`plan = [${steps.map((step) => quoted(step.action)).join(", ")}]`, `cost = ${cost}`);
  replace(`${text.value.trimEnd()}\n\n${test.join("\n")}\n`);
  message.value = `Added the test ${name}${refusedChecks.value.length ? "; tests assume that every check passes" : ""}.`;
}

export function WhatIf() {
  const now = outline.value;
  const archetype = now?.agents.find((one) => one.name === agent.value);
  const known = now?.goals.filter((one) => !archetype || archetype.goals.includes(one.name) || one.name === goal.value.split("(")[0]) ?? [];
  return (
    <div class="what-if">
      <div class="form">
        <label>Goal <input list="goals" aria-label="Goal" value={goal.value} spellcheck={false} onInput={(event) => (goal.value = event.currentTarget.value)} /></label>
        <datalist id="goals">{known.map((one) => <option key={one.name} value={one.name}>{one.detail}</option>)}</datalist>
        <label>for <select aria-label="Archetype" value={agent.value ?? ""} onChange={(event) => (agent.value = event.currentTarget.value || null)}>
          <option value="">any archetype</option>
          {(now?.agents ?? []).map((one) => <option key={one.name}>{one.name}</option>)}
        </select></label>
        {session.value?.hasAgents && <button type="button" disabled={!selected.value} onClick={() => void copyFromAgent()}>Copy from {selectedAgent.value?.name ?? "an agent"} at tick {tick.value}</button>}
        <button type="button" title="Random values of facts, to find unexpected plans" onClick={randomStart}>Random start</button>
      </div>
      {objects.value && (
        <label class="facts">Objects of the game, one type per line: <code>foe=orc, troll</code>
          <textarea aria-label="Objects" rows={2} spellcheck={false} value={objects.value} onInput={(event) => (objects.value = event.currentTarget.value)} />
        </label>
      )}
      <label class="facts">Facts that differ from their start values, one per line: <code>gold=3</code>
        <textarea aria-label="Facts" rows={3} spellcheck={false} value={facts.value} placeholder={"stock[tavern, bottle]=0"} onInput={(event) => (facts.value = event.currentTarget.value)} />
      </label>
      {now && now.checks.length > 0 && (
        <p class="checks">Checks that the game refuses: {now.checks.map((check) => (
          <label key={check}><input type="checkbox" checked={refusedChecks.value.includes(check)} onChange={() => (refusedChecks.value = refusedChecks.value.includes(check) ? refusedChecks.value.filter((one) => one !== check) : [...refusedChecks.value, check])} /> {check}</label>
        ))}</p>
      )}
      {note.value && <p class="muted">{note.value}</p>}
      {checked.value !== null && !isSound.value && !isDisconnected.value && <p class="hint">The text has errors; this is the plan from before them.</p>}
      <div class={before.value ? "versions two" : "versions"}>
        {before.value && <Version name="Original text" answer={before.value} other={after.value} />}
        {after.value && <Version name={before.value ? "Edited text" : ""} answer={after.value} other={before.value} />}
      </div>
      {after.value?.planned && (
        <div class="tools">
          <button type="button" onClick={() => openSearch({ what_if: queryFor(text.value) })}>Open search</button>
          <button type="button" onClick={() => void makeTest()}>Add as test</button>
        </div>
      )}
      {documents.value.length === 0 && <p class="hint">No document is open.</p>}
    </div>
  );
}

function Version({ name, answer, other }: { name: string; answer: Answer; other: Answer | null }) {
  const { planned, error } = answer;
  if (!planned) return <div class="version">{name && <h3>{name}</h3>}<p class="bad"><Coded text={error} /></p></div>;
  const theirs = new Set(other?.planned?.steps.map((step) => step.text));
  const statusText: Record<string, string> = { solved: planned.steps.length ? "" : "The goal is already met.", unsolvable: "There is no plan.", out_of_budget: "The search ran out of budget.", limit_exceeded: "The search exceeded a limit." };
  return (
    <div class="version" aria-label={name || "Plan"}>
      {name && <h3>{name}</h3>}
      {planned.status === "solved" && planned.cost !== null && <p class="state">cost <b class="cost">{planned.cost}</b>, {planned.expanded} expanded</p>}
      {statusText[planned.status] && <p class={planned.status === "solved" ? "muted" : "bad"}>{statusText[planned.status]}</p>}
      <ol class="plan">
        {planned.steps.map((step, at) => (
          <li key={at} class={other?.planned && !theirs.has(step.text) ? "differs" : ""}><b>{step.text}</b> <small>{step.cost}</small><br /><span class="muted"><Coded text={step.purpose} />; <Coded text={step.alternative} /></span></li>
        ))}
      </ol>
      {planned.status !== "solved" && <Prose text={planned.text} />}
    </div>
  );
}
