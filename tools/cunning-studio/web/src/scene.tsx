// The room Scene: the map, who is where, and what they are about.

import { signal } from "@preact/signals";
import { Canvas } from "./canvas";
import { type Ground, groundOf, loaded, paintGround } from "./ground";
import { type Label, paintLabels } from "./labels";
import { Missing } from "./missing";
import { paintOverlays, showsShown, Toggles } from "./overlays";
import { colour, hueOf, teamColour } from "./palette";
import { frame, overlay, overlays, selected, selectedBody, stand } from "./store";
import type { Body, Frame, Shot } from "./wire";

const showsWays = signal(true);
const showsNames = signal(true);

/** How cells become pixels. */
interface View {
  scale: number;
  left: number;
  top: number;
}

/** With more bodies than this only the selected one has its name. */
const NAMED_MAX = 24;

function radiusOf(scale: number): number {
  return Math.max(3, Math.min(14, scale * 0.42));
}

function viewOf(ground: Ground, width: number, height: number): View {
  const scale = Math.min(width / ground.width, height / ground.height);
  return {
    scale,
    left: (width - scale * ground.width) / 2 - ground.x * scale,
    top: (height - scale * ground.height) / 2 - ground.y * scale,
  };
}

export function Scene() {
  const now = frame.value;
  const base = stand.value;
  if (!now || !base) return <Missing text="Loading the scene…" />;
  void loaded.value;
  const ground = groundOf(base, now.bodies);
  const teams = new Map(ground.actors);
  const pick = (event: MouseEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const view = viewOf(ground, canvas.clientWidth, canvas.clientHeight);
    const [x, y] = [(event.offsetX - view.left) / view.scale, (event.offsetY - view.top) / view.scale];
    const distance = (body: Body) => (body.place ? Math.hypot(body.place[0] - x, body.place[1] - y) : Infinity);
    const nearest = [...now.bodies].sort((a, b) => distance(a) - distance(b))[0];
    if (nearest && distance(nearest) < Math.max(1.2, 14 / view.scale)) selected.value = nearest.who;
  };
  const about = selectedBody.value;
  const label = `Map of ${ground.name || "the scene"} with ${now.bodies.length} agents. ` +
    (about ? `${about.name} is selected: ${about.goal ?? about.idle ?? "no goal"}.` : "");
  const hasBodies = now.bodies.some((body) => body.place);
  return (
    <section class="scene" aria-label="Scene">
      {!hasBodies && <p class="hint">{now.bodies.length ? "Nobody here has a place: the game does not say where they are." : "Nobody is here at this tick."}</p>}
      <Canvas
        class="map"
        role="img"
        aria-label={label}
        onClick={pick}
        watch={() => [frame.value, stand.value, selected.value, showsWays.value, showsNames.value, overlay.value, overlays.value, showsShown.value, loaded.value]}
        paint={(context, width, height) => {
          const latest = frame.peek();
          if (latest) paint(context, ground, latest, teams, viewOf(ground, width, height));
        }}
      />
      <div class="tools">
        <label><input type="checkbox" checked={showsWays.value} onChange={() => (showsWays.value = !showsWays.value)} /> ways</label>
        <label><input type="checkbox" checked={showsNames.value} onChange={() => (showsNames.value = !showsNames.value)} /> names</label>
        <Toggles ground={ground} />
        {ground.teams.map((team, at) => (
          <span key={team} class="team"><i class={`dot team-${at % 6}`} />{team}</span>
        ))}
      </div>
    </section>
  );
}

function paint(context: CanvasRenderingContext2D, ground: Ground, now: Frame, teams: Map<string, number>, view: View) {
  const { scale, left, top } = view;
  const at = (x: number, y: number): [number, number] => [left + x * scale, top + y * scale];
  paintGround(context, ground, view);
  paintOverlays(context, ground, at, scale);
  for (const station of ground.stations) {
    context.strokeStyle = colour("station");
    context.lineWidth = Math.max(1, scale * 0.1);
    context.strokeRect(...at(station.x + 0.1, station.y + 0.1), scale * 0.8, scale * 0.8);
  }
  ground.doors.forEach((door, number) => {
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
  const shots = new Map(now.shot?.bodies.map((shot) => [shot.name, shot]));
  for (const body of now.bodies) paintBody(context, body, now, shots.get(body.name), teams, view, ground);
  if (showsNames.peek()) paintLabels(context, labelsOf(ground, now, view), context.canvas.clientWidth, context.canvas.clientHeight);
}

/** The names on the map: whoever is selected, the others if they are not too many, then places. */
function labelsOf(ground: Ground, now: Frame, { scale, left, top }: View): Label[] {
  const named = now.bodies.filter((body) => body.who === selected.peek() || now.bodies.length <= NAMED_MAX);
  const bodies = named.flatMap((body): Label[] => {
    if (!body.place) return [];
    const isSelected = body.who === selected.peek();
    const says = isSelected ? (body.step ?? body.goal ?? body.idle) : null;
    const [x, y] = [left + body.place[0] * scale, top + body.place[1] * scale];
    return [{ text: says ? `${body.name}: ${says}` : body.name, x, y, radius: radiusOf(scale), hasBoard: true, isAlways: isSelected, size: 12 }];
  });
  const size = Math.max(9, Math.min(13, scale * 0.7));
  // Where a thing stands in a place of the same name, one name is enough.
  const places = new Set(ground.spots.map((spot) => spot.name));
  const sites = [...ground.spots, ...ground.stations.filter((station) => !places.has(station.name))].map((site): Label => {
    const [x, y] = [left + (site.x + 0.5) * scale, top + (site.y + 0.5) * scale];
    return { text: site.name, x, y, radius: scale * 0.5, hasBoard: false, isAlways: false, size };
  });
  return [...bodies.sort((one, two) => Number(two.isAlways) - Number(one.isAlways)), ...sites];
}

function paintBody(context: CanvasRenderingContext2D, body: Body, now: Frame, shot: Shot["bodies"][number] | undefined, teams: Map<string, number>, view: View, ground: Ground) {
  if (!body.place) return;
  const { scale, left, top } = view;
  const [x, y] = [left + body.place[0] * scale, top + body.place[1] * scale];
  const isSelected = body.who === selected.peek();
  const team = teams.get(body.name);
  // A game without teams has archetypes.
  const ink = team === undefined ? `hsl(${hueOf(body.archetype)} 50% 48%)` : teamColour(team);
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
      const site = [...ground.spots, ...ground.stations].find((known) => known.name === name);
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
  const radius = radiusOf(scale);
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
}
