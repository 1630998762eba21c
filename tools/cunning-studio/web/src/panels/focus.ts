// Focuses a panel when it is opened, so that its keys work at once.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function useFocus<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}
