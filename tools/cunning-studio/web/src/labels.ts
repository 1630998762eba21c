// Names on the map: each where it lies over no other and, if possible, over nobody; not at all where there is no room.

import { colour } from "./palette";

/** A name for something on the canvas; the earlier ones in a list get the better places. */
export interface Label {
  text: string;
  /** The middle of what is named, and how far that reaches. */
  x: number;
  y: number;
  radius: number;
  /** A board behind it makes it readable over anything; places do without, for they are many. */
  hasBoard: boolean;
  /** Whether it is shown even over others. */
  isAlways: boolean;
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

/** Boxes that only touch are beside each other. */
const TOUCH = 1;

const isOver = (one: Box, two: Box) =>
  one.left < two.right - TOUCH && two.left < one.right - TOUCH && one.top < two.bottom - TOUCH && two.top < one.bottom - TOUCH;

export function paintLabels(context: CanvasRenderingContext2D, labels: Label[], width: number, height: number): void {
  const taken: Box[] = [];
  const bodies = labels.filter((label) => label.hasBoard).map(({ x, y, radius }): Box => ({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }));
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const label of labels) {
    const text = label.text.length > LETTERS_MAX ? `${label.text.slice(0, LETTERS_MAX - 1)}…` : label.text;
    context.font = `${label.size}px system-ui, sans-serif`;
    const half = context.measureText(text).width / 2 + (label.hasBoard ? EDGE : 1);
    const high = label.size + (label.hasBoard ? EDGE : 1);
    const away = label.radius + 3 + high / 2;
    // Above, below, beside, then further off.
    const tries: [number, number][] = [[0, -away], [0, away], [label.radius + 3 + half, 0], [-label.radius - 3 - half, 0], [0, -away - high], [0, away + high]];
    const boxes = tries.map(([dx, dy]): Box => {
      const x = Math.max(half, Math.min(width - half, label.x + dx));
      const y = Math.max(high / 2, Math.min(height - high / 2, label.y + dy));
      return { left: x - half, top: y - high / 2, right: x + half, bottom: y + high / 2 };
    });
    const free = boxes.filter((one) => !taken.some((other) => isOver(one, other)));
    const box = free.find((one) => !bodies.some((other) => isOver(one, other))) ?? free[0] ?? (label.isAlways ? boxes[0] : undefined);
    if (!box) continue;
    taken.push(box);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    if (label.hasBoard) {
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
    context.fillStyle = colour(label.hasBoard ? "ink" : "muted");
    context.fillText(text, x, y + 0.5);
  }
  context.textBaseline = "alphabetic";
}
