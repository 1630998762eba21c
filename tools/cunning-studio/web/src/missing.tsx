// What stands where something is still to come; when the studio has ended nothing will.

import { isOver } from "./store";

export function Missing({ text }: { text: string }) {
  return <p class="hint">{isOver.value ? "The studio ended before this was loaded." : text}</p>;
}
