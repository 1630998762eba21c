// The scene panel: the map with its agents.

import { signal } from "@preact/signals";
import { Canvas, fit, type View } from "./canvas";
import { type Ground, groundOf, loaded, paintGround } from "./backdrop";
import { type Label, paintLabels } from "./labels";
import { Missing } from "./missing";
import { paintOverlays, showsDemonstrations, Toggles } from "./overlays";
import { colour, hueOf, teamColour } from "./palette";
import { frame, overlay, overlays, selected, selectedAgent, backdrop } from "./store";
import type { AgentState, Frame, WorldSnapshot } from "./protocol";

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
  const ground = groundOf(base, now.agents);
  const teams = new Map(ground.actors);
  const pick = (event: MouseEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const view = viewOf(ground, canvas.clientWidth, canvas.clientHeight);
    const [x, y] = [(event.offsetX - view.left) / view.scale, (event.offsetY - view.top) / view.scale];
    const distance = (agent: AgentState) => (agent.position ? Math.hypot(agent.position[0] - x, agent.position[1] - y) : Infinity);
    const nearest = [...now.agents].sort((a, b) => distance(a) - distance(b))[0];
    if (nearest && distance(nearest) < Math.max(1.2, 14 / view.scale)) selected.value = nearest.agent;
  };
  const chosen = selectedAgent.value;
  const label = `Map of ${ground.name || "the scene"} with ${now.agents.length} agents. ` +
    (chosen ? `${chosen.name} is selected: ${chosen.goal ?? chosen.idle ?? "no goal"}.` : "");
  const hasPositions = now.agents.some((agent) => agent.position);
  return (
    <section class="scene" aria-label="Scene">
      {!hasPositions && <p class="hint">{now.agents.length ? "The agents have no positions: the game does not record them." : "There are no agents at this tick."}</p>}
      <Canvas
        class="map"
        role="img"
        aria-label={label}
        onClick={pick}
        watch={() => [frame.value, backdrop.value, selected.value, showsPaths.value, showsNames.value, overlay.value, overlays.value, showsDemonstrations.value, loaded.value]}
        paint={(context, width, height) => {
          const latest = frame.peek();
          if (latest) paint(context, ground, latest, teams, viewOf(ground, width, height));
        }}
      />
      <div class="tools">
        <label><input type="checkbox" checked={showsPaths.value} onChange={() => (showsPaths.value = !showsPaths.value)} /> paths</label>
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
  const actors = new Map(now.world?.actors.map((actor) => [actor.name, actor]));
  for (const agent of now.agents) paintAgent(context, agent, now, actors.get(agent.name), teams, view, ground);
  if (showsNames.peek()) paintLabels(context, labelsOf(ground, now, view), context.canvas.clientWidth, context.canvas.clientHeight);
}

/** The labels on the map: the selected agent, the others if they are not too many, then sites. */
function labelsOf(ground: Ground, now: Frame, { scale, left, top }: View): Label[] {
  const named = now.agents.filter((agent) => agent.agent === selected.peek() || now.agents.length <= NAMED_MAX);
  const agents = named.flatMap((agent): Label[] => {
    if (!agent.position) return [];
    const isSelected = agent.agent === selected.peek();
    const activity = isSelected ? (agent.step ?? agent.goal ?? agent.idle) : null;
    const [x, y] = [left + agent.position[0] * scale, top + agent.position[1] * scale];
    return [{ text: activity ? `${agent.name}: ${activity}` : agent.name, x, y, radius: radiusOf(scale), hasBackground: true, isForced: isSelected, size: 12 }];
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

function paintAgent(context: CanvasRenderingContext2D, agent: AgentState, now: Frame, actor: WorldSnapshot["actors"][number] | undefined, teams: Map<string, number>, view: View, ground: Ground) {
  if (!agent.position) return;
  const { scale, left, top } = view;
  const [x, y] = [left + agent.position[0] * scale, top + agent.position[1] * scale];
  const isSelected = agent.agent === selected.peek();
  const team = teams.get(agent.name);
  // Agents without a team are coloured by archetype.
  const ink = team === undefined ? `hsl(${hueOf(agent.archetype)} 50% 48%)` : teamColour(team);
  if (actor && actor.path.length > 1 && (showsPaths.peek() || isSelected)) {
    context.strokeStyle = ink;
    context.globalAlpha = isSelected ? 0.9 : 0.35;
    context.lineWidth = isSelected ? 2 : 1;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(x, y);
    for (const [px, py] of actor.path) context.lineTo(left + (px + 0.5) * scale, top + (py + 0.5) * scale);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }
  if (isSelected) {
    for (const name of agent.targets) {
      const target = now.agents.find((other) => other.name === name)?.position;
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
  const yaw = agent.position[3];
  context.globalAlpha = actor && !actor.isAlive ? 0.35 : 1;
  context.fillStyle = agent.isQuarantined ? colour("bad") : ink;
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
