// The colour scheme: that of the system, or the one that the user chose.

import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const changed = new Set<() => void>();

function stored(): Theme {
  const known = localStorage.getItem(KEY);
  return known === "light" || known === "dark" ? known : "system";
}

export const theme = signal<Theme>(stored());

/** Whether the page is dark now. */
export function isDark(): boolean {
  return theme.peek() === "system" ? system.matches : theme.peek() === "dark";
}

function apply(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  changed.forEach((change) => change());
}

system.addEventListener("change", apply);
apply();

/** Calls a function when the colours change. Returns a function that ends this. */
export function onTheme(change: () => void): () => void {
  changed.add(change);
  return () => changed.delete(change);
}

/** Chooses a colour scheme and remembers it. */
export function setTheme(wanted: Theme): void {
  theme.value = wanted;
  if (wanted === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
  apply();
}

/** Switches between light and dark. */
export function switchTheme(): void {
  setTheme(isDark() ? "light" : "dark");
}
