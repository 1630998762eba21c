// The edited document: its text, its problems and its outline.

import { computed, effect, signal } from "@preact/signals";
import { ask, errorMessage, connection, panel, session } from "../store";
import type { CheckResult, DocumentRow, Outline } from "../protocol";

export const documents = signal<DocumentRow[]>([]);
export const current = signal(0);
/** The text as it was opened or saved, and as it is now. */
export const original = signal<string | null>(null);
export const text = signal("");
/** A text that replaces the content of the editor; `isStep` if it is undone on its own. */
export const pushed = signal<{ text: string; isStep: boolean } | null>(null);
/** The history of the edited text, by whichever view it was edited. */
export const history = signal<{ undo: () => void; redo: () => void } | null>(null);
/** The text that the running scene uses; null if it is the original. */
export const running = signal<string | null>(null);
export const checked = signal<CheckResult | null>(null);
/** The text that was checked. */
export const checkedText = signal<string | null>(null);
/** The outline of the last text without errors. */
export const outline = signal<Outline | null>(null);
export const cursor = signal<{ at: number } | null>(null);
export const message = signal<string | null>(null);

export const row = computed(() => documents.value[current.value] ?? null);
export const isChanged = computed(() => original.value !== null && text.value !== original.value);
export const errors = computed(() => checked.value?.problems.filter((one) => one.isError) ?? []);
/** Whether the text was checked and has no errors, so that it can be planned with. */
export const isSound = computed(() => checked.value !== null && errors.value.length === 0);

/** Changes the text from outside the editor. */
export function replace(now: string, isStep = true): void {
  text.value = now;
  pushed.value = { text: now, isStep };
}

/** Unsaved edits of documents that are not shown. */
const drafts = new Map<number, string>();

/** The edited texts of all documents, the shown one among them. */
export function allDrafts(): [number, string][] {
  return [...drafts, [current.peek(), text.peek()]];
}

/** Takes over a new text of any document. */
export function edited(document: number, now: string): void {
  if (document === current.peek()) replace(now);
  else drafts.set(document, now);
}

// Leaving the page would lose unsaved edits.
addEventListener("beforeunload", (event) => {
  if (isChanged.peek() || drafts.size > 0) event.preventDefault();
});

/** A text without a byte order mark and with plain line ends, as the editor has it. */
const plain = (text: string) => text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");

export async function open(document: number): Promise<void> {
  if (isChanged.peek()) drafts.set(current.peek(), text.peek());
  try {
    const opened = await ask("document", { document });
    current.value = document;
    original.value = plain(opened.text);
    running.value = opened.running === null ? null : plain(opened.running);
    text.value = drafts.get(document) ?? original.value;
    drafts.delete(document);
    message.value = null;
    pushed.value = null;
    outline.value = null;
    checked.value = null;
  } catch (error) {
    errorMessage.value = (error as Error).message;
  }
}

let isLoaded = false;
effect(() => {
  if (panel.value !== "designer" || connection.value.state !== "open" || isLoaded) return;
  isLoaded = true;
  ask("documents", {}).then(
    (answer) => {
      documents.value = answer;
      // Open the first domain file by default.
      const first = answer.findIndex((one) => one.kind === "domain");
      if (answer.length) void open(Math.max(0, first));
    },
    () => (isLoaded = false),
  );
});

/** How often files are compared with those on disk while the designer is open. */
const DISK_MS = 2000;
setInterval(() => {
  if (panel.peek() !== "designer" || connection.peek().state !== "open" || document.hidden || !isLoaded) return;
  ask("documents", {}).then((answer) => (documents.value = answer), () => {});
}, DISK_MS);

/** Takes over the text that another program wrote to the file; unsaved edits are kept if the user wants that. */
export async function takeFromDisk(keepsEdits: boolean): Promise<void> {
  try {
    const opened = await ask("reopen", { document: current.peek() });
    original.value = plain(opened.text);
    running.value = opened.running === null ? null : plain(opened.running);
    if (!keepsEdits) replace(original.value);
    documents.value = await ask("documents", {});
    message.value = null;
  } catch (error) {
    message.value = (error as Error).message;
  }
}

/** Debounces calls by some milliseconds. */
export function debounce(wait: number): (run: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (run) => {
    clearTimeout(timer);
    timer = setTimeout(run, wait);
  };
}

const soon = debounce(150);
effect(() => {
  const [now, document] = [text.value, current.value];
  if (original.value === null || connection.value.state !== "open") return;
  soon(async () => {
    try {
      const answer = await ask("check", { document, text: now });
      if (text.peek() !== now || current.peek() !== document) return;
      [checked.value, checkedText.value] = [answer, now];
      if (answer.outline) outline.value = answer.outline;
    } catch (error) {
      errorMessage.value = (error as Error).message;
    }
  });
});

let lastEdit: Promise<unknown> = Promise.resolve();

/** Does something to the texts, after all earlier edits. Resolves to whether it was done. */
export function inTurn(change: () => Promise<void>): Promise<boolean> {
  const made = lastEdit.then(async () => {
    try {
      await change();
      errorMessage.value = null;
      return true;
    } catch (error) {
      errorMessage.value = (error as Error).message;
      return false;
    }
  });
  lastEdit = made;
  return made;
}

/** Makes an edit of the shown document in its turn; again if the text has changed while it was made, as by an undo. */
export function edit(change: (document: number, text: string) => Promise<string>): Promise<boolean> {
  return inTurn(async () => {
    const document = current.peek();
    for (;;) {
      const before = text.peek();
      const now = await change(document, before);
      if (current.peek() !== document) return;
      if (text.peek() === before) return replace(now);
    }
  });
}

/** Says something about a document, unless another one is shown by now. */
function say(document: typeof current.value, words: string): void {
  if (current.peek() === document) message.value = words;
}

export async function save(): Promise<void> {
  const [now, document, saved] = [text.peek(), current.peek(), `Saved ${row.peek()?.name}.`];
  if (!row.peek()?.canSave) {
    message.value = session.peek()?.canWrite ? "This document is built in or part of a recording and cannot be saved." : "Start the studio with --allow-write to save files.";
    return;
  }
  try {
    const applies = session.peek()?.isLive && session.peek()?.canControl && row.peek()?.kind === "domain" && isSound.peek();
    await ask("save", { document, text: now });
    errorMessage.value = null;
    if (current.peek() === document) original.value = now;
    say(document, saved);
    // Apply the saved text to the running scene.
    if (applies) say(document, `${saved}\n${await reload(document, now)}`);
  } catch (error) {
    errorMessage.value = `Not saved: ${(error as Error).message}.`;
  }
}

/** Applies the text to the running scene. */
export async function apply(): Promise<void> {
  const [now, document] = [text.peek(), current.peek()];
  say(document, await reload(document, now));
}

/** Applies a text to the running scene. Returns what to say about it. */
async function reload(document: typeof current.value, now: string): Promise<string> {
  try {
    const reports = await ask("reload", { document, text: now });
    if (current.peek() === document) running.value = now === original.peek() ? null : now;
    return reports.length ? reports.map(({ name, report }) => `${name}: ${report}`).join("\n") : "The running scene is unchanged.";
  } catch (error) {
    return (error as Error).message;
  }
}
