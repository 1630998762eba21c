// The room Quest: move its pieces about, show how it is done, and see what planners make of that.

import { computed, effect, signal } from "@preact/signals";
import { Canvas } from "../canvas";
import { Missing } from "../missing";
import { colour } from "../palette";
import { ask, connection, room } from "../store";
import type { Piece, Quest as QuestRow, Raced, Setup, Shown, Walked } from "./wire";

const names = signal<string[]>([]);
const setup = signal<Setup>({ name: "", moves: [] });
const quest = signal<QuestRow | null>(null);
const complaint = signal<string | null>(null);
const dragged = signal<{ piece: Piece; x: number; y: number } | null>(null);
/** The keys of the demonstration that is being recorded. */
const keys = signal<string | null>(null);
const walked = signal<Walked | null>(null);
const mine = signal<Shown[]>([]);
const usesOwn = signal(true);
const raced = signal<(Raced | string | null)[]>([]);
const watched = signal(4);
/** How many expansions every planner may have made so far in the race. */
const clock = signal(Infinity);

const longest = computed(() => Math.max(1, ...raced.value.map((one) => (one && typeof one !== "string" ? one.expanded : 0))));

effect(() => {
  if (room.value !== "quest" || connection.value.state !== "open" || names.peek().length) return;
  ask("quests", {}).then(
    (answer) => {
      names.value = answer;
      // The first is the user's own, if there is one.
      setup.value = { name: answer[0] ?? "", moves: [] };
    },
    (error: Error) => (complaint.value = error.message),
  );
});

effect(() => {
  if (room.value !== "quest" || connection.value.state !== "open") return;
  const now = setup.value;
  if (!now.name) return;
  ask("quest", { setup: now }).then(
    (answer) => {
      if (setup.peek() !== now) return;
      quest.value = answer;
      raced.value = [];
      complaint.value = null;
    },
    (error: Error) => {
      if (setup.peek() !== now) return;
      complaint.value = error.message;
      // A piece that cannot stand there goes back.
      if (now.moves.length) setup.value = { ...now, moves: now.moves.slice(0, -1) };
    },
  );
});

effect(() => {
  const pressed = keys.value;
  if (pressed === null) {
    walked.value = null;
    return;
  }
  ask("walk", { shown: { setup: setup.peek(), keys: pressed } }).then(
    (answer) => {
      if (keys.peek() !== pressed) return;
      walked.value = answer;
      // A step that nobody can make is no part of what is shown.
      if (answer.taken < pressed.length) keys.value = pressed.slice(0, answer.taken);
    },
    (error: Error) => (complaint.value = error.message),
  );
});

function move(piece: Piece, to: [number, number]): void {
  if (piece.x === to[0] && piece.y === to[1]) return;
  complaint.value = null;
  setup.value = { ...setup.value, moves: [...setup.value.moves, [[piece.x, piece.y], to]] };
}

const ARROWS: Record<string, [number, number, string]> = { ArrowUp: [0, -1, "8"], ArrowDown: [0, 1, "2"], ArrowLeft: [-1, 0, "4"], ArrowRight: [1, 0, "6"] };
const ACROSS: Record<string, string> = { Home: "7", PageUp: "9", End: "1", PageDown: "3" };

