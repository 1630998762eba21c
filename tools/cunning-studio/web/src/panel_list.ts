// The panels, in the order of the navigation.

import { computed } from "@preact/signals";
import { type Panel, session } from "./store";

interface PanelEntry {
  panel: Panel;
  name: string;
  /** What the panel needs: agents, documents, one of them, or nothing. */
  needs: ("agents" | "documents")[];
  /** How much of the page the panel covers: `wide` hides the agent panel, `bare` also the timeline. */
  size: "" | "wide" | "bare";
}

export const PANELS: PanelEntry[] = [
  { panel: "scene", name: "Scene", needs: ["agents"], size: "" },
  { panel: "events", name: "Events", needs: ["agents"], size: "" },
  { panel: "command", name: "Command", needs: ["agents"], size: "" },
  { panel: "search", name: "Search", needs: ["agents", "documents"], size: "wide" },
  { panel: "designer", name: "Designer", needs: ["documents"], size: "bare" },
  { panel: "quest", name: "Quest", needs: [], size: "bare" },
  { panel: "fear", name: "Fear", needs: [], size: "bare" },
];

/** The panels that have something to show. */
export const panels = computed(() => {
  const now = session.value;
  return PANELS.filter(({ needs }) => needs.length === 0 || needs.some((what) => (what === "agents" ? now?.hasAgents : now?.hasDocuments)));
});
