// The browser: the system's own Chromium, one for all tests of a file, and pages that must not complain.

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

/** Screens that everything is looked at on. */
export const SCREENS = { desk: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
export type Screen = keyof typeof SCREENS;
export type Scheme = "light" | "dark";

/** How long a page may take for anything: machines are busy. */
const PATIENCE_MS = 30_000;

/** Starts the browser. */
export function launch(...flags: string[]): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** A page that shows a studio, and what it complained about meanwhile. */
export interface Visit {
  page: Page;
  complaints: string[];
  /** Closes the page; fails if anything went wrong in it. */
  leave: () => Promise<void>;
}

export async function visit(browser: Browser, studio: Studio, screen: Screen = "desk", scheme: Scheme = "light"): Promise<Visit> {
  const context = await browser.newContext({ viewport: SCREENS[screen], colorScheme: scheme, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(studio.url);
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  return {
    page,
    complaints,
    leave: async () => {
      await context.close();
      assert.deepEqual(complaints, [], "the page complained");
    },
  };
}

/** Opens a room by its name in the bar. */
export async function enter(page: Page, room: string): Promise<void> {
  await page.getByRole("navigation", { name: "Rooms" }).getByRole("button", { name: room, exact: true }).click();
}

/** The tick that is shown. */
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

/** Selects an agent by the beginning of its lane's name, with the keyboard. */
export async function select(page: Page, name: string): Promise<void> {
  const filter = page.getByRole("searchbox", { name: "Filter lanes" });
  await filter.fill(name);
  await filter.blur();
  await until(async () => (await page.locator(".lanes .hint").count()) === 0, `there is a lane of ${name}`);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await filter.fill("");
  await filter.blur();
  await panel(page).getByRole("heading", { level: 2, name }).waitFor();
}

/** The panel of the selected agent. */
export function panel(page: Page): Locator {
  return page.getByRole("complementary");
}

/** The editor of the designer. */
export function editor(page: Page): Locator {
  return page.getByRole("textbox", { name: /^Text of/ });
}

/** Takes a text out of the edited one. */
export async function takeOut(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+f");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
}

/** Waits until something holds; fails with its words if it never does. */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Keeps a picture of the page among the artefacts of the run. */
export async function picture(page: Page, name: string): Promise<void> {
  const to = process.env["STUDIO_SHOTS"] ?? "studio-shots";
  mkdirSync(to, { recursive: true });
  await page.screenshot({ path: join(to, `${name}.png`) });
}

/** Pictures of what a studio shows, light and dark, on every screen; `look` brings the page to what is worth seeing. */
export async function pictures(browser: Browser, studio: Studio, name: string, look: (page: Page) => Promise<void>): Promise<void> {
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    for (const scheme of ["light", "dark"] as const) {
      const { page, leave } = await visit(browser, studio, screen, scheme);
      await look(page);
      await picture(page, `${name}-${screen}-${scheme}`);
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(spill <= 0, `${name} is ${spill} pixels wider than the ${screen}`);
      await leave();
    }
  }
}
