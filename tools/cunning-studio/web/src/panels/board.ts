// The map of the edited scene. An edit of the map is answered with a new text, which replaces that of the editor: text and
// map share their history.

import { computed, effect, signal } from "@preact/signals";
import type { Ground } from "../backdrop";
import { teamColours } from "../palette";
import { ask, connection, panel, session } from "../store";
import type { Board, BoardEdit, BoardPiece, BoardKind } from "../protocol";
import { current, edit as editText, message, original, row, text } from "./draft";
import { view } from "./deck";

export type Cell = [number, number];

/** What a click on the map does. */
export type Tool =
  | { does: "move" }
  | { does: "paint"; letter: string; fills: boolean }
  | { does: "place"; what: "actor"; like: number | null; name: string }
  | { does: "place"; what: "station" | "item"; name: string };

/** The board, and the text that it was made of. */
export const board = signal<{ text: string; board: Board } | null>(null);
/** Why there is no board. */
export const unreadable = signal<string | null>(null);
export const tool = signal<Tool>({ does: "move" });
/** The cell of the keyboard or the pointer. */
export const cursor = signal<Cell>([0, 0]);
/** The cells that are being painted. */
export const stroke = signal<Cell[]>([]);
/** The first corner of a rectangle that is being filled. */
export const corner = signal<Cell | null>(null);
/** The chosen piece, and where it is dragged to. */
export const chosen = signal<{ kind: BoardKind; at: number } | null>(null);
export const dragged = signal<Cell | null>(null);

effect(() => {
  const [now, document] = [text.value, current.value];
  if (view.value !== "cards" || row.value?.kind !== "scene" || original.value === null || connection.value.state !== "open") return;
  ask("board", { document, text: now }).then(
    (answer) => {
      if (text.peek() !== now || current.peek() !== document) return;
      [board.value, unreadable.value] = [{ text: now, board: answer }, null];
    },
    (error: Error) => {
      if (text.peek() === now) [board.value, unreadable.value] = [null, error.message];
    },
  );
});

/** The map as the scene panel draws it. */
export const ground = computed((): Ground | null => {
  const now = board.value?.board;
  if (!now) return null;
  const looks = new Map(now.letters.map((one) => [one.letter, one.looks]));
  const rows = now.rows.map((line) => [...line].map((letter) => looks.get(letter) ?? (letter === " " ? "#" : ".")).join(""));
  const width = Math.max(1, ...rows.map((line) => line.length));
  return { name: "", x: 0, y: 0, width, height: Math.max(1, rows.length), rows, picture: null, doors: [], spots: [], stations: [], teams: now.teams, actors: [], fearNavigators: [], demonstrations: [] };
});

export const inks = computed(() => teamColours(board.value?.board.teams ?? []));

/** Makes an edit, after all earlier ones. Resolves to whether it was made. */
export const edit = (change: BoardEdit): Promise<boolean> => editText((document, text) => ask("edit_board", { document, text, edit: change }));

const isAt = ([x, y]: Cell, piece: BoardPiece) => piece.cell?.[0] === x && piece.cell[1] === y;

/** The pieces on a cell; the one that is drawn on top comes first. */
export function piecesAt(cell: Cell): BoardPiece[] {
  return (board.peek()?.board.pieces ?? []).filter((piece) => isAt(cell, piece)).reverse();
}

/** What is on a cell, in words. */
export function describe([x, y]: Cell): string {
  const now = board.value?.board;
  const letter = [...(now?.rows[y] ?? "")][x];
  const known = now?.letters.find((one) => one.letter === letter);
  const pieces = (now?.pieces ?? []).filter((piece) => isAt([x, y], piece)).map((piece) => piece.name);
  return [`${x}, ${y}`, known?.name ?? "unknown", ...pieces].join(" · ");
}

/** All cells of a rectangle. */
export function rectangle([ax, ay]: Cell, [bx, by]: Cell): Cell[] {
  const cells: Cell[] = [];
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++) for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) cells.push([x, y]);
  return cells;
}

/** The cells of a line, so that a fast stroke has no gaps. */
export function line([ax, ay]: Cell, [bx, by]: Cell): Cell[] {
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay), 1);
  return Array.from({ length: steps + 1 }, (_, at): Cell => [Math.round(ax + ((bx - ax) * at) / steps), Math.round(ay + ((by - ay) * at) / steps)]);
}

/** Paints cells with the letter of the tool. */
export function paintCells(cells: Cell[]): void {
  const now = tool.peek();
  if (now.does === "paint" && cells.length > 0) void edit({ edit: "paint", cells, letter: now.letter });
}

/** Does at a cell what the tool is for; the keyboard and clicks share it. */
export async function use(cell: Cell): Promise<void> {
  const now = tool.peek();
  if (now.does === "paint") {
    if (!now.fills) paintCells([cell]);
    else if (corner.peek() === null) corner.value = cell;
    else {
      paintCells(rectangle(corner.peek() ?? cell, cell));
      corner.value = null;
    }
    return;
  }
  if (now.does === "place") {
    const change: BoardEdit = now.what === "actor" ? { edit: "add_actor", like: now.like, name: now.name, cell } : now.what === "item" ? { edit: "add_item", item: now.name, cell } : { edit: "add_station", name: now.name, cell };
    const count = board.peek()?.board.pieces.filter((piece) => piece.kind === now.what).length ?? 0;
    if (!(await edit(change))) return;
    tool.value = { does: "move" };
    chosen.value = { kind: now.what, at: count };
    return;
  }
  const own = chosen.peek();
  const top = piecesAt(cell)[0];
  if (own && !top) {
    void edit({ edit: "move", ...own, cell });
    return;
  }
  chosen.value = top ? { kind: top.kind, at: top.at } : null;
}

/** Removes the chosen piece. */
export function removeChosen(): void {
  const own = chosen.peek();
  if (!own) return;
  chosen.value = null;
  void edit({ edit: "remove", ...own });
}

/** A name that no piece has. */
export function freeName(like: string): string {
  const names = new Set(board.peek()?.board.pieces.map((piece) => piece.name));
  const stem = like.replace(/\d+$/, "") || "actor";
  for (let at = 1; ; at++) {
    const name = at === 1 ? stem : `${stem}${at}`;
    if (!names.has(name)) return name;
  }
}

/** Starts the edited scene again, saved or not, as a branch. */
export async function play(): Promise<void> {
  try {
    await ask("restart", { seed: null, level: null, text: text.peek() });
    message.value = null;
    panel.value = "scene";
    await ask("play", {});
  } catch (error) {
    message.value = (error as Error).message;
  }
}

export const canPlay = computed(() => (session.value?.isLive ?? false) && (session.value?.canControl ?? false));
