// Map overlays: sight, cover, searched cells and fear of the selected agent, and the paths of demonstrations.

import { signal } from "@preact/signals";
import type { Ground } from "./backdrop";
import { colour, warmth } from "./palette";
import { frame, overlay, overlays, selectedAgent, status } from "./store";

/** Whether demonstrations are drawn. They belong to the scene, not to an agent. */
export const showsDemonstrations = signal(false);

/** The number of levels of fear. */
const FEAR_LEVELS = 9;

type Kind = keyof typeof overlays.value;

/** Why an overlay is unavailable; null if it is available. */
function unavailable(kind: Kind | "demonstrations", ground: Ground): string | null {
  if (kind === "demonstrations") return null;
  const name = selectedAgent.value?.name;
  if (kind === "fear" && name && !ground.fearNavigators.includes(name)) return `${name} does not navigate by fear: select ${listed(ground.fearNavigators)}`;
  const { diverged } = status.value;
  if (!frame.value?.world && diverged !== null) return `the replay of the scene differs from the recording from tick ${diverged} on: it was recorded with another version`;
  if (!frame.value?.world) return "the world at this tick is not known: it is for scenes only, once they have been replayed";
  if (name && !ground.actors.some(([actor]) => actor === name)) return `${name} has no body`;
  return null;
}

function listed(names: string[]): string {
  const few = names.slice(0, 5);
  return few.length === 1 ? (few[0] ?? "") : `${few.slice(0, -1).join(", ")} or ${few.at(-1)}`;
}

export function Toggles({ ground }: { ground: Ground }) {
  const toggle = (kind: Kind | "demonstrations", text: string, title: string, isOn: boolean, turn: () => void) => {
    const reason = unavailable(kind, ground);
    return (
      <label class={reason ? "led off" : "led"} title={reason ?? title}>
        <input type="checkbox" disabled={reason !== null} aria-description={reason ?? title} checked={isOn && reason === null} onChange={turn} />{text}
      </label>
    );
  };
  const overlayToggle = (kind: Kind, text: string, title: string) =>
    toggle(kind, text, title, overlays.value[kind], () => (overlays.value = { ...overlays.value, [kind]: !overlays.value[kind] }));
  return (
    <>
      {overlayToggle("sight", "sight", "what the selected agent sees")}
      {overlayToggle("cover", "cover", "where others are in cover from the selected agent")}
      {overlayToggle("expanded", "searched cells", "cells that A* expands for its path")}
      {ground.fearNavigators.length > 0 && overlayToggle("fear", "fear", "where the selected agent believes paths to be longer than they look")}
      {ground.demonstrations.length > 0 && toggle("demonstrations", "demonstrations", "paths of the demonstrations of the quest", showsDemonstrations.value, () => (showsDemonstrations.value = !showsDemonstrations.value))}
      <FearLegend ground={ground} />
    </>
  );
}

/** The legend of the fear overlay. */
function FearLegend({ ground }: { ground: Ground }) {
  const now = overlay.value;
  if (!overlays.value.fear || !now?.fear || unavailable("fear", ground)) return null;
  const { destination, least, most } = now.fear;
  const where = destination === null ? "on any path" : `on the path to ${destination}`;
  if (most === 0) return <span class="muted" role="status">{now.name} fears nothing {where}</span>;
  return (
    <span class="muted" role="status">
      {now.name} fears {where}: {Math.ceil(least).toLocaleString("en")} <i class="warmths" aria-hidden="true" /> {Math.ceil(most).toLocaleString("en")} cells longer than it looks
    </span>
  );
}

/** Paints the enabled overlays; `at` converts cells to pixels. */
export function paintOverlays(context: CanvasRenderingContext2D, ground: Ground, at: (x: number, y: number) => [number, number], scale: number): void {
  const [now, wanted] = [overlay.peek(), overlays.peek()];
  const paint = (rows: string[], fill: (letter: string) => [string, number]) => {
    rows.forEach((row, y) => {
      [...row].forEach((letter, x) => {
        if (letter === "0") return;
        [context.fillStyle, context.globalAlpha] = fill(letter);
        context.fillRect(...at(x, y), scale, scale);
      });
    });
  };
  const plain = (name: string) => (letter: string): [string, number] => [colour(name), letter === "2" ? 0.12 : 0.3];
  if (wanted.fear && now?.fear) {
    // The colour shows the relative fear, the opacity the absolute fear, so that fading memories turn pale. The opacity
    // is highest when the fear is as large as the map.
    const strength = Math.min(1, now.fear.most / (ground.width + ground.height));
    paint(now.fear.rows, (letter) => [warmth((Number(letter) - 1) / (FEAR_LEVELS - 1)), 0.3 + 0.5 * strength]);
  }
  if (wanted.sight && now) paint(now.sight, plain("brass"));
  if (wanted.cover && now) paint(now.cover, plain("order"));
  if (wanted.expanded && now) paint(now.expanded, plain("accent"));
  context.globalAlpha = 1;
  if (!showsDemonstrations.peek()) return;
  context.strokeStyle = colour("order");
  context.lineWidth = 2;
  context.setLineDash([5, 4]);
  for (const path of ground.demonstrations) {
    context.beginPath();
    path.forEach(([x, y], index) => (index ? context.lineTo(...at(x, y)) : context.moveTo(...at(x, y))));
    context.stroke();
  }
  context.setLineDash([]);
}
