// The timeline: one lane per agent. Dragging it changes the shown tick.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Canvas } from "./canvas";
import { Missing } from "./missing";
import { activityOf } from "./labels";
import { Icon } from "./icons";
import { colour, colourOf } from "./palette";
import { difference, lanes, range, select, selected, selectedRange, show, status, tick } from "./store";
import { filter, shownLanes, zoom } from "./time";
import { tip } from "./tip";
import { Transport } from "./transport";
import type { LaneRow, MarkRow, MarkKind } from "./protocol";

const LANE = 28;
const RULER = 28;
const NAMES = 128;

/** The colours of marks; failures are crosses, the others are shapes of their own. */
const MARKS: Record<Exclude<MarkKind, "note">, string> = { decision: "accent", failure: "bad", interrupt: "warn", order: "order", idle: "muted" };

/** Decisions that follow another mark within this distance are drawn smaller. */
const CROWDED_PX = 14;

/** The scroll offset and the visible height of the lanes; only visible lanes are painted. */
const scrolled = signal(0);
const seen = signal(200);

export function Timeline() {
  const { firstTick, lastTick } = status.value;
  const all = shownLanes.value;
  const height = RULER + Math.max(1, all.length) * LANE;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const lanes = box.current;
    if (!lanes) return;
    const sizes = new ResizeObserver(() => (seen.value = lanes.clientHeight));
    sizes.observe(lanes);
    return () => sizes.disconnect();
  }, []);
  const drag = (event: PointerEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    if (event.type === "pointerdown") {
      canvas.setPointerCapture(event.pointerId);
      const lane = laneAt(all, event.offsetY);
      if (event.offsetY > RULER && lane) select(lane.agent);
    }
    tip(event.buttons ? null : textAt(all, event.offsetX, event.offsetY, canvas.clientWidth), event);
    if (event.buttons & 1 && event.offsetX >= NAMES) {
      const [from, to] = range.value;
      show(from + ((event.offsetX - NAMES) / Math.max(1, canvas.clientWidth - NAMES)) * (to - from));
    }
  };
  return (
    <section class="timeline" aria-label="Timeline">
      <Transport />
      <div class="lane-frame">
      <input id="filter" type="search" placeholder="filter lanes" aria-label="Filter lanes" title="Show only the lanes with this text (l)" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      <span class="lane-zoom">
        <button type="button" class="tool" onClick={() => zoom(2)} title="Zoom out (-)" aria-label="Zoom out"><Icon name="minus" /></button>
        <button type="button" class="tool" onClick={() => zoom(0.5)} title="Zoom in (+)" aria-label="Zoom in"><Icon name="plus" /></button>
      </span>
      <div class="lanes" ref={box} onScroll={(event) => (scrolled.value = event.currentTarget.scrollTop)}>
        {lanes.value === null && <Missing text="Loading…" />}
        {lanes.value !== null && all.length === 0 && <p class="hint">{filter.value ? "No lane matches." : "There are no agents yet."}</p>}
        {/* The pane is as high as its lanes, up to the height that the user gave it, and keeps its height while lanes are filtered. */}
        <div class="lane-room" style={{ height: `${height}px`, minHeight: `${Math.min(RULER + (lanes.value?.length ?? 1) * LANE, seen.value)}px` }}>
        <Canvas
          class="lane-canvas"
          style={{ height: `${Math.min(height, seen.value)}px` }}
          tabIndex={0}
          role="slider"
          aria-label="Tick"
          aria-valuemin={firstTick}
          aria-valuemax={lastTick}
          aria-valuenow={tick.value}
          aria-valuetext={`tick ${tick.value}${activityAt(all.find((lane) => lane.agent === selected.value), tick.value)}`}
          onPointerDown={drag}
          onPointerMove={drag}
          onPointerLeave={() => tip(null)}
          onWheel={(event) => {
            if (event.ctrlKey || event.shiftKey) {
              event.preventDefault();
              zoom(event.deltaY > 0 ? 1.25 : 0.8);
            }
          }}
          watch={() => [shownLanes.value, tick.value, range.value, selectedRange.value, selected.value, status.value, scrolled.value, seen.value, difference.value]}
          paint={(context, width, height) => paint(context, shownLanes.peek(), width, height)}
        />
        </div>
      </div>
      </div>
    </section>
  );
}

/** What the agent of a lane wants and does at the end of a tick. */
function activityAt(lane: LaneRow | undefined, now: number): string {
  if (!lane) return "";
  const lasts = (span: { from: number; to: number | null }) => span.from <= now && (span.to ?? Infinity) > now;
  return `, ${lane.name}: ${activityOf(lane.goals.findLast(lasts)?.text, lane.steps.findLast(lasts)?.text)}`;
}

/** The lane at a height of the canvas. */
function laneAt(all: LaneRow[], y: number): LaneRow | undefined {
  return all[Math.floor((y - RULER + scrolled.peek()) / LANE)];
}

