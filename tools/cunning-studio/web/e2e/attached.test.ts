// A game that runs by itself, looked into by the studio.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, panel, picture, pictures, select, tickOf, until, visit } from "./browser.js";
import { Studio } from "./studio.js";

let browser: Browser;
let game: ChildProcess;
let address = "";
before(async () => {
  browser = await launch();
  game = spawn(process.env["GAME"] ?? "", ["--stay"], { stdio: ["ignore", "pipe", "inherit"] });
  const { stdout } = game;
  assert.ok(stdout);
  const line = await new Promise<string>((resolve) => createInterface({ input: stdout }).once("line", resolve));
  address = line.split(" ").at(-1) ?? "";
});
after(async () => {
  game?.kill("SIGKILL");
  await browser?.close();
});

test("a wrong token or a wrong place is told apart", async () => {
  await assert.rejects(Studio.open("--attach", address.replace(/.$/, (last) => (last === "0" ? "1" : "0"))), /ended with 30.*the game does not answer/s);
  await assert.rejects(Studio.open("--attach", "127.0.0.1:7070"), /ended with 30.*is no address of a game/s);
  await assert.rejects(Studio.open("--attach", "example.org:80#0"), /ended with 30.*is no address of a game/s);
});

test("the game's own level, its agents and their reasons are shown while it goes on", async () => {
  const studio = await Studio.open("--attach", address);
  const { page, leave } = await visit(browser, studio);
  await page.getByRole("heading", { level: 1, name: "the farm" }).waitFor();
  await page.getByText("attached", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0, "a game is not the studio's to stop");
  const first = await tickOf(page);
  await until(async () => (await tickOf(page)) > first + 5, "it goes on");
  await select(page, "Clara");
  await until(async () => /wants|nothing to do/.test(await panel(page).innerText()), "the hen is known");
  // Something to stop for: the page stays there, and the game goes on.
  const wish = page.getByRole("combobox", { name: "Stop when" });
  await wish.fill("Clara does stroll");
  await wish.press("Enter");
  await page.getByText(/^Stopped at tick \d+: Clara does stroll/).waitFor();
  const there = await tickOf(page);
  await panel(page).getByText(/^wants see_the_yard/).waitFor();
  await panel(page).getByRole("button", { name: "What is each step for?" }).click();
  await panel(page).locator(".why").getByText(/stroll/).first().waitFor();
  await until(async () => Number((await page.getByText(/^of \d+,/).innerText()).split(/\D+/)[1]) > there + 5, "the game goes on");
  assert.equal(await tickOf(page), there);
  await leave();
  await pictures(browser, studio, "attached", async (page) => {
    await page.getByRole("img", { name: /^Map/ }).waitFor();
    await select(page, "Berta");
  });
  await studio.close();
});

test("a game that ends is told, and what it did stays", async () => {
  const studio = await Studio.open("--attach", address);
  const { page, leave } = await visit(browser, studio);
  game.kill("SIGKILL");
  await page.getByText("the game is gone").waitFor();
  await panel(page).getByRole("heading", { level: 2 }).waitFor();
  await picture(page, "attached-gone");
  await leave();
  await studio.close();
});
