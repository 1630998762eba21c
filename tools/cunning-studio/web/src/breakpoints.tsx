// The breakpoints of a running scene or game: a button of the time bar, and the list that it opens.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";
import { useOutside } from "./outside";
import { Coded } from "./prose";
import { ask, session, status } from "./store";

const isOpen = signal(false);

/** Opens the list, with the focus in its field. */
export function openBreakpoints(): void {
  isOpen.value = true;
}

const FORMS = ["anyone has no plan", "anyone wants …", "anyone does …", "… believes … = …", "event finds no plan"];

export function Breakpoints() {
  const button = useRef<HTMLButtonElement>(null);
  const all = status.value.breakpoints;
  if (!session.value?.isAttached && !session.value?.canControl) return null;
  return (
    <span class="group">
      <button
        type="button"
        ref={button}
        class={all.length ? "tool armed" : "tool"}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        aria-label={all.length ? `Breakpoints: ${all.length}` : "Breakpoints"}
        title="Stop when something happens (w)"
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name="breakpoint" />{all.length > 0 && <b>{all.length}</b>}
      </button>
      {isOpen.value && <List at={button.current?.getBoundingClientRect() ?? null} onLeave={() => button.current?.focus()} />}
    </span>
  );
}

function List({ at, onLeave }: { at: DOMRect | null; onLeave: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  useOutside(box, () => (isOpen.value = false));
  useLayoutEffect(() => field.current?.focus(), []);
  const change = async (kind: "add_breakpoint" | "remove_breakpoint", text: string) => {
    try {
      await ask(kind, { text });
      setError(null);
      return true;
    } catch (error) {
      setError((error as Error).message);
      return false;
    }
  };
  const add = async () => {
    const text = field.current?.value.trim() ?? "";
    if (text !== "" && (await change("add_breakpoint", text)) && field.current) field.current.value = "";
  };
  return (
    <div
      class="popover"
      ref={box}
      role="dialog"
      aria-label="Breakpoints"
      style={{ left: `${Math.max(4, Math.min(at?.left ?? 0, innerWidth - 348))}px`, bottom: `${innerHeight - (at?.top ?? 0) + 6}px` }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== "Escape") return;
        isOpen.value = false;
        onLeave();
      }}
    >
      <form class="row" onSubmit={(event) => (event.preventDefault(), void add())}>
        <label>Stop when <input ref={field} list="conditions" autocomplete="off" placeholder="guard_3 has no plan" aria-invalid={error !== null} /></label>
        <button type="submit" class="primary">Add</button>
        <datalist id="conditions">{FORMS.map((text) => <option key={text} value={text} />)}</datalist>
      </form>
      {error && <p class="bad" role="alert"><Coded text={error} /></p>}
      {status.value.breakpoints.length === 0 && <p class="hint">The scene stops in the tick in which a condition becomes true: an agent <i>has no plan</i>, <i>wants</i> a goal, <i>does</i> an action or <i>believes</i> a fact, or an <i>event</i> has these words.</p>}
      <ul class="stops">
        {status.value.breakpoints.map((text) => (
          <li key={text}><span>{text}</span> <button type="button" class="quiet" aria-label={`Remove the breakpoint ${text}`} title="Remove the breakpoint" onClick={() => void change("remove_breakpoint", text)}><Icon name="close" /></button></li>
        ))}
      </ul>
    </div>
  );
}
