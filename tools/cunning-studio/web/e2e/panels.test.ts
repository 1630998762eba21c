// The basic panels, on recordings and on running scenes.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { enter, launch, panel, pictures, select, showTick, tickOf, until, visit } from "./browser.js";
import { folder, record, Studio } from "./studio.js";

/** A pirate without a recipe finds no rum in the tavern and gives up. */
const GIVES_UP = ["--set", "knows_recipe=false", "--event", "remove bottle @ 40"];

let browser: Browser;
let gaveUp: Studio;
let squad: Studio;
before(async () => {
  browser = await launch();
  gaveUp = await Studio.open(record("pirate", ...GIVES_UP, "--ticks", "300"));
  squad = await Studio.open(record("rooms"));
});
after(async () => {
  await Promise.all([browser?.close(), gaveUp?.close(), squad?.close()]);
});

test("a recording opens at its first tick", async () => {
  const { page, leave } = await visit(browser, gaveUp);
  assert.equal(await tickOf(page), 0);
  await page.getByText("recording", { exact: true }).waitFor();
  const map = page.getByRole("img", { name: /^Map of pirate/ });
  await map.waitFor();
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  await leave();
});

test("dragging on the timeline changes the shown tick", async () => {
  const { page, leave } = await visit(browser, gaveUp);
  const slider = page.getByRole("slider", { name: "Tick" });
  const box = await slider.boundingBox();
  assert.ok(box);
  const at = (share: number): [number, number] => [box.x + 120 + (box.width - 120) * share, box.y + 10];
  await page.mouse.move(...at(0.1));
  await page.mouse.down();
  await page.mouse.move(...at(0.3), { steps: 8 });
  const early = await tickOf(page);
  await panel(page).getByText(/^wants/).waitFor();
  await page.mouse.move(...at(0.9), { steps: 8 });
  await page.mouse.up();
  const late = await tickOf(page);
  assert.ok(early > 50 && early < 130 && late > 230, `${early}, ${late}`);
  await panel(page).getByText("idle: no plan").waitFor();
  await leave();
});

test("the timeline is operated with the keyboard", async () => {
  const { page, leave } = await visit(browser, gaveUp);
  const press = async (key: string, wanted: (tick: number) => boolean) => {
    await page.keyboard.press(key);
    await until(async () => wanted(await tickOf(page)), `${key} shows the expected tick`);
  };
  await press("ArrowRight", (tick) => tick === 1);
  await press("Shift+ArrowRight", (tick) => tick === 11);
  await press("ArrowLeft", (tick) => tick === 10);
  await press("End", (tick) => tick === 300);
  await press("Home", (tick) => tick === 0);
  await press("d", (tick) => tick > 0 && tick < 10);
  await press("f", (tick) => tick > 100);
  const failure = await tickOf(page);
  await press("Home", (tick) => tick === 0);
  await press("End", (tick) => tick === 300);
  await press("F", (tick) => tick >= failure && tick < 300);
  await press("D", (tick) => tick < failure);
  await page.keyboard.press("/");
  assert.ok(await page.getByRole("searchbox", { name: "Search events" }).evaluate((field) => field === document.activeElement));
  await leave();
});

test("a plan is explained step by step", async () => {
  const { page, leave } = await visit(browser, gaveUp);
  await showTick(page, 20);
  const steps = panel(page).locator("ol.plan").first().getByRole("listitem");
  assert.deepEqual((await steps.allInnerTexts()).map((text) => text.split(" ")[0]), ["go(beach,", "sell(3)", "go(docks,", "buy(bottle)", "drink"]);
  assert.match(await panel(page).locator("[aria-current=step]").innerText(), /^sell\(3\)/);
  await panel(page).getByRole("button", { name: "Explain the plan" }).click();
  await panel(page).locator(".why").getByText(/buy\(bottle\)/).first().waitFor();
  const why = await panel(page).locator(".why").innerText();
  assert.match(why, /has\[bottle\]/, why);
  await leave();
});

