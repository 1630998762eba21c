// How bodies are drawn: discs with a nose, health, shots, cover, ghosts and trails; crowds as clusters with counts.

import type { Ground } from "./backdrop";
import type { View } from "./canvas";
import { colour, colourOf } from "./palette";
import type { AgentState, Body, Frame } from "./protocol";

export function radiusOf(scale: number): number {
  return Math.max(3, Math.min(15, scale * 0.42));
}

/** The colours of bodies: by team or by role. */
export interface Inks {
  by: "team" | "role";
  teams: string[];
}

/** The role of a body: the archetype of its agent. */
export function roleOf(agent: AgentState | undefined): string {
  return agent?.archetype ?? "no mind";
}

export function inkOf(body: Body, agent: AgentState | undefined, inks: Inks): string {
  const team = body.team === null ? undefined : inks.teams[body.team];
  return inks.by === "team" && team ? team : roleInk(roleOf(agent));
}

export function roleInk(role: string): string {
  return colourOf(role, "line");
}

/** Crowds with more bodies than this are clustered while bodies overlap. */
const CLUSTERED_MIN = 60;
const CLUSTER_PX = 34;

interface Cluster {
  x: number;
  y: number;
  count: number;
  inks: Map<string, number>;
}

/** The clusters of a crowd, or null if bodies can be drawn one by one. */
export function clustersOf(bodies: Body[], view: View, ink: (body: Body) => string): Cluster[] | null {
  if (bodies.length < CLUSTERED_MIN || view.scale > 13) return null;
  const cells = new Map<string, Cluster>();
  for (const body of bodies.filter((one) => one.isAlive)) {
    const [x, y] = [view.left + body.x * view.scale, view.top + body.y * view.scale];
    const key = `${Math.floor(x / CLUSTER_PX)} ${Math.floor(y / CLUSTER_PX)}`;
    const known = cells.get(key) ?? { x: 0, y: 0, count: 0, inks: new Map<string, number>() };
    known.x += x;
    known.y += y;
    known.count++;
    known.inks.set(ink(body), (known.inks.get(ink(body)) ?? 0) + 1);
    cells.set(key, known);
  }
  return [...cells.values()].map((one) => ({ ...one, x: one.x / one.count, y: one.y / one.count }));
}

export function paintCluster(context: CanvasRenderingContext2D, { x, y, count, inks }: Cluster): void {
  const radius = Math.min(17, 5 + Math.sqrt(count) * 2.4);
  let from = -Math.PI / 2;
  for (const [ink, share] of inks) {
    const to = from + (share / count) * Math.PI * 2;
    context.fillStyle = ink;
    context.beginPath();
    context.moveTo(x, y);
    context.arc(x, y, radius, from, to);
    context.fill();
    from = to;
  }
  context.strokeStyle = colour("panel");
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.stroke();
  if (count > 1) {
    context.font = "600 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = "#fff";
    context.fillText(String(count), x, y + 0.5);
    context.textBaseline = "alphabetic";
  }
}

export function paintBody(context: CanvasRenderingContext2D, body: Body, agent: AgentState | undefined, ink: string, isSelected: boolean, view: View, ground: Ground): void {
  const { scale, left, top } = view;
  const [x, y] = [left + body.x * scale, top + body.y * scale];
  const radius = radiusOf(scale);
  if (!body.isAlive) {
    paintDead(context, x, y, radius, ink, isSelected);
    return;
  }
  if (body.isCrouched) paintCover(context, body, view, ground, radius);
  const size = body.isCrouched ? radius * 0.78 : radius;
  context.fillStyle = agent?.isQuarantined ? colour("bad") : ink;
  context.strokeStyle = isSelected ? colour("accent") : colour("panel");
  context.lineWidth = isSelected ? 3 : 1.5;
  // The nose points to where the body looks.
  context.beginPath();
  context.arc(x, y, size, body.yaw + 0.55, body.yaw - 0.55 + Math.PI * 2);
  context.lineTo(x + Math.cos(body.yaw) * size * 1.55, y + Math.sin(body.yaw) * size * 1.55);
  context.closePath();
  context.fill();
  context.stroke();
  paintHealth(context, body, x, y, radius);
}

/** Where a body has cover beside it. */
function paintCover(context: CanvasRenderingContext2D, body: Body, view: View, ground: Ground, radius: number): void {
  const [cx, cy] = [Math.floor(body.x), Math.floor(body.y)];
  context.strokeStyle = colour("cover");
  context.lineWidth = Math.max(2, radius * 0.3);
  for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]] as const) {
    if (!"o#".includes(ground.rows[cy + dy]?.[cx + dx] ?? " ")) continue;
    const toward = Math.atan2(dy, dx);
    context.beginPath();
    context.arc(view.left + body.x * view.scale, view.top + body.y * view.scale, radius + 3, toward - 0.6, toward + 0.6);
    context.stroke();
  }
}

