// The fear panel: what a learning walker believes paths to cost, order by order, compared with the true cost.

import { effect, signal } from "@preact/signals";
import uPlot from "uplot";
import { Canvas, cellAt, fit } from "../canvas";
import { axis, Chart } from "../chart";
import { Icon } from "../icons";
import { Missing } from "../missing";
import { colour, warmth } from "../palette";
import { ask, connection, panel } from "../store";
import { debounce } from "./draft";
import { useFocus } from "./focus";
import type { FearOrder, FearSetup, FearStudyView } from "../protocol";

const setup = signal<FearSetup>({ kind: "caves", side: 40, seed: 3, goal: null, method: "lrta" });
const study = signal<FearStudyView | null>(null);
const order = signal(1);
const shownOrder = signal<FearOrder | null>(null);
const errorMessage = signal<string | null>(null);
const hovered = signal<string | null>(null);

const soon = debounce(200);
effect(() => {
  const now = setup.value;
  if (panel.value !== "fear" || connection.value.state !== "open") return;
  soon(() =>
    ask("fear", { setup: now }).then(
      (answer) => {
        if (setup.peek() !== now) return;
        study.value = answer;
        order.value = Math.min(Math.max(1, order.peek()), answer.betas.length);
        errorMessage.value = null;
      },
      (error: Error) => setup.peek() === now && (errorMessage.value = error.message),
    ),
  );
});

effect(() => {
  const [of, now] = [study.value, order.value];
  if (!of) return;
  ask("fear_order", { setup: setup.peek(), order: now }).then(
    (answer) => order.peek() === now && study.peek() === of && (shownOrder.value = answer),
    () => {},
  );
});

const METHOD_NAMES: Record<string, string> = {
  lrta: "LRTA*",
  "hill-climbing": "hill climbing (does not learn)",
  "lss-lrta": "LSS-LRTA*, lookahead 8",
  rtaa: "RTAA*, lookahead 8",
  "dalss-lrta": "daLSS-LRTA* (avoids depressions)",
};

export function Fear() {
  const now = study.value;
  const set = (change: Partial<FearSetup>) => (setup.value = { ...setup.value, goal: null, ...change });
  const go = (to: number) => now && (order.value = Math.max(0, Math.min(now.betas.length, to)));
  const onKey = (event: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowLeft: order.value - 1, ArrowRight: order.value + 1, Home: 0, End: now?.betas.length ?? 0 };
    const wanted = to[event.key];
    if (wanted === undefined || (event.target as HTMLElement).closest("input, select")) return;
    event.preventDefault();
    event.stopPropagation();
    go(wanted);
  };
  const ref = useFocus<HTMLElement>();
  const beta = order.value > 0 ? now?.betas[order.value - 1] : null;
  return (
    <section class="fear lab" aria-label="Fear" ref={ref} tabIndex={-1} onKeyDown={onKey}>
      <Canvas
        class="lab-map"
        role="img"
        aria-label={`Fear on the path to ${now?.goal.join(", ") ?? "the goal"}`}
        tabIndex={0}
        onKeyDown={moveGoal}
        watch={() => [study.value, shownOrder.value]}
        paint={paint}
        onPointerMove={(event) => {
          const cell = cellUnder(event);
          const value = cell && shownOrder.value?.fear[cell[1] * (study.value?.rows[0]?.length ?? 0) + cell[0]];
          hovered.value = cell && typeof value === "number" ? `${cell[0]}, ${cell[1]}: ${value} times the true cost` : null;
        }}
        onPointerDown={(event) => {
          const cell = cellUnder(event);
          if (cell && study.value?.rows[cell[1]]?.[cell[0]] === ".") setup.value = { ...setup.value, goal: cell };
        }}
      />
      <div class="lab-side">
        <div class="tools">
          <label>Map <select aria-label="Map kind" value={setup.value.kind} onChange={(event) => set({ kind: event.currentTarget.value })}>{(now?.kinds ?? [setup.value.kind]).map((kind) => <option key={kind}>{kind}</option>)}</select></label>
          <label>side <input type="number" aria-label="Side" min={8} max={64} value={setup.value.side} onChange={(event) => set({ side: Math.max(8, Math.min(64, Number(event.currentTarget.value) || 8)) })} /></label>
          <label>seed <input type="number" aria-label="Seed" min={0} max={9999} value={setup.value.seed} onChange={(event) => set({ seed: Math.max(0, Number(event.currentTarget.value) || 0) })} /></label>
        </div>
        <div class="tools"><label>Walker <select aria-label="Walker" value={setup.value.method} onChange={(event) => (setup.value = { ...setup.value, method: event.currentTarget.value })}>{(now?.methods ?? [setup.value.method]).map((method) => <option key={method} value={method}>{METHOD_NAMES[method] ?? method}</option>)}</select></label></div>
        {errorMessage.value && <p class="bad" role="alert">{errorMessage.value}</p>}
        {!now && !errorMessage.value && <Missing text="Computing…" />}
        {now && (
          <>
            <div class="tools stepper">
              <button type="button" class="tool" onClick={() => go(order.value - 1)} title="Previous order (←)" aria-label="Previous order"><Icon name="back" /></button>
              <input type="range" aria-label="Order" min={0} max={now.betas.length} value={order.value} onInput={(event) => go(Number(event.currentTarget.value))} />
              <button type="button" class="tool" onClick={() => go(order.value + 1)} title="Next order (→)" aria-label="Next order"><Icon name="forth" /></button>
              <output>{order.value === 0 ? "heuristic" : `order ${order.value}`} of {now.betas.length}</output>
            </div>
            <p>{order.value === 0 ? <>The estimates before the first walk: nothing is feared.</> : <>Walks of this order cost <b>{beta?.toFixed(3)}</b> times the true cost on average.</>} <span class="muted">{hovered.value}</span></p>
            <Chart label="Mean suboptimality by order" draw={drawBetas} />
            <p class="muted">{now.states.toLocaleString("en")} cells can reach the goal; click a cell to move the goal. After order {now.betas.length} {now.outcome}{now.settled ? `; by the measure of the paper, the mean settled after order ${now.settled}` : ""}.</p>
            <Legend />
          </>
        )}
      </div>
    </section>
  );
}

