// Takes the pictures of docs/studio.md for `cargo xtask docs-pictures`.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { cellAt, command, enter, launch, panel, select, showTick, deleteText, until, tickOf } from "./browser.js";
import { folder, record, Studio } from "./studio.js";

const FOLDER = process.env["DOCS_PICTURES"] ?? ".";
/** Large enough for every view, and small enough to be committed. */
const SIZE = { width: 1200, height: 720 };

const browser = await launch();

/** Takes a picture in both colour schemes: `studio-NAME.png` and `studio-NAME-dark.png`. */
async function take(studio: Studio, name: string, walk: (page: Page) => Promise<void>): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    // Without motion the comparison of planners is not animated.
    const context = await browser.newContext({ viewport: SIZE, colorScheme: scheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(studio.url);
    await page.getByRole("slider", { name: "Tick" }).waitFor();
    await page.getByRole("img", { name: /^Map/ }).waitFor();
    await walk(page);
    // Wait until the answers are painted.
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(FOLDER, `studio-${name}${scheme === "dark" ? "-dark" : ""}.png`) });
    await context.close();
  }
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
  await panel(page).locator(".why .prose").waitFor();
});
await take(pirate, "events", async (page) => {
  await enter(page, "Events");
  await page.getByRole("searchbox", { name: "Search events" }).fill("bottle");
  await page.locator(".lines li").first().waitFor();
});
await take(pirate, "search", async (page) => {
  await enter(page, "Search");
  await page.getByRole("combobox", { name: "Recorded search" }).selectOption({ index: 0 });
  await page.locator(".graph .node", { hasText: "buy" }).first().click();
  await page.getByLabel("Node", { exact: true }).getByText("Still open").waitFor();
});
await take(pirate, "designer", async (page) => {
  await page.keyboard.press("f");
  await until(async () => (await tickOf(page)) > 0, "there is a failure");
  await enter(page, "Designer");
  await page.getByRole("button", { name: "Copy from pirate at tick 189" }).click();
  await page.getByText("No plan reaches").waitFor();
  await deleteText(page, '"knows_recipe", ');
  await page.getByLabel("Edited text", { exact: true }).getByText("brew").first().waitFor();
});
await take(pirate, "compare", async (page) => {
  await enter(page, "Designer");
  await deleteText(page, '"knows_recipe", ');
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: /^Compare/ }).last().click();
  await page.getByText(/^This edit changes [1-9]/).waitFor();
});
await take(pirate, "cards", async (page) => {
  await enter(page, "Designer");
  await page.getByText("No problems found").waitFor();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  const steal = page.getByRole("listitem", { name: "action steal" });
  await steal.getByRole("button", { name: "Add to when" }).click();
  await page.keyboard.type("stock[tavern, ");
  await page.getByRole("option", { name: /^bottle/ }).waitFor();
});
await take(pirate, "quest", async (page) => {
  await enter(page, "Quest");
  await page.getByRole("button", { name: "Compare planners" }).click();
  await page.getByRole("button", { name: "Replay" }).waitFor({ timeout: 180_000 });
});
await take(pirate, "fear", async (page) => {
  await enter(page, "Fear");
  await page.getByLabel("Mean suboptimality by order").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText(/^order 2 of/).waitFor();
});
await pirate.close();

const start = await Studio.openIn(folder(), "--allow-control", "--allow-write");
for (const scheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(start.url);
  await page.getByRole("form", { name: "Template guard" }).waitFor();
  // The name of a temporary folder would change with every picture.
  await page.locator(".start code").first().evaluate((code) => (code.textContent = "~/my-game"));
  await page.screenshot({ path: join(FOLDER, `studio-start${scheme === "dark" ? "-dark" : ""}.png`) });
  await context.close();
}
await start.close();

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

const castle = await Studio.open(record("castle"));
await take(castle, "feared", async (page) => {
  await select(page, "mara");
  await showTick(page, 1250);
  await page.getByRole("checkbox", { name: "fear", exact: true }).check();
  await page.getByText(/^mara fears .* cells longer/).waitFor();
});
await castle.close();

const village = await Studio.open(record("village", "--ticks", "120"));
await take(village, "goal", async (page) => {
  await showTick(page, 80);
  await panel(page).locator(".scores tr:not(.chosen) button").first().click();
  await panel(page).getByText(/would choose it if it believed|No change of one or two|It has the highest score/).waitFor();
  await panel(page).locator(".answer").evaluate((answer) => answer.scrollIntoView({ block: "start" }));
});
await take(village, "curves", async (page) => {
  await enter(page, "Designer");
  await page.getByRole("tab", { name: "Curves" }).click();
  await page.locator(".curves svg").first().waitFor();
});
await village.close();

const brewer = await Studio.open("pirate", "--allow-control", "--stop-when", "pirate has no plan", "--stop-when", "anyone does steal");
await take(brewer, "breakpoints", async (page) => {
  await page.keyboard.press("w");
  await page.getByRole("dialog", { name: "Breakpoints" }).waitFor();
});
await brewer.close();

