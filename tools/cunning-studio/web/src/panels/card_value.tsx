// A value of a card: text and numbers as chips, lists as rows of chips, tables as keys with values.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../icons";
import type { CardKey, CardNode, CardValue, Problem } from "../protocol";
import { ChipInput } from "./chip_input";
import { edit, edited, focused, keyOf, marked, type Path, within } from "./deck";
import { type Place, roleOf } from "./suggest";

interface Props {
  path: Path;
  value: CardValue;
  params: [string, string][];
  problems: Problem[];
  /** The words that fit, if they can be listed. */
  words: string[];
}

const isSimple = (node: CardNode): node is Extract<CardNode, { text: string }> => node.is === "text" || node.is === "plain";
const last = (path: Path) => String(path.findLast((step) => typeof step === "string"));

/** Edits that can be undone by hand: the page remembers what gets the focus next. */
async function change(path: Path, value: string): Promise<void> {
  focused.value = keyOf(path);
  await edit({ edit: "set", path, value });
}

export function ValueView(props: Props) {
  const { value, path } = props;
  if (isSimple(value.content)) return <Chip {...props} text={value.content.text} />;
  return value.content.is === "list" ? <List {...props} items={value.content.items} /> : <Table {...props} path={path} />;
}

function Chip({ path, value, params, problems, words, text }: Props & { text: string }) {
  const own = keyOf(path);
  const button = useRef<HTMLButtonElement>(null);
  const place: Place = { role: roleOf(path), params, words };
  const isMember = typeof path.at(-1) === "number";
  const found = within(problems, value);
  useEffect(() => {
    if (focused.value !== own || edited.value === own) return;
    // The user may have gone on to something else.
    if (document.activeElement === document.body) button.current?.focus();
    focused.value = null;
  }, [focused.value, edited.value, text]);
  const close = () => {
    edited.value = null;
    focused.value = own;
  };
  if (edited.value === own) {
    return (
      <ChipInput
        label={`${last(path)}: ${text || "new value"}`}
        text={text}
        place={place}
        onCancel={close}
        onCommit={(now) => {
          close();
          if (now.trim() === "" && isMember) void edit({ edit: "remove", path });
          else if (now !== text) void change(path, now);
        }}
      />
    );
  }
  const edge = marked.value;
  const isMarked = edge !== null && (place.role === "condition" || place.role === "effect") && edge.names.includes(String(path[1])) && edge.facts.some((fact) => new RegExp(`\\b${fact.replace(/\W.*$/s, "")}\\b`).test(text));
  const kind = place.role === "condition" || place.role === "effect" ? place.role : value.content.is;
  return (
    <button
      type="button"
      ref={button}
      class={`chip chip-${kind} ${found.some((one) => one.isError) ? "wrong" : found.length ? "doubtful" : ""} ${isMarked ? "marked" : ""}`}
      title={found.length ? found.map((one) => one.message).join("\n") : isMember ? "Enter edits, Delete removes" : "Enter edits"}
      aria-label={`${last(path)}: ${text || "empty"}${found.length ? `. ${found[0]?.message}` : ""}`}
      onClick={() => (edited.value = own)}
      onKeyDown={(event) => {
        if ((event.key === "Delete" || event.key === "Backspace") && isMember) {
          event.preventDefault();
          void edit({ edit: "remove", path });
        }
      }}
    >
      {text || "…"}
    </button>
  );
}

function List({ items, path, ...rest }: Props & { items: CardValue[] }) {
  const isAdding = useSignal(false);
  const name = last(path);
  const close = () => (isAdding.value = false);
  return (
    <span class="chips" role="group" aria-label={name}>
      {items.map((item, at) => (
        <span class={isSimple(item.content) ? "chip-box" : "chip-box group"} key={at}>
          <ValueView {...rest} path={[...path, at]} value={item} />
          <button type="button" class="quiet small" aria-label={`Remove ${isSimple(item.content) ? item.content.text : `part ${at + 1}`} from ${name}`} onClick={() => void edit({ edit: "remove", path: [...path, at] })}><Icon name="close" /></button>
        </span>
      ))}
      {isAdding.value ? (
        <ChipInput
          label={`New ${name}`}
          text=""
          place={{ role: roleOf(path), params: rest.params, words: rest.words }}
          onCancel={close}
          onCommit={(now) => {
            close();
            if (now.trim() === "") return;
            focused.value = keyOf([...path, items.length]);
            void edit({ edit: "insert", path, at: items.length, value: now });
          }}
        />
      ) : (
        <button type="button" class="quiet small" aria-label={`Add to ${name}`} title={`Add to ${name}`} onClick={() => (isAdding.value = true)}><Icon name="plus" /></button>
      )}
    </span>
  );
}

function Table({ path, value, ...rest }: Props) {
  if (value.content.is !== "table") return null;
  return (
    <span class="chips" role="group" aria-label={last(path)}>
      {value.content.entries.map((entry) => (
        <span class="chip-box entry" key={entry.key}>
          <span class="key">{entry.key}</span>
          <ValueView {...rest} path={[...path, entry.key]} value={entry.value} />
          <button type="button" class="quiet small" aria-label={`Remove ${entry.key} from ${last(path)}`} onClick={() => void edit({ edit: "remove", path: [...path, entry.key] })}><Icon name="close" /></button>
        </span>
      ))}
      <AddKey path={path} keys={[]} />
    </span>
  );
}

/** What a new entry of these tables begins with. */
const FIRST: Record<string, string> = { goals: "1", costs: "1", traits: "0.5", params: "int" };

/** Adds a key to a table: one of those that fit, or any name. */
export function AddKey({ path, keys }: { path: Path; keys: CardKey[] }) {
  const isOpen = useSignal(false);
  const name = last(path);
  if (!isOpen.value) return <button type="button" class="quiet small" aria-label={`Add a key to ${name}`} title={`Add a key to ${name}`} onClick={() => (isOpen.value = true)}><Icon name="plus" /></button>;
  const role = keys.length === 0 && (name === "goals" || name === "costs") ? (name === "goals" ? "goal" : "action") : "words";
  return (
    <ChipInput
      label={`New key of ${name}`}
      text=""
      place={{ role, params: [], words: keys.map((key) => key.name) }}
      onCancel={() => (isOpen.value = false)}
      onCommit={(typed) => {
        isOpen.value = false;
        const key = typed.trim();
        if (key === "") return;
        const known = keys.find((one) => one.name === key);
        const own = [...path, key];
        const value = known?.choices[0] ?? known?.start ?? FIRST[name] ?? "";
        void edit({ edit: "set", path: own, value }).then((isMade) => {
          if (isMade && value !== "[]" && value !== "{}") edited.value = keyOf(own);
        });
      }}
    />
  );
}
