// The room Fear: what a walker who learns believes a map to cost, order by order, against the truth.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { Canvas } from "../canvas";
import { Missing } from "../missing";
import { colour, onScheme, warmth } from "../palette";
import { ask, connection, room } from "../store";
import { later } from "./draft";
import { useTaken } from "./focus";
import type { Fear as FearRow, Ground } from "./wire";

const ground = signal<Ground>({ kind: "caves", side: 40, seed: 3, goal: null, method: "lrta" });
const fear = signal<FearRow | null>(null);
const order = signal(1);
const plate = signal<{ order: number; fear: (number | null)[] } | null>(null);
const complaint = signal<string | null>(null);
const hovered = signal<string | null>(null);

const soon = later(200);
effect(() => {
  const now = ground.value;
  if (room.value !== "fear" || connection.value.state !== "open") return;
  soon(() =>
    ask("fear", { ground: now }).then(
      (answer) => {
        if (ground.peek() !== now) return;
        fear.value = answer;
        order.value = Math.min(Math.max(1, order.peek()), answer.betas.length);
        complaint.value = null;
      },
      (error: Error) => ground.peek() === now && (complaint.value = error.message),
    ),
  );
});

effect(() => {
  const [of, now] = [fear.value, order.value];
  if (!of) return;
  ask("plate", { ground: ground.peek(), order: now }).then(
    (answer) => order.peek() === now && fear.peek() === of && (plate.value = answer),
    () => {},
  );
});

const WORDS: Record<string, string> = {
  lrta: "LRTA*",
  "hill-climbing": "hill climbing, which learns nothing",
  "lss-lrta": "LSS-LRTA*, looking 8 states ahead",
  rtaa: "RTAA*, looking 8 states ahead",
  "dalss-lrta": "daLSS-LRTA*, which avoids depressions",
};

export function Fear() {
  const now = fear.value;
  const set = (change: Partial<Ground>) => (ground.value = { ...ground.value, goal: null, ...change });
  const go = (to: number) => now && (order.value = Math.max(0, Math.min(now.betas.length, to)));
  const onKey = (event: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowLeft: order.value - 1, ArrowRight: order.value + 1, Home: 0, End: now?.betas.length ?? 0 };
    const wanted = to[event.key];
    if (wanted === undefined || (event.target as HTMLElement).closest("input, select")) return;
    event.preventDefault();
    event.stopPropagation();
    go(wanted);
  };
  const ref = useTaken<HTMLElement>();
  const beta = order.value > 0 ? now?.betas[order.value - 1] : null;
  return (
    <section class="fear lab" aria-label="Fear" ref={ref} tabIndex={-1} onKeyDown={onKey}>
      <Canvas
        class="lab-map"
        role="img"
        aria-label={`What is feared on the way to ${now?.goal.join(", ") ?? "the goal"}`}
        tabIndex={0}
        onKeyDown={moveGoal}
        watch={() => [fear.value, plate.value]}
        paint={paint}
        onPointerMove={(event) => {
          const cell = cellAt(event);
          const value = cell && plate.value?.fear[cell[1] * (fear.value?.rows[0]?.length ?? 0) + cell[0]];
          hovered.value = cell && typeof value === "number" ? `${cell[0]}, ${cell[1]}: ${value} times the truth` : null;
        }}
        onPointerDown={(event) => {
          const cell = cellAt(event);
          if (cell && fear.value?.rows[cell[1]]?.[cell[0]] === ".") ground.value = { ...ground.value, goal: cell };
        }}
      />
      <div class="lab-side">
        <div class="tools">
          <label>Map <select aria-label="Sort of map" value={ground.value.kind} onChange={(event) => set({ kind: event.currentTarget.value })}>{(now?.kinds ?? [ground.value.kind]).map((kind) => <option key={kind}>{kind}</option>)}</select></label>
          <label>side <input type="number" aria-label="Side" min={8} max={64} value={ground.value.side} onChange={(event) => set({ side: Math.max(8, Math.min(64, Number(event.currentTarget.value) || 8)) })} /></label>
          <label>seed <input type="number" aria-label="Seed" min={0} max={9999} value={ground.value.seed} onChange={(event) => set({ seed: Math.max(0, Number(event.currentTarget.value) || 0) })} /></label>
        </div>
        <div class="tools"><label>Walker <select aria-label="Walker" value={ground.value.method} onChange={(event) => (ground.value = { ...ground.value, method: event.currentTarget.value })}>{(now?.methods ?? [ground.value.method]).map((method) => <option key={method} value={method}>{WORDS[method] ?? method}</option>)}</select></label></div>
        {complaint.value && <p class="bad" role="alert">{complaint.value}</p>}
        {!now && !complaint.value && <Missing text="Walking…" />}
        {now && (
          <>
            <div class="tools stepper">
              <button type="button" onClick={() => go(order.value - 1)} aria-label="Order before">◀</button>
              <input type="range" aria-label="Order" min={0} max={now.betas.length} value={order.value} onInput={(event) => go(Number(event.currentTarget.value))} />
              <button type="button" onClick={() => go(order.value + 1)} aria-label="Next order">▶</button>
              <output>{order.value === 0 ? "the heuristic" : `order ${order.value}`} of {now.betas.length}</output>
            </div>
            <p>{order.value === 0 ? <>What the walker believes before it has walked: nothing is feared, and nothing is known.</> : <>Walks of this order cost <b>{beta?.toFixed(3)}</b> times the truth on average.</>} <span class="muted">{hovered.value}</span></p>
            <Chart betas={now.betas} />
            <p class="muted">{now.states.toLocaleString("en")} cells lead to the goal, which is where you click. After order {now.betas.length} {now.outcome}{now.settled ? `; by the paper's measure the mean settled after order ${now.settled}` : ""}.</p>
            <Legend />
          </>
        )}
      </div>
    </section>
  );
}

