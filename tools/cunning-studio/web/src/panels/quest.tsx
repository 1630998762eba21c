// The quest panel: move the pieces of a quest, record demonstrations, and compare planners.

import { computed, effect, signal } from "@preact/signals";
import { Canvas, cellAt, fit } from "../canvas";
import { Missing } from "../missing";
import { colour } from "../palette";
import { ask, connection, panel } from "../store";
import type { DemonstrationState, KeyedDemonstration, Piece, PieceKind, PlannerRun, QuestSetup, QuestView } from "../protocol";

const names = signal<string[]>([]);
const setup = signal<QuestSetup>({ name: "", moves: [] });
const quest = signal<QuestView | null>(null);
const errorMessage = signal<string | null>(null);
const dragged = signal<{ piece: Piece; x: number; y: number } | null>(null);
/** The keys of the demonstration that is being recorded. */
const keys = signal<string | null>(null);
const demonstrated = signal<DemonstrationState | null>(null);
const recorded = signal<KeyedDemonstration[]>([]);
const useIncluded = signal(true);
const runs = signal<(PlannerRun | string | null)[]>([]);
const shownPlanner = signal(4);
/** The number of expansions up to which runs are shown. */
const progress = signal(Infinity);

const longest = computed(() => Math.max(1, ...runs.value.map((one) => (one && typeof one !== "string" ? one.expanded : 0))));

effect(() => {
  if (panel.value !== "quest" || connection.value.state !== "open" || names.peek().length) return;
  ask("quests", {}).then(
    (answer) => {
      names.value = answer;
      // The user's quest comes first, if there is one.
      setup.value = { name: answer[0] ?? "", moves: [] };
    },
    (error: Error) => (errorMessage.value = error.message),
  );
});

effect(() => {
  if (panel.value !== "quest" || connection.value.state !== "open") return;
  const now = setup.value;
  if (!now.name) return;
  ask("quest", { setup: now }).then(
    (answer) => {
      if (setup.peek() !== now) return;
      quest.value = answer;
      runs.value = [];
      errorMessage.value = null;
    },
    (error: Error) => {
      if (setup.peek() !== now) return;
      errorMessage.value = error.message;
      // Undo a move that is not possible.
      if (now.moves.length) setup.value = { ...now, moves: now.moves.slice(0, -1) };
    },
  );
});

effect(() => {
  const pressed = keys.value;
  if (pressed === null) {
    demonstrated.value = null;
    return;
  }
  ask("demonstrate", { demonstration: { setup: setup.peek(), keys: pressed } }).then(
    (answer) => {
      if (keys.peek() !== pressed) return;
      demonstrated.value = answer;
      // Drop keys that had no effect.
      if (answer.accepted < pressed.length) keys.value = pressed.slice(0, answer.accepted);
    },
    (error: Error) => (errorMessage.value = error.message),
  );
});

function move(piece: Piece, to: [number, number]): void {
  if (piece.x === to[0] && piece.y === to[1]) return;
  errorMessage.value = null;
  setup.value = { ...setup.value, moves: [...setup.value.moves, [[piece.x, piece.y], to]] };
}

const ARROWS: Record<string, [number, number, string]> = { ArrowUp: [0, -1, "8"], ArrowDown: [0, 1, "2"], ArrowLeft: [-1, 0, "4"], ArrowRight: [1, 0, "6"] };
const DIAGONALS: Record<string, string> = { Home: "7", PageUp: "9", End: "1", PageDown: "3" };

/** The steps of the keys of a keypad. */
const STEPS: Record<string, [number, number]> = { 7: [-1, -1], 8: [0, -1], 9: [1, -1], 4: [-1, 0], 6: [1, 0], 1: [-1, 1], 2: [0, 1], 3: [1, 1] };

/** The keys that walk from one cell to another on a shortest path past the walls; null if there is none. */
function keysTo({ width, height, rows }: QuestView, from: [number, number], to: [number, number]): string | null {
  const isFree = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && rows[y]?.[x] !== "#";
  const at = ([x, y]: [number, number]) => y * width + x;
  const before = new Map<number, [number, string]>([[at(from), [-1, ""]]]);
  const open: [number, number][] = [from];
  // Cells are met in the order of their distance in steps; straight ones come first.
  for (const [x, y] of open) {
    if (x === to[0] && y === to[1]) break;
    for (const key of "84627913") {
      const [dx, dy] = STEPS[key] ?? [0, 0];
      const next: [number, number] = [x + dx, y + dy];
      if (before.has(at(next)) || !isFree(...next) || !isFree(x + dx, y) || !isFree(x, y + dy)) continue;
      before.set(at(next), [at([x, y]), key]);
      open.push(next);
    }
  }
  let found = "";
  for (let cell = at(to); cell !== at(from); ) {
    const known = before.get(cell);
    if (!known) return null;
    found = known[1] + found;
    cell = known[0];
  }
  return found;
}

