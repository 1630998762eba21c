// What would be planned: beliefs, a goal, and the plan with its reasons at once, before and after an edit.

import { computed, effect, signal } from "@preact/signals";
import { ask, isOver, room, selected, selectedBody, tick, welcome } from "../store";
import { current, documents, isChanged, isSound, later, open, original, outline, replace, row, said, text } from "./draft";
import { lookInto } from "./search";
import type { Asked, Planned } from "./wire";

const goal = signal("");
const agent = signal<string | null>(null);
/** One type a line, with the objects of the game that it has. */
const objects = signal("");
/** One fact a line. */
const facts = signal("");
const refusedChecks = signal<string[]>([]);
const note = signal<string | null>(null);

type Answer = { planned: Planned; refused: null } | { planned: null; refused: string };
const after = signal<Answer | null>(null);
const before = signal<Answer | null>(null);

const lines = (text: string) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const settings = computed(() => lines(facts.value));
const bound = computed(() => lines(objects.value));

function question(of: string): Asked {
  return { document: current.value, text: of, goal: goal.value, agent: agent.value, objects: bound.value, set: settings.value, checks: refusedChecks.value.map((check) => `${check}=no`) };
}

async function answer(asked: Asked): Promise<Answer> {
  try {
    return { planned: await ask("what_if", { asked }), refused: null };
  } catch (error) {
    return { planned: null, refused: (error as Error).message };
  }
}

// A goal is asked for as soon as there is one.
effect(() => {
  const known = outline.value?.goals ?? [];
  if (known.length && !known.some((one) => one.name === goal.value.split("(")[0])) goal.value = known[0]?.name ?? "";
});

const soon = later(120);
effect(() => {
  if (room.value !== "designer" || row.value?.sort !== "domain" || !goal.value || !isSound.value) return;
  const asked = question(text.value);
  const old = isChanged.value && original.value !== null ? question(original.value) : null;
  soon(async () => {
    const now = await answer(asked);
    if (JSON.stringify(question(text.peek())) === JSON.stringify(asked)) after.value = now;
    before.value = old && (await answer(old));
  });
});

/** What the selected agent believes and wants at the shown tick. */
async function takeMoment(): Promise<void> {
  if (!selected.value) return;
  try {
    const moment = await ask("moment", { agent: selected.value, tick: tick.value });
    if (moment.document !== null && moment.document !== current.value) await open(moment.document);
    objects.value = moment.objects.join("\n");
    facts.value = moment.set.join("\n");
    agent.value = moment.agent || null;
    if (moment.goal) goal.value = moment.goal;
    note.value = `What ${selectedBody.value?.name ?? "it"} believed at tick ${tick.value}${moment.leftOut ? `; ${moment.leftOut} beliefs about what is there no more are left out` : ""}.`;
  } catch (error) {
    note.value = (error as Error).message;
  }
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Adds what is seen as a test to the text. Tests plan for nobody in particular, so it is planned that way first. */
async function makeTest(): Promise<void> {
  const plain = await answer({ ...question(text.value), agent: null });
  if (!plain.planned) {
    said.value = plain.refused;
    return;
  }
  const { status, steps, cost } = plain.planned;
  if (status !== "solved" && status !== "unsolvable") {
    said.value = "Whether there is a plan is open: that is no test.";
    return;
  }
  const base = `${goal.value.replace(/\W+/g, "_").replace(/_$/, "")}${welcome.value?.hasAgents ? `_at_${tick.value}` : ""}`;
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
  said.value = `Added the test ${name}${refusedChecks.value.length ? "; tests take every check for granted" : ""}.`;
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
        <label>as <select aria-label="As whom" value={agent.value ?? ""} onChange={(event) => (agent.value = event.currentTarget.value || null)}>
          <option value="">anybody</option>
          {(now?.agents ?? []).map((one) => <option key={one.name}>{one.name}</option>)}
        </select></label>
        {welcome.value?.hasAgents && <button type="button" disabled={!selected.value} onClick={() => void takeMoment()}>Take {selectedBody.value?.name ?? "an agent"} at tick {tick.value}</button>}
      </div>
      {objects.value && (
        <label class="facts">Objects of the game, one type a line: <code>foe=orc, troll</code>
          <textarea aria-label="Objects" rows={2} spellcheck={false} value={objects.value} onInput={(event) => (objects.value = event.currentTarget.value)} />
        </label>
      )}
      <label class="facts">Facts that differ from the start, one a line: <code>gold=3</code>
        <textarea aria-label="Facts" rows={3} spellcheck={false} value={facts.value} placeholder={"stock[tavern, bottle]=0"} onInput={(event) => (facts.value = event.currentTarget.value)} />
      </label>
      {now && now.checks.length > 0 && (
        <p class="checks">The game says no to: {now.checks.map((check) => (
          <label key={check}><input type="checkbox" checked={refusedChecks.value.includes(check)} onChange={() => (refusedChecks.value = refusedChecks.value.includes(check) ? refusedChecks.value.filter((one) => one !== check) : [...refusedChecks.value, check])} /> {check}</label>
        ))}</p>
      )}
      {note.value && <p class="muted">{note.value}</p>}
      {!isSound.value && !isOver.value && <p class="hint">There are errors in the text; this is what was planned before them.</p>}
      <div class={before.value ? "versions two" : "versions"}>
        {before.value && <Version name="As it was opened" answer={before.value} other={after.value} />}
        {after.value && <Version name={before.value ? "As it is now" : ""} answer={after.value} other={before.value} />}
      </div>
      {after.value?.planned && (
        <div class="tools">
          <button type="button" onClick={() => lookInto({ asked: question(text.value) })}>Look into the search</button>
          <button type="button" onClick={() => void makeTest()}>Make this a test</button>
        </div>
      )}
      {documents.value.length === 0 && <p class="hint">Nothing is open.</p>}
    </div>
  );
}

function Version({ name, answer, other }: { name: string; answer: Answer; other: Answer | null }) {
  const { planned, refused } = answer;
  if (!planned) return <div class="version">{name && <h3>{name}</h3>}<p class="bad">{refused}</p></div>;
  const theirs = new Set(other?.planned?.steps.map((step) => step.text));
  const words: Record<string, string> = { solved: planned.steps.length ? "" : "Nothing to do: it is met already.", unsolvable: "There is no plan.", out_of_budget: "The budget was spent.", limit_exceeded: "A limit was met." };
  return (
    <div class="version" aria-label={name || "Plan"}>
      {name && <h3>{name}</h3>}
      {planned.status === "solved" && planned.cost !== null && <p class="state">cost <b class="cost">{planned.cost}</b>, {planned.expanded} expanded</p>}
      {words[planned.status] && <p class={planned.status === "solved" ? "muted" : "bad"}>{words[planned.status]}</p>}
      <ol class="plan">
        {planned.steps.map((step, at) => (
          <li key={at} class={other?.planned && !theirs.has(step.text) ? "differs" : ""}><b>{step.text}</b> <small>{step.cost}</small><br /><span class="muted">{step.purpose}; {step.alternative}</span></li>
        ))}
      </ol>
      {planned.status !== "solved" && <pre class="explanation">{planned.text}</pre>}
    </div>
  );
}
