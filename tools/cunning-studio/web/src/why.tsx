// Why a goal has its score, what would make the agent choose it, and why an action is not in the plan.

import { signal } from "@preact/signals";
import { canEdit, edit } from "./edits";
import { Icon } from "./icons";
import { Prose } from "./prose";
import { ask, selected, tick } from "./store";
import type { ActionWhy, GoalWhy, TermRow } from "./protocol";

type Question = { kind: "goal"; name: string } | { kind: "action"; name: string };

interface Shown {
  question: Question;
  key: string;
  goal: GoalWhy | null;
  action: ActionWhy | null;
  error: string | null;
}

const shown = signal<Shown | null>(null);

/** Asks why a goal has its score, or why an action is not in the plan, of the selected agent at the shown tick. */
export async function askWhy(question: Question): Promise<void> {
  const agent = selected.peek();
  if (!agent) return;
  const now = tick.peek();
  const key = `${agent} ${now}`;
  const open = { question, key, goal: null, action: null, error: null };
  shown.value = open;
  try {
    const answer = question.kind === "goal" ? { goal: await ask("why_goal", { agent, tick: now, goal: question.name }) } : { action: await ask("why_not", { agent, tick: now, action: question.name }) };
    if (shown.peek() === open) shown.value = { ...open, ...answer };
  } catch (error) {
    if (shown.peek() === open) shown.value = { ...open, error: (error as Error).message };
  }
}

function number(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(3).replace(/\.?0+$/, "");
}

export function WhyAnswer({ agentName }: { agentName: string }) {
  const now = shown.value;
  if (!now || now.key.split(" ")[0] !== selected.value) return null;
  return (
    <section class="answer" role="region" aria-label={`Why ${now.question.name}`}>
      <h3>
        <span>Why {now.question.kind === "goal" ? "" : "not "}<b>{now.question.name}</b>?</span>
        <button type="button" class="quiet" onClick={() => (shown.value = null)} aria-label="Close the explanation"><Icon name="close" /></button>
      </h3>
      {now.error && <p class="bad">{now.error}.</p>}
      {!now.error && !now.goal && !now.action && <p class="hint">Thinking…</p>}
      {now.goal && <GoalAnswer why={now.goal} agentName={agentName} />}
      {now.action && <ActionAnswer why={now.action} />}
    </section>
  );
}

function GoalAnswer({ why, agentName }: { why: GoalWhy; agentName: string }) {
  return (
    <>
      <p class="formula">
        <span title="How much the goal matters now, from 0 to 1: the first rule of `relevance` that holds">relevance {number(why.relevance)}</span> × <span title={`The weight of the goal for the archetype: ${why.weightText}`}>weight {number(why.weight)}</span> = <b>{number(why.score)}</b>
        {why.added !== null && Math.abs(why.added) > 1e-6 && <span title="What orders and stickiness add to the score">; orders and stickiness add {number(why.added)}</span>}
        {why.isMet && <span class="warn"> · the goal is met already</span>}
      </p>
      {why.rules.length > 0 && (
        <ol class="rules">
          {why.rules.map((rule, at) => (
            <li key={at} class={rule.counts ? "counts" : rule.holds ? "" : "fails"}>
              <code>{rule.text}</code> <small>{rule.counts ? `counts: ${number(rule.value)}` : rule.holds ? "holds, but an earlier rule counts" : "does not hold"}</small>
            </li>
          ))}
        </ol>
      )}
      {why.terms.length > 0 && (
        <table class="terms">
          <tbody>
            {why.terms.map((term) => (
              <tr key={term.text}><th scope="row"><code>{term.text}</code>{term.curve && <CurveLine points={term.curve.points} x={inputOf(term.text, why.terms)} y={term.value} />}</th><td class="number">{number(term.value)}</td></tr>
            ))}
          </tbody>
        </table>
      )}
      {why.change === null && <p class="because">No change of one or two of the beliefs that scores read would make {agentName} choose it.</p>}
      {why.change?.length === 0 && <p class="because">It has the highest score.</p>}
      {why.change !== null && why.change.length > 0 && (
        <div class="flip">
          <p class="because">{agentName} would choose it if it believed:</p>
          <ul>
            {why.change.map((change) => (
              <li key={change.fact}>
                <code>{change.fact} = {change.to}</code> <small>instead of {change.from}</small>
                {canEdit() && <button type="button" onClick={() => edit(`set ${agentName}.${change.fact}=${change.to}`)} title="Make the agent believe this now">Set</button>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The value of what a curve is applied to, if it is a term of its own. */
function inputOf(text: string, terms: TermRow[]): number | null {
  const input = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
  return terms.find((term) => term.text === input)?.value ?? null;
}

/** The size of the picture of a curve, and the room around it. */
const [CURVE_WIDTH, CURVE_HEIGHT, CURVE_EDGE] = [200, 44, 5];

/** A curve, and where on it the agent is. */
function CurveLine({ points, x, y }: { points: [number, number][]; x: number | null; y: number | null }) {
  const xs = [...points.map(([one]) => one), x ?? NaN].filter((one) => !Number.isNaN(one));
  const ys = [0, ...points.map(([, one]) => one)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (one: number) => CURVE_EDGE + ((one - left) / Math.max(1e-9, right - left)) * (CURVE_WIDTH - 2 * CURVE_EDGE);
  const up = (one: number) => CURVE_HEIGHT - CURVE_EDGE - ((one - low) / Math.max(1e-9, high - low)) * (CURVE_HEIGHT - 2 * CURVE_EDGE);
  const ends: [number, number][] = [[left, points[0]?.[1] ?? 0], ...points, [right, points.at(-1)?.[1] ?? 0]];
  return (
    <svg class="curve-line" viewBox={`0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`} width={CURVE_WIDTH} height={CURVE_HEIGHT} aria-hidden="true">
      <polyline points={ends.map(([one, two]) => `${across(one).toFixed(1)},${up(two).toFixed(1)}`).join(" ")} />
      {y !== null && <line x1={CURVE_EDGE} x2={x === null ? CURVE_WIDTH - CURVE_EDGE : across(x)} y1={up(y)} y2={up(y)} />}
      {y !== null && x !== null && <circle cx={across(x)} cy={up(y)} r="4" />}
    </svg>
  );
}

function ActionAnswer({ why }: { why: ActionWhy }) {
  return (
    <>
      <Prose text={why.text} />
      <label class="ask-action">Why not <select aria-label="Ask about another action" value={why.action} onChange={(event) => askWhy({ kind: "action", name: event.currentTarget.value })}>
        {why.actions.map((action) => <option key={action}>{action}</option>)}
      </select></label>
    </>
  );
}
