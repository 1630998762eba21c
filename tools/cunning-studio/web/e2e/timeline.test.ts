// The tools of the timeline: jumps, breakpoints, saved ranges, filters and overlays.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { problems } from "./axe.js";
import { enter, launch, panel, picture, pictures, select, showTick, tickOf, until, visit } from "./browser.js";
import { folder, record, Studio } from "./studio.js";

let browser: Browser;
let squad: Studio;
before(async () => {
  browser = await launch();
  squad = await Studio.open(record("rooms"));
});
after(async () => {
  await Promise.all([browser?.close(), squad?.close()]);
});

test("a range is saved as a recording that opens again", async () => {
  const { page, leave } = await visit(browser, squad);
  await showTick(page, 50);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("[");
  await showTick(page, 120);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("]");
  await page.getByRole("button", { name: "Save 50–120" }).waitFor();
  const loading = page.waitForEvent("download");
  await page.keyboard.press("s");
  const download = await loading;
  assert.equal(download.suggestedFilename(), "rooms-50-120.cng");
  const file = join(folder(), "part.cng");
  await download.saveAs(file);
  assert.deepEqual([...readFileSync(file).subarray(1, 4)], [...Buffer.from("CNG")]);
  await page.getByText("Saved ticks 50 to 120").waitFor();
  await leave();

  const part = await Studio.open(file);
  const reopened = await visit(browser, part);
  assert.equal(await tickOf(reopened.page), 50);
  await reopened.page.keyboard.press("End");
  await until(async () => (await tickOf(reopened.page)) === 120, "the excerpt ends with the range");
  // The state from before the range is known.
  await select(reopened.page, "control");
  await panel(reopened.page).getByText(/^wants clear_house/).waitFor();
  await reopened.leave();
  await part.close();
});

test("jumps consider one agent or all agents", async () => {
  const { page, leave } = await visit(browser, squad);
  await select(page, "control");
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("d");
  await until(async () => (await tickOf(page)) === 1, "the commander decides at once");
  await page.keyboard.press("d");
  await page.getByText(/There is no decision after this tick for the selected agent|^wants/).first().waitFor();
  await page.keyboard.press("a");
  assert.ok(await page.getByRole("checkbox", { name: "all agents" }).isChecked());
  await showTick(page, 1);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("d");
  await until(async () => (await tickOf(page)) === 2, "then its subordinates decide");
  await page.keyboard.press("i");
  await until(async () => (await tickOf(page)) > 2, "an agent is interrupted");
  await leave();
});

test("a search matches all words, and keys go through the matches", async () => {
  const { page, leave } = await visit(browser, squad);
  await enter(page, "Events");
  const field = page.getByRole("searchbox", { name: "Search events" });
  await field.fill("kitchen bea ordered");
  const lines = page.locator(".lines li");
  await until(async () => {
    const all = await lines.allInnerTexts();
    return all.length > 0 && all.every((line) => /bea/.test(line) && /kitchen/.test(line) && /ordered/.test(line));
  }, "only rows with all words are shown");
  const ticks = (await lines.locator("button").allInnerTexts()).map(Number);
  await field.press("Escape");
  await page.keyboard.press("n");
  await until(async () => ticks.includes(await tickOf(page)), "the next match is shown");
  await leave();
});

test("a list shows all keys", async () => {
  const { page, leave } = await visit(browser, squad);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByText("save the range as a recording").waitFor();
  await keys.getByText("previous or next expansion; with Shift, ten").waitFor();
  await picture(page, "keys-desk-light");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await leave();
});

test("lanes are filtered by name, from the keyboard", async () => {
  const { page, leave } = await visit(browser, squad);
  const lanes = page.locator(".lane-canvas");
  const tall = await lanes.evaluate((canvas) => canvas.clientHeight);
  await page.keyboard.press("l");
  await until(() => page.evaluate(() => document.activeElement?.id === "filter"), "the filter has the focus");
  await page.keyboard.type("ada");
  await until(async () => (await lanes.evaluate((canvas) => canvas.clientHeight)) < tall, "one lane is left");
  const short = await lanes.evaluate((canvas) => canvas.clientHeight);
  await page.getByRole("searchbox", { name: "Filter lanes" }).fill("");
  await until(async () => (await lanes.evaluate((canvas) => canvas.clientHeight)) > short, "all lanes are back");
  await page.getByRole("searchbox", { name: "Filter lanes" }).fill("no such name");
  await page.getByText("No lane matches.").waitFor();
  await leave();
});

test("a scene stops at a breakpoint", async () => {
  const live = await Studio.open("pirate", "--allow-control", "--set", "knows_recipe=false", "--event", "remove bottle @ 40");
  const { page, leave } = await visit(browser, live);
  const condition = page.getByRole("combobox", { name: "Stop when" });
  await page.keyboard.press("w");
  await condition.fill("kraken has no plan");
  await condition.press("Enter");
  await page.getByText("there is no agent called kraken").waitFor();
  // Wait for the first plan: there is none at the start.
  await condition.press("Escape");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await panel(page).getByText(/^wants get_drunk/).waitFor();
  await page.keyboard.press("w");
  await condition.fill("pirate has no plan");
  await condition.press("Enter");
  await page.getByRole("button", { name: "Remove the breakpoint pirate has no plan" }).waitFor();
  assert.deepEqual(await problems(page), [], "breakpoints");
  await condition.press("Escape");
  await page.getByRole("button", { name: "Breakpoints: 1" }).waitFor();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText("Stopped at tick 189: pirate has no plan").waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor();
  assert.equal(await tickOf(page), 189);
  await panel(page).getByText("no plan: unsolvable").waitFor();
  await leave();
  await live.close();
});

test("screenshots of sight, cover and searched cells", async () => {
  await pictures(browser, squad, "overlays", async (page) => {
    await select(page, "bea");
    await showTick(page, 55);
    for (const name of ["sight", "cover", "searched cells"]) {
      await page.getByRole("checkbox", { name, exact: true }).check();
    }
    // Wait until the answer is painted.
    await page.waitForTimeout(500);
  });
});