function paint(context: CanvasRenderingContext2D, all: LaneRow[], width: number, height: number) {
  const [from, to] = range.peek();
  const scale = (width - NAMES) / Math.max(1, to - from);
  const at = (ticks: number) => NAMES + (ticks - from) * scale;
  const last = status.peek().lastTick;
  ruler(context, from, to, at, height);
  context.textBaseline = "middle";
  const first = Math.floor(scrolled.peek() / LANE);
  const lastRow = Math.ceil((scrolled.peek() + height) / LANE);
  context.save();
  context.beginPath();
  context.rect(0, RULER, width, height);
  context.clip();
  all.slice(first, lastRow).forEach((lane, row) => {
    const top = RULER + (first + row) * LANE - scrolled.peek();
    if (lane.agent === selected.peek()) {
      context.fillStyle = colour("selected");
      context.fillRect(0, top, width, LANE);
    }
    context.save();
    context.beginPath();
    context.rect(NAMES, top, width - NAMES, LANE);
    context.clip();
    for (const span of lane.goals) {
      const [x, end] = [at(span.from), at(span.to ?? last)];
      context.fillStyle = colourOf(span.text, "fill");
      context.fillRect(x, top + 3, Math.max(1, end - x), LANE - 6);
    }
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    for (const span of lane.steps) {
      const [x, end] = [at(span.from), at(span.to ?? last)];
      context.fillStyle = span.isFailed ? colour("bad") : colourOf(span.text, "line");
      context.fillRect(x, top + LANE - 7, Math.max(1, end - x - 1), 4);
      const shown = Math.max(NAMES, x) + 4;
      if (end - shown > 46) {
        context.fillStyle = colour("ink");
        context.fillText(cut(context, span.text, end - shown - 4), shown, top + 11);
      }
    }
    let before = -Infinity;
    for (const { kind, tick } of lane.marks) {
      if (kind === "note") continue;
      const x = at(tick);
      // Decisions in quick succession are strokes, so that the others can be told from them.
      if (kind === "decision" && x - before < CROWDED_PX) {
        context.fillStyle = colour(MARKS.decision);
        context.fillRect(x - 0.75, top + LANE - 9, 1.5, 6);
      } else paintMark(context, kind, x, top + LANE - 7);
      before = x;
    }
    context.restore();
    context.fillStyle = colour("ink");
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "left";
    context.fillText(cut(context, lane.name, NAMES - 18), 12, top + LANE / 2);
    context.fillStyle = colour("line");
    context.fillRect(0, top + LANE - 0.5, width, 1);
  });
  context.restore();
  const chosen = selectedRange.peek();
  if (chosen) {
    context.fillStyle = colour("order");
    context.globalAlpha = 0.18;
    context.fillRect(Math.max(NAMES, at(chosen[0])), 0, at(chosen[1]) - Math.max(NAMES, at(chosen[0])), height);
    context.globalAlpha = 1;
  }
  const differs = difference.peek()?.agents[0];
  if (differs) {
    context.fillStyle = colour("warn");
    context.fillRect(at(differs.tick) - 0.5, 0, 1.5, height);
  }
  const now = at(tick.peek());
  context.fillStyle = colour("accent");
  context.fillRect(now - 0.75, 8, 1.5, height);
  // The handle of the cursor.
  context.beginPath();
  context.roundRect(now - 5, 6, 10, 12, 3);
  context.fill();
}

/** A mark on a lane, with a border so that it can be told from the bars. */
function paintMark(context: CanvasRenderingContext2D, kind: keyof typeof MARKS, x: number, y: number) {
  const arm = 3.5;
  context.beginPath();
  if (kind === "failure") {
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x - arm, y + arm);
    context.lineTo(x + arm, y - arm);
  } else if (kind === "idle") context.arc(x, y, 2.5, 0, 7);
  else if (kind === "order") context.arc(x, y, arm - 0.5, 0, 7);
  else if (kind === "interrupt") [[0, -arm - 1], [arm + 1, 0], [0, arm + 1], [-arm - 1, 0]].forEach(([dx = 0, dy = 0]) => context.lineTo(x + dx, y + dy));
  else [[0, -arm - 1], [arm + 1, arm], [-arm - 1, arm]].forEach(([dx = 0, dy = 0]) => context.lineTo(x + dx, y + dy));
  const isLine = kind === "failure" || kind === "idle";
  if (!isLine) context.closePath();
  context.lineWidth = isLine ? 4 : 2.5;
  context.strokeStyle = colour("panel");
  context.stroke();
  context.strokeStyle = context.fillStyle = colour(MARKS[kind]);
  context.lineWidth = kind === "idle" ? 1.25 : 2;
  if (isLine) context.stroke();
  else context.fill();
}

function ruler(context: CanvasRenderingContext2D, from: number, to: number, at: (ticks: number) => number, height: number) {
  const step = rulerStep(to - from);
  const end = at(to);
  context.font = "10px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "top";
  for (let mark = Math.ceil(from / step) * step; mark <= to; mark += step) {
    context.fillStyle = colour("line");
    context.fillRect(at(mark), RULER - 6, 1, height);
    // The buttons are above the end of the ruler.
    if (at(mark) > end - 72) continue;
    context.fillStyle = colour("muted");
    context.fillText(String(mark), at(mark), 7);
  }
}

/** The distance between two labels of the ruler: 1, 2 or 5 times a power of ten, so that there are at most 14. */
function rulerStep(width: number): number {
  const least = Math.max(1, width / 14);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((one) => one * power).find((step) => step >= least) ?? power * 10;
}

function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let shown = text;
  while (shown.length > 1 && context.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1);
  return `${shown}…`;
}

/** Describes what is under the pointer. */
function textAt(all: LaneRow[], x: number, y: number, width: number): string | null {
  const lane = laneAt(all, y);
  if (!lane || y < RULER || x < NAMES) return null;
  const [from, to] = range.value;
  const scale = (width - NAMES) / Math.max(1, to - from);
  const when = from + (x - NAMES) / scale;
  const near = (mark: MarkRow) => Math.abs(mark.tick - when) * scale;
  const mark = lane.marks.filter((mark) => near(mark) < 6).sort((a, b) => near(a) - near(b))[0];
  if (mark) return `${mark.tick} ${lane.name}: ${mark.text}`;
  const within = (span: { from: number; to: number | null }) => span.from <= when && (span.to ?? Infinity) >= when;
  const found = [lane.goals.find(within)?.text, lane.steps.find(within)?.text].filter(Boolean).join(" · ");
  return found ? `${Math.round(when)} ${lane.name}: ${found}` : null;
}