/** What is pressed while a demonstration is recorded. */
function onKey(event: KeyboardEvent): void {
  const now = keys.value;
  if (now === null || (event.target as HTMLElement).closest("input, select")) return;
  // The digits of a keypad lie as the ways do.
  const key = ARROWS[event.key]?.[2] ?? ACROSS[event.key] ?? (/^[1-9sw]$/.test(event.key) && event.key !== "5" ? event.key : null);
  if (key) keys.value = now + key;
  else if (event.key === "Backspace") keys.value = now.slice(0, -1);
  else if (event.key === "Enter") finish();
  else if (event.key === "Escape") keys.value = null;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function finish(): void {
  if (keys.value) mine.value = [...mine.value, { setup: setup.value, keys: keys.value }];
  keys.value = null;
}

/** A quest's name without where its file is. */
function short(name: string): string {
  return name.split(/[\\/]/).pop() ?? name;
}

async function download(shown: Shown): Promise<void> {
  const text = await ask("demonstration", { shown });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `${short(shown.setup.name).replace(/\.toml$/, "")}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

let run = 0;

async function race(): Promise<void> {
  const now = quest.value;
  if (!now) return;
  const own = ++run;
  raced.value = now.planners.map(() => null);
  clock.value = Infinity;
  for (let planner = 0; planner < now.planners.length; planner++) {
    let answer: Raced | string;
    try {
      answer = await ask("race", { setup: setup.value, shown: mine.value, uses_own: usesOwn.value, planner });
    } catch (error) {
      answer = (error as Error).message;
    }
    if (run !== own) return;
    raced.value = raced.value.map((one, at) => (at === planner ? answer : one));
  }
  replay();
}

/** Lets all planners run side by side, each expansion as long as any other. */
function replay(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const own = ++run;
  const begin = performance.now();
  const frame = () => {
    if (run !== own) return;
    // Slow at first: the quick ones are over after a few hundred.
    const part = Math.min(1, (performance.now() - begin) / 9000);
    clock.value = part < 1 ? Math.ceil(longest.value * part ** 3) : Infinity;
    if (part < 1) requestAnimationFrame(frame);
  };
  frame();
}

export function Quest() {
  const now = quest.value;
  if (!now) return <Missing text={complaint.value ?? "Loading…"} />;
  return (
    <section class="quest lab" aria-label="Quest" onKeyDown={onKey}>
      <Canvas
        class="lab-map"
        role="img"
        aria-label={`Map of ${now.name}`}
        tabIndex={0}
        watch={() => [quest.value, dragged.value, walked.value, raced.value, watched.value, clock.value, mine.value]}
        paint={paint}
        onPointerDown={(event) => {
          const [x, y] = cellAt(event);
          const piece = quest.value?.pieces.find((one) => one.x === x && one.y === y);
          if (piece && keys.value === null) {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragged.value = { piece, x, y };
          }
        }}
        onPointerMove={(event) => {
          if (dragged.value) {
            const [x, y] = cellAt(event);
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
          <label>Quest <select aria-label="Which quest" value={setup.value.name} onChange={(event) => { keys.value = null; setup.value = { name: event.currentTarget.value, moves: [] }; }}>
            {names.value.map((name) => <option key={name} value={name}>{short(name)}</option>)}
          </select></label>
          <button type="button" disabled={!setup.value.moves.length} onClick={() => (setup.value = { ...setup.value, moves: [] })}>Put all back</button>
        </div>
        <p class="muted">{now.doc} Drag what stands there, or choose it here and use the arrow keys.</p>
        {complaint.value && <p class="bad" role="alert">{complaint.value}</p>}
        {now.obstacle && <p class="bad">It cannot be done: {now.obstacle}</p>}
        <div class="tools pieces">
          {now.pieces.map((piece) => (
            <button
              type="button"
              key={`${piece.kind} ${piece.name}`}
              aria-label={`${piece.name} at ${piece.x}, ${piece.y}`}
              onKeyDown={(event) => {
                const way = ARROWS[event.key];
                if (!way || keys.value !== null) return;
                event.preventDefault();
                event.stopPropagation();
                move(piece, [piece.x + way[0], piece.y + way[1]]);
              }}
            ><i class={`piece piece-${piece.kind}`} /> {piece.name} <small>{piece.x}, {piece.y}</small></button>
          ))}
        </div>
        <Demonstrations />
        <Race planners={now.planners} />
      </div>
    </section>
  );
}

function Demonstrations() {
  const now = walked.value;
  return (
    <section>
      <h3>Demonstrations</h3>
      <label><input type="checkbox" checked={usesOwn.value} onChange={() => (usesOwn.value = !usesOwn.value)} /> those that come with the quest ({quest.value?.shown.length ?? 0})</label>
      <ul class="shown">
        {mine.value.map((shown, at) => (
          <li key={at}>my own in {short(shown.setup.name)}, {shown.keys.length} keys
            {" "}<button type="button" class="link" onClick={() => void download(shown)}>save as a file</button>
            {" "}<button type="button" class="link" onClick={() => (mine.value = mine.value.filter((_, index) => index !== at))}>forget</button>
          </li>
        ))}
      </ul>
      {keys.value === null ? (
        <button type="button" onClick={() => { keys.value = ""; document.querySelector<HTMLElement>(".lab-map")?.focus(); }}>Record a demonstration</button>
      ) : (
        <div class="recording" role="status">
          <p><b>Recording.</b> Arrows go, Home, PgUp, End and PgDn go across corners, s sneaks or walks, w waits, Backspace takes back, Enter keeps it, Escape leaves.</p>
          {now && <p>{(now.ms / 1000).toFixed(1)} s, health {now.health}{now.sneaks ? ", sneaking" : ""}{now.facts.length ? `, has ${now.facts.join(" and ")}` : ""}. {now.isDone ? <b class="accent">The goal is reached.</b> : now.refused ? <span class="warn">{now.refused}.</span> : null}</p>}
          <button type="button" disabled={!keys.value} onClick={finish}>Keep it</button> <button type="button" onClick={() => (keys.value = null)}>Leave</button>
        </div>
      )}
    </section>
  );
}

function Race({ planners }: { planners: QuestRow["planners"] }) {
  const all = raced.value;
  const isOn = all.some((one) => one === null);
  const first = all[0];
  const optimal = first && typeof first !== "string" ? first.cost : null;
  const number = (value: number) => value.toLocaleString("en");
  return (
    <section>
      <h3>Planners</h3>
      <div class="tools">
        <button type="button" disabled={isOn || keys.value !== null} onClick={() => void race()}>{isOn ? `${all.filter(Boolean).length} of ${planners.length}…` : "Let them race"}</button>
        {all.length > 0 && !isOn && <button type="button" onClick={replay}>Again</button>}
      </div>
      <table class="race">
        <thead><tr><th scope="col">planner</th><th scope="col">expanded</th><th scope="col" class="number">takes</th><th scope="col" class="number">ratio</th><th scope="col" class="number">bound</th></tr></thead>
        <tbody>
          {planners.map((planner, at) => {
            const one = all[at];
            const done = one && typeof one !== "string" ? one : null;
            const so = done ? Math.min(done.expanded, clock.value) : 0;
            return (
              <tr key={planner.name} class={watched.value === at ? "chosen" : ""}>
                <th scope="row"><button type="button" class="link" aria-pressed={watched.value === at} onClick={() => (watched.value = at)}>{planner.name}</button></th>
                <td class="bar"><i style={{ width: `${(so / longest.value) * 100}%` }} /><span>{done ? number(so) : typeof one === "string" ? <span class="bad">{one}</span> : ""}</span></td>
                <td class="number">{done && so >= done.expanded ? (done.cost === null ? done.status : `${done.cost.toFixed(2)} s`) : ""}</td>
                <td class="number">{done?.cost && optimal && so >= done.expanded ? (done.cost / optimal).toFixed(3) : ""}</td>
                <td class="number muted">{planner.bound.toLocaleString("en")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {all.length > 0 && <p class="muted">Coloured on the map: what {planners[watched.value]?.name} has expanded, and its plan. The ratio is to the fastest plan, which A* finds.</p>}
    </section>
  );
}

function scaleOf(width: number, height: number): { scale: number; left: number; top: number } {
  const now = quest.peek();
  const scale = Math.min(width / (now?.width ?? 1), height / (now?.height ?? 1));
  return { scale, left: (width - scale * (now?.width ?? 1)) / 2, top: (height - scale * (now?.height ?? 1)) / 2 };
}

function cellAt(event: PointerEvent): [number, number] {
  const canvas = event.currentTarget as HTMLCanvasElement;
  const { scale, left, top } = scaleOf(canvas.clientWidth, canvas.clientHeight);
  return [Math.floor((event.offsetX - left) / scale), Math.floor((event.offsetY - top) / scale)];
}

const PIECES: Record<Piece["kind"], { colour: string; letter: string }> = {
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
  const { scale, left, top } = scaleOf(width, height);
  const at = (x: number, y: number): [number, number] => [left + x * scale, top + y * scale];
  now.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      context.fillStyle = colour(letter === "#" ? "wall" : "ground");
      context.fillRect(...at(x, y), scale + 0.5, scale + 0.5);
    });
  });
  const one = raced.peek()[watched.peek()];
  const done = one && typeof one !== "string" ? one : null;
  if (done) {
    context.fillStyle = colour("warn");
    for (const [cell, when] of done.reached) {
      if (when > clock.peek()) break;
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
  if (usesOwn.peek()) for (const way of now.shown) line(way, colour("order"), 2, [4, 4]);
  if (done && clock.peek() >= done.expanded) line(done.plan.map(middle), colour("accent"), 3, []);
  if (walked.peek()) line((walked.peek()?.way ?? []).map(middle), colour("order"), 3, []);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${Math.max(9, scale * 0.75)}px system-ui, sans-serif`;
  for (const piece of now.pieces) {
    const held = dragged.peek()?.piece === piece ? dragged.peek() : null;
    const [x, y] = at((held?.x ?? piece.x) + 0.5, (held?.y ?? piece.y) + 0.5);
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
  const walker = walked.peek()?.way.at(-1);
  if (walker) {
    const [x, y] = at(walker[0] + 0.5, walker[1] + 0.5);
    context.fillStyle = colour("accent");
    context.beginPath();
    context.arc(x, y, Math.max(6, scale * 0.5), 0, 7);
    context.fill();
  }
}
