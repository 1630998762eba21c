// The room Command: who commands whom, and what becomes of orders.

import { Missing } from "./missing";
import { ranks, selected, show } from "./store";
import type { Rank } from "./wire";

export function Command() {
  const all = ranks.value;
  if (!all) return <Missing text="Loading…" />;
  const known = new Set(all.map((rank) => rank.who));
  const roots = all.filter((rank) => !rank.commander || !known.has(rank.commander));
  const leads = roots.filter((root) => all.some((rank) => rank.commander === root.who));
  const alone = roots.filter((root) => !leads.includes(root));
  return (
    <section class="command" aria-label="Command">
      {leads.length === 0 && <p class="hint">Nobody commands anybody at this tick.</p>}
      {leads.length > 0 && <ul class="tree">{leads.map((root) => <Branch key={root.who} rank={root} all={all} />)}</ul>}
      {alone.length > 0 && (
        <details>
          <summary>{alone.length} without a commander</summary>
          <ul class="tree">{alone.slice(0, 500).map((root) => <Branch key={root.who} rank={root} all={all} />)}</ul>
        </details>
      )}
    </section>
  );
}

function Branch({ rank, all }: { rank: Rank; all: Rank[] }) {
  const under = all.filter((other) => other.commander === rank.who);
  return (
    <li>
      <button type="button" class={`rank ${rank.who === selected.value ? "chosen" : ""}`} onClick={() => (selected.value = rank.who)}>
        <b>{rank.name}</b> <small>{rank.archetype}</small> {rank.step ?? rank.goal ?? "–"}
      </button>
      {rank.orders.map((order) => (
        <button type="button" key={order.order} class={`order order-${order.report.replace(" ", "-")}`} onClick={() => show(order.since)} title={`given at tick ${order.since}`}>
          {order.goal}: {order.report}
        </button>
      ))}
      {under.length > 0 && <ul>{under.map((other) => <Branch key={other.who} rank={other} all={all} />)}</ul>}
    </li>
  );
}
