// The start screen: templates to start a project from, and scenes to open.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { paintSmall } from "./backdrop";
import { Canvas } from "./canvas";
import { colour, teamColours } from "./palette";
import type { StartView, Thumbnail } from "./protocol";
import { ask, errorMessage, isDisconnected, session } from "./store";

const offered = signal<StartView | null>(null);
/** What the studio is opening. */
const opening = signal<string | null>(null);
/** The names of the folders to create, by template. */
const folders = signal<Record<string, string>>({});

/** Asks for something else to be shown. The page loads again when the studio shows it. */
async function open(what: string, request: () => Promise<unknown>): Promise<void> {
  opening.value = what;
  try {
    await request();
    errorMessage.value = null;
  } catch (error) {
    opening.value = null;
    errorMessage.value = (error as Error).message;
  }
}

export function Start() {
  useEffect(() => {
    opening.value = null;
    ask("start_screen", {}).then((answer) => (offered.value = answer), (error: Error) => (errorMessage.value = error.message));
  }, []);
  const now = offered.value;
  if (opening.value !== null) return <p class="hint" role="status">Opening {opening.value}…</p>;
  if (!now) return <p class="hint">{isDisconnected.value ? "The connection to the studio is lost." : "Loading…"}</p>;
  const canWrite = session.value?.canWrite ?? false;
  const canOpen = !session.value?.isLive || session.value.canControl;
  return (
    <section class="start" aria-label="Start">
      <h2>New project</h2>
      <p class="muted">{canWrite ? <>A template becomes a folder of your own below <code>{now.folder}</code>, and is opened.</> : <>Start the studio with <code>--allow-write</code> to create projects.</>}</p>
      <div class="gallery">
        {now.templates.map(({ name, doc, files, map }) => {
          const folder = folders.value[name] ?? name;
          return (
            <form class="tile" key={name} aria-label={`Template ${name}`} onSubmit={(event) => (event.preventDefault(), void open(folder, () => ask("create_project", { template: name, folder: folder.trim() })))}>
              <SmallMap map={map} />
              <h3>{name}</h3>
              <p>{doc}</p>
              <p class="muted"><small>{files.join(", ")}</small></p>
              <div class="row">
                <input aria-label={`Folder of the new ${name}`} value={folder} required disabled={!canWrite} spellcheck={false} onInput={(event) => (folders.value = { ...folders.value, [name]: event.currentTarget.value })} />
                <button type="submit" class="primary" disabled={!canWrite}>Create</button>
              </div>
            </form>
          );
        })}
      </div>
      <h2>Scenes</h2>
      <p class="muted">{canOpen ? "Built in: look, change, play." : <>Start the studio with <code>--allow-control</code> to open another scene.</>}</p>
      <div class="gallery">
        {now.scenes.map(({ name, doc, map }) => (
          <div class="tile" key={name}>
            <SmallMap map={map} />
            <h3>{name}</h3>
            <p>{doc}</p>
            <div class="row"><button type="button" disabled={!canOpen} aria-label={`Open ${name}`} onClick={() => void open(name, () => ask("open_scene", { name }))}>Open</button></div>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The map of a scene, with its actors as dots. */
function SmallMap({ map }: { map: Thumbnail }) {
  const inks = teamColours(map.teams);
  const paint = (context: CanvasRenderingContext2D, width: number, height: number) => {
    if (map.rows.length === 0) return;
    const { scale, left, top } = paintSmall(context, map.rows, width, height);
    for (const [x, y, team] of map.actors) {
      context.fillStyle = inks[team] ?? colour("accent");
      context.strokeStyle = colour("panel");
      context.beginPath();
      context.arc(left + (x + 0.5) * scale, top + (y + 0.5) * scale, Math.max(2.5, scale * 0.5), 0, 7);
      context.fill();
      context.stroke();
    }
  };
  return <Canvas class="small-map" aria-hidden="true" watch={() => null} paint={paint} />;
}
