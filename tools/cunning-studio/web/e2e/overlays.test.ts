// What lies over the map: fear and demonstrations, of a recording and of a scene that runs, and why there is none.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, pictures, select, showTick, until, visit } from "./browser.js";
import { record, Studio } from "./studio.js";

/** Mara has been lost in the castle by then, and goes around it. */
const BITTEN = 1350;

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

/** How many pixels of the map have the colours of what a test looks for. */
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

test("who was lost once is seen to fear where, and the fearless nothing", async () => {
  const { page, leave } = await visit(browser, castle);
  await select(page, "mara");
  await toggle(page, "fear").check();
  await page.getByText(/^mara fears nothing/).waitFor();
  await until(async () => (await pixels(page, "warm")) < 400, "nothing is warm yet");
  await showTick(page, BITTEN);
  await page.getByText(/mara fears .*: \d+ +\d+ cells longer than it looks/).waitFor();
  await until(async () => (await pixels(page, "warm")) > 5000, "the castle is warm");
  await toggle(page, "fear").uncheck();
  await until(async () => (await pixels(page, "warm")) < 400, "it is not, without the overlay");
  await toggle(page, "fear").check();
  await select(page, "bran");
  await page.getByText(/^bran fears nothing/).waitFor();
  await until(async () => (await pixels(page, "warm")) < 400, "he was lost too, and does not mind");
  await select(page, "elder");
  await isOffBecause(page, "fear", /^elder does not go by fear; select mara, bran, tom, lena or odo$/);
  await isOffBecause(page, "demonstrations", /^nothing was shown here/);
  await leave();
});

test("what was shown for a quest lies over its map", async () => {
  const { page, leave } = await visit(browser, quest);
  await isOffBecause(page, "fear", /^nobody here finds its way by what it fears$/);
  const before = await pixels(page, "violet");
  await toggle(page, "demonstrations").check();
  await until(async () => (await pixels(page, "violet")) > before + 500, "the ways are drawn");
  await toggle(page, "demonstrations").uncheck();
  await until(async () => (await pixels(page, "violet")) === before, "and gone");
  await leave();
});

test("both lie over scenes that run", async () => {
  const running = await Studio.open("quest", "--allow-control");
  const shown = await visit(browser, running);
  await toggle(shown.page, "demonstrations").check();
  await until(async () => (await pixels(shown.page, "violet")) > 500, "the ways are drawn");
  await shown.leave();
  await running.close();
  const live = await Studio.open("castle", "--allow-control");
  const { page, leave } = await visit(browser, live);
  await select(page, "mara");
  await toggle(page, "fear").check();
  await page.getByText(/^mara fears nothing/).waitFor();
  await page.getByRole("combobox", { name: "Pace" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText(/mara fears .*: \d+ +\d+ cells/).waitFor();
  await until(async () => (await pixels(page, "warm")) > 5000, "the castle is warm");
  await leave();
  await live.close();
});

test("pictures of fear and of demonstrations, to be looked at", async () => {
  await pictures(browser, castle, "fear-overlay", async (page) => {
    await select(page, "mara");
    await showTick(page, BITTEN);
    await toggle(page, "fear").check();
    await page.getByText(/mara fears .* cells longer/).waitFor();
    await until(async () => (await pixels(page, "warm")) > 1000, "the castle is warm");
  });
  await pictures(browser, quest, "demonstrations", async (page) => {
    await showTick(page, 100);
    await toggle(page, "demonstrations").check();
    await until(async () => (await pixels(page, "violet")) > 300, "the ways are drawn");
  });
});
