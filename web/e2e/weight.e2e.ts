// How long until the page can be used, on a cold cache beside 10,000 memories. Printed, never asserted; runs where MEASURE is set.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";

const DAYS = 200;
const PER_DAY = 50;
const ROUNDS = 5;
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

measured("the home page and the list can be used at once", async () => {
  if (!browser) return;
  const times: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const { page } = await open(browser, gateway);
    const asked = performance.now();
    await page.getByLabel("Something to remember").fill("x");
    const usable = performance.now() - asked;
    const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    await page.getByText(/10,0\d\d memories/).waitFor();
    times.push(`first paint ${Math.round(first)} ms, the box takes text ${Math.round(asked - start + usable)} ms with the tab's opening, all of it ${Math.round(performance.now() - start)} ms`);
    await page.goto(`/a/${encodeURIComponent(gateway.agent)}/memories`);
    await page.getByText(/^Parcel/).first().waitFor();
    await page.context().close();
  }
  console.log(times.join("\n"));
  expect(times.length).toBe(ROUNDS);
});
