// What the page shows is true: its views agree with each other, nothing is left out, and it notices what happens outside.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { editor, launch, panel, select, showTick, tickOf, until, visit } from "./browser.js";
import { number, Recording } from "./recording.js";
import { folder, record, Studio } from "./studio.js";

const ROOT = join(process.cwd(), "../../..");

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** The label of the map: its bodies, and what the selected agent wants and does. */
async function mapOf(page: Page): Promise<string> {
  return (await page.getByRole("img", { name: /^Map/ }).getAttribute("aria-label")) ?? "";
}

test("a scene file opens although its domain has the same name", async () => {
  const studio = await Studio.open(join(ROOT, "scenes/pirate.toml"));
  const { page, leave } = await visit(browser, studio);
  await select(page, "pirate");
  await leave();
  await studio.close();
});

test("panel, map and timeline agree", async () => {
  const studio = await Studio.open(record("squad"));
  const { page, leave } = await visit(browser, studio);
  await page.keyboard.press("End");
  const last = await tickOf(page);
  const names = ["red1", "red2", "blue1"];
  let marked = 0;
  for (let at = 1; at <= 12; at++) {
    const name = names[at % names.length] ?? "";
    await showTick(page, 1);
    await select(page, name);
    const tick = Math.floor((last * at) / 14);
    await showTick(page, tick);
    const slider = page.getByRole("slider", { name: "Tick" });
    // All views have arrived at the tick when the timeline and the map say the same.
    let shown = "";
    await until(async () => {
      const timeline = ((await slider.getAttribute("aria-valuetext")) ?? "").split(`, ${name}: `)[1];
      const map = (await mapOf(page)).split(`${name} is selected: `)[1]?.replace(/\.$/, "");
      shown = `${timeline} | ${map}`;
      return (timeline !== undefined && timeline === map) || (await panel(page).getByText(`${name} is gone`).count()) > 0;
    }, `map and timeline agree on ${name} at tick ${tick}`);
    if ((await panel(page).getByText(`${name} is gone`).count()) > 0) continue;
    const goal = /wants ([^|]*?)(, does|$| \|)/.exec(shown)?.[1];
    if (goal) await panel(page).getByText(`wants ${goal}`, { exact: false }).first().waitFor();
    const chosen = await panel(page).locator(".scores tr.chosen").count();
    assert.ok(chosen <= 1, `${chosen} goals of ${name} are chosen at tick ${tick}`);
    // The panel may arrive last.
    const running = panel(page).locator(".plan li[aria-current=step] button");
    let step: string | null = null;
    await until(async () => {
      if ((await running.count()) === 0) return (step = null) === null;
      step = await running.first().innerText({ timeout: 1000 }).catch(() => "");
      return step !== "" && shown.includes(`does ${step}`);
    }, `the marked step of ${name} at tick ${tick} is the running one: ${shown}`);
    if (step !== null) marked++;
  }
  assert.ok(marked >= 3, `only ${marked} of the sampled moments had a running step`);
  await leave();
  await studio.close();
});

test("bodies without minds and the dead are on the map", async () => {
  const studio = await Studio.open(record("squad", "--against", "fsm"));
  const { page, leave } = await visit(browser, studio);
  await until(async () => / with (\d+) bodies and (\d+) agents/.test(await mapOf(page)), "the map is shown");
  const counts = async () => (/ with (\d+) bodies and (\d+) agents/.exec(await mapOf(page)) ?? []).slice(1).map(Number);
  await until(async () => {
    const [bodies = 0, agents = 0] = await counts();
    return bodies > agents && agents > 0;
  }, "there are more bodies than minds");
  const [before = 0] = await counts();
  await page.keyboard.press("End");
  await until(async () => (await counts())[0] === before, "no body disappears");
  await leave();
  await studio.close();
});

test("a recording opens with those of its other domain files", async () => {
  const file = record("outpost");
  const whole = await Studio.open(file);
  const { page, leave } = await visit(browser, whole);
  assert.equal(await page.getByText(/are recorded in other files/).count(), 0);
  await leave();
  await whole.close();
  const alone = join(folder(), "alone.cng");
  copyFileSync(file, alone);
  const part = await Studio.open(alone);
  const other = await visit(browser, part);
  await other.page.getByText(/^The minds of .* are recorded in other files/).waitFor();
  await other.leave();
  await part.close();
});

test("unsaved edits ask before they are lost, and edits of other programs are noticed", async () => {
  const file = join(folder(), "pirate.toml");
  const text = readFileSync(join(ROOT, "domains/pirate.toml"), "utf8");
  writeFileSync(file, text);
  const studio = await Studio.open(file, "--allow-write");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(studio.url);
  await editor(page).waitFor();
  writeFileSync(file, `${text}# theirs\n`);
  await page.getByText("pirate.toml has changed on disk.").waitFor();
  await page.getByRole("button", { name: "Load it", exact: true }).click();
  await page.getByText("pirate.toml has changed on disk.").waitFor({ state: "detached" });
  await until(async () => (await page.getByText("unmodified").count()) > 0, "the new text is shown");
  await editor(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# mine\n");
  writeFileSync(file, `${text}# theirs again\n`);
  await page.getByRole("button", { name: "Keep my edits" }).click();
  await page.getByText("pirate.toml has changed on disk.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/^Saved .*pirate\.toml\.$/).waitFor();
  assert.equal(readFileSync(file, "utf8"), `# mine\n${text}# theirs\n`);
  await editor(page).click();
  await page.keyboard.type("# more\n");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
  await context.close();
  await studio.close();
});

test("a page connects again and takes a new address", async () => {
  const first = await Studio.open("pirate", "--allow-control");
  const port = String(first.port);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(first.url);
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  await first.close();
  await page.getByText("The connection to the studio is lost; connecting again").waitFor();
  // The new studio has another token.
  const second = await Studio.open("pirate", "--allow-control", "--port", port);
  await page.getByRole("heading", { name: "The studio rejected this page" }).waitFor();
  await page.getByRole("textbox", { name: "Address of the studio" }).fill(second.url);
  await page.getByRole("button", { name: "Open" }).click();
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  await second.close();
  // Pasting an address into the address bar changes only the part after #.
  const third = await Studio.open("pirate", "--allow-control", "--port", port);
  await page.getByRole("heading", { name: "The studio rejected this page" }).waitFor();
  await page.goto(third.url);
  await panel(page).getByRole("heading", { level: 2, name: "pirate" }).waitFor();
  assert.ok(!page.url().includes("#"), "the token does not stay in the address");
  await context.close();
  await third.close();
});

test("a recording with an absurd tick does not freeze the page", async () => {
  const file = join(folder(), "far.cng");
  const far = 1_000_000_000_000;
  writeFileSync(file, new Recording("test").agent(1, "far").add(far, null, [5, ...number(100), ...number(1000)]).note(1, "late").bytes());
  const studio = await Studio.open(file);
  const { page, leave } = await visit(browser, studio);
  await page.keyboard.press("End");
  await until(async () => (await tickOf(page)) === far, "the last tick is shown");
  for (let zoom = 0; zoom < 5; zoom++) await page.keyboard.press("-");
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("Home");
  await until(async () => (await tickOf(page)) === 0, "the page still reacts");
  await leave();
  await studio.close();
});
