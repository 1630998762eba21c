// How the page looks and can be used: accessibility, colour schemes, panes, the command palette and the map.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { problems } from "./axe.js";
import { command, enter, launch, panel, select, showTick, until, visit } from "./browser.js";
import { record, Studio } from "./studio.js";

let browser: Browser;
let squad: Studio;
before(async () => {
  browser = await launch();
  squad = await Studio.open(record("rooms"));
});
after(async () => {
  await browser?.close();
  await squad?.close();
});

test("axe-core finds no violations in any panel, light and dark", async () => {
  for (const scheme of ["light", "dark"] as const) {
    const { page, leave } = await visit(browser, squad, "desk", scheme);
    await showTick(page, 40);
    await panel(page).getByRole("heading", { level: 2 }).waitFor();
    for (const name of ["Scene", "Events", "Command", "Search", "Designer", "Quest", "Fear"]) {
      await enter(page, name);
      await page.waitForTimeout(700);
      assert.deepEqual(await problems(page), [], `${name}, ${scheme}`);
    }
    await enter(page, "Scene");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    assert.deepEqual(await problems(page), [], `command palette, ${scheme}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    assert.deepEqual(await problems(page), [], `keys, ${scheme}`);
    await leave();
  }
});

test("the colour scheme is switched and remembered", async () => {
  const { page, leave } = await visit(browser, squad, "desk", "light");
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  assert.equal(await theme(), "light");
  await page.getByRole("button", { name: "Light or dark" }).click();
  assert.equal(await theme(), "dark");
  await page.reload();
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  assert.equal(await theme(), "dark");
  await command(page, "Colours of the system");
  assert.equal(await theme(), "light");
  await leave();
});

test("panes are resized with the mouse and the keyboard, and remembered", async () => {
  const { page, leave } = await visit(browser, squad);
  const width = async () => (await panel(page).boundingBox())?.width ?? 0;
  const before = await width();
  const splitter = page.getByRole("separator", { name: "Width of the agent panel" });
  const box = await splitter.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x - 100, box.y + 100, { steps: 4 });
  await page.mouse.up();
  const wider = await width();
  assert.ok(wider > before + 60, `${before} to ${wider}`);
  await splitter.focus();
  await page.keyboard.press("ArrowRight");
  const after = await width();
  assert.ok(after < wider);
  await page.reload();
  await page.getByRole("slider", { name: "Tick" }).waitFor();
  await until(async () => Math.abs((await width()) - after) < 2, "the width is remembered");
  await leave();
});

test("the map zooms and pans, and clicks hit what is shown", async () => {
  const { page, leave } = await visit(browser, squad);
  await showTick(page, 30);
  const map = page.getByRole("img", { name: /^Map/ });
  const box = await map.boundingBox();
  assert.ok(box);
  const pixels = () => map.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL().length);
  const whole = await pixels();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -400);
  await until(async () => (await pixels()) !== whole, "the map is zoomed");
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 40, { steps: 4 });
  await page.mouse.up();
  await map.focus();
  await page.keyboard.press("0");
  await until(async () => (await pixels()) === whole, "the whole map is shown again");
  await leave();
});

test("the command palette finds panels and agents, and colours follow roles", async () => {
  const { page, leave } = await visit(browser, squad);
  await select(page, "bea");
  await command(page, "select control");
  await panel(page).getByRole("heading", { level: 2, name: "control" }).waitFor();
  await command(page, "show events");
  await page.getByRole("searchbox", { name: "Search events" }).waitFor();
  await enter(page, "Scene");
  await page.getByRole("combobox", { name: "Colours" }).selectOption("role");
  await page.locator(".tools .team").first().waitFor();
  await leave();
});

test("the time bar is one row, also with branches, breakpoints and a range", async () => {
  const studio = await Studio.open("pirate", "--allow-control", "--stop-when", "pirate has no plan");
  const { page, leave } = await visit(browser, studio);
  for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByText("of 3,").waitFor();
  await page.keyboard.press("b");
  await page.getByRole("combobox", { name: "Branch" }).waitFor();
  await page.keyboard.press("[");
  await page.keyboard.press("]");
  const save = page.getByRole("button", { name: /^Save \d/ });
  await save.waitFor();
  for (const width of [1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    const bar = await page.getByRole("toolbar", { name: "Time" }).evaluate((bar) => ({
      height: bar.clientHeight,
      cut: [...bar.querySelectorAll("button, select, input, output")].filter((one) => one.getBoundingClientRect().right > bar.getBoundingClientRect().right).length,
    }));
    assert.ok(bar.height < 50, `${bar.height} pixels high at ${width}`);
    assert.equal(bar.cut, 0, `something is cut off at ${width}`);
  }
  await leave();
  await studio.close();
});

/** What is drawn on what, and must stand out from it. Colours by their names in style.css. */
const DRAWN: [string[], string[]][] = [
  [["wall", "tree", "water", "cover", "wood", "bad", "brass", "station", "accent", "order"], ["ground"]],
  [["team-blue", "team-red", "team-green", "team-purple", "team-orange", "team-teal"], ["ground"]],
  [["accent", "bad", "warn", "order", "muted"], ["panel", "selected"]],
  [["line-strong"], ["panel"]],
];

test("what is drawn stands out from what is below it, light and dark", async () => {
  for (const scheme of ["light", "dark"] as const) {
    const { page, leave } = await visit(browser, squad, "desk", scheme);
    const found = await page.evaluate((drawn) => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const luminance = (name: string) => {
        if (!context) return 0;
        context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrast = (one: string, two: string) => {
        const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
        return (light + 0.05) / (dark + 0.05);
      };
      return drawn.flatMap(([above, below]) => above.flatMap((one) => below.map((two) => ({ pair: `${one} on ${two}`, contrast: contrast(one, two) }))));
    }, DRAWN);
    assert.ok(found.length > 20);
    assert.deepEqual(found.filter((one) => !(one.contrast >= 3)), [], scheme);
    await leave();
  }
});

test("what is under the pointer is named, until another tick is shown", async () => {
  const { page, leave } = await visit(browser, squad);
  await showTick(page, 30);
  const lanes = await page.getByRole("slider", { name: "Tick" }).boundingBox();
  const map = await page.getByRole("img", { name: /^Map/ }).boundingBox();
  assert.ok(lanes && map);
  const tip = page.locator(".tip");
  await page.mouse.move(lanes.x + 300, lanes.y + 36);
  await tip.getByText(/^\d+ control: /).waitFor();
  await page.keyboard.press("ArrowRight");
  await tip.waitFor({ state: "detached" });
  // Somewhere on the map is a body.
  const near = async (share: number) => {
    for (let x = 0.1; x < 0.9; x += 0.015) {
      await page.mouse.move(map.x + map.width * x, map.y + map.height * share);
      if ((await tip.count()) > 0) return (await tip.textContent()) ?? "";
    }
    return null;
  };
  let found: string | null = null;
  for (let share = 0.9; share > 0.1 && found === null; share -= 0.05) found = await near(share);
  assert.match(found ?? "nothing", /^\w+ · \w+ · .*(wants|no goal)|no recorded mind/);
  await page.keyboard.press("2");
  await tip.waitFor({ state: "detached" });
  await leave();
});
