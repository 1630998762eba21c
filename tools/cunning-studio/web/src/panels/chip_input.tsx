// A field with completion: arrow keys select a suggestion and Enter takes it; Enter without one commits the text.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { outline } from "./draft";
import { type Place, suggest } from "./suggest";

interface Props {
  label: string;
  text: string;
  place: Place;
  onCommit: (text: string) => void;
  onCancel: () => void;
}

let count = 0;

export function ChipInput({ label, text, place, onCommit, onCancel }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef(`suggestions-${++count}`).current;
  const typed = useSignal({ text, cursor: text.length });
  const at = useSignal(-1);
  const isOver = useRef(false);
  // Before the next key arrives.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const all = suggest(outline.value, place, typed.value.text, typed.value.cursor);
  const read = () => {
    const now = field.current;
    if (now) typed.value = { text: now.value, cursor: now.selectionStart ?? now.value.length };
  };
  const end = (act: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  const take = (chosen: number) => {
    const one = all[chosen];
    if (!one) return;
    const { text: old, cursor } = typed.peek();
    // What is left of a word behind the cursor is replaced too.
    const rest = old.slice(cursor).replace(/^[\p{L}\p{N}_]+/u, "");
    const now = old.slice(0, one.from) + one.insert + rest;
    typed.value = { text: now, cursor: one.from + one.insert.length };
    at.value = -1;
    if (field.current) {
      field.current.value = now;
      field.current.focus();
      field.current.setSelectionRange(typed.value.cursor, typed.value.cursor);
    }
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const by = event.key === "ArrowDown" ? 1 : -1;
      at.value = all.length ? (at.value + by + all.length + (at.value < 0 && by < 0 ? 1 : 0)) % all.length : -1;
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (at.value >= 0) take(at.value);
      else end(() => onCommit(typed.peek().text));
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (at.value >= 0) at.value = -1;
      else end(onCancel);
    }
  };
  return (
    <span class="chip-input">
      <input
        ref={field}
        value={typed.value.text}
        role="combobox"
        aria-label={label}
        aria-expanded={all.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={at.value >= 0 ? `${list}-${at.value}` : undefined}
        autocomplete="off"
        spellcheck={false}
        size={Math.max(10, typed.value.text.length + 2)}
        onInput={() => (read(), (at.value = -1))}
        onKeyUp={read}
        onClick={read}
        onKeyDown={key}
        onBlur={() => end(() => (typed.peek().text === text ? onCancel() : onCommit(typed.peek().text)))}
      />
      <ul id={list} role="listbox" aria-label="Suggestions" hidden={all.length === 0}>
        {all.map((one, index) => (
          <li key={one.label} id={`${list}-${index}`} role="option" aria-selected={index === at.value} onPointerDown={(event) => (event.preventDefault(), take(index))}>
            {one.label} <small>{one.detail}</small>
          </li>
        ))}
      </ul>
    </span>
  );
}