/** Walks to a cell while a demonstration is recorded: a click, or a drawn line. */
function walkTo(now: QuestView, to: [number, number]): void {
  const [pressed, start] = [keys.peek(), demonstrated.peek()?.path[0]];
  if (pressed === null || !start) return;
  const from = [...pressed].reduce<[number, number]>(([x, y], key) => [x + (STEPS[key]?.[0] ?? 0), y + (STEPS[key]?.[1] ?? 0)], start);
  const more = keysTo(now, from, to);
  if (more) keys.value = pressed + more;
}

/** Handles keys while a demonstration is recorded. */
function onKey(event: KeyboardEvent): void {
  const now = keys.value;
  if (now === null || (event.target as HTMLElement).closest("input, select")) return;
  // The digits are directions, as on a keypad.
  const key = ARROWS[event.key]?.[2] ?? DIAGONALS[event.key] ?? (/^[1-9sw]$/.test(event.key) && event.key !== "5" ? event.key : null);
  if (key) keys.value = now + key;
  else if (event.key === "Backspace") keys.value = now.slice(0, -1);
  else if (event.key === "Enter") finish();
  else if (event.key === "Escape") keys.value = null;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function finish(): void {
  if (keys.value) recorded.value = [...recorded.value, { setup: setup.value, keys: keys.value }];
  keys.value = null;
}

/** The file name of a quest without its folder. */
function short(name: string): string {
  return name.split(/[\\/]/).pop() ?? name;
}

async function download(demonstration: KeyedDemonstration): Promise<void> {
  const text = await ask("demonstration_file", { demonstration });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `${short(demonstration.setup.name).replace(/\.toml$/, "")}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

let latestRun = 0;

async function compare(): Promise<void> {
  const now = quest.value;
  if (!now) return;
  const run = ++latestRun;
  runs.value = now.planners.map(() => null);
  progress.value = Infinity;
  for (let planner = 0; planner < now.planners.length; planner++) {
    let answer: PlannerRun | string;
    try {
      answer = await ask("run_planner", { setup: setup.value, demonstrations: recorded.value, use_included: useIncluded.value, planner });
    } catch (error) {
      answer = (error as Error).message;
    }
    if (run !== latestRun) return;
    runs.value = runs.value.map((one, at) => (at === planner ? answer : one));
  }
  replay();
}

/** Animates all planners side by side, by the number of expansions. */
function replay(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const run = ++latestRun;
  const start = performance.now();
  const frame = () => {
    if (run !== latestRun) return;
    // Start slowly: the fastest planners need only a few hundred expansions.
    const part = Math.min(1, (performance.now() - start) / 9000);
    progress.value = part < 1 ? Math.ceil(longest.value * part ** 3) : Infinity;
    if (part < 1) requestAnimationFrame(frame);
  };
  frame();
}

export function Quest() {
  const now = quest.value;
  if (!now) return <Missing text={errorMessage.value ?? "Loading…"} />;
  return (
    <section class="quest lab" aria-label="Quest" onKeyDown={onKey}>
      <Canvas
        class="lab-map"
        role="img"
        aria-label={`Map of ${now.name}`}
        tabIndex={0}
        watch={() => [quest.value, dragged.value, demonstrated.value, runs.value, shownPlanner.value, progress.value, recorded.value]}
        paint={paint}
        onPointerDown={(event) => {
          const [x, y] = cellAt(event, now.width, now.height);
          if (keys.value !== null && event.button === 0) {
            event.currentTarget.setPointerCapture(event.pointerId);
            walkTo(now, [x, y]);
          }
          const piece = quest.value?.pieces.find((one) => one.x === x && one.y === y);
          if (piece && keys.value === null) {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragged.value = { piece, x, y };
          }
        }}
        onPointerMove={(event) => {
          if (keys.value !== null && event.buttons & 1) walkTo(now, cellAt(event, now.width, now.height));
          if (dragged.value) {
            const [x, y] = cellAt(event, now.width, now.height);
            dragged.value = { ...dragged.value, x, y };
          }
        }}
        onPointerUp={() => {
          const now = dragged.value;
          dragged.value = null;
          if (now) move(now.piece, [now.x, now.y]);
        }}
      />
      <div class="lab-side">
        <div class="tools">
          <label>Quest <select aria-label="Quest" value={setup.value.name} onChange={(event) => { keys.value = null; setup.value = { name: event.currentTarget.value, moves: [] }; }}>
            {names.value.map((name) => <option key={name} value={name}>{short(name)}</option>)}
          </select></label>
          <button type="button" disabled={!setup.value.moves.length} onClick={() => (setup.value = { ...setup.value, moves: [] })}>Reset pieces</button>
        </div>
        <p class="muted">{now.doc} Drag a piece, or focus it here and use the arrow keys.</p>
        {errorMessage.value && <p class="bad" role="alert">{errorMessage.value}</p>}
        {now.obstacle && <p class="bad">The goal cannot be reached: {now.obstacle}</p>}
        <div class="tools pieces">
          {now.pieces.map((piece) => (
            <button
              type="button"
              key={`${piece.kind} ${piece.name}`}
              onKeyDown={(event) => {
                const direction = ARROWS[event.key];
                if (!direction || keys.value !== null) return;
                event.preventDefault();
                event.stopPropagation();
                move(piece, [piece.x + direction[0], piece.y + direction[1]]);
              }}
            ><i class={`piece piece-${piece.kind}`} /> {piece.name} <small>at {piece.x}, {piece.y}</small></button>
          ))}
        </div>
        <Demonstrations />
        <Planners planners={now.planners} />
      </div>
    </section>
  );
}

function Demonstrations() {
  const now = demonstrated.value;
  return (
    <section>
      <h2 class="minor">Demonstrations</h2>
      <label><input type="checkbox" checked={useIncluded.value} onChange={() => (useIncluded.value = !useIncluded.value)} /> use the demonstrations of the quest ({quest.value?.demonstrations.length ?? 0})</label>
      <ul class="shown">
        {recorded.value.map((demonstration, at) => (
          <li key={at}>recorded in {short(demonstration.setup.name)}, {demonstration.keys.length} keys
            {" "}<button type="button" class="link" onClick={() => void download(demonstration)}>save as a file</button>
            {" "}<button type="button" class="link" onClick={() => (recorded.value = recorded.value.filter((_, index) => index !== at))}>delete</button>
          </li>
        ))}
      </ul>
      {keys.value === null ? (
        <button type="button" onClick={() => { keys.value = ""; document.querySelector<HTMLElement>(".lab-map")?.focus(); }}>Record a demonstration</button>
      ) : (
        <div class="recording" role="status">
          <p><b>Recording.</b> Click a cell to walk there, or draw the way; or use the keys: arrows walk; Home, PgUp, End and PgDn walk diagonally; s toggles sneaking; w waits; Backspace undoes; Enter keeps the demonstration; Escape discards it.</p>
          {now && <p>{(now.ms / 1000).toFixed(1)} s, health {now.health}{now.isSneaking ? ", sneaking" : ""}{now.facts.length ? `, has ${now.facts.join(" and ")}` : ""}. {now.isDone ? <b class="accent">The goal is reached.</b> : now.rejected ? <span class="warn">{now.rejected}.</span> : null}</p>}
          <button type="button" disabled={!keys.value} onClick={finish}>Keep</button> <button type="button" onClick={() => (keys.value = null)}>Discard</button>
        </div>
      )}
    </section>
  );
}

function Planners({ planners }: { planners: QuestView["planners"] }) {
  const all = runs.value;
  const isOn = all.some((one) => one === null);
  const first = all[0];
  const optimal = first && typeof first !== "string" ? first.costSeconds : null;
  const number = (value: number) => value.toLocaleString("en");
  return (
    <section>
      <h2 class="minor">Planners</h2>
      <div class="tools">
        <button type="button" disabled={isOn || keys.value !== null} onClick={() => void compare()}>{isOn ? `${all.filter(Boolean).length} of ${planners.length}…` : "Compare planners"}</button>
        {all.length > 0 && !isOn && <button type="button" onClick={replay}>Replay</button>}
      </div>
      <table class="race">
        <thead><tr><th scope="col">planner</th><th scope="col">expanded</th><th scope="col" class="number">duration</th><th scope="col" class="number">ratio</th><th scope="col" class="number">bound</th></tr></thead>
        <tbody>
          {planners.map((planner, at) => {
            const one = all[at];
            const done = one && typeof one !== "string" ? one : null;
            const shown = done ? Math.min(done.expanded, progress.value) : 0;
            return (
              <tr key={planner.name} class={shownPlanner.value === at ? "chosen" : ""}>
                <th scope="row"><button type="button" class="link" aria-pressed={shownPlanner.value === at} onClick={() => (shownPlanner.value = at)}>{planner.name}</button></th>
                <td class="bar"><i style={{ width: `${(shown / longest.value) * 100}%` }} /><span>{done ? number(shown) : typeof one === "string" ? <span class="bad">{one}</span> : ""}</span></td>
                <td class="number">{done && shown >= done.expanded ? (done.costSeconds === null ? done.status : `${done.costSeconds.toFixed(2)} s`) : ""}</td>
                <td class="number">{done?.costSeconds && optimal && shown >= done.expanded ? (done.costSeconds / optimal).toFixed(3) : ""}</td>
                <td class="number muted">{planner.bound.toLocaleString("en")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all.length > 0 && <p class="muted">The map shows the cells that {planners[shownPlanner.value]?.name} expanded, and its plan. The ratio is relative to the optimal plan of A*.</p>}
    </section>
  );
}

const PIECES: Record<PieceKind, { colour: string; letter: string }> = {
  walker: { colour: "accent", letter: "S" },
  item: { colour: "brass", letter: "" },
  trigger: { colour: "order", letter: "" },
  enemy: { colour: "bad", letter: "" },
  door: { colour: "wood", letter: "" },
  goal: { colour: "order", letter: "G" },
};

function paint(context: CanvasRenderingContext2D, width: number, height: number): void {
  const now = quest.peek();
  if (!now) return;
  const { scale, left, top } = fit(now.width, now.height, width, height);
  const at = (x: number, y: number): [number, number] => [left + x * scale, top + y * scale];
  now.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      context.fillStyle = colour(letter === "#" ? "wall" : "ground");
      context.fillRect(...at(x, y), scale + 0.5, scale + 0.5);
    });
  });
  const one = runs.peek()[shownPlanner.peek()];
  const done = one && typeof one !== "string" ? one : null;
  if (done) {
    context.fillStyle = colour("warn");
    for (const [cell, when] of done.reached) {
      if (when > progress.peek()) break;
      context.globalAlpha = 0.25 + 0.5 * (1 - when / done.expanded);
      context.fillRect(...at(cell % now.width, Math.floor(cell / now.width)), scale, scale);
    }
    context.globalAlpha = 1;
  }
  const line = (points: [number, number][], stroke: string, wide: number, dash: number[]) => {
    context.strokeStyle = stroke;
    context.lineWidth = wide;
    context.setLineDash(dash);
    context.beginPath();
    points.forEach(([x, y], index) => (index ? context.lineTo(...at(x, y)) : context.moveTo(...at(x, y))));
    context.stroke();
    context.setLineDash([]);
  };
  const middle = ([x, y]: [number, number]): [number, number] => [x + 0.5, y + 0.5];
  if (useIncluded.peek()) for (const path of now.demonstrations) line(path, colour("order"), 2, [4, 4]);
  if (done && progress.peek() >= done.expanded) line(done.plan.map(middle), colour("accent"), 3, []);
  if (demonstrated.peek()) line((demonstrated.peek()?.path ?? []).map(middle), colour("order"), 3, []);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${Math.max(9, scale * 0.75)}px system-ui, sans-serif`;
  for (const piece of now.pieces) {
    const moved = dragged.peek()?.piece === piece ? dragged.peek() : null;
    const [x, y] = at((moved?.x ?? piece.x) + 0.5, (moved?.y ?? piece.y) + 0.5);
    const size = Math.max(7, scale * 0.62);
    context.fillStyle = colour(PIECES[piece.kind].colour);
    context.beginPath();
    if (piece.kind === "door") context.rect(x - size, y - size, 2 * size, 2 * size);
    else context.arc(x, y, size, 0, 7);
    context.fill();
    context.strokeStyle = colour("panel");
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = colour("panel");
    context.fillText(PIECES[piece.kind].letter || (piece.name[0] ?? ""), x, y + 0.5);
  }
  const walker = demonstrated.peek()?.path.at(-1);
  if (walker) {
    const [x, y] = at(walker[0] + 0.5, walker[1] + 0.5);
    context.fillStyle = colour("accent");
    context.beginPath();
    context.arc(x, y, Math.max(6, scale * 0.5), 0, 7);
    context.fill();
  }
}
