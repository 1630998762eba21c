// The accessibility checks of axe-core.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** The accessibility problems of the page as it is, found by axe-core. */
export async function problems(page: Page): Promise<string[]> {
  // The policy of the page allows no foreign scripts; the test runs axe-core in the page without loading it there.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(readFileSync(AXE, "utf8"));
  const found = await page.evaluate(async () => (await (window as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }).axe.run({ resultTypes: ["violations"] })).violations);
  return found.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}
