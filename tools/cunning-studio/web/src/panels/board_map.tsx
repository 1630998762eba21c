// The map of the edited scene: painted with a brush, with pieces that are placed, dragged and removed.

import { useRef } from "preact/hooks";
import { paintGround } from "../backdrop";
import { Canvas, type View } from "../canvas";
import { Icon } from "../icons";
import { paintLabels } from "../labels";
import { fitMap, mapWindow, panMap, viewOf, zoomMap } from "../map_view";
import { colour, colourOf } from "../palette";
import type { Board, BoardPiece } from "../protocol";
import { board, type Cell, chosen, corner, cursor, describe, dragged, edit, ground, inks, line, paintCells, piecesAt, rectangle, removeChosen, stroke, tool, unreadable, use } from "./board";
import { view } from "./deck";

const ARROWS: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function BoardMap() {
  const isDown = useRef(false);
  const now = ground.value;
  if (unreadable.value !== null) return <p class="hint" role="alert">There is no map: {unreadable.value}. <button type="button" onClick={() => (view.value = "text")}>Show the text</button></p>;
  if (!now) return <p class="hint">Loading…</p>;
  const limit = ([x, y]: Cell): Cell => [Math.max(0, Math.min(now.width - 1, x)), Math.max(0, Math.min(now.height - 1, y))];
  const cellOf = (event: PointerEvent): Cell => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const { scale, left, top } = viewOf(now, canvas.clientWidth, canvas.clientHeight);
    return limit([Math.floor((event.offsetX - left) / scale), Math.floor((event.offsetY - top) / scale)]);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLCanvasElement).setPointerCapture(event.pointerId);
    const cell = (cursor.value = cellOf(event));
    isDown.current = true;
    const held = tool.peek();
    if (held.does === "place") {
      isDown.current = false;
      void use(cell);
    } else if (held.does === "paint") {
      if (held.fills) corner.value = cell;
      else stroke.value = [cell];
    } else {
      const top = piecesAt(cell)[0];
      chosen.value = top ? { kind: top.kind, at: top.at } : null;
    }
  };
  const move = (event: PointerEvent) => {
    const cell = cellOf(event);
    if (!isDown.current && event.buttons & 4) return panMap(event.movementX, event.movementY, event.currentTarget as HTMLCanvasElement);
    const before = cursor.peek();
    if (cell[0] === before[0] && cell[1] === before[1]) return;
    cursor.value = cell;
    if (!isDown.current) return;
    if (stroke.peek().length > 0) stroke.value = [...stroke.peek(), ...line(before, cell).slice(1)];
    else if (tool.peek().does === "move" && chosen.peek()) dragged.value = cell;
  };
  const up = (event: PointerEvent) => {
    if (!isDown.current) return;
    isDown.current = false;
    const [from, own, to] = [corner.peek(), chosen.peek(), dragged.peek()];
    if (from) paintCells(rectangle(from, cellOf(event)));
    else if (stroke.peek().length > 0) paintCells(stroke.peek());
    else if (own && to) void edit({ edit: "move", ...own, cell: to });
    [corner.value, stroke.value, dragged.value] = [null, [], null];
  };
  const cancel = () => {
    isDown.current = false;
    [corner.value, stroke.value, dragged.value, chosen.value] = [null, [], null, null];
    tool.value = { does: "move" };
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const canvas = event.currentTarget as HTMLCanvasElement;
    const step = ARROWS[event.key];
    if (step) cursor.value = limit([cursor.peek()[0] + step[0], cursor.peek()[1] + step[1]]);
    else if (event.key === "Enter" || event.key === " ") void use(cursor.peek());
    else if (event.key === "Delete" || event.key === "Backspace") removeChosen();
    else if (event.key === "Escape") cancel();
    else if (event.key === "+" || event.key === "-") zoomMap(event.key === "+" ? 1.4 : 1 / 1.4, canvas);
    else if (event.key === "0") fitMap();
    else return;
    // Shift draws with the arrow keys.
    const held = tool.peek();
    if (step && event.shiftKey && held.does === "paint" && !held.fills) paintCells([cursor.peek()]);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="map-room board">
      <Canvas
        class={tool.value.does === "move" ? "map" : "map placing"}
        role="application"
        tabIndex={0}
        aria-label={`Map of the scene, ${now.width} by ${now.height} cells. Arrow keys move, Enter paints, places or picks up, Delete removes.`}
        aria-describedby="board-cell"
        title=""
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
        onKeyDown={keys}
        onWheel={(event) => {
          event.preventDefault();
          zoomMap(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.currentTarget, [event.offsetX, event.offsetY]);
        }}
        watch={() => [board.value, ground.value, tool.value, cursor.value, stroke.value, corner.value, chosen.value, dragged.value, mapWindow.value]}
        paint={(context, width, height) => {
          const [latest, base] = [board.peek()?.board, ground.peek()];
          if (!latest || !base) return;
          const at = viewOf(base, width, height);
          paintGround(context, base, at);
          paintLetters(context, latest, at);
          paintPieces(context, latest, at);
          paintCursor(context, at);
        }}
      />
      <div class="map-tools" role="toolbar" aria-label="Map">
        <button type="button" class="tool" title="Show the whole map: wheel, + and - zoom, 0 shows all" aria-label="Show the whole map" onClick={fitMap}><Icon name="fit" /></button>
      </div>
      <output id="board-cell" class="board-cell" aria-live="polite">{describe(cursor.value)}</output>
    </div>
  );
}

