// The room Scene: the map, who is where, and what they are about.

import { signal } from "@preact/signals";
import { Canvas } from "./canvas";
import { colour, teamColour } from "./palette";
import { frame, selected, selectedBody, stand } from "./store";
import type { Body, Frame, Stand } from "./wire";

type Map = Extract<Stand, { kind: "map" }>;

const showsWays = signal(true);
const showsNames = signal(true);

/** How cells become pixels. */
interface View {
  scale: number;
  left: number;
  top: number;
}

function viewOf(map: Map, width: number, height: number): View {
  const scale = Math.min(width / map.width, height / map.height);
  return { scale, left: (width - scale * map.width) / 2, top: (height - scale * map.height) / 2 };
}

/** Where bodies of games without a map are, so that all fit. */
function boundsOf(bodies: Body[]): Map {
  const places = bodies.flatMap((body) => (body.place ? [body.place] : []));
  const max = (at: 0 | 1) => Math.max(10, ...places.map((place) => Math.ceil(place[at]) + 1));
  return { kind: "map", name: "", doc: "", width: max(0), height: max(1), rows: [], doors: [], spots: [], stations: [], teams: [], actors: [] };
}

export function Scene() {
  const now = frame.value;
  const ground = stand.value;
  if (!now || !ground) return <p class="hint">Loading the scene…</p>;
  const map = ground.kind === "map" ? ground : boundsOf(now.bodies);
  const teams = new Map(map.actors);
  const pick = (event: MouseEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const view = viewOf(map, canvas.clientWidth, canvas.clientHeight);
    const [x, y] = [(event.offsetX - view.left) / view.scale, (event.offsetY - view.top) / view.scale];
    const distance = (body: Body) => (body.place ? Math.hypot(body.place[0] - x, body.place[1] - y) : Infinity);
    const nearest = [...now.bodies].sort((a, b) => distance(a) - distance(b))[0];
    if (nearest && distance(nearest) < Math.max(1.2, 14 / view.scale)) selected.value = nearest.who;
  };
  const about = selectedBody.value;
  const label = `Map of ${map.name || "the scene"} with ${now.bodies.length} agents. ` +
    (about ? `${about.name} is selected: ${about.goal ?? about.idle ?? "no goal"}.` : "");
  return (
    <section class="scene" aria-label="Scene">
      <Canvas
        class="map"
        role="img"
        aria-label={label}
        onClick={pick}
        watch={() => [frame.value, stand.value, selected.value, showsWays.value, showsNames.value]}
        paint={(context, width, height) => {
          const latest = frame.peek();
          if (latest) paint(context, map, latest, teams, viewOf(map, width, height));
        }}
      />
      <div class="tools">
        <label><input type="checkbox" checked={showsWays.value} onChange={() => (showsWays.value = !showsWays.value)} /> ways</label>
        <label><input type="checkbox" checked={showsNames.value} onChange={() => (showsNames.value = !showsNames.value)} /> names</label>
        {map.teams.map((team, at) => (
          <span key={team} class="team"><i class={`dot team-${at % 6}`} />{team}</span>
        ))}
      </div>
    </section>
  );
}

