// The command panel: the chain of command and the state of orders.

import { Missing } from "./missing";
import { commandRows, select, selected, show } from "./store";
import type { CommandRow } from "./protocol";

export function Command() {
  const all = commandRows.value;
  if (!all) return <Missing text="Loading…" />;
  const known = new Set(all.map((row) => row.agent));
  const roots = all.filter((row) => !row.commander || !known.has(row.commander));
  const commanders = roots.filter((root) => all.some((row) => row.commander === root.agent));
  const alone = roots.filter((root) => !commanders.includes(root));
  return (
    <section class="command" aria-label="Command">
      {commanders.length === 0 && <p class="hint">No agent has a commander at this tick.</p>}
      {commanders.length > 0 && <ul class="tree">{commanders.map((root) => <Branch key={root.agent} row={root} all={all} />)}</ul>}
      {alone.length > 0 && (
        <details>
          <summary>{alone.length} without a commander</summary>
          <ul class="tree">{alone.slice(0, 500).map((root) => <Branch key={root.agent} row={root} all={all} />)}</ul>
        </details>
      )}
    </section>
  );
}

function Branch({ row, all }: { row: CommandRow; all: CommandRow[] }) {
  const under = all.filter((other) => other.commander === row.agent);
  return (
    <li>
      <button type="button" class={`rank ${row.agent === selected.value ? "chosen" : ""}`} onClick={() => select(row.agent)}>
        <b>{row.name}</b> <small>{row.archetype}</small> {row.step ?? row.goal ?? "–"}
      </button>
      {row.orders.map((order) => (
        <button type="button" key={order.order} class={`order order-${order.report.replace(" ", "-")}`} onClick={() => show(order.since)} title={`given at tick ${order.since}`}>
          {order.goal}: {order.report}
        </button>
      ))}
      {under.length > 0 && <ul>{under.map((other) => <Branch key={other.agent} row={other} all={all} />)}</ul>}
    </li>
  );
}
