// The curve editor: dragging a point rewrites its two numbers in the text.

import { signal } from "@preact/signals";
import { cursor, outline, replace, text } from "./draft";
import type { CurveRow } from "../protocol";

const WIDTH = 380;
const HEIGHT = 170;
const EDGE = 36;

const dragged = signal<{ name: string; at: number } | null>(null);

/** The ranges of the numbers of a curve's points in the text: the first list after its declaration. */
export function numbersOf(source: string, from: number): { from: number; to: number }[] {
  const start = /points\s*=\s*\[/g;
  start.lastIndex = from;
  const found = start.exec(source);
  if (!found) return [];
  const numbers: { from: number; to: number }[] = [];
  let depth = 1;
  for (let at = found.index + found[0].length; at < source.length && depth > 0; at++) {
    const letter = source[at];
    if (letter === "[") depth++;
    else if (letter === "]") depth--;
    else if (letter === "#") at = source.indexOf("\n", at) < 0 ? source.length : source.indexOf("\n", at);
    else if (letter && /[-+.\d]/.test(letter)) {
      const end = at + (/^[-+.\deE_]+/.exec(source.slice(at))?.[0].length ?? 1);
      numbers.push({ from: at, to: end });
      at = end - 1;
    }
  }
  return numbers;
}

/** Writes a point of a curve into the text. */
function write(curve: CurveRow, at: number, [x, y]: [number, number]): void {
  const source = text.peek();
  if (curve.from === null) return;
  const numbers = numbersOf(source, curve.from);
  const [first, second] = [numbers[2 * at], numbers[2 * at + 1]];
  if (numbers.length !== 2 * curve.points.length || !first || !second) return;
  replace(source.slice(0, first.from) + String(x) + source.slice(first.to, second.from) + String(y) + source.slice(second.to), false);
  // Update the outline at once instead of waiting for the next check.
  const now = outline.peek();
  if (now) {
    const moved = now.curves.map((one) => (one.name === curve.name ? { ...one, points: one.points.map((point, index): [number, number] => (index === at ? [x, y] : point)) } : one));
    outline.value = { ...now, curves: moved };
  }
}

export function Curves() {
  const now = outline.value;
  if (!now) return <p class="hint">Curves are shown when the text has no errors.</p>;
  if (now.curves.length === 0) return <p class="hint">This file has no curves. Declare one as <code>[curve.hungry]</code> with <code>points = [[0, 0], [60, 0.1], [100, 1]]</code>, and use it as <code>curve.hungry(hunger)</code>.</p>;
  return <div class="curves">{now.curves.map((curve) => <CurveBox key={curve.name} curve={curve} />)}</div>;
}

function CurveBox({ curve }: { curve: CurveRow }) {
  const xs = curve.points.map(([x]) => x);
  const ys = curve.points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(0, ...ys), Math.max(1, ...ys)];
  const px = (x: number) => EDGE + ((x - left) / (right - left || 1)) * (WIDTH - EDGE - 12);
  const py = (y: number) => HEIGHT - EDGE + 8 - ((y - low) / (high - low || 1)) * (HEIGHT - EDGE - 6);
  const isWhole = xs.every(Number.isInteger);
  const canMove = curve.from !== null && numbersOf(text.value, curve.from).length === 2 * curve.points.length;
  const moved = (at: number, x: number, y: number): [number, number] => {
    const unit = isWhole ? 1 : (right - left) / 200 || 0.01;
    const previous = curve.points[at - 1]?.[0];
    const next = curve.points[at + 1]?.[0];
    // The x of the end points is fixed: it is the range of the curve.
    const wanted = previous === undefined || next === undefined ? (curve.points[at]?.[0] ?? x) : Math.max(previous + unit, Math.min(next - unit, x));
    return [isWhole ? Math.round(wanted) : Number(wanted.toFixed(3)), Number(Math.max(low, Math.min(high, y)).toFixed(2))];
  };
  const drag = (event: PointerEvent) => {
    const now = dragged.value;
    if (now?.name !== curve.name) return;
    const box = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const scale = WIDTH / box.width;
    const x = left + (((event.clientX - box.left) * scale - EDGE) / (WIDTH - EDGE - 12)) * (right - left);
    const y = low + ((HEIGHT - EDGE + 8 - (event.clientY - box.top) * scale) / (HEIGHT - EDGE - 6)) * (high - low);
    write(curve, now.at, moved(now.at, x, y));
  };
  const line = curve.points.map(([x, y], at) => `${at ? "L" : "M"}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("");
  return (
    <figure>
      <figcaption><button type="button" class="link" onClick={() => curve.from !== null && (cursor.value = { at: curve.from })}>{curve.name}</button>{!canMove && <span class="muted"> declared in another file</span>}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={`Curve ${curve.name}`} onPointerMove={drag} onPointerUp={() => (dragged.value = null)} onPointerLeave={() => (dragged.value = null)}>
        {[low, (low + high) / 2, high].map((y) => <g key={y}><line class="grid" x1={EDGE} x2={WIDTH - 12} y1={py(y)} y2={py(y)} /><text class="tick-y" x={EDGE - 12} y={py(y) + 4}>{y}</text></g>)}
        {xs.map((x) => <text key={x} class="tick-x" x={px(x)} y={HEIGHT - 4}>{x}</text>)}
        <path class="curve" d={line} />
        {curve.points.map(([x, y], at) => (
          <circle
            key={at}
            cx={px(x)}
            cy={py(y)}
            r="7"
            role="slider"
            tabindex={canMove ? 0 : -1}
            aria-label={`Point ${at + 1} of ${curve.name}`}
            aria-valuenow={y}
            aria-valuetext={`${x}, ${y}`}
            onPointerDown={(event: PointerEvent) => {
              event.preventDefault();
              if (canMove) dragged.value = { name: curve.name, at };
            }}
            onKeyDown={(event: KeyboardEvent) => {
              const by: Record<string, [number, number]> = { ArrowUp: [0, 0.01], ArrowDown: [0, -0.01], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
              const delta = by[event.key];
              if (!delta || !canMove) return;
              event.preventDefault();
              event.stopPropagation();
              write(curve, at, moved(at, x + delta[0] * (isWhole ? 1 : (right - left) / 100), y + delta[1]));
            }}
          />
        ))}
      </svg>
    </figure>
  );
}
