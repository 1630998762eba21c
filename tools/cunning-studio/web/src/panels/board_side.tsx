// Beside the map of the edited scene: the palette, what can be placed, and the chosen piece.

import { useSignal } from "@preact/signals";
import type { BoardLetter } from "../protocol";
import { board, chosen, corner, edit, freeName, inks, removeChosen, type Tool, tool } from "./board";

export function BoardSide() {
  const now = board.value?.board;
  if (!now) return null;
  return (
    <div class="board-side">
      <Palette letters={now.letters} />
      <NewPlace />
      <Place />
      <Pieces />
      <p class="muted">Everything is written into the text of the scene at once: only the lines that change are rewritten. Ctrl-Z undoes. Actors of levels of difficulty are edited in the text.</p>
    </div>
  );
}

function hold(now: Tool): void {
  tool.value = now;
  corner.value = null;
}

function Palette({ letters }: { letters: BoardLetter[] }) {
  const held = tool.value;
  const fills = held.does === "paint" && held.fills;
  return (
    <section aria-label="Paint">
      <h2 class="minor">Paint</h2>
      <div class="swatches" role="group" aria-label="Letters of the map">
        <button type="button" aria-pressed={held.does === "move"} title="Choose, drag and remove pieces (Escape)" onClick={() => hold({ does: "move" })}>Move pieces</button>
        {letters.map((one) => (
          <button type="button" key={one.letter} class="swatch" aria-pressed={held.does === "paint" && held.letter === one.letter} onClick={() => hold({ does: "paint", letter: one.letter, fills })}>
            <code class={`look look-${LOOKS[one.looks] ?? "ground"}`} aria-hidden="true">{one.letter}</code> {one.name}
          </button>
        ))}
      </div>
      <label><input type="checkbox" checked={fills} disabled={held.does !== "paint"} onChange={() => held.does === "paint" && hold({ ...held, fills: !fills })} /> fill rectangles</label>
    </section>
  );
}

const LOOKS: Record<string, string> = { "#": "wall", o: "cover", "~": "water", T: "tree", "+": "door", "/": "door", "%": "lock" };

/** Adds a letter for a new place. */
function NewPlace() {
  const [letter, name] = [useSignal(""), useSignal("")];
  const add = async (event: Event) => {
    event.preventDefault();
    const own = [...letter.value.trim()][0];
    if (!own || !(await edit({ edit: "add_place", letter: own, name: name.value.trim() }))) return;
    [letter.value, name.value] = ["", ""];
    hold({ does: "paint", letter: own, fills: false });
  };
  return (
    <form class="row" onSubmit={(event) => void add(event)}>
      <input class="letter" aria-label="Letter of a new place" placeholder="z" maxLength={2} required value={letter.value} onInput={(event) => (letter.value = event.currentTarget.value)} />
      <input aria-label="Name of a new place" placeholder="new place" required value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
      <button type="submit">Add place</button>
    </form>
  );
}

/** Places actors, stations and items. */
function Place() {
  const now = board.value?.board;
  const actors = now?.pieces.filter((piece) => piece.kind === "actor") ?? [];
  const like = useSignal("");
  const name = useSignal("");
  const item = useSignal("");
  const model = actors.find((piece) => String(piece.at) === like.value) ?? actors[0];
  const held = tool.value;
  const suggested = freeName(model?.name ?? "actor");
  const isPlacing = (what: string) => held.does === "place" && held.what === what;
  return (
    <section aria-label="Place">
      <h2 class="minor">Place</h2>
      <div class="row">
        {actors.length > 0 && (
          <label>like <select aria-label="Actor to copy" value={String(model?.at ?? "")} onChange={(event) => (like.value = event.currentTarget.value)}>
            {actors.map((piece) => <option key={piece.at} value={String(piece.at)}>{piece.name}</option>)}
          </select></label>
        )}
        <input aria-label="Name of the new piece" placeholder={suggested} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        <button type="button" aria-pressed={isPlacing("actor")} onClick={() => hold({ does: "place", what: "actor", like: model?.at ?? null, name: name.value.trim() || suggested })}>Actor</button>
        <button type="button" aria-pressed={isPlacing("station")} onClick={() => hold({ does: "place", what: "station", name: name.value.trim() || freeName("station") })}>Station</button>
      </div>
      {!!now?.items.length && (
        <div class="row">
          <label>item <select aria-label="Item to place" value={item.value || now.items[0]} onChange={(event) => (item.value = event.currentTarget.value)}>
            {now.items.map((one) => <option key={one}>{one}</option>)}
          </select></label>
          <button type="button" aria-pressed={isPlacing("item")} onClick={() => hold({ does: "place", what: "item", name: item.value || (now.items[0] ?? "") })}>Item</button>
        </div>
      )}
      {held.does === "place" && <p class="hint" role="status">Click a cell, or press Enter on the map, to place {held.name}. Escape cancels.</p>}
    </section>
  );
}

function Pieces() {
  const now = board.value?.board;
  const own = chosen.value;
  return (
    <section aria-label="Pieces">
      <h2 class="minor">Pieces <small>{now?.pieces.length ?? 0}</small></h2>
      <ul class="pieces">
        {now?.pieces.map((piece) => {
          const isChosen = own?.kind === piece.kind && own.at === piece.at;
          return (
            <li key={`${piece.kind} ${piece.at}`}>
              <button type="button" class="link" aria-pressed={isChosen} onClick={() => (hold({ does: "move" }), (chosen.value = isChosen ? null : { kind: piece.kind, at: piece.at }))}>
                {piece.kind === "actor" && <i class="dot" style={{ background: inks.value[piece.team ?? -1] ?? "var(--muted)" }} />}{piece.name}
              </button>{" "}
              <span class="muted">{piece.kind === "actor" ? "" : `${piece.kind}, `}{piece.place ?? (piece.cell ? piece.cell.join(", ") : "nowhere")}{piece.count ? `, ${piece.count} of them` : ""}</span>
              {isChosen && <button type="button" class="small" onClick={removeChosen}>Remove</button>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
