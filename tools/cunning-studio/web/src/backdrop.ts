// The background of the map: the map of a scene, a picture of the game's level, or an empty area.

import { signal } from "@preact/signals";
import { colour } from "./palette";
import type { Backdrop, Body, Site } from "./protocol";

/** A part of the world and what is drawn on it. `x`, `y` is its upper left corner. */
export interface Ground {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  rows: string[];
  picture: CanvasImageSource | null;
  doors: Site[];
  spots: Site[];
  stations: Site[];
  teams: string[];
  actors: [string, number][];
  /** The actors that navigate by fear. */
  fearNavigators: string[];
  /** The paths of demonstrations. */
  demonstrations: [number, number][][];
}

type Picture = Extract<Backdrop, { kind: "picture" }>;

const BARE = { name: "", rows: [], picture: null, doors: [], spots: [], stations: [], teams: [], actors: [], fearNavigators: [], demonstrations: [] };

/** The area that agents have covered so far. It only grows, so that the map does not jump. */
const area = { left: 0, top: 0, right: 10, bottom: 10 };

export function groundOf(backdrop: Backdrop, bodies: Body[]): Ground {
  if (backdrop.kind === "map") return { ...BARE, ...backdrop, x: 0, y: 0 };
  for (const { x, y } of bodies) {
    area.left = Math.min(area.left, Math.floor(x) - 1);
    area.top = Math.min(area.top, Math.floor(y) - 1);
    area.right = Math.max(area.right, Math.ceil(x) + 1);
    area.bottom = Math.max(area.bottom, Math.ceil(y) + 1);
  }
  const covered = { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top };
  if (backdrop.kind === "empty") return { ...BARE, ...covered };
  const { left: x, top: y, width, height } = backdrop;
  const box = width > 0 && height > 0 ? { x, y, width, height } : covered;
  return { ...BARE, ...box, picture: imageOf(backdrop) };
}

/** The number of loaded pictures; painting depends on it. */
export const loaded = signal(0);

let known: { backdrop: Picture; image: HTMLImageElement } | null = null;

/** The picture, once it is loaded. Scripts in an SVG image never run. */
function imageOf(backdrop: Picture): HTMLImageElement | null {
  if (known?.backdrop !== backdrop) {
    const image = new Image();
    image.addEventListener("load", () => loaded.value++);
    image.src = `data:${backdrop.mediaType};base64,${backdrop.base64}`;
    known = { backdrop, image };
  }
  return known.image.complete && known.image.naturalWidth > 0 ? known.image : null;
}

/** The background that was painted last: it rarely changes and has many cells. */
let painted: { rows: string[]; picture: unknown; key: string; canvas: HTMLCanvasElement } | null = null;

export function paintGround(context: CanvasRenderingContext2D, ground: Ground, view: { scale: number; left: number; top: number }): void {
  const { scale, left, top } = view;
  const ratio = devicePixelRatio || 1;
  const [width, height] = [ground.width * scale, ground.height * scale];
  const key = `${scale} ${ground.x} ${ground.y} ${width} ${height} ${ratio} ${colour("ground")}`;
  if (!painted || painted.rows !== ground.rows || painted.picture !== ground.picture || painted.key !== key) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    const own = canvas.getContext("2d");
    own?.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (own) paintCells(own, ground, scale);
    painted = { rows: ground.rows, picture: ground.picture, key, canvas };
  }
  context.drawImage(painted.canvas, left + ground.x * scale, top + ground.y * scale, width, height);
}

function paintCells(context: CanvasRenderingContext2D, ground: Ground, scale: number): void {
  const [width, height] = [ground.width * scale, ground.height * scale];
  context.fillStyle = colour("ground");
  context.fillRect(0, 0, width, height);
  if (ground.picture) context.drawImage(ground.picture, 0, 0, width, height);
  const fills: Record<string, string> = { "#": colour("wall"), T: colour("tree"), "~": colour("water"), o: colour("cover") };
  ground.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const fill = fills[letter];
      if (!fill) return;
      context.fillStyle = fill;
      const inset = letter === "o" ? scale * 0.15 : 0;
      context.fillRect(x * scale + inset, y * scale + inset, scale - 2 * inset + 0.5, scale - 2 * inset + 0.5);
    });
  });
}
