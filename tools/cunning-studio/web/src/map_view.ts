// The part of the map that is shown: zoomed with the wheel or the keys, and dragged.

import { signal } from "@preact/signals";
import type { Ground } from "./backdrop";
import { fit, type View } from "./canvas";

/** The zoom, relative to the whole map, and the shift of the map in pixels. */
interface Window {
  zoom: number;
  x: number;
  y: number;
}

const WHOLE: Window = { zoom: 1, x: 0, y: 0 };
const ZOOM_MAX = 24;

export const mapWindow = signal<Window>(WHOLE);

/** The scale and the offset of the map on a canvas of this size. */
export function viewOf(ground: Ground, width: number, height: number): View {
  const { zoom, x, y } = mapWindow.peek();
  const whole = fit(ground.width, ground.height, width, height);
  const scale = whole.scale * zoom;
  const left = width / 2 + (whole.left - width / 2) * zoom + x - ground.x * scale;
  const top = height / 2 + (whole.top - height / 2) * zoom + y - ground.y * scale;
  return { scale, left, top };
}

/** Keeps some of the map in sight. */
function limited({ zoom, x, y }: Window, width: number, height: number): Window {
  const [most, high] = [(width / 2) * zoom, (height / 2) * zoom];
  return zoom <= 1 ? WHOLE : { zoom, x: Math.max(-most, Math.min(most, x)), y: Math.max(-high, Math.min(high, y)) };
}

/** Zooms around a point of the canvas. */
export function zoomMap(factor: number, canvas: HTMLCanvasElement, at?: [number, number]): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const now = mapWindow.peek();
  const zoom = Math.max(1, Math.min(ZOOM_MAX, now.zoom * factor));
  const [px, py] = at ?? [width / 2, height / 2];
  const share = zoom / now.zoom;
  const [dx, dy] = [px - width / 2, py - height / 2];
  mapWindow.value = limited({ zoom, x: dx + (now.x - dx) * share, y: dy + (now.y - dy) * share }, width, height);
}

/** Moves the map. */
export function panMap(dx: number, dy: number, canvas: HTMLCanvasElement): void {
  const now = mapWindow.peek();
  mapWindow.value = limited({ ...now, x: now.x + dx, y: now.y + dy }, canvas.clientWidth, canvas.clientHeight);
}

/** Shows the whole map. */
export function fitMap(): void {
  mapWindow.value = WHOLE;
}
