// Closes what floats above the page when the pointer is pressed elsewhere.

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** Calls `close` when the pointer is pressed outside of an element, while `isOpen` holds. */
export function useOutside(box: RefObject<HTMLElement | null>, close: () => void, isOpen = true): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const pressed = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    addEventListener("pointerdown", pressed);
    return () => removeEventListener("pointerdown", pressed);
  }, [isOpen]);
}
