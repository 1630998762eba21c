// Saves the run that a page shows and replays it with the command.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { cunning, folder } from "./studio.js";

/** Saves the whole run and returns what `cunning replay` says of it. */
export async function replayed(page: Page): Promise<string> {
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("[");
  await page.keyboard.press("End");
  await page.keyboard.press("]");
  const loading = page.waitForEvent("download");
  await page.keyboard.press("s");
  const file = join(folder(), "run.cng");
  await (await loading).saveAs(file);
  return cunning("replay", file);
}
