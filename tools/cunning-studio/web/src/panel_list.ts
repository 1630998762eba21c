// The panels, in the order of the navigation.

import { computed } from "@preact/signals";
import type { IconName } from "./icons";
import { backdrop, panel as shown, type Panel, session } from "./store";

interface PanelEntry {
  panel: Panel;
  name: string;
  icon: IconName;
  /** What it shows, for the tooltip. */
  doc: string;
  /** What the panel needs: agents, documents, one of them, or nothing. */
  needs: ("agents" | "documents" | "start")[];
  /** How much of the page the panel covers: `wide` hides the agent panel, `bare` also the timeline. */
  size: "" | "wide" | "bare";
}

export const PANELS: PanelEntry[] = [
  { panel: "scene", name: "Scene", icon: "scene", doc: "The map with all bodies", needs: ["agents"], size: "" },
  { panel: "events", name: "Events", icon: "events", doc: "What happened, in words", needs: ["agents"], size: "" },
  { panel: "command", name: "Command", icon: "command", doc: "The chain of command and all orders", needs: ["agents"], size: "" },
  { panel: "search", name: "Search", icon: "tree", doc: "Every expansion of every search", needs: ["agents", "documents"], size: "wide" },
  { panel: "designer", name: "Designer", icon: "designer", doc: "Edit the domain and see what changes", needs: ["documents"], size: "bare" },
  { panel: "quest", name: "Quest", icon: "quest", doc: "Training quests, demonstrations and planners", needs: [], size: "bare" },
  { panel: "fear", name: "Fear", icon: "fear", doc: "What a learning walker fears", needs: [], size: "bare" },
  { panel: "start", name: "Start", icon: "plus", doc: "New projects and scenes", needs: ["start"], size: "bare" },
];

/** Whether the scene is about quests or fear; without a scene the panels show examples. */
function applies(panel: Panel): boolean {
  const base = backdrop.value;
  // The start screen is a command once something is open.
  if (panel === "start") return session.value?.isStart ?? false;
  if ((base && base.kind !== "map") || !session.value?.hasAgents) return true;
  // Until the scene is known neither is shown, so that the navigation does not jump.
  if (panel === "quest") return (base?.demonstrations.length ?? 0) > 0;
  if (panel === "fear") return (base?.fearNavigators.length ?? 0) > 0;
  return true;
}

/** The panels that can be opened, by key or by command. */
export const available = computed(() => {
  const now = session.value;
  const has = ({ needs }: PanelEntry) => needs.length === 0 || needs.some((what) => (what === "agents" ? now?.hasAgents : what === "start" ? now?.hasStart : now?.hasDocuments));
  return PANELS.filter(has);
});

/** The panels of the navigation: those that apply to the scene, and the one that is shown. */
export const panels = computed(() => available.value.filter((one) => applies(one.panel) || one.panel === shown.value));
