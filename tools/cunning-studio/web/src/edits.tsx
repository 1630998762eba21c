// Edits of the running scene: the menu of what can be changed, and the requests that change it.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ask, errorMessage, notice, session, status, tick } from "./store";
import { useOutside } from "./outside";
import { branchHere } from "./time";
import type { EditTarget, OfferedEdit } from "./protocol";

interface Menu {
  x: number;
  y: number;
  offers: OfferedEdit[];
}

const menu = signal<Menu | null>(null);
/** The edit that waits for a place on the map or for a value. */
export const pendingEdit = signal<OfferedEdit | null>(null);

/** Whether the page may edit the scene. */
export function canEdit(): boolean {
  return session.value?.canControl ?? false;
}

/** Makes an edit, in words. Returns whether it was possible. */
export async function edit(text: string): Promise<boolean> {
  pendingEdit.value = null;
  menu.value = null;
  try {
    notice.value = `Edited after tick ${status.peek().lastTick}: ${await ask("edit", { text })}.`;
    errorMessage.value = null;
    return true;
  } catch (error) {
    errorMessage.value = `Not edited: ${(error as Error).message}.`;
    return false;
  }
}

/** Shows the edits that are possible for a target, at a position of the page. */
export async function openMenu(target: EditTarget, x: number, y: number, first: OfferedEdit[] = []): Promise<void> {
  if (!canEdit()) {
    notice.value = session.peek()?.isLive ? "Start the studio with --allow-control to edit the scene." : "A recording cannot be edited. Run the scene with `cunning studio SCENE --allow-control`.";
    return;
  }
  try {
    menu.value = { x, y, offers: [...first, ...(await ask("edit_offers", { target }))] };
  } catch (error) {
    errorMessage.value = (error as Error).message;
  }
}

/** Starts an edit: at once, or after a place or a value is given. */
function begin(offer: OfferedEdit): void {
  menu.value = null;
  if (/PLACE|VALUE/.test(offer.text)) pendingEdit.value = offer;
  else void edit(offer.text);
}

/** Gives the pending edit its place. Returns whether one was waiting for it. */
export function placeEdit(x: number, y: number): boolean {
  const waiting = pendingEdit.peek();
  if (!waiting?.text.includes("PLACE")) return false;
  void edit(waiting.text.replace("PLACE", `${x},${y}`));
  return true;
}

export function EditMenu() {
  const now = menu.value;
  const box = useRef<HTMLDivElement>(null);
  useOutside(box, () => (menu.value = null), now !== null);
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [now]);
  if (!now) return null;
  const groups = new Map<string, OfferedEdit[]>();
  for (const offer of now.offers) groups.set(offer.about, [...(groups.get(offer.about) ?? []), offer]);
  const move = (by: number) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + by + items.length) % items.length]?.focus();
  };
  return (
    <div
      class="menu"
      ref={box}
      role="menu"
      aria-label="Edit the scene"
      style={{ left: `${Math.max(4, Math.min(now.x, innerWidth - 270))}px`, top: `${Math.max(4, Math.min(now.y, innerHeight - 340))}px` }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") menu.value = null;
        else if (event.key === "ArrowDown") move(1);
        else if (event.key === "ArrowUp") move(-1);
        else return;
        event.preventDefault();
      }}
    >
      {tick.value < status.value.lastTick && (
        <p class="hint" role="presentation">
          Edits take effect after the last tick, {status.value.lastTick}. <button type="button" role="menuitem" onClick={() => ((menu.value = null), branchHere())}>Branch at tick {tick.value} first</button>
        </p>
      )}
      {now.offers.length === 0 && <p class="hint" role="presentation">Nothing can be changed here.</p>}
      {[...groups].map(([about, offers]) => (
        <div key={about} role="group" aria-label={about}>
          <h3 role="presentation">{about}</h3>
          {offers.map((offer) => (
            <button type="button" role="menuitem" key={offer.text} title={offer.text} onClick={() => begin(offer)}>{offer.label}</button>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Asks for the place or the value of an edit. */
export function PendingEdit() {
  const now = pendingEdit.value;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), [now]);
  if (!now) return null;
  const asksPlace = now.text.includes("PLACE");
  return (
    <form
      class="pending"
      aria-label={`${now.about}: ${now.label}`}
      onSubmit={(event) => {
        event.preventDefault();
        const given = field.current?.value.trim() ?? "";
        if (given) void edit(now.text.replace(/PLACE|VALUE/, given));
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") pendingEdit.value = null;
      }}
    >
      <label>{now.about}: {now.label} <input ref={field} autocomplete="off" placeholder={asksPlace ? "click on the map, or write a place or x,y" : "value"} aria-label={asksPlace ? "Place" : "Value"} /></label>
      <button type="submit" class="primary">Apply</button>
      <button type="button" onClick={() => (pendingEdit.value = null)}>Cancel</button>
    </form>
  );
}
