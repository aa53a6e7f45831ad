// The list of memories at any length: filters, what corrects what, a list of 100,000, and a graph of 5,000.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";

const gateway = new Gateway();
let browser: Browser;

beforeAll(async () => {
  gateway.setUp();
  gateway.soulAt("2026-01-10T09:00:00Z", "remember", "Alice leads project Heron.");
  gateway.soulAt("2026-03-01T09:00:00Z", "remember", "Die Probe ist am Dienstag und das Cello kommt mit.");
  gateway.soulAt("2026-03-02T09:00:00Z", "remember", "--scope", "room:dev", "The staging key rotates on Mondays.");
  gateway.soulAt("2026-03-03T09:00:00Z", "remember", "We decided to ship Heron on 12 June.");
  const alice = "memory/graph/entities/person--alice.md";
  const corrected = "- ~~$1~~ <!-- id:f1 $2 until:2026-03-04 superseded-by:f2 -->\n- Alice leads project Egret. <!-- id:f2 $2 -->";
  gateway.write(alice, gateway.file(alice).replace(/^- (Alice leads project Heron\.) <!-- id:f1 (.*?) -->$/m, corrected));
  gateway.write("memory/episodes/2026-03-05.md", "# 2026-03-05 — Episode Log\n\n## 10:00 | fact | confidence:high | tags:[garden] | source:user-explicit\nThe roses were cut.\n");
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

const rows = (page: Page) => page.locator(".scroller button.memory-row");

it("filters by store, kind, tag, scope, authority, state, date and language, and the place is in the address", async () => {
  const { page, errors } = await open(browser, gateway, "/memories");
  await rows(page).first().waitFor();
  await page.getByText("More filters").click();
  const only = async (label: string, value: string, words: RegExp, how: "select" | "fill" = "select") => {
    const field = page.getByLabel(new RegExp(`^${label}`));
    if (how === "select") await field.selectOption(value);
    else await field.fill(value);
    if (label === "Who sees it") await field.press("Enter");
    await expect.poll(async () => (await rows(page).allTextContents()).every((text) => words.test(text)) && (await rows(page).count()) > 0, { message: label }).toBe(true);
    const found = page.url();
    expect(found).toContain("=");
    if (how === "select") await field.selectOption("");
    else await field.fill("");
    if (label === "Who sees it") await field.press("Enter");
    await expect.poll(() => rows(page).count()).toBeGreaterThan(3);
  };
  await only("Language", "de", /Probe/);
  await only("Kind", "decision", /decided/);
  await only("Tag", "garden", /roses/, "fill");
  await only("Who sees it", "room:dev", /staging/, "fill");
  await only("Store", "semantic", /Knowledge/);
  await only("State", "active", /./);
  await only("Trust", "user", /./);
  await only("From", "2026-03-05", /roses/, "fill");
  await only("Until", "2026-01-11", /Alice|Heron/, "fill");
  expect(errors).toEqual([]);
});

it("shows what a memory corrects and what corrected it, how it fades, and proves where it came from", async () => {
  const { page } = await open(browser, gateway, "/memories?store=semantic&text=leads");
  await rows(page).filter({ hasText: "Alice leads project Heron" }).first().click();
  await page.getByRole("heading", { name: "What corrected it" }).waitFor();
  await page.locator(".detail").getByRole("link", { name: "Alice leads project Egret." }).click();
  await page.getByRole("heading", { name: "What it corrects" }).waitFor();
  await page.getByRole("img", { name: /Score/ }).getByText("Dormant").waitFor();
  await page.getByRole("button", { name: "Verify the receipt" }).click();
  await page.getByText(/It holds/).waitFor();
});

it("is a list of 100,000 with the rows in view only, and reads nothing but them", async () => {
  const TOTAL = 100_000;
  const asked: number[] = [];
  const { page, errors } = await open(browser, gateway, "", {});
  await page.route(/\/memories\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    if (query.has("id")) return route.continue();
    const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
    asked.push(offset);
    const dayOf = (at: number) => new Date(Date.parse("2026-03-20T00:00:00Z") - Math.floor(at / 50) * 86_400_000).toISOString().slice(0, 10);
    const memories = Array.from({ length: Math.min(limit, TOTAL - offset) }, (_, n) => {
      const at = offset + n;
      return {
        id: `episode:${dayOf(at)}:10:00-${at}`, store: "episodic", path: "memory/episodes/x.md", lines: [1, 2], text: `Memory number ${at}`, created: `${dayOf(at)}T10:00:00Z`,
        scope: "private", trust: "user", pinned: false, past: false, day: dayOf(at), kind: "fact", state: "active", score: 1, forgotten: false, uses: 1,
      };
    });
    const days = Array.from({ length: TOTAL / 50 }, (_, n) => ({ day: dayOf(n * 50), count: 50 }));
    await route.fulfill({ json: { total: TOTAL, offset, memories, days, thresholds: { fading: 0.5, dormant: 0.2, archived: 0.05 } } });
  });
  await page.getByRole("link", { name: "Memories" }).click();
  await page.getByText("100,000 memories").waitFor();
  await page.getByText("Memory number 0", { exact: true }).waitFor();
  const scroller = page.locator(".scroller");
  const exist = () => page.locator(".virtual-row").count();
  expect(await exist()).toBeLessThan(60);
  await scroller.evaluate((node) => node.scrollTo(0, node.scrollHeight / 2));
  await page.getByText(/^Memory number (49|50)\d{3}$/).first().waitFor();
  await scroller.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect.poll(async () => {
    await scroller.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    return page.getByText("Memory number 99999").count();
  }).toBe(1);
  expect(await exist()).toBeLessThan(60);
  expect(asked.length).toBeLessThan(30);
  expect(errors).toEqual([]);
});

it("draws 5,000 entities while the page goes on answering, and finds one by its name", async () => {
  const { page, errors } = await open(browser, gateway);
  await page.route(/\/graph\?|\/graph$/, (route) => {
    if (route.request().resourceType() === "document") return route.fallback();
    const nodes = Array.from({ length: 5000 }, (_, at) => ({ id: `person--p${at}`, type: ["person", "project", "tool"][at % 3], label: `Entity ${at}`, score: 1, pinned: false }));
    const edges = Array.from({ length: 9000 }, (_, at) => ({
      from: `person--p${at % 5000}`, relation: "knows", to: `person--p${(at * 7 + 1) % 5000}`, confidence: null, since: `2026-0${1 + (at % 3)}-01`,
    }));
    return route.fulfill({ json: { nodes, edges, dot: "", mermaid: "" } });
  });
  await page.evaluate(() => {
    const held = window as unknown as { longest: number };
    held.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) held.longest = Math.max(held.longest, entry.duration);
    }).observe({ type: "longtask" });
  });
  // The places are worked out beside the page.
  const worker = page.waitForEvent("worker");
  await page.getByRole("link", { name: "Graph" }).click();
  expect((await worker).url()).toContain("layout.worker");
  await page.getByRole("img", { name: /5,000 entities/ }).waitFor();
  await page.getByLabel("Find an entity").fill("Entity 4321");
  await page.getByRole("region", { name: "Entities" }).getByRole("button", { name: /Entity 4321/ }).waitFor();
  await page.getByLabel("Known until").fill("0");
  await page.getByText(/^The first/).waitFor({ state: "detached" });
  await page.locator('.graph-canvas[aria-busy="false"]').waitFor();
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  console.log(`graph of 5,000: the longest the page was held up: ${Math.round(longest)} ms`);
  expect(errors).toEqual([]);
});
