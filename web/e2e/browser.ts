// Chromium, and what every page must keep: nothing asked of anybody else, no error, no policy broken.
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import axeCore from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Gateway } from "./gateway";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
}

export interface Watched {
  page: Page;
  /** Requests to anywhere but the gateway. */
  foreign: string[];
  /** Errors of the page and broken policies. */
  errors: string[];
}

interface Options {
  width?: number;
  height?: number;
  dark?: boolean;
  signedIn?: boolean;
  /** Whether the tab stays empty at first. */
  blank?: boolean;
}

/** A fresh tab that is signed in. */
export async function open(browser: Browser, gateway: Gateway, path = "", options: Options = {}): Promise<Watched> {
  const context = await browser.newContext({
    baseURL: gateway.url,
    viewport: { width: options.width ?? 1280, height: options.height ?? 860 },
    colorScheme: options.dark ? "dark" : "light",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  if (process.env.WEB_DIST) await serveFrom(process.env.WEB_DIST, context);
  return watch(context, gateway, path, options);
}

const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** While working on the app: its files from a folder, under the binary's own policy, so that the binary need not be built for each change. */
async function serveFrom(dist: string, context: BrowserContext): Promise<void> {
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/(?!api\/|v1\/|mcp\/)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(dist, pathname);
    if (pathname !== "/" && existsSync(file)) {
      return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] });
    }
    const response = await route.fetch();
    const nonce = /nonce-(\w+)/.exec(response.headers()["content-security-policy"] ?? "")?.[1] ?? "";
    return route.fulfill({ response, body: readFileSync(join(dist, "index.html"), "utf8").replace("__CSP_NONCE__", nonce) });
  });
}

async function watch(context: BrowserContext, gateway: Gateway, path: string, { signedIn = true, blank }: Options): Promise<Watched> {
  const page = await context.newPage();
  const watched: Watched = { page, foreign: [], errors: [] };
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(gateway.url) && !url.startsWith("data:")) watched.foreign.push(url);
  });
  page.on("pageerror", (error) => watched.errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) watched.errors.push(message.text());
  });
  // Before the page exists, so that its policy does not bind it.
  await page.addInitScript({ content: axeCore.source });
  if (signedIn) {
    const { token } = gateway;
    await page.addInitScript((text) => sessionStorage.setItem("soul.token", text), token);
    if (!blank) await page.goto(`/a/${encodeURIComponent(gateway.agent)}${path}`);
  } else {
    await page.goto(path || "/");
  }
  return watched;
}

/** Waits until nothing on the page is being read any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("h1") !== null && document.querySelector(".loading") === null);
}

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds that is serious or worse. */
export async function axe(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: { run: (root: Document) => Promise<{ violations: Violation[] }> } };
    return (await tool.run(document)).violations;
  });
  return violations
    .filter((violation) => ["serious", "critical"].includes(violation.impact))
    .map((violation) => {
      const nodes = violation.nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`);
      return `${violation.id}: ${nodes.join(" | ")}`;
    });
}
