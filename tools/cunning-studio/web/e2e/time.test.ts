// Time: recordings are played, a running scene is rewound and branched, and breakpoints come from the command line.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { deleteText, enter, launch, panel, picture, showTick, tickOf, until, visit } from "./browser.js";
import { cunning, folder, record, Studio } from "./studio.js";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

test("a recording is played, paused, sped up and played again", async () => {
  const studio = await Studio.open(record("pirate"));
  const { page, leave } = await visit(browser, studio);
  assert.equal(await tickOf(page), 0);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4000");
  await page.getByRole("button", { name: "Play" }).click();
  await until(async () => (await tickOf(page)) > 20, "the recording plays");
  await page.keyboard.press("Escape");
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Play" }).waitFor();
  const held = await tickOf(page);
  await page.waitForTimeout(300);
  assert.equal(await tickOf(page), held, "a paused recording stays");
  await page.keyboard.press(".");
  await until(async () => (await tickOf(page)) === held + 1, "a step shows the next tick");
  await page.getByRole("combobox", { name: "Speed" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Play" }).waitFor();
  await until(async () => (await tickOf(page)) > 150, "it plays to its end");
  await page.getByRole("button", { name: "Play" }).click();
  await until(async () => (await tickOf(page)) < 100, "at its end it starts again");
  await leave();
  await studio.close();
});

test("a scene is rewound, edited and continued as a branch, and both are kept", async () => {
  const studio = await Studio.open("pirate", "--allow-control");
  const { page, leave } = await visit(browser, studio);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await until(async () => (await tickOf(page)) > 60, "the scene runs");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Play" }).waitFor();
  const last = await tickOf(page);
  await showTick(page, 20);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("b");
  const branches = page.getByRole("combobox", { name: "Branch", exact: true });
  await branches.waitFor();
  await page.getByText("of 20,").waitFor();
  assert.equal(await tickOf(page), 20);
  // The pirate cannot work for coins any more, so it does something else.
  await enter(page, "Designer");
  await deleteText(page, '"sell", ');
  await page.getByRole("button", { name: "Apply to running scene" }).click();
  await page.getByText(/plans? go on|dropped|unchanged/).first().waitFor();
  await enter(page, "Scene");
  await page.getByRole("button", { name: "Play" }).click();
  await until(async () => (await tickOf(page)) > 60, "the branch runs");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("combobox", { name: "Compared with" }).selectOption("0");
  await page.locator(".difference").getByText(/pirate/).first().waitFor();
  await picture(page, "branch-desk-light");
  // The branch is saved as a complete recording that replays exactly.
  await showTick(page, 0);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("[");
  await page.keyboard.press("End");
  await page.keyboard.press("]");
  const loading = page.waitForEvent("download");
  await page.keyboard.press("s");
  const file = join(folder(), "branch.cng");
  await (await loading).saveAs(file);
  assert.match(cunning("replay", file), /same|identical|no difference|equal/i);
  // The first branch is as it was.
  await branches.selectOption("0");
  await page.getByText(`of ${last},`).waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByText("of 0,").waitFor();
  assert.equal(await branches.locator("option").count(), 3);
  // A branch that is removed makes room; the oldest one is shown.
  await page.getByRole("button", { name: "Remove branch" }).click();
  await page.getByText(`of ${last},`).waitFor();
  assert.equal(await branches.locator("option").count(), 2);
  await leave();
  await studio.close();
});

test("breakpoints come from the command line and are kept in a file", async () => {
  const file = join(folder(), "breakpoints.txt");
  writeFileSync(file, "# mine\npirate has no plan\n");
  const studio = await Studio.open("pirate", "--allow-control", "--stop-when", "anyone does drink", "--breakpoints", file);
  const { page, leave } = await visit(browser, studio);
  await page.getByRole("button", { name: "Breakpoints: 2" }).click();
  await page.getByRole("button", { name: "Remove the breakpoint anyone does drink" }).waitFor();
  await page.getByRole("button", { name: "Remove the breakpoint pirate has no plan" }).click();
  await until(async () => readFileSync(file, "utf8") === "anyone does drink\n", "the file is written");
  await page.getByRole("button", { name: "Breakpoints: 1" }).click();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("16000");
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText(/^Stopped at tick \d+: anyone does drink \(pirate\)/).waitFor();
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  await leave();
  await studio.close();
  await assert.rejects(Studio.open("pirate", "--allow-control", "--stop-when", "kraken has no plan"), /there is no agent called `kraken`/);
  await assert.rejects(Studio.open(record("pirate"), "--stop-when", "pirate has no plan"), /only a running scene or game/);
});
