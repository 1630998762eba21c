// The dialogs of a game: the briefing at its start, and the verdict at its end.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { dialog, game, startGame } from "./game";
import { branch, branchRow, status } from "./store";

export function GameDialogs() {
  if (!game.value || dialog.value === null) return null;
  return dialog.value === "briefing" ? <Briefing /> : <Verdict />;
}

function Modal({ name, children }: { name: string; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => ref.current?.showModal(), []);
  return <dialog ref={ref} class="modal" aria-label={name} onClose={() => (dialog.value = null)} onKeyDown={(event) => event.stopPropagation()}>{children}</dialog>;
}

function Briefing() {
  const now = game.value;
  const seed = branchRow(branch.value)?.seed ?? 0;
  const [level, setLevel] = useState(now?.level ?? null);
  const isOver = status.peek().lastTick > 0;
  const [wanted, setWanted] = useState(isOver ? seed + 1 : seed);
  if (!now) return null;
  return (
    <Modal name="Briefing">
      <h2>Briefing</h2>
      {now.briefing.split("\n").map((line) => <p key={line}>{line}</p>)}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void startGame(level, wanted);
        }}
      >
        {now.levels.length > 0 && (
          <fieldset>
            <legend>Difficulty</legend>
            {now.levels.map((one) => (
              <label key={one.name} class="level"><input type="radio" name="level" checked={level === one.name} onChange={() => setLevel(one.name)} /><b>{one.name}</b> <small>{one.doc}</small></label>
            ))}
          </fieldset>
        )}
        <p class="row">
          <label title="The same seed and the same orders give the same game">Seed <input type="number" min={0} value={wanted} onInput={(event) => setWanted(Number(event.currentTarget.value))} /></label>
          <button type="submit" class="primary" autofocus>{isOver ? "Start a new game" : "Start"}</button>
          <button type="button" onClick={() => (dialog.value = null)}>Close</button>
        </p>
      </form>
      <p class="hint">Select friends by click, Shift-click or a box. Right-click on a target for orders. Space pauses; orders can be given in a pause.</p>
    </Modal>
  );
}

function Verdict() {
  const now = game.value;
  if (!now) return null;
  return (
    <Modal name="Verdict">
      <h2 class={now.verdict}>{now.verdict === "won" ? "Mission accomplished" : "Mission failed"}</h2>
      <p>{status.value.outcome}</p>
      <table>
        <thead><tr><th scope="col">Objective</th><th scope="col" class="number">Points</th></tr></thead>
        <tbody>
          {now.objectives.map((one) => <tr key={one.name}><td>{one.doc || one.name}</td><td class="number">{one.points}</td></tr>)}
          <tr class="sum"><th scope="row">Score</th><td class="number">{now.score}</td></tr>
        </tbody>
      </table>
      <p class="row">
        <button type="button" class="primary" onClick={() => (dialog.value = "briefing")}>Play again</button>
        <button type="button" onClick={() => (dialog.value = null)}>Look back at it</button>
      </p>
    </Modal>
  );
}