const DIRECTIONS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Moves the goal to the next free cell in a direction. */
function moveGoal(event: KeyboardEvent): void {
  const [direction, now] = [DIRECTIONS[event.key], study.value];
  if (!direction || !now) return;
  event.preventDefault();
  event.stopPropagation();
  let [x, y] = now.goal;
  do [x, y] = [x + direction[0], y + direction[1]];
  while (now.rows[y]?.[x] === "#");
  if (now.rows[y]?.[x] === ".") setup.value = { ...setup.value, goal: [x, y] };
}

/** A colour for a believed cost as a multiple of the true cost. */
function heat(value: number): string {
  const power = Math.log2(value);
  if (power < -0.001) return `hsl(210 60% ${Math.max(35, 72 + power * 25)}%)`;
  if (power < 0.001) return colour("ground");
  return warmth(Math.min(1, power / 5));
}

function Legend() {
  return (
    <Canvas
      class="legend"
      role="img"
      aria-label="Colours: from half to 32 times the true cost"
      watch={() => []}
      paint={(context, width) => {
        const values = [0.5, 0.7, 1, 1.4, 2, 4, 8, 16, 32];
        context.font = "11px system-ui, sans-serif";
        context.textAlign = "center";
        values.forEach((value, at) => {
          const step = width / values.length;
          context.fillStyle = heat(value);
          context.fillRect(at * step, 0, step, 14);
          context.fillStyle = colour("muted");
          context.fillText(`${value}×`, (at + 0.5) * step, 26);
        });
      }}
    />
  );
}

/** Draws the mean suboptimality by order. */
function drawBetas(root: HTMLElement): uPlot | null {
  const betas = study.value?.betas;
  const shown = order.value;
  if (!betas) return null;
  const chart = new uPlot(
    {
      width: Math.max(200, root.clientWidth),
      height: 180,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { distr: 3, range: (_, low, high) => [Math.min(1, low), Math.max(2, high) * 1.1] } },
      axes: [axis(28), axis(40)],
      series: [{}, { label: "β", stroke: colour("accent"), width: 2, points: { show: betas.length < 40 } }],
      hooks: {
        draw: [
          (self) => {
            self.ctx.fillStyle = colour("order");
            self.ctx.fillRect(self.valToPos(shown, "x", true) - 1, self.bbox.top, 2, self.bbox.height);
          },
        ],
      },
    },
    [betas.map((_, at) => at + 1), betas],
    root,
  );
  chart.over.addEventListener("click", () => {
    const found = chart.cursor.idx;
    if (typeof found === "number") order.value = found + 1;
  });
  return chart;
}

/** The cell under the pointer; null outside the map. */
function cellUnder(event: PointerEvent): [number, number] | null {
  const rows = study.value?.rows ?? [];
  const [x, y] = cellAt(event, rows[0]?.length ?? 1, rows.length);
  return rows[y]?.[x] === undefined ? null : [x, y];
}

function paint(context: CanvasRenderingContext2D, width: number, height: number): void {
  const now = study.peek();
  if (!now) return;
  const wide = now.rows[0]?.length ?? 1;
  const { scale, left, top } = fit(wide, now.rows.length, width, height);
  now.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const value = shownOrder.peek()?.fear[y * wide + x];
      context.fillStyle = letter === "#" ? colour("wall") : typeof value === "number" ? heat(value) : colour("ground");
      context.fillRect(left + x * scale, top + y * scale, scale + 0.5, scale + 0.5);
    });
  });
  const [x, y] = [left + (now.goal[0] + 0.5) * scale, top + (now.goal[1] + 0.5) * scale];
  context.fillStyle = colour("order");
  context.strokeStyle = colour("panel");
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, Math.max(5, scale * 0.5), 0, 7);
  context.fill();
  context.stroke();
}