test("failures are explained as on the command line", async () => {
  const { page, leave } = await visit(browser, gaveUp);
  await page.keyboard.press("f");
  await until(async () => (await tickOf(page)) > 0, "a failure is found");
  await panel(page).getByText(/no plan: unsolvable/).waitFor();
  await panel(page).locator(".why").getByRole("button").click();
  const why = panel(page).locator(".why .prose");
  await why.waitFor();
  assert.match(await why.innerText(), /No plan reaches get_drunk: stock\[tavern, bottle\] >= 1 is missing\./);
  assert.match(await why.innerText(), /by brew, which needs knows_recipe/);
  const belief = panel(page).getByRole("row", { name: /^stock\[tavern, bottle\]/ });
  assert.match(await belief.innerText(), /\t0\t/);
  await leave();
});

test("events are searched, and a row leads to its tick", async () => {
  const { page, leave } = await visit(browser, gaveUp);
  await enter(page, "Events");
  const lines = page.locator(".lines li");
  await lines.first().waitFor();
  await page.getByRole("searchbox", { name: "Search events" }).fill("no plan");
  await page.getByText(/finds no plan/).first().waitFor();
  await until(async () => (await lines.allInnerTexts()).every((line) => /no plan/.test(line)), "only matching rows are shown");
  const first = lines.first().getByRole("button");
  const tick = Number(await first.innerText());
  await first.click();
  assert.equal(await tickOf(page), tick);
  await page.getByRole("searchbox", { name: "Search events" }).fill("krakens");
  await page.getByText("No event matches.").waitFor();
  await leave();
});

test("an order is followed from the commander to the report", async () => {
  const { page, leave } = await visit(browser, squad);
  await showTick(page, 5);
  await enter(page, "Command");
  const tree = page.getByRole("region", { name: "Command" });
  await tree.getByRole("button", { name: /^control/ }).waitFor();
  const under = tree.getByRole("list").getByRole("list").getByRole("button", { name: /^(ada|bea|cal|dov) / });
  assert.equal(await under.count(), 4);
  const given = tree.getByRole("button", { name: /line_up\(kitchen\): (given|accepted)/ });
  assert.ok((await given.count()) > 0);
  await tree.getByRole("button", { name: /^bea / }).click();
  await panel(page).getByRole("heading", { level: 2, name: "bea" }).waitFor();
  await panel(page).getByText(/from control/).waitFor();
  // The next order event is the report that it is done.
  await page.keyboard.press("o");
  await until(async () => (await tickOf(page)) > 5, "there is another order event");
  await panel(page).getByRole("button", { name: "control" }).first().click();
  await panel(page).getByRole("heading", { level: 2, name: "control" }).waitFor();
  await leave();
});

test("lanes are filtered, and agents are selected on the map", async () => {
  const { page, leave } = await visit(browser, squad);
  await showTick(page, 60);
  await select(page, "dov");
  const box = await page.getByRole("img", { name: /^Map of rooms/ }).boundingBox();
  assert.ok(box);
  // Click on a grid of points until an agent and a body without a mind are hit.
  const found = { agent: "", body: "" };
  for (let y = 0.1; y < 0.95 && !(found.agent && found.body); y += 0.05) {
    for (let x = 0.1; x < 0.95 && !(found.agent && found.body); x += 0.025) {
      await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
      const name = await panel(page).getByRole("heading", { level: 2 }).innerText();
      if (name.startsWith("figure")) found.body = name;
      else if (!name.startsWith("dov")) found.agent = name;
    }
  }
  assert.match(found.agent, /^(ada|bea|cal|control)/);
  assert.match(found.body, /^figure/);
  await leave();
});

