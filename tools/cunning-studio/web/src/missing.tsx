// The placeholder for data that is not loaded yet.

import { isDisconnected } from "./store";

export function Missing({ text }: { text: string }) {
  return <p class="hint">{isDisconnected.value ? "The connection to the studio was lost before this was loaded." : text}</p>;
}
