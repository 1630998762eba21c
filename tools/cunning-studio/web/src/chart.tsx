// A uPlot chart that is redrawn when the signals it shows or the colour scheme change.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { colour } from "./palette";
import { onTheme } from "./theme";

/** The style of an axis. */
export function axis(size: number): uPlot.Axis {
  return { stroke: colour("muted"), grid: { stroke: colour("line"), width: 1 }, font: "10px system-ui", size };
}

interface Props {
  label: string;
  /** Draws the chart into an element; null if there is nothing to draw. */
  draw: (root: HTMLElement) => uPlot | null;
}

export function Chart({ label, draw }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = ref.current;
    if (!root) return;
    let chart: uPlot | null = null;
    const redraw = () => {
      chart?.destroy();
      chart = draw(root);
    };
    const stop = effect(redraw);
    const unsubscribe = onTheme(redraw);
    return () => {
      stop();
      unsubscribe();
      chart?.destroy();
    };
  }, []);
  return <div class="chart" ref={ref} role="img" aria-label={label} />;
}
