// Colours for canvases; the rest of the page uses style.css.

import { isDark, onTheme } from "./theme";

/** Known colours of the current colour scheme. */
const known = new Map<string, string>();
onTheme(() => known.clear());

/** A colour by its name in style.css. */
export function colour(name: string): string {
  let found = known.get(name);
  if (found === undefined) {
    found = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    known.set(name, found);
  }
  return found;
}

/** A colour for an amount from 0 to 1: from pale yellow to deep red. */
export function warmth(part: number): string {
  return `hsl(${48 - 48 * part} ${60 + 25 * part}% ${72 - 34 * part}%)`;
}

/** The team colours of style.css, which most people can tell apart on light and dark backgrounds. */
const TEAMS = ["blue", "red", "green", "purple", "orange", "teal"];

/** The colours of teams. A team that is called by a colour has that colour; the others get those that are left. */
export function teamColours(teams: string[]): string[] {
  const own = teams.map((team) => TEAMS.find((one) => one === team.toLowerCase()));
  const left = TEAMS.filter((one) => !own.includes(one));
  let next = 0;
  return own.map((one) => colour(`team-${one ?? left[next++ % left.length] ?? "blue"}`));
}

/** A hue for a text; the same text always has the same hue. */
function hueOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  // Steps of the golden angle, so that similar texts have different hues.
  return (hash % 360) * 137.508 % 360;
}

/** Lightness and chroma of colours by name, light and dark: lines stand out from fills. */
const STRENGTHS = { line: ["0.55 0.13", "0.74 0.12"], fill: ["0.9 0.045", "0.34 0.055"] } as const;

/** A colour for an action, a goal or a role: the same for all its arguments. */
export function colourOf(text: string, strength: keyof typeof STRENGTHS): string {
  const name = text.split("(", 1)[0] ?? "";
  const key = `${strength} ${name}`;
  let found = known.get(key);
  if (found === undefined) {
    found = `oklch(${STRENGTHS[strength][isDark() ? 1 : 0]} ${hueOf(name).toFixed(0)})`;
    known.set(key, found);
  }
  return found;
}
