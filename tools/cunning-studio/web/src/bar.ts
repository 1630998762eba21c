// The rooms, in the order of the bar.

import { computed } from "@preact/signals";
import { type Room, welcome } from "./store";

interface Door {
  room: Room;
  name: string;
  /** What it is about: those who were or are played, texts, either of them, or nothing that has to be opened. */
  of: ("agents" | "texts")[];
  /** How much of the page it takes: all but the first three take more. */
  size: "" | "wide" | "bare";
}

export const ROOMS: Door[] = [
  { room: "scene", name: "Scene", of: ["agents"], size: "" },
  { room: "events", name: "Events", of: ["agents"], size: "" },
  { room: "command", name: "Command", of: ["agents"], size: "" },
  { room: "search", name: "Search", of: ["agents", "texts"], size: "wide" },
  { room: "designer", name: "Designer", of: ["texts"], size: "bare" },
  { room: "quest", name: "Quest", of: [], size: "bare" },
  { room: "fear", name: "Fear", of: [], size: "bare" },
];

/** Those that there is something to see in. */
export const doors = computed(() => {
  const now = welcome.value;
  return ROOMS.filter(({ of }) => of.length === 0 || of.some((what) => (what === "agents" ? now?.hasAgents : now?.hasTexts)));
});
