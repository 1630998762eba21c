// The scene panel: the map with its agents.

import { aimAt, driven, shootAt } from "./drive";
import { computed, signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Canvas, type View } from "./canvas";
import { type Ground, groundOf, loaded, paintGround } from "./backdrop";
import { canEdit, openMenu, pendingEdit, placeEdit } from "./edits";
import { box, canCommand, endBox, game, hasFog, isFoggy, isFriend, previews, seenBodies, selectFriend, selectFriends, squad, targetAt, targets } from "./game";
import { GameSide } from "./game_side";
import { Icon } from "./icons";
import { clustersOf, inkOf, type Inks, noteTrails, paintBody, paintCluster, paintGhost, paintPath, paintShot, paintTrail, radiusOf, roleInk, roleOf } from "./map_bodies";
import { paintSquad } from "./map_orders";
import { openRing } from "./order_ring";
import { fitMap, mapWindow, panMap, viewOf, zoomMap } from "./map_view";
import { Missing } from "./missing";
import { paintOverlays, showsDemonstrations, Toggles } from "./overlays";
import { tip } from "./tip";
import { activityOf, type Label, paintLabels } from "./labels";
import { colour, teamColours } from "./palette";
import { backdrop, branchRow, comparedBranch, difference, frame, ghosts, overlay, overlays, select, selectBody, selected, selectedAgent, selectedBody, show } from "./store";
import type { Body, Frame } from "./protocol";

const showsPaths = signal(true);
const showsNames = signal(true);
const showsTrails = signal(false);
const coloursBy = signal<Inks["by"]>("team");

/** With more agents than this only the selected one has a label. */
const NAMED_MAX = 24;
/** How far the pointer moves before a click becomes a drag. */
const DRAG_PX = 4;

