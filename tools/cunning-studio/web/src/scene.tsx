// The scene panel: the map with its agents.

import { signal } from "@preact/signals";
import { Canvas, fit, type View } from "./canvas";
import { type Ground, groundOf, loaded, paintGround } from "./backdrop";
import { Missing } from "./missing";
import { paintOverlays, showsDemonstrations, Toggles } from "./overlays";
import { activityOf, type Label, paintLabels } from "./labels";
import { colour, hueOf, teamColours } from "./palette";
import { backdrop, comparedBranch, difference, frame, ghosts, overlay, overlays, select, selectBody, selected, selectedAgent, selectedBody, show, status } from "./store";
import type { AgentState, Body, Frame } from "./protocol";

const showsPaths = signal(true);
const showsNames = signal(true);

/** With more agents than this only the selected one has a label. */
const NAMED_MAX = 24;

function radiusOf(scale: number): number {
  return Math.max(3, Math.min(14, scale * 0.42));
}

function viewOf(ground: Ground, width: number, height: number): View {
  const { scale, left, top } = fit(ground.width, ground.height, width, height);
  return { scale, left: left - ground.x * scale, top: top - ground.y * scale };
}

export function Scene() {
  const now = frame.value;
  const base = backdrop.value;
  if (!now || !base) return <Missing text="Loading the scene…" />;
  void loaded.value;
  const ground = groundOf(base, now.bodies);
  const colours = teamColours(ground.teams);
  const pick = (event: MouseEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const view = viewOf(ground, canvas.clientWidth, canvas.clientHeight);
    const [x, y] = [(event.offsetX - view.left) / view.scale, (event.offsetY - view.top) / view.scale];
    const distance = (body: Body) => Math.hypot(body.x - x, body.y - y);
    const nearest = [...now.bodies].sort((a, b) => distance(a) - distance(b))[0];
    if (nearest && distance(nearest) < Math.max(1.2, 14 / view.scale)) selectBody(nearest);
  };
  const chosen = selectedAgent.value;
  const label = `Map of ${ground.name || "the scene"} with ${now.bodies.length} bodies and ${now.agents.length} agents. ` +
    (chosen ? `${chosen.name} is selected: ${activityOf(chosen.goal, chosen.step)}.` : "");
  return (
    <section class="scene" aria-label="Scene">
      {now.bodies.length === 0 && <p class="hint">{now.agents.length ? "The agents have no positions: the game does not record them." : "There are no agents at this tick."}</p>}
      <Canvas
        class="map"
        role="img"
        aria-label={label}
        onClick={pick}
        watch={() => [frame.value, backdrop.value, selected.value, selectedBody.value, showsPaths.value, showsNames.value, overlay.value, overlays.value, showsDemonstrations.value, loaded.value, ghosts.value]}
        paint={(context, width, height) => {
          const latest = frame.peek();
          if (latest) paint(context, ground, latest, colours, viewOf(ground, width, height));
        }}
      />
      {comparedBranch.value !== null && <Difference />}
      <div class="tools">
        <label><input type="checkbox" checked={showsPaths.value} onChange={() => (showsPaths.value = !showsPaths.value)} /> paths</label>
        <label><input type="checkbox" checked={showsNames.value} onChange={() => (showsNames.value = !showsNames.value)} /> names</label>
        <Toggles ground={ground} />
        {ground.teams.map((team, at) => (
          <span key={team} class="team"><i class="dot" style={{ background: colours[at] }} />{team}</span>
        ))}
      </div>
    </section>
  );
}

