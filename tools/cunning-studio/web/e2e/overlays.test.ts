// The map overlays for fear and demonstrations, on recordings and running scenes, and why they are unavailable.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, pictures, select, showTick, until, visit } from "./browser.js";
import { record, Studio } from "./studio.js";

/** By this tick mara has been lost in the castle and avoids it. */
const LOST_TICK = 1350;

let browser: Browser;
let castle: Studio;
let quest: Studio;
before(async () => {
  browser = await launch();
  castle = await Studio.open(record("castle"));
  quest = await Studio.open(record("quest"));
});
after(async () => {
  await Promise.all([browser?.close(), castle?.close(), quest?.close()]);
});

function toggle(page: Page, name: string): Locator {
  return page.getByRole("checkbox", { name, exact: true });
}

/** The number of map pixels in the colours of an overlay. */
function pixels(page: Page, are: "warm" | "violet"): Promise<number> {
  return page.locator("canvas.map").evaluate((canvas, are) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const data = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
      if (are === "warm" ? r > g + 50 && r > b + 50 : b > g + 50 && r > g) count++;
    }
    return count;
  }, are);
}

async function isOffBecause(page: Page, name: string, reason: RegExp): Promise<void> {
  await until(() => toggle(page, name).isDisabled(), `${name} is off`);
  assert.match((await toggle(page, name).getAttribute("aria-description")) ?? "", reason);
}

test("fear is shown for agents that learned it and not for fearless ones", async () => {
  const { page, leave } = await visit(browser, castle);
  await select(page, "mara");
  await toggle(page, "fear").check();
  await page.getByText(/^mara fears nothing/).waitFor();
  await until(async () => (await pixels(page, "warm")) < 400, "nothing is warm yet");
  await showTick(page, LOST_TICK);
  await page.getByText(/mara fears .*: \d+ +\d+ cells longer than it looks/).waitFor();
  await until(async () => (await pixels(page, "warm")) > 5000, "the castle is warm");
  await toggle(page, "fear").uncheck();
  await until(async () => (await pixels(page, "warm")) < 400, "it is not, without the overlay");
  await toggle(page, "fear").check();
  await select(page, "bran");
  await page.getByText(/^bran fears nothing/).waitFor();
  await until(async () => (await pixels(page, "warm")) < 400, "the fearless agent fears nothing");
  await select(page, "elder");
  await isOffBecause(page, "fear", /^elder does not navigate by fear: select mara, bran, nell, hugo or tom$/);
  assert.equal(await toggle(page, "demonstrations").count(), 0, "the scene has no quest");
  await leave();
});

test("demonstrations of a quest are drawn on its map", async () => {
  const { page, leave } = await visit(browser, quest);
  await toggle(page, "demonstrations").waitFor();
  assert.equal(await toggle(page, "fear").count(), 0, "no agent of the scene navigates by fear");
  const before = await pixels(page, "violet");
  await toggle(page, "demonstrations").check();
  await until(async () => (await pixels(page, "violet")) > before + 500, "the paths are drawn");
  await toggle(page, "demonstrations").uncheck();
  await until(async () => (await pixels(page, "violet")) === before, "the paths are removed");
  await leave();
});

test("both overlays work on running scenes", async () => {
  const running = await Studio.open("quest", "--allow-control");
  const shown = await visit(browser, running);
  await toggle(shown.page, "demonstrations").check();
  await until(async () => (await pixels(shown.page, "violet")) > 500, "the paths are drawn");
  await shown.leave();
  await running.close();
  const live = await Studio.open("castle", "--allow-control");
  const { page, leave } = await visit(browser, live);
  await select(page, "mara");
  await toggle(page, "fear").check();
  await page.getByText(/^mara fears nothing/).waitFor();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText(/mara fears .*: \d+ +\d+ cells/).waitFor();
  await until(async () => (await pixels(page, "warm")) > 5000, "the castle is warm");
  await leave();
  await live.close();
});

test("screenshots of fear and demonstrations", async () => {
  await pictures(browser, castle, "fear-overlay", async (page) => {
    await select(page, "mara");
    await showTick(page, LOST_TICK);
    await toggle(page, "fear").check();
    await page.getByText(/mara fears .* cells longer/).waitFor();
    await until(async () => (await pixels(page, "warm")) > 1000, "the castle is warm");
  });
  await pictures(browser, quest, "demonstrations", async (page) => {
    await showTick(page, 100);
    await toggle(page, "demonstrations").check();
    await until(async () => (await pixels(page, "violet")) > 300, "the paths are drawn");
  });
});
