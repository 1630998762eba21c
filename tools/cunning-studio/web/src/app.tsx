// The page: a bar, a room, the selected agent, the timeline.

import { useEffect } from "preact/hooks";
import { Agent } from "./agent";
import { doors, ROOMS } from "./bar";
import { Command } from "./command";
import { Events } from "./events";
import { Keys, onKey } from "./keys";
import { lazy, loadAll } from "./lazy";
import "./rooms/rooms.css";
import { Scene } from "./scene";
import { complaint, connection, isOver, notice, room, status, unreadable, welcome } from "./store";
import { Timeline } from "./timeline";

const Search = lazy({ name: "The room Search", load: async () => (await import("./rooms/search")).Search });
const Designer = lazy({ name: "The room Designer", load: async () => (await import("./rooms/designer")).Designer });
const Quest = lazy({ name: "The room Quest", load: async () => (await import("./rooms/quest")).Quest });
const Fear = lazy({ name: "The room Fear", load: async () => (await import("./rooms/fear")).Fear });

export function App() {
  useEffect(() => {
    void loadAll();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const now = connection.value;
  if (now.state === "refused") {
    return <Notice title="The studio does not know this page" text={`${now.reason}. Open the address that the command printed when it started.`} />;
  }
  if (!welcome.value) {
    if (now.state === "lost") return <Notice title="There is no studio here" text="It has ended, or as many pages look at it already as it takes. Close one of them and load this page again, or start it again and open the address that it prints." />;
    return <Notice title="Connecting…" text="" />;
  }
  const { hasAgents } = welcome.value;
  const wanted = ROOMS.find((one) => one.room === room.value)?.size ?? "";
  const size = hasAgents ? wanted : "bare";
  return (
    <div class={`app ${size}`}>
      <header>
        <h1 title={welcome.value.title}>{welcome.value.title.split(/[\\/]/).pop()}</h1>
        <nav aria-label="Rooms">
          {doors.value.map(({ room: own, name }, at) => (
            <button type="button" key={own} title={`Key ${at + 1}`} aria-current={room.value === own ? "page" : undefined} onClick={() => (room.value = own)}>{name}</button>
          ))}
        </nav>
        <span class="status">
          {status.value.dropped > 0 && <span class="warn" title="the game went on; the studio was too slow for these">{status.value.dropped} records dropped · </span>}
          {isOver.value ? "ended" : status.value.outcome ?? (welcome.value.isLive ? (welcome.value.isAttached ? "attached" : status.value.isPlaying ? "running" : "paused") : hasAgents ? "recording" : "")}
        </span>
      </header>
      <div class="banners">
        {isOver.value && <p class="banner" role="alert">The studio has ended; what was loaded is still here.</p>}
        {unreadable.value && <p class="banner" role="alert">This tick cannot be shown: {unreadable.value}.</p>}
        {notice.value && <p class="banner told" role="status">{notice.value} <button type="button" onClick={() => (notice.value = null)}>ok</button></p>}
        {complaint.value && <p class="banner" role="alert">{complaint.value} <button type="button" onClick={() => (complaint.value = null)}>ok</button></p>}
      </div>
      <main>
        {room.value === "scene" && <Scene />}
        {room.value === "events" && <Events />}
        {room.value === "command" && <Command />}
        {room.value === "search" && <Search />}
        {room.value === "designer" && <Designer />}
        {room.value === "quest" && <Quest />}
        {room.value === "fear" && <Fear />}
      </main>
      {size === "" && <Agent />}
      {size !== "bare" && <Timeline />}
      <Keys />
    </div>
  );
}

function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div class="notice" role="status">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </div>
  );
}
