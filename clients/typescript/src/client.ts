// The client: one method per operation, one request each.

import { SoulError } from "./errors.js";
import { operations } from "./operations.js";
import type { Operation } from "./operations.js";
import type { Recalled, Remembered, StoredFile } from "./types.js";

export interface SoulSettings {
  /** Where the gateway is, such as http://127.0.0.1:8377. */
  url: string;
  /** A token: `soul serve token show`. What it may see and do is fixed when it is made. */
  token: string;
  /** The agent; `main` when not given. */
  agent?: string;
  fetch?: typeof fetch;
}

export interface RememberOptions {
  /** When it was said, where that is not now: 2026-02-14 or 2026-02-14T18:30. */
  date?: string;
  type?: string;
  store?: string;
  tags?: string[];
  scope?: string;
  source?: string;
  session_id?: string;
  pin?: boolean;
}

export interface RecallOptions {
  limit?: number;
  min_score?: number;
  store?: string;
  as_of?: string;
  known_at?: string;
  deadline_ms?: number;
  signal?: AbortSignal;
}

interface Given {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** An agent's soul and memory, behind a gateway (`soul serve`). */
export class Soul {
  readonly agent: string;
  readonly #url: string;
  readonly #token: string;
  readonly #fetch: typeof fetch;

  constructor(settings: SoulSettings) {
    this.#url = settings.url.replace(/\/+$/, "");
    this.#token = settings.token;
    this.agent = settings.agent ?? "main";
    this.#fetch = settings.fetch ?? fetch;
  }

  // The gateway

  /** Says that the gateway is up. */
  health = () => this.#call<{ status: string; version: string }>("health");
  /** Says that the gateway can open its agents; refused with status 503 where it cannot. */
  ready = () => this.#call<{ status: string; version: string }>("ready");
  /** Lists the agents the token reaches. */
  agents = () => this.#call<{ id: string; workspace: string; exists: boolean }[]>("agents");

  // Memory

  /** Remembers something. When this resolves, it is durable. */
  remember = (text: string, options: RememberOptions = {}) =>
    this.#call<Remembered>("remember", { body: { text, ...options } });
  /** Finds what is remembered, with where it stands and how sure it is. */
  recall = (query: string, { signal, ...options }: RecallOptions = {}) =>
    this.#call<Recalled>("recall", { query: { query, ...options }, signal });
  /** Lists memories with their states, newest first. */
  memories = (options: { store?: string; text?: string; offset?: number; limit?: number } = {}) =>
    this.#call<{ total: number; memories: unknown[] }>("memories", { query: { ...options } });
  /** Reads lines of a file, as far as the session sees them. */
  lines = (path: string, options: { from?: number; lines?: number } = {}) =>
    this.#call<{ text: string; truncated: boolean }>("lines", { query: { path, ...options } });
  /** Counts memories as used: they fade more slowly. */
  used = (ids: string[]) => this.#call<{ noted: number }>("used", { body: { ids } });
  /** Proposes a memory; a person decides. */
  propose = (content: string, options: { store?: string; trigger?: string } = {}) =>
    this.#call<{ number: number }>("propose", { body: { content, ...options } });
  /** Finds what may be meant, and changes nothing. */
  forget_candidates = (query: string) =>
    this.#call<{ candidates: unknown[] }>("forget_candidates", { body: { query } });
  /** Forgets exactly these memories: they are archived, and can be restored. A person's act. */
  forget = (ids: string[]) => this.#call<unknown>("forget", { body: { ids } });
  /** Brings back what was archived; a person's act. */
  restore = (ids: string[]) => this.#call<unknown>("restore", { body: { ids } });
  /** Shows core memory with its budgets. */
  core = () => this.#call<unknown>("core");
  /** Shows everything known about an entity. */
  entity = (name: string) => this.#call<unknown>("entity", { query: { name } });

  // Sessions

