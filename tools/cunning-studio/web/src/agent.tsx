// The agent panel: the goal, plan, scores, orders and beliefs of the selected agent, and explanations.

import { signal } from "@preact/signals";
import { canEdit, openMenu, pendingEdit } from "./edits";
import { Icon } from "./icons";
import { lazy } from "./lazy";
import { Missing } from "./missing";
import { Coded, Prose } from "./prose";
import { ask, backdrop, details, frame, select, selected, selectedBody, show, status, tick, unreadable, whyNoDetails } from "./store";
import { askWhy, WhyAnswer } from "./why";
import type { BeliefRow, AgentDetails, Explanation, ScoreRow } from "./protocol";

const wanted = signal("");
const onlyNew = signal(false);
const ScoreChart = lazy({ name: "The chart", load: async () => (await import("./score_chart")).ScoreChart });

export function Agent() {
  const now = details.value;
  if (selectedBody.value !== null) return <BodyBox name={selectedBody.value} />;
  if (!selected.value) return <aside class="agent"><p class="hint">Click an agent on the map or a lane of the timeline.</p></aside>;
  if (!now) return <aside class="agent"><Missing text={unreadable.value ? "This tick cannot be shown." : `${whyNoDetails.value ?? "Loading the agent"}.`} /></aside>;
  return (
    <aside class="agent" aria-label={`Agent ${now.name}`}>
      <h2>
        {now.name} <small>{now.archetype}</small>
        {canEdit() && <button type="button" class="quiet" aria-haspopup="menu" aria-label={`Edit ${now.name}`} title={`Wound, move, kill or remove ${now.name}, or set its traits`} onClick={(event) => openMenu({ kind: "agent", agent: now.agent }, event.clientX - 240, event.clientY + 8)}><Icon name="edit" /></button>}
      </h2>
      <State now={now} />
      <Plan now={now} />
      <WhyBox now={now} />
      <WhyAnswer agentName={now.name} />
      <Scores rows={now.scores} at={now.scoredAt} />
      <Orders now={now} />
      <Beliefs rows={now.beliefs} agentName={now.name} />
    </aside>
  );
}

/** A body without a recorded mind. */
function BodyBox({ name }: { name: string }) {
  const body = frame.value?.bodies.find((one) => one.name === name);
  const base = backdrop.value;
  const team = body?.team !== null && body?.team !== undefined && base?.kind === "map" ? base.teams[body.team] : undefined;
  return (
    <aside class="agent" aria-label={`Body ${name}`}>
      <h2>{name} {team && <small>{team}</small>}</h2>
      {!body && <p class="state">is not there at this tick</p>}
      {body && canEdit() && <button type="button" aria-haspopup="menu" onClick={(event) => openMenu({ kind: "body", name }, event.clientX, event.clientY)}>Edit {name}</button>}
      {body && <p class="state">{body.isAlive ? (body.isCrouched ? "crouches" : "is alive") : <span class="bad">is dead</span>}{body.health && `, health ${body.health[0]} of ${body.health[1]}`}</p>}
      <p class="hint">No recorded mind: it is moved by a state machine, by the quest or by the player, or its recording is in another file.</p>
    </aside>
  );
}

