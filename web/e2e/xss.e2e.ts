// Hostile text in every place that shows text: nothing runs, nothing is fetched from elsewhere.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open, settled } from "./browser";
import { Gateway } from "./gateway";
import { XSS } from "./xss";

const gateway = new Gateway();
let browser: Browser;
const DAY = "2026-03-19";

beforeAll(async () => {
  gateway.setUp();
  gateway.soul("remember", "The kettle is red.");
  const oneLine = XSS.map((text) => text.replaceAll(/[\n\u0000]/g, " "));
  const entries = oneLine.map((text, at) => {
    const time = `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
    return `## ${time} | fact | confidence:high | tags:[xss] | source:user-explicit\nkettle ${text}\n`;
  });
  gateway.write(`memory/episodes/${DAY}.md`, `# ${DAY} — Episode Log\n\n${entries.join("\n")}`);
  gateway.write("SOUL.md", `${gateway.file("SOUL.md")}\n\n${XSS.map((text) => text.replaceAll("\u0000", "")).join("\n\n").slice(0, 9000)}\n`);
  gateway.soul("alerts");
  await gateway.start();
  for (const text of oneLine.slice(0, 12)) {
    await gateway.post("/proposals", { content: `Proposed ${text}`, trigger: text }).catch(() => undefined);
  }
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

/** What runs or fetches inside the app's content. */
function active(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.body.querySelectorAll("script,iframe,object,embed,base,form[action],link,meta,style,video,audio,math,template,[onerror],[onload],[onfocus],[ontoggle],[onbegin]")];
    const own = found.filter((node) => !(node instanceof HTMLScriptElement && node.src.startsWith(location.origin)));
    // The editor puts images without a source beside its own widgets; they fetch nothing.
    const fetches = (image: HTMLImageElement) => image.hasAttribute("src") || image.hasAttribute("srcset");
    const images = [...document.images].filter((image) => fetches(image) && !image.src.startsWith(location.origin));
    const links = [...document.links].filter((link) => /^(javascript|data|vbscript):/i.test(link.href));
    const ran = (window as unknown as Record<string, unknown>)["__xss"] === 1 ? ["it ran"] : [];
    return [...ran, ...[...own, ...images, ...links].map((node) => node.outerHTML.slice(0, 200))];
  });
}

const PLACES = ["", "/memories?tag=xss", "/search?q=kettle", "/chat", "/review", "/files/SOUL.md", "/history", "/context", "/graph", "/settings", "/settings/config"];

it("stays text on every page", async () => {
  for (const path of PLACES) {
    const { page, errors, foreign } = await open(browser, gateway, path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await settled(page);
    if (path.startsWith("/memories")) {
      await page.getByText("memories", { exact: false }).first().waitFor();
      const scroller = page.locator(".scroller");
      await scroller.waitFor();
      for (let step = 0; step < 60; step++) {
        expect(await active(page), path).toEqual([]);
        await scroller.evaluate((node) => node.scrollBy(0, 800));
      }
      await page.locator(".memory-row").last().click();
      await page.getByRole("heading", { name: "Where it came from" }).waitFor();
    }
    if (path.startsWith("/files")) await page.getByRole("button", { name: "Preview" }).click();
    if (path === "/context") for (const section of await page.locator("details").all()) await section.locator("summary").click();
    if (path === "/history") await page.locator(".memory-row").nth(1).click();
    if (path === "/review") {
      for (let step = 0; step < 14; step++) {
        await page.keyboard.press("j");
        await page.waitForTimeout(30);
        expect(await active(page), path).toEqual([]);
      }
    }
    if (path === "/chat") {
      for (const text of XSS.filter((_, at) => at % 48 === 0)) {
        await page.getByLabel("Your message").fill(`remember: ${text.replaceAll("\u0000", "")}`);
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Send" }).waitFor();
        expect(await active(page), path).toEqual([]);
      }
      await page.getByLabel("Your message").fill("what do you know about the kettle?");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Send" }).waitFor();
    }
    expect(await active(page), path).toEqual([]);
    expect(foreign, path).toEqual([]);
    expect(errors, path).toEqual([]);
    await page.context().close();
  }
});

/** Keys whose texts are names of things, not words: the page could not find its way without them. */
const NAMES = new Set(["id", "store", "state", "status", "commit", "digest", "mutation", "at", "day", "date", "created", "hash", "review", "session", "scope", "trust", "lines", "kind", "type", "do", "url", "filename", "path", "last_modified", "time"]);

/** The answer with hostile strings in place of every text, and lists long enough that all of them come up. */
function poisoned(value: unknown, key: string, next: () => string): unknown {
  if (typeof value === "string") return NAMES.has(key) ? value : key === "diff" ? `${value}\n+${next().replaceAll("\n", " ")}\n` : next();
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key, next));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name, next)]));
  return value;
}

it("stays text where the gateway itself answers with nothing else, all of them on every page", async () => {
  for (const path of ["", "/memories", "/memories/" , "/search?q=kettle", "/review", "/history", "/context", "/graph", "/files/SOUL.md", "/settings", "/settings/models", "/settings/channels", "/settings/access", "/settings/connect"]) {
    const { page, errors, foreign } = await open(browser, gateway, path);
    let said = 0;
    await page.route(/\/api\/(?!agents|health).*/, async (route) => {
      if (/events|config|lock|openapi/.test(route.request().url())) return route.continue();
      const response = await route.fetch();
      if (!response.headers()["content-type"]?.includes("json") || !response.ok()) return route.fulfill({ response });
      const next = () => XSS[said++ % XSS.length] ?? "";
      return route.fulfill({ response, json: poisoned(await response.json(), "", next) });
    });
    // Each visit goes on in the list of strings where the last one ended.
    for (let visit = 0; visit < 12 && (visit < 2 || said < XSS.length); visit++) {
      await page.reload();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settled(page);
      if (path === "/history" || path === "/review" || path === "/memories/") await page.locator(".memory-row").nth(visit % 3).click().catch(() => undefined);
      expect(await active(page), path).toEqual([]);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(said, path).toBeGreaterThan(0);
    expect(foreign, path).toEqual([]);
    expect(errors, path).toEqual([]);
    await page.context().close();
  }
});
