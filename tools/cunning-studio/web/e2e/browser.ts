// The browser: the installed Chromium, one per test file, and pages that must not log errors.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import type { Studio } from "./studio.js";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The screen sizes of the tests. */
export const SCREENS = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
export type Screen = keyof typeof SCREENS;
export type Scheme = "light" | "dark";

/** How long a page may take for anything; test machines are busy. */
const PATIENCE_MS = 30_000;

/** Starts the browser. */
export function launch(...flags: string[]): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** A page that shows a studio, and the errors that it logged. */
export interface Visit {
  page: Page;
  errors: string[];
  /** Closes the page; fails if it logged an error. */
  leave: () => Promise<void>;
}

export async function visit(browser: Browser, studio: Studio, screen: Screen = "desk", scheme: Scheme = "light"): Promise<Visit> {
  const context = await browser.newContext({ viewport: SCREENS[screen], colorScheme: scheme, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(studio.url);
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  return {
    page,
    errors,
    leave: async () => {
      await context.close();
      assert.deepEqual(errors, [], "the page logged errors");
    },
  };
}

/** Opens a panel by its name in the navigation, or with the command palette if it does not apply to the scene. */
export async function enter(page: Page, name: string): Promise<void> {
  const panels = page.getByRole("navigation", { name: "Panels" });
  const button = panels.getByRole("button", { name, exact: true });
  if ((await button.count()) > 0) await button.click();
  else await command(page, `Show ${name}`);
  await panels.locator("[aria-current=page]", { hasText: name }).waitFor();
}

/** Runs a command of the command palette. */
export async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill(text);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Commands" }).waitFor({ state: "detached" });
}

/** The shown tick. */
export async function tickOf(page: Page): Promise<number> {
  return Number(await page.getByRole("slider", { name: "Tick" }).getAttribute("aria-valuenow"));
}

/** Shows a tick. */
export async function showTick(page: Page, tick: number): Promise<void> {
  const field = page.getByRole("spinbutton", { name: "tick" });
  await field.fill(String(tick));
  await field.press("Enter");
  await until(async () => (await tickOf(page)) === tick, `tick ${tick} is shown`);
  await field.blur();
}

/** Selects an agent by the start of its name, with the keyboard. */
export async function select(page: Page, name: string): Promise<void> {
  const filter = page.getByRole("searchbox", { name: "Filter lanes" });
  const heading = panel(page).getByRole("heading", { level: 2, name });
  // On a busy machine the keys may arrive before the lanes are filtered, and select another agent.
  await until(async () => {
    await filter.fill(name);
    await filter.blur();
    await until(async () => (await page.locator(".lanes .hint").count()) === 0, `there is a lane of ${name}`);
    await page.getByRole("slider", { name: "Tick" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await filter.fill("");
    await filter.blur();
    return heading.waitFor({ timeout: 3000 }).then(() => true, () => false);
  }, `${name} is selected`);
}

/** The panel of the selected agent. */
export function panel(page: Page): Locator {
  return page.getByRole("complementary");
}

/** The editor of the designer. */
export function editor(page: Page): Locator {
  return page.getByRole("textbox", { name: /^Text of/ });
}

/** Deletes the first occurrence of a text in the editor. */
export async function deleteText(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+f");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
}

/** The position on the page of a cell of the map, which is shown as a whole. */
export async function cellAt(page: Page, x: number, y: number, columns: number, rows: number): Promise<{ x: number; y: number }> {
  const box = await page.getByRole("img", { name: /^Map/ }).boundingBox();
  assert.ok(box);
  const scale = Math.min(box.width / columns, box.height / rows);
  return { x: box.x + (box.width - scale * columns) / 2 + (x + 0.5) * scale, y: box.y + (box.height - scale * rows) / 2 + (y + 0.5) * scale };
}

/** Waits until a condition holds; fails with its description if it never does. */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Saves a screenshot with the artefacts of the run. */
export async function picture(page: Page, name: string): Promise<void> {
  const to = process.env["STUDIO_SHOTS"] ?? "studio-shots";
  mkdirSync(to, { recursive: true });
  await page.screenshot({ path: join(to, `${name}.png`) });
}

/** Saves screenshots on every screen, light and dark; `look` prepares the page. */
export async function pictures(browser: Browser, studio: Studio, name: string, look: (page: Page) => Promise<void>): Promise<void> {
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    for (const scheme of ["light", "dark"] as const) {
      const { page, leave } = await visit(browser, studio, screen, scheme);
      await look(page);
      await picture(page, `${name}-${screen}-${scheme}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overflow <= 0, `${name} is ${overflow} pixels wider than the ${screen}`);
      await leave();
    }
  }
}
