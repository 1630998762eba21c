// Parts of the page that are loaded when they are first wanted, or when there is nothing else to do: the first picture does
// not wait for editors and charts.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

interface Part {
  /** What it is called, for whoever waits. */
  name: string;
  load: () => Promise<ComponentType>;
}

/** A component that shows a part once it is there. */
export function lazy({ name, load }: Part): ComponentType {
  const part = signal<{ shown: ComponentType } | null>(null);
  const refused = signal(false);
  const get = () =>
    load().then(
      (shown) => ([part.value, refused.value] = [{ shown }, false]),
      () => (refused.value = true),
    );
  waiting.push(get);
  return function Lazy() {
    useEffect(() => {
      if (!part.peek()) void get();
    }, []);
    const Shown = part.value?.shown;
    if (Shown) return <Shown />;
    return <p class="hint">{refused.value ? `${name} could not be loaded: the studio has ended.` : "Loading…"}</p>;
  };
}

const waiting: (() => Promise<unknown>)[] = [];

/** Loads all parts, one after the other, while nothing else happens: so they are there when the studio has ended. */
export async function loadAll(): Promise<void> {
  for (const get of waiting) {
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 }));
    await get();
  }
}