/** What differs from the branch that is compared. */
function Difference() {
  const now = difference.value;
  const name = status.value.branches[comparedBranch.value ?? 0]?.name;
  if (!now) return <p class="hint" role="status">Comparing…</p>;
  const first = now.agents[0];
  if (!first) return <p class="hint" role="status">All agents decide as in {name} up to tick {now.until}. Dashed circles are the bodies there.</p>;
  return (
    <div class="difference" role="status">
      <p class="hint">{now.agents.length === 1 ? "One agent decides" : `${now.agents.length} agents decide`} otherwise than in {name}, first at tick {first.tick}. Dashed circles are the bodies there.</p>
      <ul class="lines">
        {now.agents.slice(0, 6).map((one) => (
          <li key={one.agent}>
            <button type="button" class="link" onClick={() => { select(one.agent); show(one.tick); }}>{one.tick}</button>
            <b>{one.name}</b> <span>{one.here} here, {one.there} there</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function paint(context: CanvasRenderingContext2D, ground: Ground, now: Frame, colours: string[], view: View) {
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
    const state = now.world?.doors[number] ?? "closed";
    context.fillStyle = colour(state === "locked" ? "bad" : "wood");
    const [x, y] = at(door.x, door.y);
    if (state === "open") context.fillRect(x, y, scale * 0.2, scale);
    else context.fillRect(x + scale * 0.1, y + scale * 0.1, scale * 0.8, scale * 0.8);
  });
  for (const [x, y] of now.world?.piles ?? []) {
    context.fillStyle = colour("brass");
    context.beginPath();
    context.arc(...at(x + 0.5, y + 0.5), scale * 0.22, 0, 7);
    context.fill();
  }
  const agents = new Map(now.agents.map((agent) => [agent.agent, agent]));
  // The living are drawn over the dead.
  const sorted = [...now.bodies].sort((one, two) => Number(one.isAlive) - Number(two.isAlive));
  for (const body of sorted) paintBody(context, body, body.agent === null ? undefined : agents.get(body.agent), now, colours, view, ground);
  for (const ghost of ghosts.peek() ?? []) paintGhost(context, ghost, colours, view);
  if (showsNames.peek()) paintLabels(context, labelsOf(ground, now, view), context.canvas.clientWidth, context.canvas.clientHeight);
}

/** Whether a body is the selected one. */
function isChosen(body: Body): boolean {
  return body.agent === null ? body.name === selectedBody.peek() : body.agent === selected.peek() && selectedBody.peek() === null;
}

/** The labels on the map: the selected body, the others if they are not too many, then sites. */
function labelsOf(ground: Ground, now: Frame, { scale, left, top }: View): Label[] {
  const named = now.bodies.filter((body) => isChosen(body) || now.bodies.length <= NAMED_MAX);
  const agents = named.map((body): Label => {
    const agent = isChosen(body) ? now.agents.find((one) => one.agent === body.agent) : undefined;
    const activity = agent?.step ?? agent?.goal ?? agent?.idle ?? null;
    const text = `${body.name}${activity ? `: ${activity}` : body.isAlive ? "" : " (dead)"}`;
    return { text, x: left + body.x * scale, y: top + body.y * scale, radius: radiusOf(scale), hasBackground: true, isForced: isChosen(body), size: 12 };
  });
  const size = Math.max(9, Math.min(13, scale * 0.7));
  // A station in a spot of the same name needs no second label.
  const places = new Set(ground.spots.map((spot) => spot.name));
  const sites = [...ground.spots, ...ground.stations.filter((station) => !places.has(station.name))].map((site): Label => {
    const [x, y] = [left + (site.x + 0.5) * scale, top + (site.y + 0.5) * scale];
    return { text: site.name, x, y, radius: scale * 0.5, hasBackground: false, isForced: false, size };
  });
  return [...agents.sort((one, two) => Number(two.isForced) - Number(one.isForced)), ...sites];
}

function paintBody(context: CanvasRenderingContext2D, body: Body, agent: AgentState | undefined, now: Frame, colours: string[], view: View, ground: Ground) {
  const { scale, left, top } = view;
  const [x, y] = [left + body.x * scale, top + body.y * scale];
  const isSelected = isChosen(body);
  // Bodies without a team are coloured by archetype.
  const ink = (body.team === null ? undefined : colours[body.team]) ?? `hsl(${hueOf(agent?.archetype ?? body.name)} 50% 48%)`;
  if (body.path.length > 1 && body.isAlive && (showsPaths.peek() || isSelected)) {
    context.strokeStyle = ink;
    context.globalAlpha = isSelected ? 0.9 : 0.35;
    context.lineWidth = isSelected ? 2 : 1;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(x, y);
    for (const [px, py] of body.path) context.lineTo(left + (px + 0.5) * scale, top + (py + 0.5) * scale);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  if (isSelected) {
    for (const name of agent?.targets ?? []) {
      const target = now.bodies.find((other) => other.name === name);
      const site = [...ground.spots, ...ground.stations].find((known) => known.name === name);
      const to: [number, number] | null = target ? [target.x, target.y] : site ? [site.x + 0.5, site.y + 0.5] : null;
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
  if (!body.isAlive) {
    paintDead(context, x, y, radius, ink, isSelected);
    return;
  }
  context.fillStyle = agent?.isQuarantined ? colour("bad") : ink;
  context.beginPath();
  context.arc(x, y, body.isCrouched ? radius * 0.75 : radius, 0, 7);
  context.fill();
  context.strokeStyle = isSelected ? colour("accent") : colour("panel");
  context.lineWidth = isSelected ? 3 : 1.5;
  context.stroke();
  context.strokeStyle = colour("panel");
  context.lineWidth = Math.max(1.5, radius * 0.35);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + Math.cos(body.yaw) * radius, y + Math.sin(body.yaw) * radius);
  context.stroke();
  paintHealth(context, body, x, y, radius);
}

/** Where a body is in the branch that is compared. */
function paintGhost(context: CanvasRenderingContext2D, body: Body, colours: string[], { scale, left, top }: View) {
  const [x, y] = [left + body.x * scale, top + body.y * scale];
  context.strokeStyle = (body.team === null ? undefined : colours[body.team]) ?? colour("muted");
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
function paintDead(context: CanvasRenderingContext2D, x: number, y: number, radius: number, ink: string, isSelected: boolean) {
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
function paintHealth(context: CanvasRenderingContext2D, body: Body, x: number, y: number, radius: number) {
  if (!body.health || body.health[0] >= body.health[1]) return;
  const width = radius * 2;
  context.fillStyle = colour("panel");
  context.fillRect(x - radius - 1, y + radius + 2, width + 2, 5);
  context.fillStyle = colour(body.health[0] * 3 < body.health[1] ? "bad" : "accent");
  context.fillRect(x - radius, y + radius + 3, width * (body.health[0] / Math.max(1, body.health[1])), 3);
}
