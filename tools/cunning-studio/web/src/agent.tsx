// The panel Agent: what the selected agent believes, wants and does, and why.

import { signal } from "@preact/signals";
import { lazy } from "./lazy";
import { Missing } from "./missing";
import { ask, portrait, selected, show, status, tick, unreadable } from "./store";
import type { BeliefRow, Portrait, ScoreRow, Why } from "./wire";

const wanted = signal("");
const onlyNew = signal(false);
const ScoreChart = lazy({ name: "The chart", load: async () => (await import("./score_chart")).ScoreChart });

export function Agent() {
  const now = portrait.value;
  if (!selected.value) return <aside class="agent"><p class="hint">Click an agent on the map, or a lane.</p></aside>;
  if (!now) return <aside class="agent"><Missing text={unreadable.value ? "This tick cannot be shown." : "Nobody of that name is here at this tick."} /></aside>;
  return (
    <aside class="agent" aria-label={`Agent ${now.name}`}>
      <h2>{now.name} <small>{now.archetype}</small></h2>
      <State now={now} />
      <Plan now={now} />
      <WhyBox now={now} />
      <Scores rows={now.scores} at={now.scoredAt} />
      <Orders now={now} />
      <Beliefs rows={now.beliefs} />
    </aside>
  );
}

function ago(since: number): string {
  const ms = (tick.value - since) * status.value.tickMs;
  return ms < 100 ? "now" : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s ago` : `${(ms / 60_000).toFixed(1)} min ago`;
}

function State({ now }: { now: Portrait }) {
  return (
    <p class="state">
      {now.quarantined && <span class="bad">in quarantine: {now.quarantined}</span>}
      {now.held && <span class="warn">held: {now.held}</span>}
      {now.goal ? <>wants <b>{now.goal.text}</b> <Since at={now.goal.since} /></> : now.idle ? <span class="warn">nothing to do: {now.idle}</span> : "has no goal"}
      {now.isPlanning && <span class="muted"> · a plan is being made</span>}
      {now.failure && !now.plan && <span class="bad"> · no plan: {now.failure}</span>}
      {now.commander && <> · under <button type="button" class="link" onClick={() => now.commander && (selected.value = now.commander.who)}>{now.commander.name}</button></>}
    </p>
  );
}

function Since({ at }: { at: number }) {
  return <button type="button" class="link muted" onClick={() => show(at)} title={`tick ${at}`}>{ago(at)}</button>;
}

function Plan({ now }: { now: Portrait }) {
  if (!now.plan) return null;
  const { steps, at, cost, since } = now.plan;
  return (
    <section>
      <h3>Plan <small>cost {cost}, made <Since at={since} /></small></h3>
      <ol class="plan">
        {steps.map((step, index) => (
          <li key={index} class={at === null || index > at ? "" : index === at ? "running" : "over"} aria-current={index === at ? "step" : undefined}>
            <span>{step.text}</span> <small class="muted">{step.cost}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

const why = signal<{ key: string; answer: Why | null; refused: string | null } | null>(null);

/** The explanation of what the agent is about: asked for, because it takes a search. */
function WhyBox({ now }: { now: Portrait }) {
  // The same plan has the same reasons, whatever the tick.
  const key = `${now.who} ${now.plan ? `plan ${now.plan.since}` : tick.value}`;
  const shown = why.value?.key === key ? why.value : null;
  const load = async () => {
    try {
      why.value = { key, answer: await ask("why", { agent: now.who, tick: tick.value }), refused: null };
    } catch (error) {
      why.value = { key, answer: null, refused: (error as Error).message };
    }
  };
  return (
    <section class="why">
      <h3>Why</h3>
      {!shown && <button type="button" onClick={load}>{now.plan ? "What is each step for?" : now.goal ? "Why this?" : "Why is there nothing to do?"}</button>}
      {shown?.refused && <p class="bad">{shown.refused}</p>}
      {shown?.answer && shown.answer.steps.length > 0 && (
        <ol class="plan">
          {shown.answer.steps.map((step, at) => (
            <li key={at}><b>{step.step}</b> {step.purpose}; <span class="muted">{step.alternative}</span></li>
          ))}
        </ol>
      )}
      {shown?.answer && shown.answer.steps.length === 0 && <pre>{shown.answer.text}</pre>}
    </section>
  );
}

function Scores({ rows, at }: { rows: ScoreRow[]; at: number | null }) {
  if (!rows.length) return null;
  const top = Math.max(0.01, ...rows.map((row) => Math.min(10, Math.abs(row.score))));
  const chosen = rows.find((row) => row.isChosen);
  const rival = rows.find((row) => !row.isChosen && row.barred === null && row.score > 0);
  return (
    <section>
      <h3>Goals <small>compared {at === null ? "never" : <Since at={at} />}</small></h3>
      {chosen && <p class="because">{chosen.goal} counts {value(chosen.score)}{rival ? `; next is ${rival.goal} with ${value(rival.score)}` : "; nothing else matters now"}.</p>}
      <table class="scores">
        <tbody>
          {rows.map((row) => (
            <tr key={row.goal} class={row.isChosen ? "chosen" : row.barred ? "barred" : ""}>
              <th scope="row">{row.goal}</th>
              <td class="bar"><i style={{ width: `${Math.max(0, Math.min(100, (Math.min(10, row.score) / top) * 100))}%` }} /></td>
              <td class="number">{value(row.score)}</td>
              <td class="muted">{row.barred ?? (row.bias ? `own ${value(row.own)}, orders ${row.bias > 0 ? "+" : ""}${value(row.bias)}` : "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ScoreChart />
    </section>
  );
}

/** A score; one that is fixed for a while is beyond all bounds. */
function value(score: number): string {
  return score > 1e6 ? "fixed" : score.toFixed(2).replace(/\.?0+$/, "");
}

function Orders({ now }: { now: Portrait }) {
  if (!now.orders.length && !now.claims.length) return null;
  return (
    <section>
      <h3>Orders</h3>
      <ul class="orders">
        {now.orders.map((order) => (
          <li key={order.order}><b>{order.goal}</b> from {order.from?.name ?? "the game"}, bias {order.bias}: {order.report} <Since at={order.since} /></li>
        ))}
        {now.claims.length > 0 && <li class="muted">claims {now.claims.join(", ")}</li>}
      </ul>
    </section>
  );
}

function Beliefs({ rows }: { rows: BeliefRow[] }) {
  const text = wanted.value.toLowerCase();
  const shown = rows.filter((row) => (!onlyNew.value || row.isNew) && row.fact.toLowerCase().includes(text));
  return (
    <section>
      <h3>Beliefs <small>{rows.filter((row) => row.isNew).length} changed in this tick</small></h3>
      <div class="tools">
        <input type="search" placeholder="find a fact" aria-label="Find a fact" value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} />
        <label><input type="checkbox" checked={onlyNew.value} onChange={() => (onlyNew.value = !onlyNew.value)} /> changed only</label>
      </div>
      {shown.length === 0 && <p class="hint">{rows.length ? "No such belief." : "It believes what the domain file starts with."}</p>}
      <table class="beliefs">
        <tbody>
          {shown.slice(0, 300).map((row) => (
            <tr key={row.fact} class={row.isNew ? "new" : ""}>
              <th scope="row">{row.fact}</th>
              <td>{row.value}{row.before !== null && <small class="muted"> was {row.before}</small>}</td>
              <td class="number">{row.confidence < 1 ? `${Math.round(row.confidence * 100)} %` : ""}</td>
              <td><Since at={row.since} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
