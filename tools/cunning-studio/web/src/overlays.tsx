// What lies over the map: what the selected agent sees, what protects from it, what was searched for its way, what it fears,
// and the ways that somebody has shown.

import { signal } from "@preact/signals";
import type { Ground } from "./ground";
import { colour, warmth } from "./palette";
import { frame, overlay, overlays, selectedBody, status } from "./store";

/** Whether demonstrations are drawn. They belong to the scene and not to anybody in it. */
export const showsShown = signal(false);

/** The steps that fear is told in. */
const STEPS = 9;

type Kind = keyof typeof overlays.value;

/** Why there is nothing of a kind to lie over the map; null if there may be something. */
function whyNot(kind: Kind | "shown", ground: Ground): string | null {
  if (kind === "shown") return ground.shown.length ? null : "nothing was shown here: the scene has no quest with demonstrations";
  const who = selectedBody.value?.name;
  if (kind === "fear" && !ground.seekers.length) return "nobody here finds its way by what it fears";
  if (kind === "fear" && who && !ground.seekers.includes(who)) return `${who} does not go by fear; select ${listed(ground.seekers)}`;
  const { diverged } = status.value;
  if (!frame.value?.shot && diverged !== null) return `from tick ${diverged} on the scene comes out otherwise here than it was recorded: another version wrote it`;
  if (!frame.value?.shot) return "how the world was at this tick is not known; it is for scenes, once they are played again";
  if (who && !ground.actors.some(([name]) => name === who)) return `${who} has no body`;
  return null;
}

function listed(names: string[]): string {
  const few = names.slice(0, 5);
  return few.length === 1 ? (few[0] ?? "") : `${few.slice(0, -1).join(", ")} or ${few.at(-1)}`;
}

export function Toggles({ ground }: { ground: Ground }) {
  const toggle = (kind: Kind | "shown", text: string, title: string, isOn: boolean, turn: () => void) => {
    const reason = whyNot(kind, ground);
    return (
      <label class={reason ? "off" : ""} title={reason ?? title}>
        <input type="checkbox" disabled={reason !== null} aria-description={reason ?? title} checked={isOn && reason === null} onChange={turn} /> {text}
      </label>
    );
  };
  const lies = (kind: Kind, text: string, title: string) =>
    toggle(kind, text, title, overlays.value[kind], () => (overlays.value = { ...overlays.value, [kind]: !overlays.value[kind] }));
  return (
    <>
      {lies("sight", "sight", "what the selected agent sees")}
      {lies("cover", "cover", "where one is protected from the selected agent")}
      {lies("expanded", "searched cells", "what A* expands for its way")}
      {lies("fear", "fear", "from where the selected agent believes the way to be longer than it looks")}
      {toggle("shown", "demonstrations", "the ways that were shown to whoever carries out the quest", showsShown.value, () => (showsShown.value = !showsShown.value))}
      <Feared ground={ground} />
    </>
  );
}

/** What the heat map says, in words. */
function Feared({ ground }: { ground: Ground }) {
  const now = overlay.value;
  if (!overlays.value.fear || !now?.fear || whyNot("fear", ground)) return null;
  const { to, least, most } = now.fear;
  const way = to === null ? "wherever it would go" : `on the way to ${to}`;
  if (most === 0) return <span class="muted" role="status">{now.name} fears nothing {way}</span>;
  return (
    <span class="muted" role="status">
      {now.name} fears {way}: {Math.ceil(least).toLocaleString("en")} <i class="warmths" aria-hidden="true" /> {Math.ceil(most).toLocaleString("en")} cells longer than it looks
    </span>
  );
}

/** Paints what is wanted; `at` says where a cell is on the canvas. */
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
    // The colours show where it is afraid more or less; how much lies over the map is for how much that is, so that fear
    // of memories that fade turns pale. As much as the map is long is as much as one sees.
    const much = Math.min(1, now.fear.most / (ground.width + ground.height));
    paint(now.fear.rows, (letter) => [warmth((Number(letter) - 1) / (STEPS - 1)), 0.3 + 0.5 * much]);
  }
  if (wanted.sight && now) paint(now.sight, plain("brass"));
  if (wanted.cover && now) paint(now.cover, plain("order"));
  if (wanted.expanded && now) paint(now.expanded, plain("accent"));
  context.globalAlpha = 1;
  if (!showsShown.peek()) return;
  context.strokeStyle = colour("order");
  context.lineWidth = 2;
  context.setLineDash([5, 4]);
  for (const way of ground.shown) {
    context.beginPath();
    way.forEach(([x, y], index) => (index ? context.lineTo(...at(x, y)) : context.moveTo(...at(x, y))));
    context.stroke();
  }
  context.setLineDash([]);
}
