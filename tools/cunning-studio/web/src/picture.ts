// Saves what a view draws as a picture: canvases as PNG, graphs and charts as SVG.

import { errorMessage, notice, panel, session } from "./store";

/** The styles that a picture needs, because it has no style sheet. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor"];

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const area = (drawn: Element) => drawn.clientWidth * drawn.clientHeight;

/** The largest drawing of the current panel; the timeline if the panel has none. */
function drawingOf(): HTMLCanvasElement | SVGSVGElement | undefined {
  const within = (place: string) => [...document.querySelectorAll<HTMLCanvasElement | SVGSVGElement>(`${place} canvas, ${place} svg:not(.icon)`)].filter((drawn) => area(drawn) > 0);
  return [within("main"), within(".timeline")].find((found) => found.length > 0)?.sort((one, two) => area(two) - area(one))[0];
}

function pngOf(drawn: HTMLCanvasElement): Promise<Blob | null> {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [drawn.width, drawn.height];
  const context = copy.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(drawn, 0, 0);
  return new Promise((resolve) => copy.toBlob(resolve, "image/png"));
}

function svgOf(drawn: SVGSVGElement): Blob {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const parts = copy.querySelectorAll("*");
  drawn.querySelectorAll("*").forEach((part, at) => {
    const style = getComputedStyle(part);
    for (const name of STYLES) parts[at]?.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", colour("panel")]] as const) ground.setAttribute(name, value);
  copy.prepend(ground);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** Saves a picture of the current view. */
export async function savePicture(): Promise<void> {
  const drawn = drawingOf();
  const blob = drawn instanceof HTMLCanvasElement ? await pngOf(drawn) : drawn ? svgOf(drawn) : null;
  if (!blob) {
    errorMessage.value = "This view draws nothing that could be saved as a picture.";
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  const title = session.peek()?.title.split(/[\\/]/).pop()?.replace(/\.\w+$/, "") ?? "studio";
  link.download = `${title}-${panel.peek()}.${drawn instanceof HTMLCanvasElement ? "png" : "svg"}`;
  link.click();
  URL.revokeObjectURL(link.href);
  notice.value = `Saved ${link.download}.`;
}
