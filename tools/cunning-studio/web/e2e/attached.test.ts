// The studio attached to a running game.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
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

test("a wrong token and a wrong address give different errors", async () => {
  await assert.rejects(Studio.open("--attach", address.replace(/.$/, (last) => (last === "0" ? "1" : "0"))), /ended with 30.*the game rejected the connection/s);
  await assert.rejects(Studio.open("--attach", "127.0.0.1:7070"), /ended with 30.*is not the address of a game/s);
  await assert.rejects(Studio.open("--attach", "example.org:80#0"), /ended with 30.*is not the address of a game/s);
});

test("the address is read from standard input, so that no process shows its token", async () => {
  const studio = await Studio.openWith(`${address}\n`, "--attach", "-");
  const { page, leave } = await visit(browser, studio);
  await page.getByRole("heading", { level: 1, name: "farm.toml" }).waitFor();
  const token = address.split("#")[1] ?? "";
  assert.ok(token.length > 16);
  assert.ok(!readFileSync(`/proc/${studio.pid}/cmdline`, "utf8").includes(token));
  await leave();
  await studio.close();
});

test("level, agents and explanations are shown while the game runs", async () => {
  const studio = await Studio.open("--attach", address);
  const { page, leave } = await visit(browser, studio);
  await page.getByRole("heading", { level: 1, name: "farm.toml" }).waitFor();
  await page.getByText("attached", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0, "an attached game cannot be paused");
  const first = await tickOf(page);
  await until(async () => (await tickOf(page)) > first + 5, "the game runs");
  await select(page, "Clara");
  await until(async () => /wants|idle/.test(await panel(page).innerText()), "the agent is shown");
  // At a breakpoint the page stays, and the game keeps running.
  const condition = page.getByRole("combobox", { name: "Stop when" });
  await page.keyboard.press("w");
  await condition.fill("Clara does stroll");
  await condition.press("Enter");
  await condition.press("Escape");
  await page.getByText(/^Stopped at tick \d+: Clara does stroll/).waitFor();
  const there = await tickOf(page);
  await panel(page).getByText(/^wants see_the_yard/).waitFor();
  await panel(page).getByRole("button", { name: "Explain the plan" }).click();
  await panel(page).locator(".why").getByText(/stroll/).first().waitFor();
  await until(async () => Number((await page.getByText(/^of \d+,/).innerText()).split(/\D+/)[1]) > there + 5, "the game keeps running");
  assert.equal(await tickOf(page), there);
  await leave();
  await pictures(browser, studio, "attached", async (page) => {
    await page.getByRole("img", { name: /^Map/ }).waitFor();
    await select(page, "Berta");
  });
  await studio.close();
});

test("data stays visible when the game ends", async () => {
  const studio = await Studio.open("--attach", address);
  const { page, leave } = await visit(browser, studio);
  game.kill("SIGKILL");
  await page.getByText(/the game has disconnected|the connection to the game was lost/).waitFor();
  await panel(page).getByRole("heading", { level: 2 }).waitFor();
  await picture(page, "attached-gone");
  await leave();
  await studio.close();
});
