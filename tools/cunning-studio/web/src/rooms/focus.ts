// A room that has keys of its own takes the focus when it is entered, so that they work at once.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useTaken<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}
