// Parts of the page that are loaded on first use or when the browser is idle, so that the first paint does not wait for
// editors and charts.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

interface Part {
  /** The name for the error message. */
  name: string;
  load: () => Promise<ComponentType>;
  /** Whether it is loaded on first use only. */
  isOnDemand?: boolean;
}

/** A component that shows a part once it is loaded. */
export function lazy({ name, load, isOnDemand }: Part): ComponentType {
  const part = signal<{ shown: ComponentType } | null>(null);
  const hasFailed = signal(false);
  const get = () =>
    load().then(
      (shown) => ([part.value, hasFailed.value] = [{ shown }, false]),
      () => (hasFailed.value = true),
    );
  if (!isOnDemand) waiting.push(get);
  return function Lazy() {
    useEffect(() => {
      if (!part.peek()) void get();
    }, []);
    const Shown = part.value?.shown;
    if (Shown) return <Shown />;
    return <p class="hint">{hasFailed.value ? `${name} could not be loaded: the connection to the studio is lost.` : "Loading…"}</p>;
  };
}

const waiting: (() => Promise<unknown>)[] = [];

/** Loads all parts one after the other while the browser is idle, so that they work without a connection. */
export async function loadAll(): Promise<void> {
  for (const get of waiting) {
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 }));
    await get();
  }
}