/** The line of fire. */
export function paintShot(context: CanvasRenderingContext2D, body: Body, { scale, left, top }: View): void {
  if (!body.aims || !body.isAlive) return;
  context.strokeStyle = colour("bad");
  context.globalAlpha = 0.75;
  context.lineWidth = 1.5;
  context.setLineDash([7, 5]);
  context.beginPath();
  context.moveTo(left + body.x * scale, top + body.y * scale);
  context.lineTo(left + body.aims[0] * scale, top + body.aims[1] * scale);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(left + body.aims[0] * scale, top + body.aims[1] * scale, radiusOf(scale) * 0.5, 0, 7);
  context.stroke();
  context.globalAlpha = 1;
}

/** The rest of the path of a body. */
export function paintPath(context: CanvasRenderingContext2D, body: Body, ink: string, isSelected: boolean, { scale, left, top }: View): void {
  if (body.path.length === 0 || !body.isAlive) return;
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.globalAlpha = isSelected ? 0.9 : 0.35;
  context.lineWidth = isSelected ? 2.5 : 1.25;
  context.lineJoin = "round";
  context.setLineDash(isSelected ? [] : [4, 4]);
  context.beginPath();
  context.moveTo(left + body.x * scale, top + body.y * scale);
  for (const [px, py] of body.path) context.lineTo(left + (px + 0.5) * scale, top + (py + 0.5) * scale);
  context.stroke();
  context.setLineDash([]);
  const end = body.path.at(-1);
  if (end && isSelected) {
    context.beginPath();
    context.arc(left + (end[0] + 0.5) * scale, top + (end[1] + 0.5) * scale, Math.max(3, scale * 0.18), 0, 7);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** Where a body was in the ticks that were shown before. */
const trails = new Map<string, [number, number][]>();
let trailedTick = -1;
const TRAIL_MAX = 60;

/** Remembers where bodies are; after a jump in time trails begin again. */
export function noteTrails(now: Frame): void {
  if (now.tick === trailedTick) return;
  if (now.tick < trailedTick || now.tick > trailedTick + 8) trails.clear();
  trailedTick = now.tick;
  for (const body of now.bodies) {
    const trail = trails.get(body.name) ?? [];
    const last = trail.at(-1);
    if (!last || last[0] !== body.x || last[1] !== body.y) trail.push([body.x, body.y]);
    if (trail.length > TRAIL_MAX) trail.shift();
    trails.set(body.name, trail);
  }
}

/** The path that a body has walked. */
export function paintTrail(context: CanvasRenderingContext2D, body: Body, ink: string, { scale, left, top }: View): void {
  const trail = trails.get(body.name);
  if (!trail || trail.length < 2) return;
  context.strokeStyle = ink;
  context.lineWidth = Math.max(1.5, scale * 0.12);
  context.lineCap = "round";
  for (let at = 1; at < trail.length; at++) {
    const [from, to] = [trail[at - 1], trail[at]];
    if (!from || !to) continue;
    context.globalAlpha = (0.45 * at) / trail.length;
    context.beginPath();
    context.moveTo(left + from[0] * scale, top + from[1] * scale);
    context.lineTo(left + to[0] * scale, top + to[1] * scale);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Where a body is in the branch that is compared. */
export function paintGhost(context: CanvasRenderingContext2D, body: Body, ink: string, { scale, left, top }: View): void {
  const [x, y] = [left + body.x * scale, top + body.y * scale];
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.setLineDash([3, 2]);
  context.beginPath();
  context.arc(x, y, radiusOf(scale) + 2, 0, 7);
  if (!body.isAlive) {
    context.moveTo(x - 3, y - 3);
    context.lineTo(x + 3, y + 3);
  }
  context.stroke();
  context.setLineDash([]);
}

/** A cross where a body lies. */
function paintDead(context: CanvasRenderingContext2D, x: number, y: number, radius: number, ink: string, isSelected: boolean): void {
  context.strokeStyle = isSelected ? colour("accent") : ink;
  context.globalAlpha = isSelected ? 1 : 0.7;
  context.lineWidth = Math.max(2, radius * 0.35);
  const arm = radius * 0.7;
  context.beginPath();
  context.moveTo(x - arm, y - arm);
  context.lineTo(x + arm, y + arm);
  context.moveTo(x - arm, y + arm);
  context.lineTo(x + arm, y - arm);
  context.stroke();
  context.globalAlpha = 1;
}

/** A bar below a wounded body. */
function paintHealth(context: CanvasRenderingContext2D, body: Body, x: number, y: number, radius: number): void {
  if (!body.health || body.health[0] >= body.health[1]) return;
  const width = radius * 2;
  context.fillStyle = colour("panel");
  context.fillRect(x - radius - 1, y + radius + 2, width + 2, 5);
  context.fillStyle = colour(body.health[0] * 3 < body.health[1] ? "bad" : "accent");
  context.fillRect(x - radius, y + radius + 3, width * (body.health[0] / Math.max(1, body.health[1])), 3);
}
