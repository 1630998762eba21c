// The start screen: templates and scenes.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { problems } from "./axe.js";
import { command, launch, type Scheme, tickOf, until } from "./browser.js";
import { folder, Studio } from "./studio.js";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

async function openStart(studio: Studio, scheme: Scheme = "light"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: scheme });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto(studio.url);
  await page.getByRole("heading", { name: "New project" }).waitFor();
  return page;
}

const template = (page: Page, name: string) => page.getByRole("form", { name: `Template ${name}` });

test("a template becomes a project of its own, which is opened and can be saved", async () => {
  const place = folder();
  const studio = await Studio.openIn(place, "--allow-control", "--allow-write");
  const page = await openStart(studio);
  assert.deepEqual(await problems(page), []);
  await template(page, "guard").getByRole("textbox").fill("my game/guards");
  await template(page, "guard").getByRole("button", { name: "Create" }).click();
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  assert.deepEqual(readdirSync(join(place, "my game/guards")).sort(), ["guard.toml", "scene.toml"]);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await until(async () => (await tickOf(page)) === 1, "the scene runs");
  // Back to the start screen by a command, and on to a scene that is built in.
  await command(page, "new project");
  await page.getByRole("button", { name: "Open pirate" }).click();
  await page.getByRole("img", { name: /^Map of pirate/ }).waitFor();
  await page.context().close();
  await studio.close();
});

test("nothing is overwritten, and nothing is written outside of the folder", async () => {
  const [place, outside] = [folder(), folder()];
  writeFileSync(join(place, "scene.toml"), "mine");
  symlinkSync(outside, join(place, "link"));
  const studio = await Studio.openIn(place, "--allow-control", "--allow-write");
  const page = await openStart(studio, "dark");
  assert.deepEqual(await problems(page), []);
  for (const name of ["../x", "/tmp/x", "a/../../x", ".ssh", "link", "link/x", "."]) {
    await template(page, "villager").getByRole("textbox").fill(name);
    await template(page, "villager").getByRole("button", { name: "Create" }).click();
    await page.getByRole("alert").getByText(/cannot be created|was not created/).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  assert.deepEqual([readdirSync(outside), readdirSync(place).sort()], [[], ["link", "scene.toml"]]);
  assert.equal(readFileSync(join(place, "scene.toml"), "utf8"), "mine");
  await page.context().close();
  await studio.close();
});

test("a studio without permissions opens scenes and creates nothing", async () => {
  const place = folder();
  const studio = await Studio.openIn(place);
  const page = await openStart(studio);
  assert.ok(await template(page, "quest").getByRole("button", { name: "Create" }).isDisabled());
  await page.getByRole("button", { name: "Open squad" }).click();
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  assert.ok(!existsSync(join(place, "quest")) && readdirSync(place).length === 0);
  // The scene that runs cannot be ended without permission to control it.
  await command(page, "new project");
  assert.ok(await page.getByRole("button", { name: "Open pirate" }).isDisabled());
  await page.context().close();
  await studio.close();
});
