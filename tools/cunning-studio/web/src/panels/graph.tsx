// A graph that dagre lays out, drawn as SVG. It is for small graphs; callers limit the number of nodes.

import dagre from "@dagrejs/dagre";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../icons";

export interface GraphNode {
  id: string;
  lines: string[];
  class: string;
  title?: string;
}

export interface GraphEdge {
  from: string;
  to: string;
  class?: string;
  title?: string;
}

interface Props {
  label: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
  direction: "LR" | "TB";
  /** Whether a new graph is shown as a whole, as far as it stays readable. */
  isFitted?: boolean;
  /** The node to keep in view. */
  centre?: string | null;
  onChoose?: (id: string) => void;
  /** Makes edges clickable. */
  onEdge?: (from: string, to: string) => void;
  /** Lets the user drag from one node to another. */
  onConnect?: (from: string, to: string) => void;
}

const LINE = 15;
/** How near to its edge the graph scrolls while an edge is dragged, and how far at once. */
const EDGE = 24;
const LETTER = 6.6;
const MARGIN = 12;
const [ZOOM_MIN, ZOOM_FIT_MIN, ZOOM_MAX] = [0.25, 0.55, 2];

/** Shortens a line to the width of a node; the title has all of it. */
function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

export function GraphView({ label, nodes, edges, direction, isFitted = false, centre, onChoose, onEdge, onConnect }: Props) {
  const shape = nodes.map((node) => `${node.id} ${node.lines.length} ${node.lines.map(shorten).join(" ").length}`).join("|");
  const arrows = edges.map((edge) => `${edge.from}>${edge.to}`).join("|");
  // Classes may change with every step; the layout depends on nodes and edges only.
  const laid = useMemo(() => {
    const graph = new dagre.graphlib.Graph();
    graph.setGraph({ rankdir: direction, nodesep: 10, ranksep: 36, marginx: MARGIN, marginy: MARGIN });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const node of nodes) {
      const longest = Math.max(3, ...node.lines.map((line) => shorten(line).length));
      // Goals are written in bold letters.
      const letter = node.class.includes("goal") ? LETTER * 1.12 : LETTER;
      graph.setNode(node.id, { width: longest * letter + 18, height: node.lines.length * LINE + 10 });
    }
    for (const edge of edges) graph.setEdge(edge.from, edge.to);
    dagre.layout(graph);
    return graph;
  }, [shape, arrows, direction]);
  const box = useRef<HTMLDivElement>(null);
  // The node that an edge is dragged from, and where the pointer is.
  const drag = useSignal<{ from: string; x: number; y: number; isMoved: boolean } | null>(null);
  const end = (event: PointerEvent) => {
    const from = drag.peek();
    drag.value = null;
    if (!from?.isMoved) return;
    const to = document.elementFromPoint(event.clientX, event.clientY)?.closest(".node")?.getAttribute("data-id");
    if (to && to !== from.from) onConnect?.(from.from, to);
  };
  const move = (event: PointerEvent) => {
    const from = drag.peek();
    if (!from) return;
    const { left, top } = (event.currentTarget as SVGElement).getBoundingClientRect();
    // The graph scrolls at its edges.
    const room = box.current?.getBoundingClientRect();
    const over = (at: number, low: number, high: number) => (at < low + EDGE ? -EDGE : at > high - EDGE ? EDGE : 0);
    if (room) box.current?.scrollBy(over(event.clientX, room.left, room.right), over(event.clientY, room.top, room.bottom));
    drag.value = { ...from, x: (event.clientX - left) / zoom.peek() + low, y: (event.clientY - top) / zoom.peek() + high, isMoved: true };
  };
  const [low, high, width, height] = useMemo(() => boundsOf(laid), [laid]);
  const zoom = useSignal(1);
  const fit = (least: number) => {
    const { clientWidth = 1, clientHeight = 1 } = box.current ?? {};
    zoom.value = Math.max(least, Math.min(1, clientWidth / width, clientHeight / height));
  };
  const zoomBy = (factor: number) => (zoom.value = Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom.peek() * factor)));
  useEffect(() => {
    if (isFitted && nodes.length > 0) fit(ZOOM_FIT_MIN);
  }, [laid]);
  useEffect(() => {
    const root = box.current;
    if (!root || !centre || !laid.hasNode(centre)) return;
    const { x, y } = laid.node(centre) as { x: number; y: number };
    root.scrollTo({ left: (x - low) * zoom.peek() - root.clientWidth / 2, top: (y - high) * zoom.peek() - root.clientHeight / 2 });
  }, [centre, laid]);
  if (nodes.length === 0) return <div class="graph" ref={box} />;
  return (
    <div class="graph-room">
    <div
      class="graph"
      ref={box}
      onWheel={(event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15);
      }}
    >
      <svg width={width * zoom.value} height={height * zoom.value} viewBox={`${low} ${high} ${width} ${height}`} role="group" aria-label={label} {...(onConnect ? { onPointerMove: move, onPointerUp: end } : {})}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto-start-reverse">
            <path d="M0 0 8 4 0 8z" class="arrow" />
          </marker>
        </defs>
        {edges.map((edge) => {
          if (!laid.hasEdge(edge.from, edge.to)) return null;
          const { points } = laid.edge(edge.from, edge.to) as unknown as { points: { x: number; y: number }[] };
          const path = points.map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
          return (
            <g key={`${edge.from} ${edge.to}`} class={onEdge ? "pick" : ""} data-edge={`${edge.from} > ${edge.to}`} {...(onEdge ? { onClick: () => onEdge(edge.from, edge.to) } : {})}>
              {edge.title && <title>{edge.title}</title>}
              <path class={`edge ${edge.class ?? ""}`} d={path} marker-end="url(#arrow)" />
              {onEdge && <path class="edge-hit" d={path} />}
            </g>
          );
        })}
        {nodes.map((node) => {
          const { x, y, width, height } = laid.node(node.id) as { x: number; y: number; width: number; height: number };
          const choose = onChoose && (() => onChoose(node.id));
          return (
            <g
              key={node.id}
              class={`node ${node.class}`}
              data-id={node.id}
              transform={`translate(${(x - width / 2).toFixed(1)} ${(y - height / 2).toFixed(1)})`}
              {...(choose ? { role: "button", tabindex: 0, onClick: choose } : {})}
              {...(onConnect ? { onPointerDown: (event: PointerEvent) => (event.preventDefault(), (drag.value = { from: node.id, x, y, isMoved: false })) } : {})}
              onKeyDown={(event: KeyboardEvent) => {
                if (choose && (event.key === "Enter" || event.key === " ")) {
                  event.preventDefault();
                  event.stopPropagation();
                  choose();
                }
              }}
            >
              <title>{node.title ?? node.lines.join("\n")}</title>
              <rect width={width} height={height} rx="5" />
              {node.lines.map((line, at) => <text key={at} x={width / 2} y={at * LINE + 16} class={at ? "minor" : ""}>{shorten(line)}</text>)}
            </g>
          );
        })}
        {drag.value?.isMoved && <Dragged from={laid.node(drag.value.from) as { x: number; y: number }} to={drag.value} />}
      </svg>
    </div>
    <div class="map-tools" role="toolbar" aria-label={`View of ${label.toLowerCase()}`}>
      <button type="button" class="tool" title="Zoom in: Ctrl and wheel" aria-label="Zoom in on the graph" onClick={() => zoomBy(1.25)}><Icon name="plus" /></button>
      <button type="button" class="tool" title="Zoom out: Ctrl and wheel" aria-label="Zoom out of the graph" onClick={() => zoomBy(1 / 1.25)}><Icon name="minus" /></button>
      <button type="button" class="tool" title="Show the whole graph" aria-label="Show the whole graph" onClick={() => fit(ZOOM_MIN)}><Icon name="fit" /></button>
    </div>
    </div>
  );
}

/** The left, top, width and height of all that is drawn. With cycles the layout reports less than it uses. */
function boundsOf(laid: InstanceType<typeof dagre.graphlib.Graph>): [number, number, number, number] {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const id of laid.nodes()) {
    const { x, y, width, height } = laid.node(id) as { x: number; y: number; width: number; height: number };
    xs.push(x - width / 2, x + width / 2);
    ys.push(y - height / 2, y + height / 2);
  }
  for (const edge of laid.edges()) {
    const { points } = laid.edge(edge) as unknown as { points: { x: number; y: number }[] };
    points.forEach((point) => (xs.push(point.x), ys.push(point.y)));
  }
  const range = (all: number[]): [number, number] => [Math.min(...all) - MARGIN, Math.max(...all) + MARGIN];
  const [[left, right], [top, bottom]] = [range(xs), range(ys)];
  return [left, top, right - left, bottom - top];
}

/** The edge that is being dragged. */
function Dragged({ from, to }: { from: { x: number; y: number }; to: { x: number; y: number } }) {
  return <path class="edge dragged" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} marker-end="url(#arrow)" />;
}
