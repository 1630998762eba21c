// A player is a soldier: keys and the mouse move a body, and the recording replays to the same hashes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { problems } from "./axe.js";
import { cellAt, launch, tickOf, until, visit } from "./browser.js";
import { replayed } from "./replayed.js";
import { Studio } from "./studio.js";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** What the page was last told about a body. */
async function bodyOf(page: Page, name: string): Promise<string> {
  return (await page.getByRole("button", { name: new RegExp(`^${name}`) }).first().textContent()) ?? "";
}

test("a player walks, aims, shoots and gives the body back, and the game replays exactly", async () => {
  const studio = await Studio.open("skirmish", "--allow-control", "--seed", "7");
  const { page, leave } = await visit(browser, studio);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await until(async () => (await tickOf(page)) > 3, "the game runs");
  const friends = page.getByRole("region", { name: "Game" }).locator(".friends button");
  const name = ((await friends.first().locator("b").textContent()) ?? "").trim();
  await friends.first().click();
  await page.getByRole("button", { name: `Be ${name}` }).click();
  await page.getByText(`You are ${name}`).waitFor();
  assert.deepEqual(await problems(page), []);
  assert.match(await bodyOf(page, name), /you/);

  // Walk: the edits of the person are events of the recording.
  const map = page.getByRole("img", { name: /^Map/ });
  await map.focus();
  await page.keyboard.down("d");
  await page.waitForTimeout(900);
  await page.keyboard.up("d");
  await page.keyboard.down("ArrowUp");
  await page.waitForTimeout(500);
  await page.keyboard.up("ArrowUp");
  // Aim and shoot, crouch, reload.
  const at = await cellAt(page, 20, 8, 39, 17);
  await page.mouse.move(at.x - 40, at.y);
  await page.mouse.move(at.x, at.y, { steps: 4 });
  await page.mouse.click(at.x, at.y);
  await page.keyboard.press("c");
  await page.keyboard.press("r");
  await page.waitForTimeout(400);
  await page.keyboard.press("Escape");
  await page.getByText(`You are ${name}`).waitFor({ state: "detached" });
  const from = await tickOf(page);
  await until(async () => (await tickOf(page)) > from + 20, "the game goes on");
  await page.getByRole("button", { name: "Pause", exact: true }).click();

  // Every kind of move was recorded.
  await page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name: "Events" }).click();
  for (const words of ["walk", "face", "shoot", "crouch", "reload", "halt"]) {
    await page.getByRole("searchbox", { name: "Search events" }).fill(`drive ${name} ${words}`);
    await page.locator(".lines li", { hasText: `drive ${name} ${words}` }).first().waitFor();
  }
  assert.match(await replayed(page), /same|identical|no difference|equal/i);
  await leave();
  await studio.close();
});