/** The roles on the map, with the number of bodies of each. */
const roles = computed(() => {
  const now = frame.value;
  const agents = new Map(now?.agents.map((agent) => [agent.agent, agent]));
  const counts = new Map<string, number>();
  for (const body of now?.bodies ?? []) {
    const role = roleOf(body.agent === null ? undefined : agents.get(body.agent));
    counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  return [...counts].sort(([one], [two]) => one.localeCompare(two));
});

export function Scene() {
  const all = frame.value;
  const base = backdrop.value;
  const dragged = useRef<{ x: number; y: number; isDrag: boolean } | null>(null);
  if (!all || !base) return <Missing text="Loading the scene…" />;
  const now: Frame = { ...all, bodies: seenBodies(all.bodies) };
  void loaded.value;
  const ground = groundOf(base, now.bodies);
  const inks: Inks = { by: coloursBy.value, teams: teamColours(ground.teams) };
  const placeOf = (event: MouseEvent): [number, number, View] => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const view = viewOf(ground, canvas.clientWidth, canvas.clientHeight);
    return [(event.offsetX - view.left) / view.scale, (event.offsetY - view.top) / view.scale, view];
  };
  /** The body under the pointer, while bodies are drawn one by one. */
  const bodyAt = (event: MouseEvent): Body | undefined => {
    const [x, y, view] = placeOf(event);
    const distance = (body: Body) => Math.hypot(body.x - x, body.y - y);
    const nearest = [...now.bodies].sort((a, b) => distance(a) - distance(b))[0];
    return nearest && distance(nearest) < Math.max(1.2, 14 / view.scale) ? nearest : undefined;
  };
  const pick = (event: MouseEvent) => {
    if (dragged.current?.isDrag) return;
    const [x, y] = placeOf(event);
    if (shootAt(x, y) || placeEdit(Math.floor(x), Math.floor(y))) return;
    const nearest = bodyAt(event);
    if (!nearest) {
      if (canCommand.peek() && !event.shiftKey) selectFriends([]);
      return;
    }
    selectBody(nearest);
    if (canCommand.peek() && isFriend(nearest)) selectFriend(nearest.name, event.shiftKey);
  };
  const drag = (event: PointerEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    if (driven.peek() !== null) {
      const [x, y] = placeOf(event);
      aimAt(x, y);
      return;
    }
    tip(event.buttons ? null : hintOf(bodyAt(event), now), event);
    if (event.type === "pointerdown" && event.button < 2) dragged.current = { x: event.clientX, y: event.clientY, isDrag: false };
    const start = dragged.current;
    if (event.type === "pointerup" && box.peek()) endBox(now.bodies, event.shiftKey);
    if (event.type !== "pointermove" || !start || !(event.buttons & 5)) return;
    if (!start.isDrag && Math.hypot(event.clientX - start.x, event.clientY - start.y) < DRAG_PX) return;
    if (!start.isDrag) canvas.setPointerCapture(event.pointerId);
    // In a game the left button draws a box around friends, and the middle button moves the map.
    if (canCommand.peek() && event.buttons & 1 && !pendingEdit.peek()) {
      const [x, y, view] = placeOf(event);
      const from = box.peek()?.from ?? [x - (event.clientX - start.x) / view.scale, y - (event.clientY - start.y) / view.scale];
      box.value = { from: [from[0], from[1]], to: [x, y] };
      dragged.current = { ...start, isDrag: true };
      return;
    }
    panMap(event.clientX - start.x, event.clientY - start.y, canvas);
    dragged.current = { x: event.clientX, y: event.clientY, isDrag: true };
  };
  const editAt = (event: MouseEvent) => {
    event.preventDefault();
    const [x, y] = placeOf(event);
    const cell = { kind: "cell" as const, x: Math.floor(x), y: Math.floor(y) };
    if (canCommand.peek() && squad.peek().size > 0) openRing(event.clientX, event.clientY, targetAt(x, y), { x: cell.x, y: cell.y });
    else if (cell.x >= 0 && cell.y >= 0 && cell.x < ground.width && cell.y < ground.height) void openMenu(cell, event.clientX, event.clientY);
  };
  const keys = (event: KeyboardEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const pan = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (pan && mapWindow.peek().zoom > 1) panMap(pan[0] ?? 0, pan[1] ?? 0, canvas);
    else if (event.key === "+" || event.key === "-") zoomMap(event.key === "+" ? 1.4 : 1 / 1.4, canvas);
    else if (event.key === "0") fitMap();
    else if (event.key === "Enter" && canEdit() && selected.peek()) void openMenu({ kind: "agent", agent: selected.peek() ?? "" }, canvas.getBoundingClientRect().left + 40, canvas.getBoundingClientRect().top + 40);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const chosen = selectedAgent.value;
  const label = `Map of ${ground.name || "the scene"} with ${now.bodies.length} bodies and ${now.agents.length} agents. ` +
    (chosen ? `${chosen.name} is selected: ${activityOf(chosen.goal, chosen.step)}.` : "");
  return (
    <section class="scene" aria-label="Scene">
      {now.bodies.length === 0 && <p class="hint">{now.agents.length ? "The agents have no positions: the game does not record them." : "There are no agents at this tick."}</p>}
      <div class="map-row">
      <GameSide />
      <div class="map-room">
      <Canvas
        class={pendingEdit.value ? "map placing" : "map"}
        role="img"
        tabIndex={0}
        aria-label={label}
        title=""
        onClick={pick}
        onContextMenu={editAt}
        onPointerDown={drag}
        onPointerMove={drag}
        onPointerUp={drag}
        onPointerLeave={() => tip(null)}
        onKeyDown={keys}
        onWheel={(event) => {
          event.preventDefault();
          zoomMap(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.currentTarget, [event.offsetX, event.offsetY]);
        }}
        watch={() => [frame.value, backdrop.value, selected.value, selectedBody.value, showsPaths.value, showsNames.value, showsTrails.value, coloursBy.value, mapWindow.value, overlay.value, overlays.value, showsDemonstrations.value, loaded.value, ghosts.value, squad.value, previews.value, box.value, isFoggy.value, targets.value]}
        paint={(context, width, height) => {
          const latest = frame.peek();
          if (latest) paint(context, ground, { ...latest, bodies: seenBodies(latest.bodies) }, { by: coloursBy.peek(), teams: inks.teams }, viewOf(ground, width, height));
        }}
      />
        <div class="map-tools" role="toolbar" aria-label="Map">
          <button type="button" class="tool" title="Zoom in: wheel, or + while the map has the focus" aria-label="Zoom in on the map" onClick={(event) => zoomMap(1.5, mapOf(event))}><Icon name="plus" /></button>
          <button type="button" class="tool" title="Zoom out: wheel, or - while the map has the focus" aria-label="Zoom out of the map" onClick={(event) => zoomMap(1 / 1.5, mapOf(event))}><Icon name="minus" /></button>
          <button type="button" class="tool" title="Show the whole map: 0 while the map has the focus" aria-label="Show the whole map" onClick={fitMap}><Icon name="fit" /></button>
        </div>
      </div>
      </div>
      {comparedBranch.value !== null && <Difference />}
      <div class="tools layers">
        <label class="led" title="The rest of each path"><input type="checkbox" checked={showsPaths.value} onChange={() => (showsPaths.value = !showsPaths.value)} />paths</label>
        <label class="led" title="Where bodies walked in the ticks shown before"><input type="checkbox" checked={showsTrails.value} onChange={() => (showsTrails.value = !showsTrails.value)} />trails</label>
        <label class="led" title="Names of bodies and places"><input type="checkbox" checked={showsNames.value} onChange={() => (showsNames.value = !showsNames.value)} />names</label>
        {canCommand.value && <label class="led" title="Hide enemies that no friend knows of"><input type="checkbox" checked={hasFog.value} onChange={() => (hasFog.value = !hasFog.value)} />fog of war</label>}
        <Toggles ground={ground} />
        <span class="map-legend">
        <label class="legend-by"><select aria-label="Colours" title="What the colours of bodies stand for" value={coloursBy.value} onChange={(event) => (coloursBy.value = event.currentTarget.value as Inks["by"])}><option value="team">team</option><option value="role">role</option></select></label>
        {coloursBy.value === "team"
          ? ground.teams.map((team, at) => <span key={team} class="team"><i class="dot" style={{ background: inks.teams[at] }} />{team}</span>)
          : roles.value.map(([role, count]) => <span key={role} class="team"><i class="dot" style={{ background: roleInk(role) }} />{role} {count}</span>)}
        </span>
      </div>
    </section>
  );
}

/** What is said about a body under the pointer: who it is, what it wants and does, and how it is. */
function hintOf(body: Body | undefined, now: Frame): string | null {
  if (!body) return null;
  const agent = now.agents.find((one) => one.agent === body.agent && one.agent !== null);
  const health = body.health ? ` · health ${body.health[0]} of ${body.health[1]}` : "";
  if (!body.isAlive) return `${body.name} is dead`;
  return `${body.name}${agent ? ` · ${agent.archetype} · ${activityOf(agent.goal, agent.step)}` : " · no recorded mind"}${health}`;
}

/** The map beside a button. */
function mapOf(event: MouseEvent): HTMLCanvasElement {
  return (event.currentTarget as HTMLElement).closest(".map-room")?.querySelector("canvas") as HTMLCanvasElement;
}

/** What differs from the branch that is compared. */
function Difference() {
  const now = difference.value;
  const name = branchRow(comparedBranch.value)?.name;
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

function paint(context: CanvasRenderingContext2D, ground: Ground, now: Frame, inks: Inks, view: View) {
  const { scale, left, top } = view;
  const at = (x: number, y: number): [number, number] => [left + x * scale, top + y * scale];
  paintGround(context, ground, view);
  paintOverlays(context, ground, at, scale);
  paintSites(context, ground, now, view);
  noteTrails(now);
  const agents = new Map(now.agents.map((agent) => [agent.agent, agent]));
  const agentOf = (body: Body) => (body.agent === null ? undefined : agents.get(body.agent));
  const ink = (body: Body) => inkOf(body, agentOf(body), inks);
  const clusters = clustersOf(now.bodies, view, ink);
  if (clusters) clusters.forEach((cluster) => paintCluster(context, cluster));
  // The living are drawn over the dead, and the selected one over all.
  const drawn = clusters ? now.bodies.filter(isChosen) : [...now.bodies].sort((one, two) => Number(one.isAlive) - Number(two.isAlive) || Number(isChosen(one)) - Number(isChosen(two)));
  for (const body of drawn) {
    if (showsTrails.peek() || isChosen(body)) paintTrail(context, body, ink(body), view);
    if (showsPaths.peek() || isChosen(body)) paintPath(context, body, ink(body), isChosen(body), view);
  }
  for (const body of drawn) paintShot(context, body, view);
  const chosen = drawn.find(isChosen);
  if (chosen) paintTargets(context, chosen, agentOf(chosen)?.targets ?? [], now, ground, at);
  for (const body of drawn) paintBody(context, body, agentOf(body), ink(body), isChosen(body), view, ground);
  for (const ghost of seenBodies(ghosts.peek() ?? [])) paintGhost(context, ghost, inkOf(ghost, agentOf(ghost), inks), view);
  if (game.peek()) paintSquad(context, now.bodies, view);
  if (showsNames.peek()) paintLabels(context, labelsOf(ground, now, view), context.canvas.clientWidth, context.canvas.clientHeight);
}

/** Stations, doors and items. */
function paintSites(context: CanvasRenderingContext2D, ground: Ground, now: Frame, { scale, left, top }: View) {
  const at = (x: number, y: number): [number, number] => [left + x * scale, top + y * scale];
  for (const station of ground.stations) {
    context.strokeStyle = colour("station");
    context.lineWidth = Math.max(1, scale * 0.1);
    context.beginPath();
    context.roundRect(...at(station.x + 0.1, station.y + 0.1), scale * 0.8, scale * 0.8, scale * 0.15);
    context.stroke();
  }
  ground.doors.forEach((door, number) => {
    const state = now.world?.doors[number] ?? "closed";
    const [x, y] = at(door.x, door.y);
    context.fillStyle = colour(state === "locked" ? "bad" : "wood");
    if (state === "open") {
      // The leaf stands at the side of the frame.
      context.fillRect(x, y, scale * 0.2, scale);
      context.fillRect(x, y, scale, scale * 0.1);
      return;
    }
    context.fillRect(x + scale * 0.08, y + scale * 0.08, scale * 0.84, scale * 0.84);
    context.fillStyle = colour("panel");
    context.beginPath();
    if (state === "locked") context.roundRect(x + scale * 0.34, y + scale * 0.42, scale * 0.32, scale * 0.26, scale * 0.05);
    else context.arc(x + scale * 0.74, y + scale * 0.5, scale * 0.09, 0, 7);
    context.fill();
  });
  for (const [x, y, name, count] of now.world?.piles ?? []) {
    const [cx, cy] = at(x + 0.5, y + 0.5);
    const size = Math.max(3, scale * 0.3);
    context.fillStyle = colour("brass");
    context.beginPath();
    context.moveTo(cx, cy - size);
    context.lineTo(cx + size, cy);
    context.lineTo(cx, cy + size);
    context.lineTo(cx - size, cy);
    context.closePath();
    context.fill();
    if (scale < 16) continue;
    context.fillStyle = colour("on-brass");
    context.font = `600 ${Math.round(size)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(count > 1 ? String(count) : (name[0] ?? ""), cx, cy + 0.5);
    context.textBaseline = "alphabetic";
  }
}

/** Lines from the selected body to what its goal and step are about. */
function paintTargets(context: CanvasRenderingContext2D, body: Body, names: string[], now: Frame, ground: Ground, at: (x: number, y: number) => [number, number]) {
  for (const name of names) {
    const target = now.bodies.find((other) => other.name === name);
    const site = [...ground.spots, ...ground.stations].find((known) => known.name === name);
    const to: [number, number] | null = target ? [target.x, target.y] : site ? [site.x + 0.5, site.y + 0.5] : null;
    // A path says more than a line.
    if (!to || (site && body.path.length > 0)) continue;
    context.strokeStyle = colour("accent");
    context.lineWidth = 1.5;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(...at(body.x, body.y));
    context.lineTo(...at(...to));
    context.stroke();
    context.setLineDash([]);
  }
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
