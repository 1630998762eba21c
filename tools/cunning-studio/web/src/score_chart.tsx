// A chart of an agent's goal scores over time.

import uPlot from "uplot";
import { axis, Chart } from "./chart";
import { colourOf } from "./palette";
import { scoreLines, show } from "./store";

export function ScoreChart() {
  return <Chart label="Goal scores over time" draw={draw} />;
}

function draw(root: HTMLElement): uPlot | null {
  const lines = scoreLines.value;
  if (!lines || lines.ticks.length < 2) return null;
  const chart = new uPlot(
    {
      width: root.clientWidth,
      height: 120,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), Math.min(10, high) * 1.05 || 1] } },
      axes: [axis(20), axis(30)],
      series: [{}, ...lines.goals.map((line) => ({ label: line.goal, stroke: colourOf(line.goal, "line"), width: 1.5, spanGaps: true, points: { show: false } }))],
    },
    [lines.ticks, ...lines.goals.map((line) => line.scores)] as uPlot.AlignedData,
    root,
  );
  chart.over.addEventListener("click", () => {
    const tick = lines.ticks[chart.cursor.idx ?? -1];
    if (tick !== undefined) show(tick);
  });
  return chart;
}