const WAYS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Moves the goal to the next cell that way where somebody can stand. */
function moveGoal(event: KeyboardEvent): void {
  const [way, now] = [WAYS[event.key], fear.value];
  if (!way || !now) return;
  event.preventDefault();
  event.stopPropagation();
  let [x, y] = now.goal;
  do [x, y] = [x + way[0], y + way[1]];
  while (now.rows[y]?.[x] === "#");
  if (now.rows[y]?.[x] === ".") ground.value = { ...ground.value, goal: [x, y] };
}

/** A colour for how many times the truth something is believed to cost. */
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
      aria-label="Colours: from half the truth to 32 times"
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

function Chart({ betas }: { betas: number[] }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = ref.current;
    if (!root) return;
    let chart: uPlot | null = null;
    const draw = () => {
      chart?.destroy();
      const axis = { stroke: colour("muted"), grid: { stroke: colour("line"), width: 1 }, font: "10px system-ui" };
      const orders = betas.map((_, at) => at + 1);
      chart = new uPlot(
        {
          width: Math.max(200, root.clientWidth),
          height: 180,
          legend: { show: false },
          cursor: { drag: { x: false, y: false } },
          scales: { x: { time: false }, y: { distr: 3, range: (_, low, high) => [Math.min(1, low), Math.max(2, high) * 1.1] } },
          axes: [{ ...axis, size: 28 }, { ...axis, size: 40 }],
          series: [{}, { label: "β", stroke: colour("accent"), width: 2, points: { show: betas.length < 40 } }],
          hooks: {
            draw: [
              (self) => {
                const x = self.valToPos(order.peek(), "x", true);
                self.ctx.fillStyle = colour("order");
                self.ctx.fillRect(x - 1, self.bbox.top, 2, self.bbox.height);
              },
            ],
          },
        },
        [orders, betas],
        root,
      );
      chart.over.addEventListener("click", () => {
        const found = chart?.cursor.idx;
        if (typeof found === "number") order.value = found + 1;
      });
    };
    draw();
    const stop = effect(() => {
      void order.value;
      chart?.redraw(false);
    });
    const forget = onScheme(draw);
    return () => {
      stop();
      forget();
      chart?.destroy();
    };
  }, [betas]);
  return <div class="chart" ref={ref} role="img" aria-label="Mean suboptimality by order" />;
}

function scaleOf(width: number, height: number): { scale: number; left: number; top: number } {
  const rows = fear.peek()?.rows ?? ["."];
  const [wide, high] = [rows[0]?.length ?? 1, rows.length];
  const scale = Math.min(width / wide, height / high);
  return { scale, left: (width - scale * wide) / 2, top: (height - scale * high) / 2 };
}

function cellAt(event: PointerEvent): [number, number] | null {
  const canvas = event.currentTarget as HTMLCanvasElement;
  const { scale, left, top } = scaleOf(canvas.clientWidth, canvas.clientHeight);
  const [x, y] = [Math.floor((event.offsetX - left) / scale), Math.floor((event.offsetY - top) / scale)];
  return fear.value?.rows[y]?.[x] === undefined ? null : [x, y];
}

function paint(context: CanvasRenderingContext2D, width: number, height: number): void {
  const now = fear.peek();
  if (!now) return;
  const { scale, left, top } = scaleOf(width, height);
  const wide = now.rows[0]?.length ?? 1;
  now.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const value = plate.peek()?.fear[y * wide + x];
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