const fight = await Studio.open("squad", "--allow-control");
await take(fight, "edit", async (page) => {
  await page.getByRole("button", { name: "Step", exact: true }).click();
  const box = await page.getByRole("img", { name: /^Map/ }).boundingBox();
  if (box) await page.mouse.click(box.x + box.width * 0.45, box.y + box.height * 0.4, { button: "right" });
  await page.getByRole("menu", { name: "Edit the scene" }).waitFor();
});
await take(fight, "commands", async (page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).waitFor();
});
await fight.close();

/** Gives an order for a cell of the map of `skirmish` to all friends. */
async function orderAll(page: Page, [x, y]: [number, number], name: RegExp): Promise<void> {
  await page.keyboard.press("q");
  const at = await cellAt(page, x, y, 39, 17);
  await page.mouse.click(at.x, at.y, { button: "right" });
  const item = page.getByRole("dialog", { name: "Orders" }).getByRole("menuitem", { name });
  await item.hover();
  await page.getByRole("status", { name: "What they would do" }).getByText("→").or(page.getByText("go(")).first().waitFor();
}

/** The folder of the project: pictures are taken beside the page's sources. */
const ROOT = join(process.cwd(), "../../..");
const pirates = await Studio.open(join(ROOT, "scenes/pirate.toml"), "--allow-control", "--allow-write");
await take(pirates, "board", async (page) => {
  await enter(page, "Designer");
  await page.getByRole("combobox", { name: "Document" }).selectOption({ index: 0 });
  await page.getByRole("button", { name: "Map", exact: true }).click();
  const map = page.getByRole("application", { name: /^Map of the scene/ });
  await map.waitFor();
  await page.getByRole("button", { name: "trees" }).click();
  const box = await map.boundingBox();
  if (!box) return;
  await page.mouse.move(box.x + box.width * 0.42, box.y + box.height * 0.62);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.66, { steps: 10 });
});
await pirates.close();
const bell = await Studio.open(join(ROOT, "domains/bell.toml"));
for (const scheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(bell.url);
  await page.getByText("No problems found").waitFor();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByRole("tab", { name: "Dependencies" }).click();
  const [start, end] = [await page.locator('.graph .node[data-id="a warm_up"]').boundingBox(), await page.locator('.graph .node[data-id="a ring"]').boundingBox()];
  if (start && end) {
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
    await page.mouse.up();
  }
  await page.getByRole("region", { name: "Connect warm_up to ring" }).getByText("ring needs").first().waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(FOLDER, `studio-graph${scheme === "dark" ? "-dark" : ""}.png`) });
  await context.close();
}
await bell.close();

for (const scheme of ["light", "dark"] as const) {
  // Each scheme needs a game of its own: a game goes on.
  const skirmish = await Studio.open("skirmish", "--allow-control", "--seed", "1000000");
  const context = await browser.newContext({ viewport: SIZE, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const shoot = async (name: string) => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(FOLDER, `studio-${name}${scheme === "dark" ? "-dark" : ""}.png`) });
  };
  await page.goto(skirmish.url);
  await page.getByRole("dialog", { name: "Briefing" }).waitFor();
  await shoot("briefing");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4000");
  await orderAll(page, [23, 2], /^hold/);
  await shoot("ring");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("log").getByText("puts it off").first().waitFor();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await shoot("game");
  await page.getByRole("log").getByRole("listitem").filter({ hasText: "puts it off" }).last().getByRole("button").click();
  await panel(page).locator(".scores tr.chosen button", { hasText: "fight" }).click();
  await panel(page).getByText(/relevance .* × weight/).waitFor();
  await shoot("refused");
  await page.keyboard.press("End");
  await page.locator(".friends button:not([disabled])").first().click();
  await page.getByRole("button", { name: /^Be / }).click();
  await page.mouse.move(SIZE.width * 0.45, SIZE.height * 0.4);
  await shoot("drive");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Be / }).waitFor();
  await page.waitForTimeout(600);
  // The same game from a moment before the first refusal, without one of the sentries.
  await showTick(page, 5);
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("b");
  await page.getByRole("combobox", { name: "Branch" }).waitFor();
  await page.getByText("of 5,").waitFor();
  await command(page, "kill centre1");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(async () => (await tickOf(page)) > 16, "the branch goes on");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("combobox", { name: "Compared with" }).selectOption({ index: 1 });
  await page.locator(".difference").waitFor();
  await shoot("branch");
  await page.getByRole("combobox", { name: "Compared with" }).selectOption("");
  await page.keyboard.press("End");
  await command(page, "move codes to start");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.getByRole("dialog", { name: "Verdict" }).waitFor();
  await shoot("verdict");
  await context.close();
  await skirmish.close();
}
await browser.close();