function paint(context: CanvasRenderingContext2D, map: Map, now: Frame, teams: globalThis.Map<string, number>, view: View) {
  const { scale, left, top } = view;
  const at = (x: number, y: number): [number, number] => [left + x * scale, top + y * scale];
  context.fillStyle = colour("ground");
  context.fillRect(left, top, map.width * scale, map.height * scale);
  const fills: Record<string, string> = { "#": colour("wall"), T: colour("tree"), "~": colour("water"), o: colour("cover") };
  map.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const fill = fills[letter];
      if (!fill) return;
      context.fillStyle = fill;
      const inset = letter === "o" ? scale * 0.15 : 0;
      context.fillRect(...at(x, y).map((edge) => edge + inset) as [number, number], scale - 2 * inset + 0.5, scale - 2 * inset + 0.5);
    });
  });
  context.font = `${Math.max(9, Math.min(13, scale * 0.7))}px system-ui, sans-serif`;
  context.textAlign = "center";
  for (const station of map.stations) {
    context.strokeStyle = colour("station");
    context.lineWidth = Math.max(1, scale * 0.1);
    context.strokeRect(...at(station.x + 0.1, station.y + 0.1), scale * 0.8, scale * 0.8);
  }
  if (showsNames.peek()) {
    context.fillStyle = colour("muted");
    for (const site of [...map.spots, ...map.stations]) context.fillText(site.name, ...at(site.x + 0.5, site.y - 0.25));
  }
  map.doors.forEach((door, number) => {
    const state = now.shot?.doors[number] ?? "closed";
    context.fillStyle = colour(state === "locked" ? "bad" : "wood");
    const [x, y] = at(door.x, door.y);
    if (state === "open") context.fillRect(x, y, scale * 0.2, scale);
    else context.fillRect(x + scale * 0.1, y + scale * 0.1, scale * 0.8, scale * 0.8);
  });
  for (const [x, y] of now.shot?.piles ?? []) {
    context.fillStyle = colour("brass");
    context.beginPath();
    context.arc(...at(x + 0.5, y + 0.5), scale * 0.22, 0, 7);
    context.fill();
  }
  for (const body of now.bodies) paintBody(context, body, now, teams, view, map);
}

function paintBody(context: CanvasRenderingContext2D, body: Body, now: Frame, teams: globalThis.Map<string, number>, view: View, map: Map) {
  if (!body.place) return;
  const { scale, left, top } = view;
  const [x, y] = [left + body.place[0] * scale, top + body.place[1] * scale];
  const isSelected = body.who === selected.peek();
  const shot = now.shot?.bodies.find((known) => known.name === body.name);
  const ink = teamColour(teams.get(body.name) ?? 0);
  if (shot && shot.way.length > 1 && (showsWays.peek() || isSelected)) {
    context.strokeStyle = ink;
    context.globalAlpha = isSelected ? 0.9 : 0.35;
    context.lineWidth = isSelected ? 2 : 1;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(x, y);
    for (const [px, py] of shot.way) context.lineTo(left + (px + 0.5) * scale, top + (py + 0.5) * scale);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  if (isSelected) {
    for (const name of body.targets) {
      const target = now.bodies.find((other) => other.name === name)?.place;
      const site = [...map.spots, ...map.stations].find((known) => known.name === name);
      const to: [number, number] | null = target ? [target[0], target[1]] : site ? [site.x + 0.5, site.y + 0.5] : null;
      if (!to) continue;
      context.strokeStyle = colour("accent");
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(left + to[0] * scale, top + to[1] * scale);
      context.stroke();
    }
  }
  const radius = Math.max(3, scale * 0.42);
  const yaw = body.place[3];
  context.globalAlpha = shot && !shot.isAlive ? 0.35 : 1;
  context.fillStyle = body.isQuarantined ? colour("bad") : ink;
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
  context.strokeStyle = isSelected ? colour("accent") : colour("panel");
  context.lineWidth = isSelected ? 3 : 1.5;
  context.stroke();
  context.strokeStyle = colour("panel");
  context.lineWidth = Math.max(1.5, radius * 0.35);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + Math.cos(yaw) * radius, y + Math.sin(yaw) * radius);
  context.stroke();
  context.globalAlpha = 1;
  const says = isSelected ? (body.step ?? body.goal ?? body.idle) : null;
  if (showsNames.peek() && (isSelected || now.bodies.length <= 24)) {
    label(context, says ? `${body.name}: ${says}` : body.name, x, y - radius - 6);
  }
}

function label(context: CanvasRenderingContext2D, text: string, x: number, y: number) {
  context.font = "12px system-ui, sans-serif";
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const half = context.measureText(shown).width / 2 + 5;
  const clamped = Math.max(half, Math.min(context.canvas.clientWidth - half, x));
  context.fillStyle = colour("panel");
  context.globalAlpha = 0.88;
  context.fillRect(clamped - half, y - 13, 2 * half, 17);
  context.globalAlpha = 1;
  context.fillStyle = colour("ink");
  context.textAlign = "center";
  context.fillText(shown, clamped, y);
}