/** Doors, and the places that cells belong to. */
function paintLetters(context: CanvasRenderingContext2D, now: Board, { scale, left, top }: View): void {
  const known = new Map(now.letters.map((one) => [one.letter, one]));
  context.textAlign = "center";
  context.textBaseline = "middle";
  now.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const meaning = known.get(letter);
      if (!meaning || meaning.looks === letter && !"+/%".includes(letter)) return;
      const [px, py] = [left + x * scale, top + y * scale];
      if ("+/%".includes(meaning.looks)) {
        context.fillStyle = colour(meaning.looks === "%" ? "bad" : "wood");
        if (meaning.looks === "/") context.fillRect(px, py, scale * 0.25, scale);
        else context.fillRect(px + scale * 0.08, py + scale * 0.08, scale * 0.84, scale * 0.84);
        return;
      }
      if (meaning.looks === ".") {
        context.fillStyle = colourOf(meaning.name, "fill");
        context.fillRect(px, py, scale + 0.5, scale + 0.5);
      }
      if (scale < 9) return;
      context.fillStyle = colour("muted");
      context.font = `${Math.round(scale * 0.62)}px ui-monospace, Menlo, Consolas, monospace`;
      context.fillText(letter, px + scale / 2, py + scale / 2 + 0.5);
    });
  });
  context.textAlign = "start";
  context.textBaseline = "alphabetic";
}

/** Where a piece is drawn: pieces on one cell stand side by side. */
function placeOf(piece: BoardPiece, now: Board): Cell | null {
  const own = chosen.peek();
  const to = own?.kind === piece.kind && own.at === piece.at ? dragged.peek() : null;
  if (to) return [to[0] + 0.5, to[1] + 0.5];
  if (!piece.cell) return null;
  const [x, y] = piece.cell;
  const others = now.pieces.filter((one) => one.kind === piece.kind && one.cell?.[0] === x && one.cell[1] === y);
  if (others.length < 2) return [x + 0.5, y + 0.5];
  const turn = (others.indexOf(piece) / others.length) * 2 * Math.PI;
  return [x + 0.5 + Math.cos(turn) * 0.55, y + 0.5 + Math.sin(turn) * 0.55];
}

function paintPieces(context: CanvasRenderingContext2D, now: Board, { scale, left, top }: View): void {
  const own = chosen.peek();
  const radius = Math.max(4, scale * 0.38);
  const labels = now.pieces.flatMap((piece) => {
    const place = placeOf(piece, now);
    if (!place) return [];
    const [x, y] = [left + place[0] * scale, top + place[1] * scale];
    const isChosen = own?.kind === piece.kind && own.at === piece.at;
    context.beginPath();
    if (piece.kind === "station") context.roundRect(x - radius, y - radius, radius * 2, radius * 2, radius * 0.4);
    else if (piece.kind === "actor") context.arc(x, y, radius, 0, 7);
    else {
      context.moveTo(x, y - radius);
      context.lineTo(x + radius, y);
      context.lineTo(x, y + radius);
      context.lineTo(x - radius, y);
      context.closePath();
    }
    context.lineWidth = isChosen ? 3 : 1.5;
    context.strokeStyle = isChosen ? colour("accent") : colour(piece.kind === "station" ? "station" : "panel");
    if (piece.kind !== "station") {
      context.fillStyle = piece.kind === "item" ? colour("brass") : (inks.peek()[piece.team ?? -1] ?? colour("muted"));
      context.fill();
    }
    context.stroke();
    const text = piece.count ? `${piece.name} × ${piece.count}` : piece.name;
    return [{ text, x, y, radius, hasBackground: true, isForced: isChosen, size: 12 }];
  });
  paintLabels(context, labels.sort((one, two) => Number(two.isForced) - Number(one.isForced)), context.canvas.clientWidth, context.canvas.clientHeight);
}

/** The cell of the pointer or keyboard, and what is about to be painted. */
function paintCursor(context: CanvasRenderingContext2D, { scale, left, top }: View): void {
  const from = corner.peek();
  const cells = from ? rectangle(from, cursor.peek()) : stroke.peek();
  context.fillStyle = colour("accent");
  context.globalAlpha = 0.45;
  for (const [x, y] of cells) context.fillRect(left + x * scale, top + y * scale, scale, scale);
  context.globalAlpha = 1;
  const [x, y] = cursor.peek();
  context.strokeStyle = colour("accent");
  context.lineWidth = 2;
  context.strokeRect(left + x * scale, top + y * scale, scale, scale);
}
