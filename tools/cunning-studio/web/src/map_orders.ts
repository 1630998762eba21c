// What a game adds to the map: the selected friends, the box that selects them, and the ghosts of their plans.

import type { View } from "./canvas";
import { box, previews, squad } from "./game";
import { radiusOf } from "./map_bodies";
import { colour } from "./palette";
import type { Body } from "./protocol";

export function paintSquad(context: CanvasRenderingContext2D, bodies: Body[], view: View): void {
  const { scale, left, top } = view;
  context.strokeStyle = colour("accent");
  context.lineWidth = 2;
  for (const body of bodies) {
    if (!squad.peek().has(body.name) || !body.isAlive) continue;
    context.beginPath();
    context.arc(left + body.x * scale, top + body.y * scale, radiusOf(scale) + 5, 0, 7);
    context.stroke();
  }
  for (const { name, path, steps } of previews.peek()) paintPlan(context, bodies.find((body) => body.name === name), path, steps, view);
  const drawn = box.peek();
  if (!drawn) return;
  const corner = [left + drawn.from[0] * scale, top + drawn.from[1] * scale, (drawn.to[0] - drawn.from[0]) * scale, (drawn.to[1] - drawn.from[1]) * scale] as const;
  context.globalAlpha = 0.15;
  context.fillStyle = colour("accent");
  context.fillRect(...corner);
  context.globalAlpha = 1;
  context.strokeRect(...corner);
}

/** The path that a friend would walk, a ghost of it where the path ends, and its last step. */
function paintPlan(context: CanvasRenderingContext2D, body: Body | undefined, path: [number, number][], steps: string[], { scale, left, top }: View): void {
  const end = path.at(-1);
  if (!body || !end || steps.length === 0) return;
  const at = ([x, y]: [number, number]): [number, number] => [left + (x + 0.5) * scale, top + (y + 0.5) * scale];
  context.strokeStyle = colour("order");
  context.fillStyle = colour("order");
  context.lineWidth = 2.5;
  context.lineJoin = "round";
  context.setLineDash([6, 4]);
  context.beginPath();
  context.moveTo(left + body.x * scale, top + body.y * scale);
  for (const corner of path) context.lineTo(...at(corner));
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 0.5;
  context.beginPath();
  context.arc(...at(end), radiusOf(scale), 0, 7);
  context.fill();
  context.globalAlpha = 1;
}
