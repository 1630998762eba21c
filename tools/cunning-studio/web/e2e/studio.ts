// The command under test: starts studios and makes recordings.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { createInterface } from "node:readline";

/** The command, as `cargo xtask browser` built it. */
const COMMAND = process.env["CUNNING"] ?? "";
if (!COMMAND) throw new Error("CUNNING is not set to the path of the command: run `cargo xtask browser`");

/** How long a studio may take to print its address. */
const START_MS = 60_000;

/** All started processes; none may outlive the tests. */
const children = new Set<ChildProcess>();
after(() => children.forEach((child) => child.kill("SIGKILL")));

export class Studio {
  private constructor(
    /** The address with the token. */
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts `cunning studio` with some arguments. */
  static open(...args: string[]): Promise<Studio> {
    return Studio.openWith("", ...args);
  }

  /** Starts `cunning studio` in a folder. */
  static openIn(folder: string, ...args: string[]): Promise<Studio> {
    return Studio.spawn(folder, "", args);
  }

  /** Starts `cunning studio` with a text on its standard input. */
  static openWith(input: string, ...args: string[]): Promise<Studio> {
    return Studio.spawn(process.cwd(), input, args);
  }

  private static async spawn(cwd: string, input: string, args: string[]): Promise<Studio> {
    const child = spawn(COMMAND, ["studio", ...args, "--no-open"], { cwd, stdio: ["pipe", "pipe", "pipe"] });
    children.add(child);
    // A studio that rejects its arguments ends without reading.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the studio did not print its address")), START_MS);
      createInterface({ input: child.stdout }).once("line", (line) => {
        clearTimeout(timer);
        resolve(line);
      });
      child.once("close", (code) => reject(new Error(`the studio ended with ${code}: ${errors}`)));
    });
    return new Studio(url, child);
  }

  /** The address without the token, as in `http://127.0.0.1:4711`. */
  get origin(): string {
    return new URL(this.url).origin;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** The process id. */
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

/** Exit codes of a successful command; 20 is a scene without an outcome. */
const DONE = [0, 20];

/** Runs the command and returns its output. */
export function cunning(...args: string[]): string {
  const ran = spawnSync(COMMAND, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.status === null || !DONE.includes(ran.status)) throw new Error(`cunning ${args.join(" ")} ended with ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
}

/** A temporary folder that is removed after the tests. */
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
