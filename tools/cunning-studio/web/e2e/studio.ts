// The command under test: studios that run for as long as a test does, and recordings for them.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { createInterface } from "node:readline";

/** The command, as `cargo xtask browser` built it. */
const COMMAND = process.env["CUNNING"] ?? "";
if (!COMMAND) throw new Error("CUNNING does not say where the command is; run `cargo xtask browser`");

/** How long a studio may take to say where it is. */
const START_MS = 60_000;

/** All that were started: none outlives the tests, whatever fails. */
const children = new Set<ChildProcess>();
after(() => children.forEach((child) => child.kill("SIGKILL")));

export class Studio {
  private constructor(
    /** The address with its secret. */
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts `cunning studio` with some arguments. */
  static async open(...args: string[]): Promise<Studio> {
    const child = spawn(COMMAND, ["studio", ...args, "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
    children.add(child);
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the studio does not say its address")), START_MS);
      createInterface({ input: child.stdout }).once("line", (line) => {
        clearTimeout(timer);
        resolve(line);
      });
      child.once("close", (code) => reject(new Error(`the studio ended with ${code}: ${complaints}`)));
    });
    return new Studio(url, child);
  }

  /** The address without the secret, as in `http://127.0.0.1:4711`. */
  get origin(): string {
    return new URL(this.url).origin;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** The process, for those who measure it. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
  }
}

/** Exit codes of a command that did what it was asked for; 20 is a scene that was still undecided. */
const DONE = [0, 20];

/** Runs the command to its end; gives what it printed. */
export function cunning(...args: string[]): string {
  const ran = spawnSync(COMMAND, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.status === null || !DONE.includes(ran.status)) throw new Error(`cunning ${args.join(" ")} ended with ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
}

/** A folder for files that a test writes; gone when the tests are over. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "cunning-studio-"));
  process.on("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A recording of a scene, made with `cunning run`. */
export function record(scene: string, ...args: string[]): string {
  const file = join(folder(), `${scene}.cng`);
  cunning("run", scene, "--record", file, ...args);
  return file;
}
