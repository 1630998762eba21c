// The pictures of docs/studio.md, taken anew with `cargo xtask docs-pictures`: the walk that the page tells, step by step.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { enter, launch, panel, select, showTick, until, tickOf } from "./browser.js";
import { record, Studio } from "./studio.js";

const FOLDER = process.env["DOCS_PICTURES"] ?? ".";
/** Small enough to be kept with the text. */
const SIZE = { width: 1000, height: 600 };

const browser = await launch();

async function take(studio: Studio, name: string, walk: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(studio.url);
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  await page.getByRole("img", { name: /^Map/ }).waitFor();
  await walk(page);
  // What was asked for is painted by then.
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(FOLDER, `studio-${name}.png`) });
  await context.close();
}

const pirate = await Studio.open(record("pirate", "--set", "knows_recipe=false", "--event", "remove bottle @ 40", "--ticks", "300"));
await take(pirate, "open", async (page) => {
  await showTick(page, 60);
  await panel(page).getByText(/^wants get_drunk/).waitFor();
});
await take(pirate, "why", async (page) => {
  await page.keyboard.press("f");
  await until(async () => (await tickOf(page)) > 0, "there is a failure");
  await panel(page).locator(".why").getByRole("button").click();
  await panel(page).locator(".why pre").waitFor();
});
await take(pirate, "events", async (page) => {
  await enter(page, "Events");
  await page.getByRole("searchbox", { name: "Search what happened" }).fill("bottle");
  await page.locator(".lines li").first().waitFor();
});
await pirate.close();

const squad = await Studio.open(record("rooms"));
await take(squad, "command", async (page) => {
  await showTick(page, 30);
  await enter(page, "Command");
  await page.getByRole("button", { name: /^control/ }).first().waitFor();
});
await take(squad, "overlays", async (page) => {
  await select(page, "bea");
  await showTick(page, 55);
  await page.getByRole("checkbox", { name: "sight", exact: true }).check();
  await page.getByRole("checkbox", { name: "searched cells", exact: true }).check();
});
await squad.close();
await browser.close();
