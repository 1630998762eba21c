// A virtual list: only visible rows are rendered, and only visible pages are loaded.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";

interface Props<T> {
  label: string;
  total: number;
  /** The key of the list; another key means other rows. */
  of: string;
  /** The row to keep in view. */
  centre: number | null;
  load: (from: number, count: number) => Promise<T[]>;
  row: (item: T | undefined, at: number) => ComponentChildren;
}

export const ROW = 24;
const PAGE = 200;
const PAGES_KEPT = 30;

export function Rows<T>({ label, total, of, centre, load, row }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const state = useMemo(() => ({ pages: new Map<number, T[] | null>(), top: signal(0), height: signal(200), revision: signal(0) }), [of]);
  const latest = useRef(of);
  latest.current = of;
  useEffect(() => {
    const root = box.current;
    if (!root) return;
    const sizes = new ResizeObserver(() => (state.height.value = root.clientHeight));
    sizes.observe(root);
    root.scrollTop = 0;
    state.top.value = 0;
    return () => sizes.disconnect();
  }, [state]);
  useEffect(() => {
    const root = box.current;
    if (!root || centre === null) return;
    const at = centre * ROW;
    if (at < root.scrollTop || at + ROW > root.scrollTop + root.clientHeight) root.scrollTop = at - root.clientHeight / 2;
  }, [centre, of]);
  const first = Math.max(0, Math.floor(state.top.value / ROW) - 4);
  const last = Math.min(total, Math.ceil((state.top.value + state.height.value) / ROW) + 4);
  // Rerender when a page has been loaded.
  void state.revision.value;
  for (let page = Math.floor(first / PAGE); page * PAGE < last; page++) {
    if (state.pages.has(page)) continue;
    state.pages.set(page, null);
    load(page * PAGE, PAGE).then(
      (rows) => {
        if (latest.current !== of) return;
        state.pages.set(page, rows);
        for (const old of state.pages.keys()) {
          if (state.pages.size <= PAGES_KEPT) break;
          if (Math.abs(old - page) > 2) state.pages.delete(old);
        }
        state.revision.value++;
      },
      () => state.pages.delete(page),
    );
  }
  const shown: number[] = [];
  for (let at = first; at < last; at++) shown.push(at);
  return (
    <div class="rows" ref={box} role="list" aria-label={label} tabIndex={0} onScroll={(event) => (state.top.value = event.currentTarget.scrollTop)}>
      <div class="rows-all" style={{ height: `${total * ROW}px` }}>
        {shown.map((at) => (
          <div key={at} class="rows-row" role="listitem" style={{ top: `${at * ROW}px` }}>
            {row(state.pages.get(Math.floor(at / PAGE))?.[at % PAGE], at)}
          </div>
        ))}
      </div>
    </div>
  );
}
