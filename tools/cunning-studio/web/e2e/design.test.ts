// The panels Search, Designer, Quest and Fear.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { editor, enter, launch, panel, pictures, deleteText, until, visit } from "./browser.js";
import { cunning, folder, record, Studio } from "./studio.js";

/** The domain files of the project; tests run beside the page's sources. */
const DOMAINS = join(process.cwd(), "../../../domains");
const SCENES = join(process.cwd(), "../../../scenes");

let browser: Browser;
let pirate: Studio;
before(async () => {
  browser = await launch();
  pirate = await Studio.open(record("pirate", "--event", "remove bottle @ 40"));
});
after(async () => {
  await Promise.all([browser?.close(), pirate?.close()]);
});

/** Types at the end of the editor. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press("Control+End");
  for (const [at, line] of text.split("\n").entries()) {
    if (at) await page.keyboard.press("Enter");
    if (line) await page.keyboard.insertText(line);
  }
}

/** The steps and the cost of the plan that the designer shows. */
async function planOf(page: Page, name = "Plan"): Promise<{ steps: string[]; cost: string }> {
  const version = page.getByLabel(name, { exact: true });
  await version.locator(".cost").waitFor();
  return { steps: await version.locator(".plan b").allTextContents(), cost: (await version.locator(".cost").textContent()) ?? "" };
}

/** The output of the command, whatever its exit code. */
function outputOf(...args: string[]): string {
  return spawnSync(process.env["CUNNING"] ?? "", args, { encoding: "utf8" }).stdout;
}

/** The plan of `cunning plan`. */
function planned(file: string, ...args: string[]): { steps: string[]; cost: string } {
  const answer = JSON.parse(cunning("plan", file, ...args, "--format", "json"));
  const step = ({ action, args }: { action: string; args: Record<string, string> }) => {
    const values = Object.values(args);
    return values.length ? `${action}(${values.join(", ")})` : action;
  };
  return { steps: answer.steps.map(step), cost: String(answer.cost) };
}

