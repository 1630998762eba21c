// A running scene is edited: from the map, from beliefs and in words. The recording replays to the same hashes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { cellAt, command, launch, panel, picture, select, showTick, tickOf, until, visit } from "./browser.js";
import { replayed } from "./replayed.js";
import { record, Studio } from "./studio.js";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** Runs the scene for some ticks, one by one. */
async function steps(page: Page, count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const now = await tickOf(page);
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await until(async () => (await tickOf(page)) > now, "the scene runs a tick");
  }
}

test("bodies are spawned, moved, wounded and killed with the mouse, and the run replays exactly", async () => {
  const studio = await Studio.open("squad", "--allow-control", "--seed", String(1 + (Date.now() % 1000)));
  const { page, leave } = await visit(browser, studio);
  await steps(page, 3);
  const map = page.getByRole("img", { name: /^Map/ });
  const menu = page.getByRole("menu", { name: "Edit the scene" });
  const open = async (x: number, y: number) => {
    const at = await cellAt(page, x, y, 41, 25);
    await page.mouse.click(at.x, at.y, { button: "right" });
    await menu.waitFor();
  };
  await open(20, 8);
  await picture(page, "edit-menu-desk-light");
  await menu.getByRole("menuitem", { name: "spawn soldier" }).click();
  await page.getByText(/a soldier appears at 20,8/).waitFor();
  await until(async () => ((await map.getAttribute("aria-label")) ?? "").includes("with 7 bodies"), "the new body is on the map");
  await steps(page, 2);
  // The new soldier is edited by right-click, and moved by a click on the map.
  await select(page, "soldier-1");
  await panel(page).getByRole("button", { name: "Edit soldier-1" }).click();
  await menu.getByRole("menuitem", { name: "wound" }).click();
  await page.getByText(/soldier-1 loses 25 health/).waitFor();
  await panel(page).getByRole("button", { name: "Edit soldier-1" }).click();
  await menu.getByRole("menuitem", { name: "move to …" }).click();
  const at = await cellAt(page, 30, 5, 41, 25);
  await page.mouse.click(at.x, at.y);
  await page.getByText(/soldier-1 is moved to 30,5/).waitFor();
  await steps(page, 2);
  await command(page, "kill blue2");
  await page.getByText(/blue2 is struck dead/).waitFor();
  await steps(page, 5);
  assert.match(await replayed(page), /same|identical|no difference|equal/i);
  await leave();
  await studio.close();
});

test("a belief is set from its row, from the answer to why, and wrong edits say what is allowed", async () => {
  const studio = await Studio.open("pirate", "--allow-control");
  const { page, leave } = await visit(browser, studio);
  await steps(page, 4);
  await panel(page).getByRole("button", { name: /^Change lawful, now true/ }).click();
  await page.getByRole("menuitem", { name: "set to false" }).click();
  await page.getByText(/pirate\.lawful is set to false/).waitFor();
  await panel(page).getByRole("button", { name: /^Change lawful, now false/ }).waitFor();
  await steps(page, 6);
  await until(async () => ((await panel(page).locator(".plan").first().textContent()) ?? "").includes("steal"), "the pirate steals now");
  await command(page, "kill parrot now");
  await page.getByRole("alert").getByText(/missing or extra words; write kill ACTOR/).waitFor();
  await command(page, "kill parrot");
  await page.getByRole("alert").getByText(/there is no actor parrot/).waitFor();
  // The edit is an event of the recording.
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search events" }).fill("a person edits");
  await page.getByText("a person edits the scene: set pirate.lawful=false").first().waitFor();
  await page.getByRole("searchbox", { name: "Search events" }).blur();
  assert.match(await replayed(page), /same|identical|no difference|equal/i);
  await leave();
  await studio.close();
});

test("why a goal has its score, what would flip it, and why an action is not in the plan", async () => {
  const studio = await Studio.open(record("village", "--ticks", "60"));
  const { page, leave } = await visit(browser, studio);
  await showTick(page, 40);
  const scores = panel(page).locator(".scores");
  await scores.waitFor();
  const other = scores.locator("tr:not(.chosen) button").first();
  const name = (await other.textContent()) ?? "";
  await other.click();
  const answer = panel(page).getByRole("region", { name: `Why ${name}` });
  await answer.getByText(/relevance .* × weight/).waitFor();
  await answer.getByText(/would choose it if it believed|No change of one or two|It has the highest score/).waitFor();
  await picture(page, "why-goal-desk-light");
  await panel(page).locator(".plan button").first().click();
  await panel(page).getByRole("combobox", { name: "Ask about another action" }).waitFor();
  await panel(page).getByText(/^For /).waitFor();
  await leave();
  await studio.close();
});

test("without control the page offers no edits", async () => {
  const studio = await Studio.open(record("pirate"));
  const { page, leave } = await visit(browser, studio);
  const at = await cellAt(page, 3, 3, 30, 20);
  await page.mouse.click(at.x, at.y, { button: "right" });
  await page.getByText("A recording cannot be edited").waitFor();
  assert.equal(await panel(page).getByRole("button", { name: /^Change / }).count(), 0);
  await leave();
  await studio.close();
});