  /** Shows exactly what a session receives; a person chooses whose eyes to look through. */
  context = (options: { session?: string; room?: string; user?: string } = {}) =>
    this.#call<{ rendered: string }>("context", { query: { ...options } });
  /** Shows the agent's name and avatar, and which source won. */
  identity = () => this.#call<{ agent: string }>("identity");

  // Days and files

  /** Lists the daily logs, newest first. */
  days = () => this.#call<{ filename: string }[]>("days");
  /** Reads one day's log. */
  day = (date: string) => this.#call<{ entries: unknown[] }>("day", { path: { date } });
  /** Adds an entry to the end of a day's log, word for word. */
  append_to_day = (date: string, text: string, options: { time?: string; type?: string; tags?: string[] } = {}) =>
    this.#call<Remembered>("append_to_day", { path: { date }, body: { text, ...options } });
  /** Lists the files of the workspace. */
  files = () => this.#call<{ filename: string }[]>("files");
  /** Reads a file; `hash` is what a write has to name. */
  read_file = (filename: string) => this.#call<StoredFile>("read_file", { path: { filename } });
  /** Writes a file, if it still has the hash `known`; a new file without one. */
  write_file = (filename: string, content: string, options: { known?: string; confirm?: boolean } = {}) =>
    this.#call<unknown>("write_file", {
      path: { filename },
      query: { confirm: options.confirm || undefined },
      body: { content },
      headers: options.known === undefined ? { "If-None-Match": "*" } : { "If-Match": `"${options.known}"` },
    });
  /** Deletes a file, if it still has the hash `known`; `confirm` has to be true. */
  delete_file = (filename: string, options: { known: string; confirm?: boolean }) =>
    this.#call<unknown>("delete_file", {
      path: { filename },
      query: { confirm: options.confirm || undefined },
      headers: { "If-Match": `"${options.known}"` },
    });

  // The trail

  /** Lists changes of critical files nobody acknowledged. */
  alerts = () => this.#call<unknown>("alerts");
  /** Verifies one receipt. */
  verify_receipt = (id: string) => this.#call<{ ok: boolean }>("verify_receipt", { path: { id } });

  async #call<T>(name: keyof typeof operations, given: Given = {}): Promise<T> {
    const operation: Operation = operations[name];
    const query = present(name, given.query ?? {}, operation.query);
    const body = given.body && present(name, given.body, operation.body);
    let place = operation.path.replace("{agent_name}", encodeURIComponent(this.agent));
    for (const [key, value] of Object.entries(given.path ?? {})) {
      place = place.replace(`{${key}}`, encodeURIComponent(value));
    }
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    const headers: Record<string, string> = { ...given.headers, Authorization: `Bearer ${this.#token}` };
    if (body) headers["Content-Type"] = "application/json";
    const url = this.#url + place + (asked && `?${asked}`);
    let answer: Response;
    try {
      answer = await this.#fetch(url, {
        method: operation.method,
        headers,
        body: body ? JSON.stringify(body) : null,
        signal: given.signal ?? null,
      });
    } catch (error) {
      if (given.signal?.aborted) throw error;
      throw new SoulError(0, "unavailable", `no gateway answers at ${this.#url}: ${String(error)}`);
    }
    if (answer.ok) return (await answer.json()) as T;
    const told = (await answer.json().catch(() => undefined)) as { error?: Record<string, string> } | undefined;
    const { kind = "internal", message = `the gateway answered ${answer.status}`, hint, current } = told?.error ?? {};
    throw new SoulError(answer.status, kind, message, hint, current);
  }
}

/** What was given, without what was not; a name the operation does not take is a mistake of the caller. */
function present(name: string, given: Record<string, unknown>, known: readonly string[]): Record<string, unknown> {
  const there = Object.entries(given).filter(([, value]) => value !== undefined);
  const unknown = there.map(([key]) => key).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new TypeError(`${name} takes no ${unknown.join(", ")}`);
  return Object.fromEntries(there);
}
