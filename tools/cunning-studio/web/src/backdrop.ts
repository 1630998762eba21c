// The background of the map: the map of a scene, a picture of the game's level, or an empty area.

import { signal } from "@preact/signals";
import type { View } from "./canvas";
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

export function paintGround(context: CanvasRenderingContext2D, ground: Ground, view: View): void {
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

/** Paints a small map over a whole canvas; what does not fit is cut off at its edges. Returns where its cells are. */
export function paintSmall(context: CanvasRenderingContext2D, rows: string[], width: number, height: number): View {
  const ground = { ...BARE, rows, x: 0, y: 0, width: rows[0]?.length ?? 1, height: rows.length };
  const scale = Math.max(width / ground.width, height / ground.height);
  const view = { scale, left: (width - ground.width * scale) / 2, top: (height - ground.height * scale) / 2 };
  context.save();
  context.translate(view.left, view.top);
  paintCells(context, ground, scale);
  context.restore();
  return view;
}

/** The kinds of cells with a look of their own. */
const LOOKS: Record<string, string> = { "#": "wall", T: "tree", "~": "water", o: "cover" };

/** How high walls and cover stand over the ground, in cells: their front is darker than their top. */
const FRONT = 0.2;

function paintCells(context: CanvasRenderingContext2D, ground: Ground, scale: number): void {
  const [width, height] = [ground.width * scale, ground.height * scale];
  context.fillStyle = colour("ground");
  context.fillRect(0, 0, width, height);
  if (ground.picture) context.drawImage(ground.picture, 0, 0, width, height);
  else paintRaster(context, ground, scale);
  const letterAt = (x: number, y: number) => ground.rows[y]?.[x];
  ground.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      const look = LOOKS[letter];
      if (!look) return;
      const [left, top] = [x * scale, y * scale];
      context.fillStyle = colour(look);
      if (look === "tree") paintTree(context, x, y, scale);
      else if (look === "cover") paintBlock(context, left + scale * 0.12, top + scale * 0.12, scale * 0.76, scale * 0.76, scale * 0.14);
      else context.fillRect(left, top, scale + 0.5, scale + 0.5);
      const isEdge = letterAt(x, y + 1) !== letter && y + 1 < ground.height;
      if (look === "wall" && isEdge) shade(context, left, top + scale * (1 - FRONT), scale + 0.5, scale * FRONT);
      // The shore is brighter.
      if (look === "water" && letterAt(x, y - 1) !== letter && y > 0) {
        context.fillStyle = "rgb(255 255 255 / 0.25)";
        context.fillRect(left, top, scale + 0.5, Math.max(1, scale * 0.12));
      }
    });
  });
}

/** Faint lines between cells, once these are large enough. */
function paintRaster(context: CanvasRenderingContext2D, ground: Ground, scale: number): void {
  if (scale < 9) return;
  context.fillStyle = colour("raster");
  for (let x = 1; x < ground.width; x++) context.fillRect(x * scale, 0, 1, ground.height * scale);
  for (let y = 1; y < ground.height; y++) context.fillRect(0, y * scale, ground.width * scale, 1);
}

function shade(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.fillStyle = "rgb(0 0 0 / 0.28)";
  context.fillRect(x, y, width, height);
}

/** A low block with a front. */
function paintBlock(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
  context.clip();
  shade(context, x, y + height * 0.7, width, height * 0.3);
  context.restore();
}

/** A crown, not quite in the middle of its cell, over undergrowth. */
function paintTree(context: CanvasRenderingContext2D, x: number, y: number, scale: number): void {
  const jitter = (salt: number) => ((x * 73 + y * 151 + salt * 37) % 17) / 17 - 0.5;
  const [cx, cy, radius] = [(x + 0.5 + jitter(1) * 0.16) * scale, (y + 0.5 + jitter(2) * 0.16) * scale, scale * (0.46 + jitter(3) * 0.1)];
  context.globalAlpha = 0.25;
  context.fillRect(x * scale, y * scale, scale + 0.5, scale + 0.5);
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(cx, cy, radius, 0, 7);
  context.fill();
  context.fillStyle = "rgb(255 255 255 / 0.16)";
  context.beginPath();
  context.arc(cx - radius * 0.25, cy - radius * 0.3, radius * 0.5, 0, 7);
  context.fill();
}
