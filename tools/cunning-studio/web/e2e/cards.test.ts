// Cards and text as two views of one file.

import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { problems } from "./axe.js";
import { command, editor, enter, launch, type Scheme, until, visit } from "./browser.js";
import { folder, Studio } from "./studio.js";

/** The domain files of the project; tests run beside the page's sources. */
const DOMAINS = join(process.cwd(), "../../../domains");

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** Opens the designer for a domain file, with its cards. */
async function openCards(studio: Studio, scheme: Scheme = "light"): Promise<{ page: Page; leave: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: scheme });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(studio.url);
  await page.getByText(/^No problems found$|warning/).first().waitFor();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByRole("list", { name: "Cards" }).getByRole("listitem").first().waitFor();
  return {
    page,
    leave: async () => {
      await context.close();
      assert.deepEqual(errors, []);
    },
  };
}

const card = (page: Page, name: string): Locator => page.getByRole("listitem", { name, exact: true });

/** A copy of a domain file. */
function copy(name: string): string {
  const file = join(folder(), name);
  copyFileSync(join(DOMAINS, name), file);
  return file;
}

test("cards change the text in place, with completion, problems and one history", async () => {
  const file = copy("pirate.toml");
  const before = readFileSync(file, "utf8");
  const studio = await Studio.open(file, "--allow-write");
  const { page, leave } = await openCards(studio);
  const brew = card(page, "action brew");

  // A cost.
  await brew.getByRole("button", { name: "cost: 3" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("4.5");
  await page.keyboard.press("Enter");
  await brew.getByRole("button", { name: "cost: 4.5" }).waitFor();

  // A condition with completion, by keyboard only: the fact, then its value.
  await brew.getByRole("button", { name: "Add to when" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("doc");
  const suggestions = page.getByRole("listbox", { name: "Suggestions" });
  await suggestions.getByRole("option", { name: /^docks_pay/ }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("stock");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await suggestions.getByRole("option", { name: /^tavern/ }).waitFor();
  await page.keyboard.type("tav");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("bot");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" > 0");
  await page.keyboard.press("Enter");
  await brew.getByRole("button", { name: "when: stock[tavern, bottle] > 0", exact: true }).waitFor();

  // An effect less, with the Delete key.
  await brew.getByRole("button", { name: "then: not has[molasses]", exact: true }).focus();
  await page.keyboard.press("Delete");
  await brew.getByRole("button", { name: "then: not has[molasses]", exact: true }).waitFor({ state: "detached" });

  // Exactly these three lines are different.
  const expected = before
    .replace('when = ["knows_recipe", "at == still", "has[molasses]"]\nthen = ["has[bottle]", "not has[molasses]"]\ncost = 3', 'when = ["knows_recipe", "at == still", "has[molasses]", "stock[tavern, bottle] > 0"]\nthen = ["has[bottle]"]\ncost = 4.5');
  assert.notEqual(expected, before);

  // A condition with a name that does not exist is marked on its card.
  await brew.getByRole("button", { name: "when: at == still", exact: true }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("at == stil");
  await page.keyboard.press("Enter");
  await brew.getByText("there is no place or parameter `stil`").waitFor();
  await page.getByRole("button", { name: /^when: at == stil\. there is no/ }).waitFor();
  assert.equal(await card(page, "action drink").getByText("there is no").count(), 0);
  assert.deepEqual(await problems(page), []);

  // One step back, with the keyboard on the card; the text has the same history.
  await page.getByRole("button", { name: /^when: at == stil\./ }).focus();
  await page.keyboard.press("Control+z");
  await brew.getByRole("button", { name: "when: at == still", exact: true }).waitFor();
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await editor(page).click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.getByText("unmodified", { exact: true }).waitFor();
  for (let at = 0; at < 3; at++) await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await brew.getByRole("button", { name: "cost: 4.5" }).waitFor();

  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor();
  assert.equal(readFileSync(file, "utf8"), expected);
  await leave();
  await studio.close();
});

test("cards are added, filled and removed without touching the text", async () => {
  const file = copy("guard.toml");
  const before = readFileSync(file, "utf8");
  const studio = await Studio.open(file, "--allow-write");
  const { page, leave } = await openCards(studio);
  await page.getByRole("tab", { name: /^Facts/ }).click();
  await page.getByRole("textbox", { name: "Name of a new fact" }).fill("tired");
  await page.keyboard.press("Enter");
  await card(page, "fact tired").getByRole("button", { name: "tired: bool" }).waitFor();
  await page.getByRole("tab", { name: /^Actions/ }).click();
  await page.getByRole("textbox", { name: "Name of a new action" }).fill("rest");
  await page.keyboard.press("Enter");
  const rest = card(page, "action rest");
  await rest.getByRole("button", { name: "Add to then" }).click();
  await page.keyboard.type("not tired");
  await page.keyboard.press("Enter");
  await rest.getByRole("button", { name: "then: not tired", exact: true }).waitFor();
  await rest.getByRole("button", { name: "Add a key to rest" }).click();
  await page.keyboard.type("timeo");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "timeout: 1 s" }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("5 s");
  await page.keyboard.press("Enter");
  await rest.getByRole("button", { name: "timeout: 5 s" }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor();
  const after = readFileSync(file, "utf8");
  assert.ok(after.includes('[action.rest]\nwhen = []\nthen = ["not tired"]\ntimeout = "5 s"\n') && after.includes('\ntired = "bool"\n'), after);
  await rest.getByRole("button", { name: "Remove the card rest" }).click();
  await rest.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: /^Facts/ }).click();
  await card(page, "fact tired").getByRole("button", { name: "Remove the card tired" }).click();
  await card(page, "fact tired").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => readFileSync(file, "utf8") === before, "the file is as it was");
  await leave();
  await studio.close();
});

test("every shipped domain has cards without accessibility problems, and showing them changes nothing", async () => {
  const names = readdirSync(DOMAINS).filter((name) => name.endsWith(".toml"));
  for (const [at, name] of names.entries()) {
    const studio = await Studio.open(join(DOMAINS, name));
    const { page, leave } = await openCards(studio, at % 2 ? "dark" : "light");
    for (const kind of ["Goals", "Facts", "Archetypes", "Types", "Actions"]) {
      await page.getByRole("tab", { name: new RegExp(`^${kind}`) }).click();
      if (at < 2) assert.deepEqual(await problems(page), [], `${name}, ${kind}`);
    }
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.getByText("unmodified", { exact: true }).waitFor();
    await leave();
    await studio.close();
  }
});

test("the graph leads to the chips that make an edge, starts are drawn at random, and views are saved as pictures", async () => {
  const studio = await Studio.open(join(DOMAINS, "pirate.toml"));
  const { page, leave } = await openCards(studio);
  await page.getByRole("tab", { name: "Dependencies" }).click();
  await page.getByRole("combobox", { name: "Action or goal" }).selectOption("brew");
  await page.locator(".links").getByRole("button", { name: "drink" }).first().click();
  await card(page, "action drink").locator(".chip.marked", { hasText: "has[bottle]" }).first().waitFor();
  await card(page, "action brew").locator(".chip.marked", { hasText: "has[bottle]" }).waitFor();
  assert.equal(await card(page, "action brew").locator(".chip.marked", { hasText: "knows_recipe" }).count(), 0);
  const loading = page.waitForEvent("download");
  await command(page, "save a picture");
  const picture = await loading;
  assert.equal(picture.suggestedFilename(), "pirate-designer.svg");
  assert.match(readFileSync(await picture.path(), "utf8"), /^<svg[\s\S]*fill="rgb[\s\S]*brew/);
  await page.getByRole("tab", { name: "What if" }).click();
  await page.getByRole("button", { name: "Random start" }).click();
  assert.match(await page.getByRole("textbox", { name: "Facts" }).inputValue(), /^\w+(\[[\w, ]+\])?=\w+$/m);
  await page.locator(".version").first().waitFor();
  await page.getByText("A random start").waitFor();
  assert.equal(await page.locator(".version .bad", { hasText: "expected" }).count(), 0);
  await leave();
  await studio.close();
});

test("a large graph shows what a goal depends on, and nothing is cut off", async () => {
  const studio = await Studio.open(join(DOMAINS, "pirate.toml"));
  const { page, leave } = await openCards(studio);
  await page.getByRole("tab", { name: "Dependencies" }).click();
  const around = page.getByRole("combobox", { name: "Action or goal" });
  assert.equal(await around.inputValue(), "get_drunk");
  const nodes = page.locator(".graph .node");
  const few = await nodes.count();
  assert.ok(few > 5 && few < 25, `${few} nodes around a goal`);
  const cut = () => page.locator(".graph svg").evaluate((svg) => {
    const room = svg.getBoundingClientRect();
    return [...svg.querySelectorAll(".node, .edge")].map((one) => one.getBoundingClientRect()).filter((box) => box.left < room.left - 1 || box.top < room.top - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1).length;
  });
  assert.equal(await cut(), 0, "around a goal");
  await around.selectOption("");
  await until(async () => (await nodes.count()) > few, "all are drawn");
  assert.equal(await cut(), 0, "all");
  const width = async () => (await page.locator(".graph svg").boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole("button", { name: "Zoom in on the graph" }).click();
  await until(async () => (await width()) > before * 1.2, "the graph is larger");
  await page.getByRole("button", { name: "Show the whole graph" }).click();
  await until(async () => (await width()) < before * 1.1, "the graph fits again");
  assert.deepEqual(await problems(page), []);
  await leave();
  await studio.close();
});

test("edges of the graph are made by dragging or by name, shown with their chips, and removed", async () => {
  const file = copy("bell.toml");
  const before = readFileSync(file, "utf8");
  const studio = await Studio.open(file, "--allow-write");
  const { page, leave } = await openCards(studio, "dark");
  await page.getByRole("tab", { name: "Dependencies" }).click();
  const node = (name: string) => page.locator(`.graph .node[data-id="a ${name}"]`);
  const edge = (from: string, to: string) => page.locator(`.graph [data-edge="a ${from} > a ${to}"]`);
  await node("warm_up").waitFor();
  assert.equal(await edge("warm_up", "ring").count(), 0);

  // A drag from an action to another one offers the chips that would connect them.
  const [start, end] = [await node("warm_up").boundingBox(), await node("ring").boundingBox()];
  assert.ok(start && end);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
  const connect = page.getByRole("region", { name: "Connect warm_up to ring" });
  await connect.getByRole("button", { name: "ring needs warm", exact: true }).click();
  await edge("warm_up", "ring").waitFor();
  const shown = page.getByRole("region", { name: "Edge from warm_up to ring" });
  await shown.getByRole("button", { name: "Remove warm from ring" }).waitFor();
  assert.deepEqual(await problems(page), []);
  await shown.getByRole("button", { name: "Remove warm from ring" }).click();
  await edge("warm_up", "ring").waitFor({ state: "detached" });
  await page.getByText("unmodified", { exact: true }).waitFor();

  // A click on an edge shows what makes it.
  const middle = await edge("go", "ring").locator("path.edge").evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x, y };
  });
  await page.mouse.click(middle.x, middle.y);
  await page.getByRole("region", { name: "Edge from go to ring" }).getByRole("button", { name: "Remove at == bell from ring" }).waitFor();

  // The same with the keyboard: choose an action, connect it by name, and write a condition with completion.
  await page.getByRole("combobox", { name: "Action or goal" }).selectOption("ring");
  const field = page.getByRole("combobox", { name: "Connect ring to" });
  await field.focus();
  await page.keyboard.type("warm_up");
  await page.keyboard.press("Enter");
  const other = page.getByRole("region", { name: "Connect ring to warm_up" });
  await other.getByRole("button", { name: "warm_up needs …" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "New condition of warm_up" }).waitFor();
  await page.keyboard.type("alarm");
  await page.keyboard.press("Enter");
  await edge("ring", "warm_up").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor();
  const after = readFileSync(file, "utf8");
  const changed = after.split("\n").filter((line, at) => line !== before.split("\n")[at]);
  assert.equal(changed.length, 1, changed.join("\n"));
  assert.match(changed[0] ?? "", /^when = \["at == fire", "alarm"\]$/);
  await leave();
  await studio.close();
});

test("a card is renamed with its references in all open files", async () => {
  const own = folder();
  copyFileSync(join(DOMAINS, "skirmish.toml"), join(own, "skirmish.toml"));
  copyFileSync(join(DOMAINS, "../scenes/skirmish.toml"), join(own, "scene.toml"));
  const before = [readFileSync(join(own, "skirmish.toml"), "utf8"), readFileSync(join(own, "scene.toml"), "utf8")];
  const studio = await Studio.open(join(own, "scene.toml"), "--allow-write", "--allow-control");
  const { page, errors, leave } = await visit(browser, studio);
  await page.getByRole("dialog").getByRole("button", { name: /^Start/ }).click();
  await enter(page, "Designer");
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByRole("tab", { name: /^Goals/ }).click();
  const rename = async (from: string, to: string) => {
    await card(page, `goal ${from}`).getByRole("button", { name: `Rename ${from}` }).click();
    await page.getByRole("textbox", { name: `New name of ${from}` }).fill(to);
    await page.keyboard.press("Enter");
  };
  await rename("hold", "fight");
  await page.getByText("fight exists already").waitFor();
  await page.keyboard.press("Escape");
  await rename("hold", "stand");
  await card(page, "goal stand").waitFor();
  await page.getByText(/Renamed hold to stand with \d+ references; also changed and not saved yet: .*scene\.toml/).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^Saved/).waitFor();
  await page.getByRole("combobox", { name: "Document" }).selectOption({ index: 0 });
  await page.getByText("modified", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => readFileSync(join(own, "scene.toml"), "utf8").includes('goal = "stand"'), "the scene is saved");
  assert.match(readFileSync(join(own, "skirmish.toml"), "utf8"), /^\[goal\.stand\]$/m);
  // And back.
  await page.getByRole("combobox", { name: "Document" }).selectOption({ index: 1 });
  await card(page, "goal stand").waitFor();
  await rename("stand", "hold");
  await card(page, "goal hold").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => readFileSync(join(own, "skirmish.toml"), "utf8") === before[0], "the domain is as it was");
  await page.getByRole("combobox", { name: "Document" }).selectOption({ index: 0 });
  await page.getByText("modified", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await until(async () => readFileSync(join(own, "scene.toml"), "utf8") === before[1], "the scene is as it was");
  assert.deepEqual(errors, []);
  await leave();
  await studio.close();
});
