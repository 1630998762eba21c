// What agents stand on: the map of a scene, a picture of a game's own level, or nothing but the room they take.

import { signal } from "@preact/signals";
import { colour } from "./palette";
import type { Body, Site, Stand } from "./wire";

/** A part of the world with what is drawn on it; places are counted from its upper left corner at `x`, `y`. */
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
  /** Who finds the way by what it fears. */
  seekers: string[];
  /** Ways of demonstrations. */
  shown: [number, number][][];
}

type Picture = Extract<Stand, { kind: "picture" }>;

const BARE = { name: "", rows: [], picture: null, doors: [], spots: [], stations: [], teams: [], actors: [], seekers: [], shown: [] };

/** The room that bodies took so far: it only ever grows, so that the picture does not jump. */
const seen = { left: 0, top: 0, right: 10, bottom: 10 };

export function groundOf(stand: Stand, bodies: Body[]): Ground {
  if (stand.kind === "map") return { ...BARE, ...stand, x: 0, y: 0 };
  for (const { place } of bodies) {
    if (!place) continue;
    seen.left = Math.min(seen.left, Math.floor(place[0]) - 1);
    seen.top = Math.min(seen.top, Math.floor(place[1]) - 1);
    seen.right = Math.max(seen.right, Math.ceil(place[0]) + 1);
    seen.bottom = Math.max(seen.bottom, Math.ceil(place[1]) + 1);
  }
  const room = { x: seen.left, y: seen.top, width: seen.right - seen.left, height: seen.bottom - seen.top };
  if (stand.kind === "empty") return { ...BARE, ...room };
  const { left: x, top: y, width, height } = stand;
  const covered = width > 0 && height > 0 ? { x, y, width, height } : room;
  return { ...BARE, ...covered, picture: imageOf(stand) };
}

/** Counts pictures that were loaded. */
export const loaded = signal(0);

let known: { stand: Picture; image: HTMLImageElement } | null = null;

/** The picture, once it is loaded. As an image it can run nothing, whatever is in it. */
function imageOf(stand: Picture): HTMLImageElement | null {
  if (known?.stand !== stand) {
    const image = new Image();
    image.addEventListener("load", () => loaded.value++);
    image.src = `data:${stand.kindOf};base64,${stand.base64}`;
    known = { stand, image };
  }
  return known.image.complete && known.image.naturalWidth > 0 ? known.image : null;
}

/** What was painted last: a ground changes seldom, and has many cells. */
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
