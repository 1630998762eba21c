// The rooms, in the order of the bar.

import { computed } from "@preact/signals";
import { type Room, welcome } from "./store";

interface Door {
  room: Room;
  name: string;
  /** Whether it needs somebody who was or is played. */
  ofAgents: boolean;
  /** How much of the page it takes: all but the first three take more. */
  size: "" | "wide" | "bare";
}

export const ROOMS: Door[] = [
  { room: "scene", name: "Scene", ofAgents: true, size: "" },
  { room: "events", name: "Events", ofAgents: true, size: "" },
  { room: "command", name: "Command", ofAgents: true, size: "" },
  { room: "search", name: "Search", ofAgents: false, size: "wide" },
  { room: "designer", name: "Designer", ofAgents: false, size: "bare" },
  { room: "quest", name: "Quest", ofAgents: false, size: "bare" },
  { room: "fear", name: "Fear", ofAgents: false, size: "bare" },
];

/** Those that there is something to see in. */
export const doors = computed(() => ROOMS.filter((one) => welcome.value?.hasAgents || !one.ofAgents));
