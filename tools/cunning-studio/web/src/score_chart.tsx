// How an agent's goals compared over time.

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { colour, hueOf, onScheme } from "./palette";
import { scoreLines, show } from "./store";

export function ScoreChart() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = ref.current;
    if (!root) return;
    let chart: uPlot | null = null;
    const draw = () => {
      const lines = scoreLines.value;
      chart?.destroy();
      chart = null;
      if (!lines || lines.ticks.length < 2) return;
      const axis = { stroke: colour("muted"), grid: { stroke: colour("line"), width: 1 }, size: 30, font: "10px system-ui" };
      chart = new uPlot(
        {
          width: root.clientWidth,
          height: 120,
          legend: { show: false },
          cursor: { drag: { x: false, y: false } },
          scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), Math.min(10, high) * 1.05 || 1] } },
          axes: [{ ...axis, size: 20 }, axis],
          series: [{}, ...lines.goals.map((line) => ({ label: line.goal, stroke: `hsl(${hueOf(line.goal)} 55% 50%)`, width: 1.5, spanGaps: true, points: { show: false } }))],
        },
        [lines.ticks, ...lines.goals.map((line) => line.scores)] as uPlot.AlignedData,
        root,
      );
      chart.over.addEventListener("click", () => {
        const found = chart?.cursor.idx;
        if (typeof found === "number" && lines.ticks[found] !== undefined) show(lines.ticks[found]);
      });
    };
    const stop = effect(draw);
    const forget = onScheme(draw);
    return () => {
      stop();
      forget();
      chart?.destroy();
    };
  }, []);
  return <div class="chart" ref={ref} role="img" aria-label="Goal scores over time" />;
}
