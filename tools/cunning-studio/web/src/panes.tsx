// The borders between panes: dragged or moved with the arrow keys, and remembered.

import { useEffect } from "preact/hooks";

interface Pane {
  /** The custom property of style.css that has the size. */
  property: "--agent-width" | "--time-height";
  label: string;
  least: number;
  /** The share of the page that the pane may take. */
  most: number;
}

const PANES: Record<"agent" | "time", Pane> = {
  agent: { property: "--agent-width", label: "Width of the agent panel", least: 260, most: 0.6 },
  time: { property: "--time-height", label: "Height of the timeline", least: 110, most: 0.7 },
};

/** The steps of the arrow keys, in pixels. */
const STEP = 24;

function sizeOf(pane: Pane): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(pane.property));
}

function resize(pane: Pane, wanted: number): void {
  const room = pane.property === "--agent-width" ? innerWidth : innerHeight;
  const size = Math.round(Math.max(pane.least, Math.min(room * pane.most, wanted)));
  document.documentElement.style.setProperty(pane.property, `${size}px`);
  localStorage.setItem(pane.property, String(size));
}

/** Restores the remembered sizes. */
export function useRememberedPanes(): void {
  useEffect(() => {
    for (const pane of Object.values(PANES)) {
      const known = Number(localStorage.getItem(pane.property));
      if (known > 0) resize(pane, known);
    }
  }, []);
}

export function Splitter({ of }: { of: keyof typeof PANES }) {
  const pane = PANES[of];
  const isWide = pane.property === "--agent-width";
  const drag = (event: PointerEvent) => {
    if (event.type === "pointerdown") (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    else if (event.buttons & 1) resize(pane, isWide ? innerWidth - event.clientX : innerHeight - event.clientY);
  };
  return (
    <div
      class={`splitter splitter-${of}`}
      role="separator"
      tabIndex={0}
      aria-orientation={isWide ? "vertical" : "horizontal"}
      aria-label={pane.label}
      aria-valuemin={pane.least}
      aria-valuemax={Math.round((isWide ? innerWidth : innerHeight) * pane.most)}
      aria-valuenow={sizeOf(pane) || pane.least}
      title={`${pane.label}: drag, or use the arrow keys`}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const by = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        resize(pane, sizeOf(pane) + by * STEP);
      }}
    />
  );
}
