// The page: header, current panel, selected agent, timeline.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Agent } from "./agent";
import { available, PANELS, panels } from "./panel_list";
import { Command } from "./command";
import { Events } from "./events";
import { EditMenu, PendingEdit } from "./edits";
import { GameDialogs } from "./game_dialogs";
import { Icon } from "./icons";
import { Keys, onKey, showsKeys } from "./keys";
import { lazy, loadAll } from "./lazy";
import "./panels/panels.css";
import { CommandPalette, openPalette } from "./command_palette";
import { OrderRing } from "./order_ring";
import { Splitter, useRememberedPanes } from "./panes";
import { Scene } from "./scene";
import { errorMessage, connection, isDisconnected, notice, openAddress, panel, status, unreadable, session } from "./store";
import { switchTheme, theme } from "./theme";
import { Timeline } from "./timeline";
import { Tip } from "./tip";
import { Coded } from "./prose";

const Start = lazy({ name: "The start screen", isOnDemand: true, load: async () => (await import("./start")).Start });
const Search = lazy({ name: "The search panel", load: async () => (await import("./panels/search")).Search });
const Designer = lazy({ name: "The designer", load: async () => (await import("./panels/designer")).Designer });
const Quest = lazy({ name: "The quest panel", isOnDemand: true, load: async () => (await import("./panels/quest")).Quest });
const Fear = lazy({ name: "The fear panel", isOnDemand: true, load: async () => (await import("./panels/fear")).Fear });

/** Whether the notice about recordings that are not open is shown. */
const showsMissing = signal(true);
/** Whether the notice about a damaged recording is shown. */
const showsDamage = signal(true);

export function App() {
  useRememberedPanes();
  useEffect(() => {
    void loadAll();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const now = connection.value;
  if (now.state === "rejected") {
    return <Notice title="The studio rejected this page" text={`Reason: ${now.reason}. If the studio was restarted, open the address that it printed.`} asksAddress />;
  }
  if (!session.value) {
    if (now.state === "lost") return <Notice title="Cannot connect to the studio" text="The studio has stopped, or too many pages are connected. This page connects as soon as it can. If the studio was restarted, open the address that it printed." asksAddress />;
    return <Notice title="Connecting…" text="" />;
  }
  const { hasAgents } = session.value;
  const wanted = PANELS.find((one) => one.panel === panel.value)?.size ?? "";
  const size = hasAgents ? wanted : "bare";
  // The outcome of a recording is what is wrong with it.
  const damage = session.value.isLive ? null : status.value.outcome;
  return (
    <div class={`app ${size}`}>
      <header>
        <span class="brand" aria-hidden="true" />
        <h1 title={session.value.title}>{session.value.title.split(/[\\/]/).pop()}</h1>
        <nav aria-label="Panels">
          {panels.value.map(({ panel: own, name, icon, doc }) => (
            <button type="button" key={own} title={`${doc} (${available.value.findIndex((one) => one.panel === own) + 1})`} aria-current={panel.value === own ? "page" : undefined} onClick={() => (panel.value = own)}><Icon name={icon} />{name}</button>
          ))}
        </nav>
        <span title={status.value.outcome ?? undefined} class={`status ${isDisconnected.value ? "status-lost" : status.value.isPlaying ? "status-on" : ""}`}>
          {status.value.dropped > 0 && <span class="warn" title="The studio was too slow, so the game dropped these records">{status.value.dropped} records dropped · </span>}
          {isDisconnected.value ? "disconnected" : damage ? "recording, damaged" : status.value.outcome ?? (session.value.isLive ? (session.value.isAttached ? "attached" : status.value.isPlaying ? "running" : "paused") : hasAgents ? (status.value.scannedTick === null ? "recording" : `reading: tick ${status.value.scannedTick.toLocaleString("en")} of ${status.value.lastTick.toLocaleString("en")}`) : panel.value === "start" ? "nothing is open" : "")}
        </span>
        <button type="button" class="quiet" onClick={openPalette} title="All commands (Ctrl-K)" aria-label="Commands"><Icon name="search" /></button>
        <button type="button" class="quiet" onClick={() => (showsKeys.value = !showsKeys.value)} title="Keyboard shortcuts (?)" aria-label="Keyboard shortcuts"><Icon name="keys" /></button>
        <button type="button" class="quiet" onClick={switchTheme} title="Light or dark" aria-label="Light or dark" aria-pressed={theme.value === "dark"}><Icon name={document.documentElement.dataset["theme"] === "dark" ? "sun" : "moon"} /></button>
      </header>
      <div class="banners">
        {isDisconnected.value && <p class="banner" role="alert">The connection to the studio is lost; connecting again… Loaded data is still shown.</p>}
        {session.value.missing.length > 0 && showsMissing.value && <p class="banner notice-banner" role="status">The minds of {session.value.missing.join(", ")} are recorded in other files, which are not beside this one; their bodies are shown without minds. <button type="button" onClick={() => (showsMissing.value = false)}>Dismiss</button></p>}
        {damage && showsDamage.value && <p class="banner notice-banner" role="status">{damage[0]?.toUpperCase()}{damage.slice(1)}. <button type="button" onClick={() => (showsDamage.value = false)}>Dismiss</button></p>}
        {unreadable.value && <p class="banner" role="alert">Cannot show this tick: {unreadable.value}.</p>}
        {notice.value && <p class="banner notice-banner" role="status"><span><Coded text={notice.value} /></span> <button type="button" onClick={() => (notice.value = null)}>Dismiss</button></p>}
        {errorMessage.value && <p class="banner" role="alert"><span><Coded text={errorMessage.value} /></span> <button type="button" onClick={() => (errorMessage.value = null)}>Dismiss</button></p>}
      </div>
      <main>
        {panel.value === "start" && <Start />}
        {panel.value === "scene" && <Scene />}
        {panel.value === "events" && <Events />}
        {panel.value === "command" && <Command />}
        {panel.value === "search" && <Search />}
        {panel.value === "designer" && <Designer />}
        {panel.value === "quest" && <Quest />}
        {panel.value === "fear" && <Fear />}
      </main>
      {size !== "bare" && (
        <section class="splitters" aria-label="Panes">
          {size === "" && <Splitter of="agent" />}
          <Splitter of="time" />
        </section>
      )}
      {size === "" && <Agent />}
      {size !== "bare" && <Timeline />}
      <Keys />
      <EditMenu />
      <PendingEdit />
      <OrderRing />
      <GameDialogs />
      <CommandPalette />
      <Tip />
    </div>
  );
}

function Notice({ title, text, asksAddress = false }: { title: string; text: string; asksAddress?: boolean }) {
  return (
    <div class="notice" role="status">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {asksAddress && (
        <form
          class="tools"
          onSubmit={(event) => {
            event.preventDefault();
            openAddress(new FormData(event.currentTarget).get("address")?.toString() ?? "");
          }}
        >
          <input name="address" type="url" required placeholder="http://127.0.0.1:…/#…" aria-label="Address of the studio" autocomplete="off" />
          <button type="submit">Open</button>
        </form>
      )}
      {asksAddress && errorMessage.value && <p class="bad" role="alert">{errorMessage.value}</p>}
    </div>
  );
}
