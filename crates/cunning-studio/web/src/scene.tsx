// The room Scene: the map, who is where, and what they are about.

import { signal } from "@preact/signals";
import { Canvas } from "./canvas";
import { type Ground, groundOf, loaded, paintGround, sightOf } from "./ground";
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
  if (!now || !base) return <p class="hint">Loading the scene…</p>;
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
  const lies = (kind: "sight" | "cover" | "expanded", text: string, title: string) => (
    <label title={title}><input type="checkbox" checked={overlays.value[kind]} onChange={() => (overlays.value = { ...overlays.value, [kind]: !overlays.value[kind] })} /> {text}</label>
  );
  return (
    <section class="scene" aria-label="Scene">
      {!hasBodies && <p class="hint">{now.bodies.length ? "Nobody here has a place: the game does not say where they are." : "Nobody is here at this tick."}</p>}
      <Canvas
        class="map"
        role="img"
        aria-label={label}
        onClick={pick}
        watch={() => [frame.value, stand.value, selected.value, showsWays.value, showsNames.value, overlay.value, overlays.value, loaded.value]}
        paint={(context, width, height) => {
          const latest = frame.peek();
          if (latest) paint(context, ground, latest, teams, viewOf(ground, width, height));
        }}
      />
      <div class="tools">
        <label><input type="checkbox" checked={showsWays.value} onChange={() => (showsWays.value = !showsWays.value)} /> ways</label>
        <label><input type="checkbox" checked={showsNames.value} onChange={() => (showsNames.value = !showsNames.value)} /> names</label>
        {now.shot && (
          <>
            {lies("sight", "sight", "what the selected agent sees")}
            {lies("cover", "cover", "where one is protected from the selected agent")}
            {lies("expanded", "searched cells", "what A* expands for its way")}
          </>
        )}
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
  for (const { rows, fill } of sightOf(overlay.peek(), overlays.peek())) {
    rows.forEach((row, y) => {
      [...row].forEach((letter, x) => {
        if (letter === "0") return;
        context.globalAlpha = letter === "2" ? 0.12 : 0.3;
        context.fillStyle = colour(fill);
        context.fillRect(...at(x, y), scale, scale);
      });
    });
  }
  context.globalAlpha = 1;
  context.font = `${Math.max(9, Math.min(13, scale * 0.7))}px system-ui, sans-serif`;
  context.textAlign = "center";
  for (const station of ground.stations) {
    context.strokeStyle = colour("station");
    context.lineWidth = Math.max(1, scale * 0.1);
    context.strokeRect(...at(station.x + 0.1, station.y + 0.1), scale * 0.8, scale * 0.8);
  }
  // Where names would lie over each other they tell nothing.
  if (showsNames.peek() && (scale >= 12 || ground.spots.length + ground.stations.length < 12)) {
    context.fillStyle = colour("muted");
    for (const site of [...ground.spots, ...ground.stations]) context.fillText(site.name, ...at(site.x + 0.5, site.y - 0.25));
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
  const radius = Math.max(3, Math.min(14, scale * 0.42));
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
