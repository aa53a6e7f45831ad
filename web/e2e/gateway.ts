// A real gateway on a workspace of its own, for one file of tests.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const NOW = "2026-03-20T12:00:00Z";

function binary(): string {
  const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, "../../target");
  const chosen = process.env.SOUL ?? join(target, "debug/soul");
  if (!existsSync(chosen)) throw new Error(`${chosen} is not there; cargo build -p soulfile-cli makes it, or set SOUL`);
  return chosen;
}

export class Gateway {
  readonly dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "soul-e2e-"));
  readonly workspace = join(this.dir, "aria");
  url = "";
  token = "";
  agent = "";
  private process: ChildProcess | undefined;

  /** Runs the program in the workspace. */
  soul(...args: string[]): string {
    return execFileSync(binary(), args, { cwd: existsSync(this.workspace) ? this.workspace : this.dir, env: this.env(), encoding: "utf8" });
  }

  /** The same at another time. */
  soulAt(now: string, ...args: string[]): string {
    const env = { ...this.env(), SOULFILE_NOW: now };
    return execFileSync(binary(), args, { cwd: this.workspace, env, encoding: "utf8" });
  }

  private env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.dir,
      SOULFILE_HOME: join(this.dir, "home"),
      SOULFILE_NOW: NOW,
      GIT_CONFIG_NOSYSTEM: "1",
    };
  }

  /** Sets a workspace up in a home where scripts decide, and sets the approval lock there. */
  setUpLocked(passphrase: string): void {
    mkdirSync(join(this.dir, "home"));
    writeFileSync(join(this.dir, "home/soulfile.json5"), "{ approvals: { terminal: false } }");
    this.setUp();
    execFileSync(binary(), ["lock", "set", "--passphrase-fd", "0"], { cwd: this.workspace, env: this.env(), input: `${passphrase}\n` });
  }

  setUp(): void {
    this.soul("setup", "--workspace", this.workspace, "--yes", "--user-name", "Sam", "--timezone", "Europe/Berlin", "--agent-name", "Aria");
  }

  file(path: string): string {
    return readFileSync(join(this.workspace, path), "utf8");
  }

  write(path: string, text: string): void {
    const file = join(this.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  async start(): Promise<void> {
    const child = spawn(binary(), ["serve", "--port", "0", "--json"], { cwd: this.workspace, env: this.env() });
    this.process = child;
    const line = await new Promise<string>((done, failed) => {
      let out = "";
      child.stdout.on("data", (data: Buffer) => {
        out += data.toString();
        if (out.includes("\n")) done(out);
      });
      child.on("exit", (code) => failed(new Error(`the gateway ended with ${code}: ${out}`)));
    });
    const told = JSON.parse(line) as { url: string; token_file: string };
    this.url = told.url;
    this.token = readFileSync(told.token_file, "utf8").trim();
    const agents = (await this.get("/api/agents")) as { id: string; exists: boolean }[];
    this.agent = agents.find((agent) => agent.exists)?.id ?? "";
  }

  async get(path: string): Promise<unknown> {
    const response = await fetch(this.url + path, { headers: { authorization: `Bearer ${this.token}` } });
    return response.json();
  }

  async post(path: string, body: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    const response = await fetch(`${this.url}/api/workspace/${this.agent}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async stop(): Promise<void> {
    const child = this.process;
    if (child && child.exitCode === null) {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.dir, { recursive: true, force: true });
  }
}
