// The map of a scene, painted in the designer.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { problems } from "./axe.js";
import { enter, launch, picture, until, visit } from "./browser.js";
import { folder, Studio } from "./studio.js";

const ROOT = join(process.cwd(), "../../..");
/** The size of the map of the scene `skirmish`. */
const [COLUMNS, ROWS] = [39, 17];

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** Copies of a scene and its domain file in one folder. */
function copies(): string {
  const own = folder();
  copyFileSync(join(ROOT, "domains/skirmish.toml"), join(own, "skirmish.toml"));
  copyFileSync(join(ROOT, "scenes/skirmish.toml"), join(own, "scene.toml"));
  return join(own, "scene.toml");
}

async function openBoard(page: Page): Promise<void> {
  await page.getByRole("dialog", { name: "Briefing" }).getByRole("button", { name: /^Start/ }).click();
  await enter(page, "Designer");
  await page.getByRole("combobox", { name: "Document" }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await page.getByRole("application", { name: /^Map of the scene/ }).waitFor();
}

/** The position on the page of a cell of the edited map. */
async function place(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.getByRole("application", { name: /^Map of the scene/ }).boundingBox();
  assert.ok(box);
  const scale = Math.min(box.width / COLUMNS, box.height / ROWS);
  return { x: box.x + (box.width - scale * COLUMNS) / 2 + (x + 0.5) * scale, y: box.y + (box.height - scale * ROWS) / 2 + (y + 0.5) * scale };
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await place(page, ...from), await place(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

const rowsOf = (text: string) => (/map = """\n([\s\S]*?)"""/.exec(text)?.[1] ?? "").split("\n");

test("a map is painted, an actor placed, moved and removed, and the scene played, undone and saved", async () => {
  const file = copies();
  const before = readFileSync(file, "utf8");
  const studio = await Studio.open(file, "--allow-control", "--allow-write");
  const { page, leave } = await visit(browser, studio);
  await openBoard(page);

  // A wall with a stroke of the brush.
  await page.getByRole("button", { name: "# wall" }).or(page.getByRole("button", { name: "wall", exact: true })).first().click();
  await drag(page, [8, 1], [8, 4]);
  await page.getByText("modified", { exact: true }).waitFor();
  // A rectangle of low cover.
  await page.getByRole("button", { name: "low cover" }).click();
  await page.getByRole("checkbox", { name: "fill rectangles" }).check();
  await drag(page, [10, 13], [12, 14]);
  await page.getByRole("button", { name: "Move pieces" }).click();
  await page.getByText("No problems found").waitFor();

  // An actor like another one.
  await page.getByRole("combobox", { name: "Actor to copy" }).selectOption("ben");
  await page.getByRole("textbox", { name: "Name of the new piece" }).fill("eve");
  await page.getByRole("button", { name: "Actor", exact: true }).click();
  const cell = await place(page, 6, 9);
  await page.mouse.click(cell.x, cell.y);
  const pieces = page.getByRole("region", { name: "Pieces" });
  await pieces.getByRole("button", { name: "eve", pressed: true }).waitFor();
  // Dragged to another cell.
  await drag(page, [6, 9], [7, 10]);
  await pieces.getByText("7, 10").waitFor();
  await page.getByText("No problems found").waitFor();
  assert.deepEqual(await problems(page), []);
  await picture(page, "board");

  // The edited scene is played, although it is not saved: the wall and the actor are there.
  assert.equal(readFileSync(file, "utf8"), before);
  await page.getByRole("button", { name: "Play this scene" }).click();
  await page.getByRole("img", { name: /^Map of skirmish/ }).waitFor();
  await page.locator(".friends").getByText("eve").first().waitFor();

  // One step back is one edit.
  await enter(page, "Designer");
  await page.getByRole("button", { name: "Undo" }).click();
  await pieces.getByText("6, 9").waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await pieces.getByText("7, 10").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor();
  const saved = readFileSync(file, "utf8");
  const [old, now] = [rowsOf(before), rowsOf(saved)];
  old.forEach((row, y) => {
    const painted = [...row].map((letter, x) => (x === 8 && y >= 1 && y <= 4 ? "#" : x >= 10 && x <= 12 && (y === 13 || y === 14) ? "o" : letter)).join("");
    assert.equal(now[y], painted, `row ${y}`);
  });
  const copied = before.slice(before.indexOf('[[actor]]\nname = "ben"'), before.indexOf('[[actor]]\nname = "cleo"')).trimEnd().replace('"ben"', '"eve"').replace('at = "start"', "at = [7, 10]");
  assert.ok(saved.includes(copied), saved);

  // Everything else is as it was.
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await pieces.getByRole("button", { name: "eve" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => readFileSync(file, "utf8") === before.replace(old.join("\n"), now.join("\n")), "only the map is different");
  await leave();
  await studio.close();
});

test("the keyboard paints and places, and problems of the scene are shown", async () => {
  const studio = await Studio.open(copies(), "--allow-control");
  const { page, leave } = await visit(browser, studio, "desk", "dark");
  await openBoard(page);
  const map = page.getByRole("application", { name: /^Map of the scene/ });
  await page.getByRole("button", { name: "water" }).focus();
  await page.keyboard.press("Enter");
  await map.focus();
  const at = page.locator("#board-cell");
  for (let step = 0; step < 60 && !(await at.textContent())?.startsWith("2, 1 "); step++) await page.keyboard.press(step % 2 ? "ArrowUp" : "ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await at.textContent(), "2, 1 · ground");
  await page.keyboard.press("Enter");
  await until(async () => (await at.textContent()) === "2, 1 · water", "the cell is water");
  await page.keyboard.press("Shift+ArrowRight");
  await until(async () => (await at.textContent()) === "3, 1 · water", "the next cell is water");
  await page.keyboard.press("Control+z");
  await until(async () => (await at.textContent()) === "3, 1 · ground", "the last cell is undone");

  // An actor in a wall is a problem.
  await page.getByRole("button", { name: "Actor", exact: true }).click();
  await map.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByText(/^1 error/).waitFor();
  assert.ok(await page.getByRole("button", { name: "Play this scene" }).isDisabled());
  assert.deepEqual(await problems(page), []);
  await picture(page, "board-dark");
  await map.focus();
  await page.keyboard.press("Delete");
  await page.getByText("No problems found").waitFor();
  await leave();
  await studio.close();
});
