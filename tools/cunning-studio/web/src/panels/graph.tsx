// A graph that dagre lays out, drawn as SVG. It is for small graphs; callers limit the number of nodes.

import dagre from "@dagrejs/dagre";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";

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

/** Shortens a line to the width of a node; the title has all of it. */
function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

export function GraphView({ label, nodes, edges, direction, centre, onChoose, onEdge, onConnect }: Props) {
  const shape = nodes.map((node) => `${node.id} ${node.lines.length} ${node.lines.map(shorten).join(" ").length}`).join("|");
  const arrows = edges.map((edge) => `${edge.from}>${edge.to}`).join("|");
  // Classes may change with every step; the layout depends on nodes and edges only.
  const laid = useMemo(() => {
    const graph = new dagre.graphlib.Graph();
    graph.setGraph({ rankdir: direction, nodesep: 10, ranksep: 36, marginx: 12, marginy: 12 });
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
    drag.value = { ...from, x: event.clientX - left, y: event.clientY - top, isMoved: true };
  };
  const { width = 100, height = 100 } = laid.graph() as { width?: number; height?: number };
  useEffect(() => {
    const root = box.current;
    if (!root || !centre || !laid.hasNode(centre)) return;
    const { x, y } = laid.node(centre) as { x: number; y: number };
    root.scrollTo({ left: x - root.clientWidth / 2, top: y - root.clientHeight / 2 });
  }, [centre, laid]);
  if (nodes.length === 0) return <div class="graph" ref={box} />;
  return (
    <div class="graph" ref={box}>
      <svg width={width} height={height} role="group" aria-label={label} {...(onConnect ? { onPointerMove: move, onPointerUp: end } : {})}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
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
  );
}

/** The edge that is being dragged. */
function Dragged({ from, to }: { from: { x: number; y: number }; to: { x: number; y: number } }) {
  return <path class="edge dragged" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} marker-end="url(#arrow)" />;
}
