// The command palette: everything that the page can do, found by its name.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { canEdit, edit, pendingEdit } from "./edits";
import { canCommand, dialog, living, selectFriends } from "./game";
import { showsKeys } from "./keys";
import { openRingByKey } from "./order_ring";
import { available } from "./panel_list";
import { frame, panel, select, session, show, status } from "./store";
import { setTheme } from "./theme";
import { branchHere, jump, playOrPause, save, step } from "./time";

const showsPalette = signal(false);

interface Entry {
  text: string;
  hint: string;
  act: () => unknown;
}

const wanted = signal("");
const chosen = signal(0);

/** The most entries that are listed. */
const ENTRIES_MAX = 12;

function entries(): Entry[] {
  const has = session.value;
  const time: Entry[] = has?.hasAgents
    ? [
        { text: "Play or pause", hint: "Space", act: playOrPause },
        { text: "One tick", hint: ".", act: step },
        { text: "Next decision", hint: "d", act: () => jump(false, ["decision"]) },
        { text: "Next failure", hint: "f", act: () => jump(false, ["failure"]) },
        { text: "First tick", hint: "Home", act: () => show(status.value.firstTick) },
        { text: "Last tick", hint: "End", act: () => show(status.value.lastTick, true) },
        { text: "Save the range as a recording", hint: "s", act: save },
      ]
    : [];
  const edits: Entry[] = canEdit()
    ? [
        { text: "Branch here", hint: "b", act: branchHere },
        { text: "Edit the scene: set a fact for all agents", hint: "", act: () => (pendingEdit.value = { about: "all agents", label: "set fact", text: "set VALUE" }) },
        { text: "Edit the scene: spawn", hint: "", act: () => (pendingEdit.value = { about: "scene", label: "spawn ARCHETYPE at x,y", text: "spawn VALUE" }) },
      ]
    : [];
  const orders: Entry[] = canCommand.value
    ? [
        { text: "Select all friends", hint: "q", act: () => selectFriends(living.peek()) },
        { text: "Give an order", hint: "r", act: openRingByKey },
        { text: "Briefing and new game", hint: "", act: () => (dialog.value = "briefing") },
      ]
    : [];
  const agents = (frame.value?.agents ?? []).map((agent) => ({ text: `Select ${agent.name}`, hint: agent.archetype, act: () => select(agent.agent) }));
  return [
    ...available.value.map((one, at) => ({ text: `Show ${one.name}`, hint: String(at + 1), act: () => (panel.value = one.panel) })),
    ...(has?.hasStart ? [{ text: "New project, or open a scene", hint: "", act: () => (panel.value = "start") }] : []),
    ...time,
    ...edits,
    ...orders,
    { text: "Save a picture of this view", hint: "", act: async () => (await import("./picture")).savePicture() },
    { text: "Light colours", hint: "", act: () => setTheme("light") },
    { text: "Dark colours", hint: "", act: () => setTheme("dark") },
    { text: "Colours of the system", hint: "", act: () => setTheme("system") },
    { text: "Keyboard shortcuts", hint: "?", act: () => (showsKeys.value = true) },
    ...agents,
  ];
}

function matching(): Entry[] {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries().filter((entry) => words.every((word) => entry.text.toLowerCase().includes(word)));
  // What is no command may be an edit in words.
  if (canEdit() && words.length > 1) found.push({ text: `Edit the scene: ${wanted.value}`, hint: "Enter", act: () => edit(wanted.peek()) });
  return found.slice(0, ENTRIES_MAX);
}

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    if (showsPalette.peek()) showsPalette.value = false;
    else openPalette();
  }
});

/** Shows the palette with an empty field; keys that follow at once belong to the new command. */
export function openPalette() {
  wanted.value = "";
  chosen.value = 0;
  showsPalette.value = true;
}

export function CommandPalette() {
  const field = useRef<HTMLInputElement>(null);
  const isShown = showsPalette.value;
  useLayoutEffect(() => {
    if (isShown) field.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const found = matching();
  const at = Math.min(chosen.value, Math.max(0, found.length - 1));
  const run = (entry: Entry | undefined) => {
    showsPalette.value = false;
    void entry?.act();
  };
  return (
    <div class="veil" onPointerDown={(event) => event.target === event.currentTarget && (showsPalette.value = false)}>
      <section class="palette" role="dialog" aria-modal="true" aria-label="Commands">
        <input
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length ? `palette-${at}` : undefined}
          aria-label="Command"
          placeholder="What do you want to do?"
          autocomplete="off"
          value={wanted.value}
          onInput={(event) => ((wanted.value = event.currentTarget.value), (chosen.value = 0))}
          onKeyDown={(event) => {
            if (event.key === "Escape") showsPalette.value = false;
            else if (event.key === "ArrowDown") chosen.value = Math.min(found.length - 1, at + 1);
            else if (event.key === "ArrowUp") chosen.value = Math.max(0, at - 1);
            // What is typed may not have been drawn yet.
            else if (event.key === "Enter") run(matching()[at]);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <ul id="palette-list" role="listbox" aria-label="Commands">
          {found.map((entry, row) => (
            <li key={entry.text} id={`palette-${row}`} role="option" aria-selected={row === at} onPointerDown={(event) => (event.preventDefault(), run(entry))}>
              <span>{entry.text}</span>{entry.hint && <kbd>{entry.hint}</kbd>}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="hint">No command has these words.</p>}
      </section>
    </div>
  );
}
