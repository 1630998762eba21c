// The text that is edited: what it is, what is wrong with it, and what it says.

import { computed, effect, signal } from "@preact/signals";
import { ask, complaint, connection, room, welcome } from "../store";
import type { Checked, DocumentRow, Outline } from "./wire";

export const documents = signal<DocumentRow[]>([]);
export const current = signal(0);
/** As it was opened or saved, and as it is now. */
export const original = signal<string | null>(null);
export const text = signal("");
/** What the editor is to show instead of what was typed. */
export const pushed = signal<{ text: string } | null>(null);
/** What the minds that are played have; the original if that is null. */
export const running = signal<string | null>(null);
export const checked = signal<Checked | null>(null);
/** What the last text without errors said. */
export const outline = signal<Outline | null>(null);
export const cursor = signal<{ at: number } | null>(null);
export const said = signal<string | null>(null);

export const row = computed(() => documents.value[current.value] ?? null);
export const isChanged = computed(() => original.value !== null && text.value !== original.value);
export const errors = computed(() => checked.value?.found.filter((one) => one.isError) ?? []);
/** A text that can be planned with: the last question that was answered was about it, and found no error. */
export const isSound = computed(() => checked.value !== null && errors.value.length === 0);

/** Changes the text from outside of the editor. */
export function replace(now: string): void {
  text.value = now;
  pushed.value = { text: now };
}

/** Edits that were left for another text. */
const drafts = new Map<number, string>();

export async function open(document: number): Promise<void> {
  if (original.peek() !== null) drafts.set(current.peek(), text.peek());
  try {
    const opened = await ask("document", { document });
    const plain = (text: string) => text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
    current.value = document;
    original.value = plain(opened.text);
    running.value = opened.running === null ? null : plain(opened.running);
    text.value = drafts.get(document) ?? original.value;
    pushed.value = null;
    outline.value = null;
    checked.value = null;
  } catch (error) {
    complaint.value = (error as Error).message;
  }
}

let isLoaded = false;
effect(() => {
  if (room.value !== "designer" || connection.value.state !== "open" || isLoaded) return;
  isLoaded = true;
  ask("documents", {}).then(
    (answer) => {
      documents.value = answer;
      // A domain file is what most come for.
      const first = answer.findIndex((one) => one.sort === "domain");
      if (answer.length) void open(Math.max(0, first));
    },
    () => (isLoaded = false),
  );
});

/** Something that is done when nothing has changed for a moment. */
export function later(wait: number): (run: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (run) => {
    clearTimeout(timer);
    timer = setTimeout(run, wait);
  };
}

const soon = later(150);
effect(() => {
  const [now, document] = [text.value, current.value];
  if (original.value === null || connection.value.state !== "open") return;
  soon(async () => {
    try {
      const answer = await ask("check", { document, text: now });
      if (text.peek() !== now || current.peek() !== document) return;
      checked.value = answer;
      if (answer.outline) outline.value = answer.outline;
    } catch (error) {
      complaint.value = (error as Error).message;
    }
  });
});

export async function save(): Promise<void> {
  const now = text.peek();
  if (!row.peek()?.canSave) {
    said.value = welcome.peek()?.canWrite ? "This text came with the command or a recording: it is no file." : "Start the studio with --allow-write to save files.";
    return;
  }
  try {
    await ask("save", { document: current.peek(), text: now });
    original.value = now;
    said.value = `Saved ${row.peek()?.name}.`;
    // Who plays takes what was saved.
    if (welcome.peek()?.isLive && welcome.peek()?.canControl && row.peek()?.sort === "domain" && isSound.peek()) await take();
  } catch (error) {
    said.value = (error as Error).message;
  }
}

/** Has the minds that are played take the text. */
export async function take(): Promise<void> {
  const now = text.peek();
  try {
    const reports = await ask("reload", { document: current.peek(), text: now });
    running.value = now === original.peek() ? null : now;
    said.value = reports.length ? reports.map(({ name, report }) => `${name}: ${report}`).join("\n") : "Nothing has changed for those who play.";
  } catch (error) {
    said.value = (error as Error).message;
  }
}