test("a running scene is stepped, played and paused", async () => {
  const live = await Studio.open("pirate", "--allow-control");
  const { page, leave } = await visit(browser, live);
  assert.equal(await tickOf(page), 0);
  await page.getByRole("button", { name: "Step" }).click();
  await until(async () => (await tickOf(page)) === 1, "a step runs one tick");
  await page.keyboard.press(".");
  await until(async () => (await tickOf(page)) === 2, "the key runs one tick");
  await page.getByText("of 2, 0.2 s").waitFor();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4000");
  await page.getByRole("button", { name: "Play" }).click();
  await until(async () => (await tickOf(page)) > 20, "the scene runs");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Play" }).waitFor();
  await panel(page).getByText(/^wants get_drunk/).waitFor();
  const held = await tickOf(page);
  // The past can be shown while the scene is paused.
  await page.keyboard.press("Home");
  assert.equal(await tickOf(page), 0);
  await page.getByRole("button", { name: "Now", exact: true }).click();
  assert.equal(await tickOf(page), held);
  await leave();
  await live.close();
});

test("without --allow-control a scene runs by itself", async () => {
  const live = await Studio.open("pirate");
  const { page, leave } = await visit(browser, live);
  await until(async () => (await tickOf(page)) > 5, "the scene runs");
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0, "the page cannot pause it");
  await leave();
  await live.close();
});

test("data stays visible when the studio stops", async () => {
  const live = await Studio.open("pirate", "--allow-control");
  const { page } = await visit(browser, live);
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  await live.close();
  await page.getByRole("alert").getByText(/connection to the studio is lost/).waitFor();
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Step", exact: true }).isDisabled());
  // Panels do not claim to be empty when they could not be loaded.
  for (const name of ["Events", "Command", "Search", "Designer", "Quest", "Fear"]) {
    await enter(page, name);
    await page.getByText("The connection to the studio was lost before this was loaded.").or(page.getByText("could not be loaded: the connection to the studio is lost")).waitFor();
  }
  await page.context().close();
});

test("a damaged recording is shown as far as it can be read", async () => {
  const bytes = readFileSync(record("pirate"));
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  const file = join(folder(), "damaged.cng");
  writeFileSync(file, bytes);
  const damaged = await Studio.open(file);
  const { page, leave } = await visit(browser, damaged);
  await showTick(page, 5);
  await panel(page).getByText(/^wants/).waitFor();
  assert.equal(await page.getByText(/Cannot show this tick/).count(), 0);
  await page.keyboard.press("End");
  await page.getByRole("alert").getByText(/Cannot show this tick: .*damaged/).waitFor();
  await showTick(page, 5);
  await page.getByText(/Cannot show this tick/).first().waitFor({ state: "detached" });
  await leave();
  await damaged.close();
});

test("a truncated recording says that its end is missing", async () => {
  const bytes = readFileSync(record("pirate"));
  const file = join(folder(), "cut.cng");
  writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
  const cut = await Studio.open(file);
  const { page, leave } = await visit(browser, cut);
  await page.getByRole("status").getByText("The recording is truncated: its end is missing").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("End");
  await until(async () => (await tickOf(page)) > 10, "what is there is shown");
  await leave();
  await cut.close();
});

test("a page without the token shows what to do", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(gaveUp.origin);
  await page.getByRole("heading", { name: "The studio rejected this page" }).waitFor();
  await context.close();
});

test("screenshots of the basic panels", async () => {
  await pictures(browser, gaveUp, "scene", async (page) => {
    await page.keyboard.press("f");
    await panel(page).getByText(/no plan: unsolvable/).waitFor();
    await panel(page).locator(".why").getByRole("button").click();
    await panel(page).locator(".why .prose").waitFor();
  });
  await pictures(browser, squad, "squad", async (page) => {
    await select(page, "bea");
    await showTick(page, 60);
    await panel(page).getByText(/from control/).waitFor();
  });
  await pictures(browser, gaveUp, "events", async (page) => {
    await enter(page, "Events");
    await page.locator(".lines li").first().waitFor();
  });
  await pictures(browser, squad, "command", async (page) => {
    await showTick(page, 30);
    await enter(page, "Command");
    await page.getByRole("button", { name: /^control/ }).first().waitFor();
  });
});