test("a search is stepped in the order of its expansions", async () => {
  const { page, leave } = await visit(browser, pirate);
  await enter(page, "Search");
  const search = page.getByLabel("Search", { exact: true });
  const progress = search.locator(".stepper output");
  await progress.waitFor();
  await page.getByRole("combobox", { name: "Recorded search" }).selectOption({ index: 0 });
  await until(async () => /^5 of 5 expanded/.test((await progress.textContent()) ?? ""), "the first search has five expansions");
  await search.getByRole("button", { name: "Previous expansion" }).click();
  assert.match((await progress.textContent()) ?? "", /^4 of 5/);
  await page.getByRole("slider", { name: "Expansion" }).fill("2");
  assert.match((await progress.textContent()) ?? "", /^2 of 5/);
  await page.getByRole("list", { name: "Nodes" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.match((await progress.textContent()) ?? "", /^3 of 5/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await until(async () => (await search.getByLabel("Node", { exact: true }).textContent())?.includes("drunk") ?? false, "the goal is open at first");
  // The last step of the plan is next to the goal.
  await search.locator(".graph .node", { hasText: "drink" }).first().click();
  await search.getByLabel("Node", { exact: true }).getByText("has[bottle]").waitFor();
  await leave();
});

test("a search without nodes says why it has none", async () => {
  const studio = await Studio.open(record("pirate", "--set", "knows_recipe=false", "--event", "remove bottle @ 40", "--ticks", "250"));
  const { page, leave } = await visit(browser, studio);
  await enter(page, "Search");
  const searches = page.getByRole("combobox", { name: "Recorded search" });
  const without = searches.locator("option").filter({ hasText: "unsolvable (0 nodes)" }).first();
  await without.waitFor({ state: "attached" });
  await searches.selectOption((await without.getAttribute("value")) ?? "");
  await page.getByText("This search has no nodes").waitFor();
  await leave();
  await studio.close();
});

test("a list of 100,000 nodes scrolls smoothly", async () => {
  const file = join(folder(), "switches.toml");
  // Two neighbours always change together, so an odd number is never on. The search must visit every state to prove it.
  const pairs = Array.from({ length: 16 }, (_, at) => [`s${at}`, `s${at + 1}`] as const);
  const actions = pairs.flatMap(([a, b]) => [
    `action.on_${a} = { when = ["not ${a}", "not ${b}"], then = ["${a}", "${b}"] }`,
    `action.off_${a} = { when = ["${a}", "${b}"], then = ["not ${a}", "not ${b}"] }`,
    `action.right_${a} = { when = ["${a}", "not ${b}"], then = ["not ${a}", "${b}"] }`,
    `action.left_${a} = { when = ["not ${a}", "${b}"], then = ["${a}", "not ${b}"] }`,
  ]);
  const want = ['"s0"', ...pairs.map(([, b]) => `"not ${b}"`)];
  const facts = ["s0", ...pairs.map(([, b]) => b)].map((name) => `${name} = "bool"`);
  writeFileSync(file, `${actions.join("\n")}\ngoal.odd = { want = [${want.join(", ")}] }\n[facts]\n${facts.join("\n")}\n`);
  const studio = await Studio.open(file);
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(studio.url);
  await page.getByRole("button", { name: "Open search" }).click({ timeout: 60_000 });
  const nodes = page.getByRole("list", { name: "Nodes" });
  await nodes.waitFor();
  const total = Number(((await page.locator(".stepper").textContent()) ?? "").match(/([\d,]+) nodes/)?.[1]?.replaceAll(",", ""));
  assert.ok(total >= 100_000, `${total} nodes`);
  // The longest frame while scrolling from top to bottom.
  const slowest = await nodes.evaluate(async (list) => {
    let [slowest, last] = [0, performance.now()];
    for (let at = 0; at <= 100; at++) {
      list.scrollTop = (list.scrollHeight * at) / 100;
      await new Promise(requestAnimationFrame);
      slowest = Math.max(slowest, performance.now() - last);
      last = performance.now();
    }
    return slowest;
  });
  assert.ok(slowest < 1000, `a frame took ${slowest} ms`);
  await until(async () => (await nodes.getByRole("button").count()) > 5, "the last rows are loaded");
  assert.ok((await nodes.getByRole("listitem").count()) < 200, "only visible rows are rendered");
  await context.close();
  await studio.close();
});

test("what-if plans and explanations equal those of the command line", async () => {
  const { page, leave } = await visit(browser, pirate);
  await enter(page, "Designer");
  const file = join(DOMAINS, "pirate.toml");
  assert.deepEqual(await planOf(page), planned(file, "--goal", "get_drunk"));
  await page.getByRole("textbox", { name: "Facts" }).fill("lawful=true\nstock[tavern, bottle]=0\nknows_recipe=true");
  const set = ["--set", "lawful=true", "--set", "stock[tavern, bottle]=0", "--set", "knows_recipe=true"];
  const brewed = planned(file, "--goal", "get_drunk", ...set);
  await until(async () => JSON.stringify(await planOf(page)) === JSON.stringify(brewed), "the plan brews");
  await page.getByRole("combobox", { name: "Archetype" }).selectOption("pirate");
  const asPirate = planned(file, "--goal", "get_drunk", "--agent", "pirate", ...set);
  await until(async () => JSON.stringify(await planOf(page)) === JSON.stringify(asPirate), "brewing is more expensive for the pirate");
  await page.getByRole("textbox", { name: "Facts" }).fill("stock[tavern, bottle]=0");
  const explanation = page.locator(".version .prose");
  await explanation.waitFor();
  await page.getByRole("combobox", { name: "Archetype" }).selectOption("");
  const explained = outputOf("explain", file, "--goal", "get_drunk", "--set", "stock[tavern, bottle]=0");
  // The page shows names as code instead of in backticks, and indents by paragraph.
  const lines = explained.trimEnd().replaceAll("`", "").split("\n").map((line) => line.trim());
  await until(async () => JSON.stringify(await explanation.locator("p").allTextContents()) === JSON.stringify(lines), "the explanation equals that of the command");
  await leave();
});

test("problems are marked and names are completed", async () => {
  const { page, leave } = await visit(browser, pirate);
  await enter(page, "Designer");
  await planOf(page);
  await typeAtEnd(page, '\n[action.beg]\nwhen = ["at == tavrn"]\nthen = ["has[bottle]"]\n');
  const found = page.locator(".problems");
  await found.getByText("there is no place or parameter tavrn").waitFor();
  const text = readFileSync(join(DOMAINS, "pirate.toml"), "utf8");
  const position = (await found.locator("button span").first().textContent()) ?? "";
  // The same position as `cunning check` reports.
  const file = join(folder(), "pirate.toml");
  writeFileSync(file, `${text}\n[action.beg]\nwhen = ["at == tavrn"]\nthen = ["has[bottle]"]\n`);
  const report: { errors: { line: number; column: number }[] } = JSON.parse(outputOf("check", file, "--format", "json"));
  assert.equal(position, `${report.errors[0]?.line}:${report.errors[0]?.column}`);
  const mark = page.locator(".cm-lintRange-error");
  assert.equal(await mark.textContent(), "tavrn");
  // Names of the domain are completed.
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("know");
  await page.locator(".cm-tooltip-autocomplete").getByText("knows_recipe").first().waitFor();
  await leave();
});

/** The condition of the pirate's theft that he is not watched. */
const WATCHED = ', { any = ["not watched", "bold"] }';

test("an edit is compared with the original and the recording, and becomes a test", async () => {
  const { page, leave } = await visit(browser, pirate);
  await page.getByRole("spinbutton", { name: "tick" }).fill("1");
  await page.getByRole("spinbutton", { name: "tick" }).press("Enter");
  await enter(page, "Designer");
  await planOf(page);
  await page.getByRole("button", { name: "Copy from pirate at tick 1" }).click();
  await until(async () => (await page.getByRole("textbox", { name: "Facts" }).inputValue()).includes("lawful=true"), "the beliefs are copied");
  // Allow theft to all agents, watched or not.
  await deleteText(page, '"not lawful", ');
  await deleteText(page, WATCHED);
  await until(async () => (await planOf(page, "Edited text")).steps.some((step) => step.startsWith("steal")), "the edited plan steals");
  assert.ok(!(await planOf(page, "Original text")).steps.some((step) => step.startsWith("steal")));
  await page.getByRole("button", { name: "Add as test" }).click();
  await page.getByText(/^Added the test/).waitFor();
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Compare with recording" }).click();
  const verdict = page.locator(".recorded [role=status]");
  await until(async () => /^This edit changes [1-9]\d* of \d+ recorded decisions\./.test((await verdict.textContent()) ?? ""), "some decisions change");
  await leave();
});

test("saving needs permission and applies to the running scene", async () => {
  const place = folder();
  const [scene, domain] = [join(place, "pirate.toml"), join(place, "domains.toml")];
  writeFileSync(scene, readFileSync(join(SCENES, "pirate.toml"), "utf8").replaceAll('domain = "pirate.toml"', 'domain = "domains.toml"'));
  copyFileSync(join(DOMAINS, "pirate.toml"), domain);
  const before = readFileSync(domain, "utf8");
  const watched = await Studio.open(scene);
  const readOnly = await visit(browser, watched);
  await enter(readOnly.page, "Designer");
  await planOf(readOnly.page);
  await typeAtEnd(readOnly.page, "\n# mine\n");
  await until(async () => await readOnly.page.getByRole("button", { name: "Save" }).isDisabled(), "saving is disabled");
  assert.ok(await readOnly.page.getByRole("button", { name: "Apply to running scene" }).isDisabled());
  await readOnly.leave();
  await watched.close();
  assert.equal(readFileSync(domain, "utf8"), before);

  const studio = await Studio.open(scene, "--allow-control", "--allow-write");
  const { page, leave } = await visit(browser, studio);
  for (let at = 0; at < 15; at++) await page.getByRole("button", { name: "Step", exact: true }).click();
  await enter(page, "Designer");
  await planOf(page);
  await deleteText(page, '"not lawful", ');
  await deleteText(page, WATCHED);
  await until(async () => await page.getByRole("button", { name: "Save" }).isEnabled(), "saving is enabled");
  await page.locator(".problems").getByText("No problems found").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText(/plans? go on|dropped/).waitFor();
  assert.equal(readFileSync(domain, "utf8"), before.replace('"not lawful", ', "").replace(WATCHED, ""));
  await enter(page, "Scene");
  for (let at = 0; at < 3; at++) await page.getByRole("button", { name: "Step", exact: true }).click();
  await until(async () => ((await panel(page).locator(".plan").first().textContent()) ?? "").includes("steal"), "the agent has another plan");
  await leave();
  await studio.close();
});

test("moving a curve point rewrites its numbers", async () => {
  const studio = await Studio.open(join(DOMAINS, "watch.toml"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.goto(studio.url);
  await page.getByRole("tab", { name: "Curves" }).click();
  const point = page.getByRole("slider", { name: /^Point 2 of/ }).first();
  await point.focus();
  const old = await point.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowUp");
  await until(async () => (await point.getAttribute("aria-valuetext")) !== old, "the point has moved");
  await page.getByText("modified", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Revert" }).click();
  await until(async () => (await point.getAttribute("aria-valuetext")) === old, "the point is back");
  await context.close();
  await studio.close();
});

test("a demonstration is recorded and planners use it", async () => {
  const { page, leave } = await visit(browser, pirate);
  await enter(page, "Quest");
  await page.getByRole("button", { name: "key at 7, 39" }).focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "key at 7, 38" }).waitFor();
  await page.getByRole("button", { name: "Record a demonstration" }).click();
  for (const key of ["ArrowRight", "ArrowRight", "s", "ArrowUp"]) await page.keyboard.press(key);
  await page.getByText(/1\.0 s, health 100, sneaking/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("recorded in dungeon, 4 keys").waitFor();
  await page.getByRole("button", { name: "Compare planners" }).click();
  await page.getByRole("button", { name: "Replay" }).waitFor({ timeout: 120_000 });
  const ratio = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) }).getByRole("cell").nth(2);
  await until(async () => ((await ratio("A\\*").textContent()) ?? "") === "1.000", "A* is optimal");
  await until(async () => Number(await ratio("Focal").textContent()) >= 1, "the others have a ratio");
  await leave();
});

test("a demonstration is drawn by clicking cells and by drawing a line", async () => {
  const { page, leave } = await visit(browser, pirate);
  await enter(page, "Quest");
  const map = page.getByRole("img", { name: /^Map of/ });
  const quest = readFileSync(join(DOMAINS, "../crates/cunning-train/quests/dungeon.toml"), "utf8");
  const rows = (/map = """\n([\s\S]*?)"""/.exec(quest)?.[1] ?? "").trimEnd().split("\n");
  const [x, y] = /at (\d+), (\d+)/.exec((await page.locator(".pieces button:has(.piece-walker)").textContent()) ?? "")?.slice(1).map(Number) ?? [0, 0];
  const cell = async (dx: number, dy: number) => {
    const box = await map.boundingBox();
    assert.ok(box);
    const [columns, scale] = [rows[0]?.length ?? 1, Math.min(box.width / (rows[0]?.length ?? 1), box.height / rows.length)];
    return { x: box.x + (box.width - scale * columns) / 2 + ((x ?? 0) + dx + 0.5) * scale, y: box.y + (box.height - scale * rows.length) / 2 + ((y ?? 0) + dy + 0.5) * scale };
  };
  await page.getByRole("button", { name: "Record a demonstration" }).click();
  await page.locator(".recording").getByText(/^0\.0 s, health/).waitFor();
  const [first, second] = [await cell(0, -3), await cell(0, -1)];
  await page.mouse.click(first.x, first.y);
  // Three cells there, and two back while the button is down.
  await page.mouse.down();
  await page.mouse.move(second.x, second.y, { steps: 8 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByText("recorded in dungeon, 5 keys").waitFor();
  await leave();
});

test("a user's quest file is opened in the quest panel", async () => {
  const place = folder();
  const quests = join(DOMAINS, "../crates/cunning-train/quests");
  const text = readFileSync(join(quests, "dungeon.toml"), "utf8").replace('["shield.json", "key.json"]', '["mine.json"]').replace("the ogre, and", "the very own ogre, and");
  writeFileSync(join(place, "mine.toml"), text);
  await assert.rejects(Studio.open(join(place, "mine.toml")), /mine\.json/, "the named demonstrations must exist");
  copyFileSync(join(quests, "key.json"), join(place, "mine.json"));
  const studio = await Studio.open(join(place, "mine.toml"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.goto(studio.url);
  await page.getByText("get past the very own ogre").waitFor();
  await page.getByText("use the demonstrations of the quest (1)").waitFor();
  assert.deepEqual(await page.getByRole("navigation", { name: "Panels" }).getByRole("button").allTextContents(), ["Quest", "Fear"]);
  await page.getByRole("button", { name: "key at 7, 39" }).focus();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "key at 7, 38" }).waitFor();
  await page.getByRole("combobox", { name: "Quest" }).selectOption("shield");
  await until(async () => !(await page.getByText("very own ogre").count()), "included quests can be selected");
  await context.close();
  await studio.close();
});

test("fear is shown order by order", async () => {
  const { page, leave } = await visit(browser, pirate);
  await enter(page, "Fear");
  const output = page.getByLabel("Fear", { exact: true }).locator("output");
  await until(async () => /^order 1 of \d+/.test((await output.textContent()) ?? ""), "the first order is shown");
  await page.getByRole("button", { name: "Next order" }).click();
  assert.match((await output.textContent()) ?? "", /^order 2/);
  await page.getByRole("combobox", { name: "Walker" }).selectOption("rtaa");
  await page.getByText(/times the true cost on average/).waitFor();
  await leave();
});

test("panels are operated with the keyboard, and a list shows the keys", async () => {
  const { page, leave } = await visit(browser, pirate);
  const here = () => page.getByRole("navigation", { name: "Panels" }).locator("[aria-current=page]").textContent();
  await page.keyboard.press("4");
  const progress = page.locator(".search .stepper output");
  await progress.waitFor();
  const [all = 0] = ((await progress.textContent()) ?? "").split(" ").map(Number);
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await progress.textContent())?.startsWith(`${all - 1} of`) ?? false, "the previous expansion is shown");
  await page.keyboard.press("7");
  const order = page.locator(".fear output");
  await until(async () => /^order 1 of/.test((await order.textContent()) ?? ""), "the first order is shown");
  await page.keyboard.press("ArrowRight");
  await until(async () => /^order 2 of/.test((await order.textContent()) ?? ""), "the next one is");
  await page.keyboard.press("Home");
  await until(async () => /^heuristic/.test((await order.textContent()) ?? ""), "the plain heuristic is shown");
  const map = page.getByRole("img", { name: /^Fear on the path to/ });
  const goal = await map.getAttribute("aria-label");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await map.getAttribute("aria-label")) !== goal, "the goal has moved");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const name of ["Everywhere", "Search", "Designer", "Quest", "Fear"]) await keys.getByRole("heading", { name, exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("6");
  await page.getByRole("button", { name: "Record a demonstration" }).press("Enter");
  // Digits are directions while recording.
  for (const key of ["6", "9", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.getByText("recorded in dungeon, 3 keys").waitFor();
  assert.equal(await here(), "Quest");
  // Leave the editor, which handles Tab itself.
  await page.keyboard.press("5");
  await editor(page).focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await until(async () => !(await editor(page).evaluate((text) => text.contains((text.getRootNode() as ShadowRoot).activeElement))), "the editor has lost the focus");
  await page.keyboard.press("1");
  await until(async () => (await here()) === "Scene", "the scene is shown");
  await leave();
});

test("screenshots of the panels", async () => {
  const waits: Record<string, (page: Page) => Locator> = {
    Search: (page) => page.locator(".graph .node").first(),
    Designer: (page) => page.locator(".version .cost").first(),
    Quest: (page) => page.getByRole("button", { name: "Compare planners" }),
    Fear: (page) => page.getByLabel("Mean suboptimality by order"),
  };
  for (const [name, wait] of Object.entries(waits)) {
    await pictures(browser, pirate, name.toLowerCase(), async (page) => {
      await enter(page, name);
      await wait(page).waitFor();
    });
  }
});
