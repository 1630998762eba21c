// Labels on the map. Each is placed where it overlaps no other label and, if possible, no agent, or is left out.

import { colour } from "./palette";

/** What an agent wants and does, in the words of the map and the timeline. */
export function activityOf(goal: string | null | undefined, step: string | null | undefined): string {
  return [goal ? `wants ${goal}` : "no goal", step ? `does ${step}` : ""].filter(Boolean).join(", ");
}

/** A label on the canvas. Earlier labels of a list are placed first. */
export interface Label {
  text: string;
  /** The centre and the radius of the labelled object. */
  x: number;
  y: number;
  radius: number;
  /** Whether the label has a background. Labels of sites have none because there are many. */
  hasBackground: boolean;
  /** Whether the label is shown even if it overlaps others. */
  isForced: boolean;
  size: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const LETTERS_MAX = 60;
const EDGE = 5;

/** Boxes that overlap by less than this only touch. */
const TOUCH = 1;

const overlaps = (one: Box, two: Box) =>
  one.left < two.right - TOUCH && two.left < one.right - TOUCH && one.top < two.bottom - TOUCH && two.top < one.bottom - TOUCH;

export function paintLabels(context: CanvasRenderingContext2D, labels: Label[], width: number, height: number): void {
  const taken: Box[] = [];
  const bodies = labels.filter((label) => label.hasBackground).map(({ x, y, radius }): Box => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }));
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const label of labels) {
    const text = label.text.length > LETTERS_MAX ? `${label.text.slice(0, LETTERS_MAX - 1)}…` : label.text;
    context.font = `${label.size}px system-ui, sans-serif`;
    const half = context.measureText(text).width / 2 + (label.hasBackground ? EDGE : 1);
    const high = label.size + (label.hasBackground ? EDGE : 1);
    const away = label.radius + 3 + high / 2;
    // Above, below, beside, then farther away.
    const tries: [number, number][] = [[0, -away], [0, away], [label.radius + 3 + half, 0], [-label.radius - 3 - half, 0], [0, -away - high], [0, away + high]];
    const boxes = tries.map(([dx, dy]): Box => {
      const x = Math.max(half, Math.min(width - half, label.x + dx));
      const y = Math.max(high / 2, Math.min(height - high / 2, label.y + dy));
      return { left: x - half, top: y - high / 2, right: x + half, bottom: y + high / 2 };
    });
    const free = boxes.filter((one) => !taken.some((other) => overlaps(one, other)));
    const box = free.find((one) => !bodies.some((other) => overlaps(one, other))) ?? free[0] ?? (label.isForced ? boxes[0] : undefined);
    if (!box) continue;
    taken.push(box);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (label.hasBackground) {
      context.fillStyle = colour("panel");
      context.globalAlpha = 0.88;
      context.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
      context.globalAlpha = 1;
    } else {
      context.strokeStyle = colour("panel");
      context.lineWidth = 3;
      context.lineJoin = "round";
      context.globalAlpha = 0.75;
      context.strokeText(text, x, y + 0.5);
      context.globalAlpha = 1;
    }
    context.fillStyle = colour(label.hasBackground ? "ink" : "muted");
    context.fillText(text, x, y + 0.5);
  }
  context.textBaseline = "alphabetic";
}
