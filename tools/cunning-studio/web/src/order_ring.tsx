// The command ring: the orders that fit a target, around the cursor. What the selected friends would do is shown before the
// order is given.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { openMenu } from "./edits";
import { canCommand, giveOrder, living, type Offer, offersFor, openParam, previewOrder, previews, selectFriends, squad, type Target, targets, withTarget } from "./game";
import { useOutside } from "./outside";
import { notice } from "./store";

interface Ring {
  x: number;
  y: number;
  target: Target | null;
  /** The cell under the cursor, if the ring was opened on the map. */
  cell: { x: number; y: number } | null;
  /** The chosen order, if it needs more targets. */
  partial: Offer | null;
}

const ring = signal<Ring | null>(null);

const RADIUS_PX = 92;
/** The most targets of a further parameter around the cursor: the nearest ones. The list has all. */
const AROUND_MAX = 8;
/** The room that the ring and the list of steps need. */
const ROOM_PX = { side: 170, top: 174, bottom: 330 };

export function closeRing(): void {
  ring.value = null;
  void previewOrder(null);
}

/** Opens the ring at a position of the page. Without selected friends all of them are. */
export function openRing(x: number, y: number, target: Target | null, cell: Ring["cell"] = null): void {
  if (!canCommand.peek()) {
    notice.value = "There are no friends to command: this scene is not a game, or it is over.";
    return;
  }
  if (squad.peek().size === 0) selectFriends(living.peek());
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, Math.max(low, high)));
  ring.value = {
    x: within(x, ROOM_PX.side, innerWidth - ROOM_PX.side),
    y: within(y, ROOM_PX.top, innerHeight - ROOM_PX.bottom),
    target,
    cell,
    partial: null,
  };
}

/** Opens the ring in the middle of the map, for the keyboard. */
export function openRingByKey(): void {
  const map = document.querySelector(".map")?.getBoundingClientRect();
  if (map) openRing(map.left + map.width / 2, map.top + map.height / 2, targets.peek()[0] ?? null);
}

/** Targets by their distance from the cursor, or from the target of the ring. */
function byDistance<T extends { name: string; cell: [number, number] | null }>(all: T[], { cell, target }: Ring): T[] {
  const [x, y] = cell ? [cell.x, cell.y] : (target?.cell ?? [0, 0]);
  const distance = (one: T) => (one.cell ? Math.hypot(one.cell[0] - x, one.cell[1] - y) : Infinity);
  return [...all].sort((one, two) => distance(one) - distance(two));
}

export function OrderRing() {
  const now = ring.value;
  const room = useRef<HTMLDivElement>(null);
  useOutside(room, closeRing, now !== null);
  useLayoutEffect(() => {
    if (!now) return;
    room.current?.querySelector<HTMLElement>(now.partial ? "input, [role=menuitem]" : now.cell ? "[role=menuitem]" : "select")?.focus();
  }, [now?.x, now?.y, now?.cell, now?.partial]);
  if (!now || !canCommand.value) return null;
  const { partial } = now;
  const param = partial && openParam(partial);
  /** Targets of the parameter that is asked for; the nearest to the cursor come first. */
  const open = partial && param ? byDistance(param.targets, now) : [];
  const offers = partial && param ? open.slice(0, AROUND_MAX).map((target) => withTarget(partial, target.name)) : offersFor(now.target);
  const give = (offer: Offer) => {
    if (openParam(offer)) {
      void previewOrder(null);
      ring.value = { ...now, partial: offer };
      return;
    }
    ring.value = null;
    void giveOrder(offer);
  };
  const move = (by: number) => {
    const items = [...(room.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + by + items.length) % items.length]?.focus();
  };
  const names = [...squad.value].join(", ");
  return (
    <div
      class="ring"
      ref={room}
      role="dialog"
      aria-label="Orders"
      style={{ left: `${now.x}px`, top: `${now.y}px` }}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const isField = ["SELECT", "INPUT"].includes((event.target as HTMLElement).tagName);
        event.stopPropagation();
        if (event.key === "Escape") closeRing();
        else if (isField) return;
        else if (event.key === "ArrowDown" || event.key === "ArrowRight") move(1);
        else if (event.key === "ArrowUp" || event.key === "ArrowLeft") move(-1);
        else return;
        event.preventDefault();
      }}
    >
      {partial && param ? (
        <form
          class="ring-param"
          aria-label={`${partial.order}: ${param.name}`}
          onSubmit={(event) => {
            event.preventDefault();
            const chosen = new FormData(event.currentTarget).get("target")?.toString();
            if (chosen) give(withTarget(partial, chosen));
          }}
        >
          <b>{partial.order}</b> <span class="muted">{partial.targets.filter(Boolean).join(" ")}</span>
          <label>{param.name} {param.range ? (
            <input type="number" name="target" min={param.range[0]} max={param.range[1]} defaultValue={String(param.range[0])} required />
          ) : (
            <select name="target" onChange={(event) => give(withTarget(partial, event.currentTarget.value))}>
              <option value="">…</option>
              {open.map((target) => <option key={target.name}>{target.name}</option>)}
            </select>
          )}</label>
          {param.range && <button type="submit" class="primary">Order</button>}
        </form>
      ) : (
        <select
          aria-label="Target"
          title="What the order is about"
          value={now.target?.name ?? ""}
          onChange={(event) => {
            const name = event.currentTarget.value;
            void previewOrder(null);
            ring.value = { ...now, target: targets.peek().find((target) => target.name === name) ?? null };
          }}
        >
          {targets.value.map((target) => <option key={target.name}>{target.name}</option>)}
        </select>
      )}
      <div role="menu" aria-label={`Orders for ${names}`}>
        {offers.map((offer, at) => {
          const angle = (at / offers.length) * Math.PI * 2 - Math.PI / 2;
          return (
            <button
              type="button"
              role="menuitem"
              key={`${offer.order} ${offer.targets.join(" ")}`}
              title={offer.doc}
              style={{ left: `calc(50% + ${Math.cos(angle) * RADIUS_PX * 1.3}px)`, top: `calc(50% + ${Math.sin(angle) * RADIUS_PX}px)` }}
              onPointerEnter={() => void previewOrder(offer)}
              onFocus={() => void previewOrder(offer)}
              onClick={() => give(offer)}
              onPointerUp={(event) => event.button === 2 && give(offer)}
            >
              <b>{partial ? offer.targets[partial.targets.indexOf(null)] : offer.order}</b>{!partial && offer.targets.length > 0 && <span>{offer.targets.map((target) => target ?? "…").join(" ")}</span>}
            </button>
          );
        })}
      </div>
      <div class="outlook" role="status" aria-label="What they would do">
        <h2 class="minor">{names}</h2>
        {previews.value.length === 0 && <p class="hint">Point at an order to see what they would do.</p>}
        {previews.value.map((row) => (
          <p key={row.name}><b>{row.name}</b> {row.why ? <span class="bad">{row.why}</span> : row.steps.join(" → ")}</p>
        ))}
        {now.cell && <button type="button" class="link" onClick={() => ((ring.value = null), void openMenu({ kind: "cell", ...now.cell! }, now.x, now.y))}>Edit the scene here…</button>}
      </div>
    </div>
  );
}
