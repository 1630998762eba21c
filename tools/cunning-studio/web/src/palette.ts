// Colours for canvases; the rest of the page uses style.css.

import { onTheme } from "./theme";

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

/** Team colours that most people can tell apart on light and dark backgrounds. */
const TEAMS: Record<string, string> = { blue: "#2b7bba", red: "#d1495b", green: "#3d9a50", purple: "#8e5bb5", orange: "#c7861b", teal: "#18a0a0" };

/** The colours of teams. A team that is called by a colour has that colour; the others get those that are left. */
export function teamColours(teams: string[]): string[] {
  const own = teams.map((team) => TEAMS[team.toLowerCase()] ?? null);
  const left = Object.values(TEAMS).filter((one) => !own.includes(one));
  let next = 0;
  return own.map((one) => one ?? left[next++ % left.length] ?? "#888");
}

/** A hue for a text; the same text always has the same hue. */
export function hueOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}
