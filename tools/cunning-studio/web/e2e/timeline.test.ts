// The timeline's tools: jumping, stopping for something, saving a range, and what lies over the map.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
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
  const again = await visit(browser, part);
  assert.equal(await tickOf(again.page), 50);
  await again.page.keyboard.press("End");
  await until(async () => (await tickOf(again.page)) === 120, "it ends where the range did");
  // What was believed and planned before the range is known.
  await select(again.page, "control");
  await panel(again.page).getByText(/^wants clear_house/).waitFor();
  await again.leave();
  await part.close();
});

test("one jumps among the marks of one agent or of all", async () => {
  const { page, leave } = await visit(browser, squad);
  await select(page, "control");
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("d");
  await until(async () => (await tickOf(page)) === 1, "the commander decides at once");
  await page.keyboard.press("d");
  await page.getByText(/There is no decision after this of the selected agent|^wants/).first().waitFor();
  await page.keyboard.press("a");
  assert.ok(await page.getByRole("checkbox", { name: "of all" }).isChecked());
  await showTick(page, 1);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("d");
  await until(async () => (await tickOf(page)) === 2, "then those under it do");
  await page.keyboard.press("i");
  await until(async () => (await tickOf(page)) > 2, "somebody is interrupted");
  await leave();
});

test("every word of a search counts, and what was found is gone through by keys", async () => {
  const { page, leave } = await visit(browser, squad);
  await enter(page, "Events");
  const field = page.getByRole("searchbox", { name: "Search what happened" });
  await field.fill("kitchen bea ordered");
  const lines = page.locator(".lines li");
  await until(async () => {
    const all = await lines.allInnerTexts();
    return all.length > 0 && all.every((line) => /bea/.test(line) && /kitchen/.test(line) && /ordered/.test(line));
  }, "only lines with all words are shown");
  const ticks = (await lines.locator("button").allInnerTexts()).map(Number);
  await field.press("Escape");
  await page.keyboard.press("n");
  await until(async () => ticks.includes(await tickOf(page)), "the next one is shown");
  await leave();
});

test("a list says all keys", async () => {
  const { page, leave } = await visit(browser, squad);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("save the range to a file").waitFor();
  await keys.getByText("an expansion back or on; with Shift ten").waitFor();
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
  await page.getByRole("searchbox", { name: "Filter lanes" }).fill("nobody of that name");
  await page.getByText("No lane has that name.").waitFor();
  await leave();
});

test("a scene stops when something becomes true", async () => {
  const live = await Studio.open("pirate", "--allow-control", "--set", "knows_recipe=false", "--event", "remove bottle @ 40");
  const { page, leave } = await visit(browser, live);
  const wish = page.getByRole("combobox", { name: "Stop when" });
  await wish.fill("kraken has no plan");
  await wish.press("Enter");
  await page.getByText("there is nobody called `kraken`").waitFor();
  // Let it get a plan first: it has none in the beginning.
  await wish.press("Escape");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await panel(page).getByText(/^wants get_drunk/).waitFor();
  await page.keyboard.press("w");
  await wish.fill("pirate has no plan");
  await wish.press("Enter");
  await page.getByRole("button", { name: "until pirate has no plan" }).waitFor();
  await page.getByRole("combobox", { name: "Pace" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText("Stopped at tick 189: pirate has no plan").waitFor();
  await page.getByRole("button", { name: "Play" }).waitFor();
  assert.equal(await tickOf(page), 189);
  await panel(page).getByText("no plan: there is none").waitFor();
  await leave();
  await live.close();
});

test("what somebody sees, what protects from it and what was searched lies over the map", async () => {
  await pictures(browser, squad, "overlays", async (page) => {
    await select(page, "bea");
    await showTick(page, 55);
    for (const name of ["sight", "cover", "searched cells"]) {
      await page.getByRole("checkbox", { name, exact: true }).check();
    }
    // Painted with the next frame after the answer.
    await page.waitForTimeout(500);
  });
});