function ago(since: number): string {
  const ms = (tick.value - since) * status.value.tickMs;
  return ms < 100 ? "now" : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s ago` : `${(ms / 60_000).toFixed(1)} min ago`;
}

function State({ now }: { now: AgentDetails }) {
  return (
    <p class="state">
      {now.quarantined && <span class="bad">in quarantine: {now.quarantined}</span>}
      {now.held && <span class="warn">held: {now.held}</span>}
      {now.goal ? <>wants <b>{now.goal.text}</b> <Since at={now.goal.since} /></> : now.idle ? <span class="warn">idle: {now.idle}</span> : "has no goal"}
      {now.isPlanning && <span class="muted"> · planning</span>}
      {now.step && now.plan?.current === null && <span class="muted"> · {now.step.stopping ? `stopping ${now.step.text}: ${now.step.stopping}` : `doing ${now.step.text}`}</span>}
      {now.failure && !now.plan && <span class="bad"> · no plan: {now.failure}</span>}
      {now.commander && <> · commanded by <button type="button" class="link" onClick={() => now.commander && select(now.commander.agent)}>{now.commander.name}</button></>}
    </p>
  );
}

function Since({ at }: { at: number }) {
  return <button type="button" class="link muted" onClick={() => show(at)} title={`tick ${at}`}>{ago(at)}</button>;
}

function Plan({ now }: { now: AgentDetails }) {
  if (!now.plan) return null;
  const { steps, current, done, cost, since } = now.plan;
  return (
    <section>
      <h3>Plan <small>cost {cost}, made <Since at={since} /></small></h3>
      <ol class="plan">
        {steps.map((step, index) => (
          <li key={index} class={index === current ? "running" : index < done ? "over" : ""} aria-current={index === current ? "step" : undefined}>
            <button type="button" class="ask" title={`Why ${step.text}, and what a plan without it would be`} onClick={() => askWhy({ kind: "action", name: step.text })}>{step.text}</button> <small class="muted">{step.cost}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

const why = signal<{ key: string; answer: Explanation | null; error: string | null } | null>(null);

/** The explanation of the plan. It is loaded on demand because it takes a search. */
function WhyBox({ now }: { now: AgentDetails }) {
  // The explanation of a plan does not depend on the tick.
  const key = `${now.agent} ${now.plan ? `plan ${now.plan.since}` : tick.value}`;
  const shown = why.value?.key === key ? why.value : null;
  const load = async () => {
    try {
      why.value = { key, answer: await ask("why", { agent: now.agent, tick: tick.value }), error: null };
    } catch (error) {
      why.value = { key, answer: null, error: (error as Error).message };
    }
  };
  return (
    <section class="why">
      <h3>Why</h3>
      {!shown && <button type="button" onClick={load}>{now.plan ? "Explain the plan" : now.goal ? "Explain the goal" : "Explain why it is idle"}</button>}
      {shown?.error && <p class="bad">{shown.error}</p>}
      {shown?.answer && shown.answer.steps.length > 0 && (
        <ol class="plan">
          {shown.answer.steps.map((step, at) => (
            <li key={at}><b>{step.step}</b> <Coded text={step.purpose} />; <span class="muted"><Coded text={step.alternative} /></span></li>
          ))}
        </ol>
      )}
      {shown?.answer && shown.answer.steps.length === 0 && <Prose text={shown.answer.text} />}
    </section>
  );
}

function Scores({ rows, at }: { rows: ScoreRow[]; at: number | null }) {
  if (!rows.length) return null;
  const top = Math.max(0.01, ...rows.map((row) => Math.min(10, Math.abs(row.score))));
  const chosen = rows.find((row) => row.isChosen);
  const rival = rows.find((row) => !row.isChosen && row.excluded === null && row.score > 0);
  return (
    <section>
      <h3>Goals <small>scored {at === null ? "never" : <Since at={at} />}</small></h3>
      {chosen && <p class="because">{chosen.goal} scores {value(chosen.score)}{rival ? `; next is ${rival.goal} with ${value(rival.score)}` : "; no other goal is relevant"}.</p>}
      <table class="scores">
        <tbody>
          {rows.map((row) => (
            <tr key={row.goal} class={row.isChosen ? "chosen" : row.excluded ? "excluded" : ""}>
              <th scope="row"><button type="button" class="ask" title={`Why ${row.goal} has this score, and what would make the agent choose it`} onClick={() => askWhy({ kind: "goal", name: row.goal })}>{row.goal}</button></th>
              <td class="bar"><i style={{ width: `${Math.max(0, Math.min(100, (Math.min(10, row.score) / top) * 100))}%` }} /></td>
              <td class="number">{value(row.score)}</td>
              <td class="muted">{row.excluded ?? (row.bias ? `relevance ${value(row.relevance)}, orders ${row.bias > 0 ? "+" : ""}${value(row.bias)}` : "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ScoreChart />
    </section>
  );
}

/** A score; values above 1e6 mark a goal that is fixed for now. */
function value(score: number): string {
  return score > 1e6 ? "fixed" : score.toFixed(2).replace(/\.?0+$/, "");
}

function Orders({ now }: { now: AgentDetails }) {
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

/** Asks for another value of a belief. */
function setBelief(agentName: string, row: BeliefRow, event: MouseEvent): void {
  event.preventDefault();
  const text = (value: string) => ({ about: row.fact, label: `set to ${value}`, text: `set ${agentName}.${row.fact}=${value}` });
  const other = { about: row.fact, label: "set to …", text: `set ${agentName}.${row.fact}=VALUE` };
  if (row.value === "true" || row.value === "false") void openMenu({ kind: "body", name: "" }, event.clientX, event.clientY, [text(row.value === "true" ? "false" : "true")]);
  else pendingEdit.value = other;
}

function Beliefs({ rows, agentName }: { rows: BeliefRow[]; agentName: string }) {
  const text = wanted.value.toLowerCase();
  const shown = rows.filter((row) => (!onlyNew.value || row.isNew) && row.fact.toLowerCase().includes(text));
  return (
    <section>
      <h3>Beliefs <small>{rows.filter((row) => row.isNew).length} changed in this tick</small></h3>
      <div class="tools">
        <input type="search" placeholder="filter facts" aria-label="Filter facts" value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} />
        <label><input type="checkbox" checked={onlyNew.value} onChange={() => (onlyNew.value = !onlyNew.value)} /> changed only</label>
      </div>
      {shown.length === 0 && <p class="hint">{rows.length ? "No belief matches." : "All facts have their start values."}</p>}
      <table class="beliefs">
        <tbody>
          {shown.slice(0, 300).map((row) => (
            <tr key={row.fact} class={row.isNew ? "new" : ""} onContextMenu={(event) => canEdit() && setBelief(agentName, row, event)}>
              <th scope="row">{row.fact}</th>
              <td>{canEdit() ? <button type="button" class="ask" title="Change what the agent believes" aria-label={`Change ${row.fact}, now ${row.value}`} onClick={(event) => setBelief(agentName, row, event)}>{row.value}</button> : row.value}{row.before !== null && <small class="muted"> was {row.before}</small>}</td>
              <td class="number">{row.confidence < 1 ? `${Math.round(row.confidence * 100)} %` : ""}</td>
              <td><Since at={row.since} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
