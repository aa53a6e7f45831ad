// How long until the page can be used, on a cold cache beside 10,000 memories. Printed, never asserted; runs where MEASURE is set.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";

const DAYS = 200;
const PER_DAY = 50;
const ROUNDS = 9;
const measured = it.skipIf(!process.env.MEASURE);
const gateway = new Gateway();
let browser: Browser | undefined;

beforeAll(async () => {
  if (!process.env.MEASURE) return;
  gateway.setUp();
  for (let day = 0; day < DAYS; day++) {
    const date = new Date(Date.parse("2026-03-19T00:00:00Z") - day * 86_400_000).toISOString().slice(0, 10);
    const entries = Array.from({ length: PER_DAY }, (_, at) => {
      const time = `${String(8 + Math.floor(at / 10)).padStart(2, "0")}:${String((at % 10) * 6).padStart(2, "0")}`;
      return `## ${time} | fact | confidence:high | tags:[load] | source:user-explicit\nParcel ${day}-${at} arrived at the gate of house ${at * 7}.\n`;
    });
    gateway.write(`memory/episodes/${date}.md`, `# ${date} — Episode Log\n\n${entries.join("\n")}`);
  }
  gateway.soul("audit", "log", "-n", "1");
  await gateway.start();
  browser = await launch();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

/** How long until a box takes text in a new tab, from when its address is asked for. */
async function usable(path: string, box: string, bare?: string): Promise<{ ms: number; all: number; longest: number }> {
  if (!browser) throw new Error("no browser");
  const { page } = await open(browser, gateway, "", { signedIn: true, blank: true });
  if (bare) await page.route(`${gateway.url}${path}`, (route) => route.fulfill({ contentType: "text/html", body: bare }));
  await page.addInitScript(() => {
    const held = window as unknown as { longest: number };
    held.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (held.longest = Math.max(held.longest, entry.duration)))).observe({ type: "longtask", buffered: true });
  });
  const start = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.getByLabel(box).fill("x");
  const ms = performance.now() - start;
  if (!bare) await page.getByText(/10,0\d\d memories/).waitFor();
  const all = performance.now() - start;
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  await page.context().close();
  return { ms, all, longest };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

measured("the home page can be used at once, beside a bare page in the same run", async () => {
  const app: Awaited<ReturnType<typeof usable>>[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push((await usable("/bare", "Box", '<!doctype html><title>Bare</title><input aria-label="Box">')).ms);
    app.push(await usable(`/a/${encodeURIComponent(gateway.agent)}`, "Something to remember"));
  }
  const of = (pick: (one: (typeof app)[number]) => number) => Math.round(median(app.map(pick)));
  console.log(
    `10,000 memories, ${ROUNDS} cold tabs, medians: a bare page takes text after ${Math.round(median(bare))} ms, the app after ${of((one) => one.ms)} ms, ` +
      `its counts are there after ${of((one) => one.all)} ms, the longest the page was held up ${of((one) => one.longest)} ms`,
  );
  expect(app.length).toBe(ROUNDS);
});
