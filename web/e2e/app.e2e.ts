// What a person does, in the order a newcomer would: signs in, adds a memory, finds it, sees where it came from, undoes it,
// decides about what waits. Then what every page must keep.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, launch, open, settled } from "./browser";
import { Gateway } from "./gateway";

const gateway = new Gateway();
let browser: Browser;

beforeAll(async () => {
  gateway.setUp();
  gateway.soulAt("2026-03-16T09:00:00Z", "remember", "Alice leads project Heron.");
  gateway.soulAt("2026-03-17T09:00:00Z", "remember", "We decided to ship Heron on 12 June.");
  gateway.soulAt("2026-03-18T09:00:00Z", "remember", "We decided to use PostgreSQL for Heron.");
  gateway.soulAt("2026-03-18T09:05:00Z", "remember", "I am allergic to peanuts.");
  gateway.soul("reflect");
  gateway.soul("proposals", "add", "--from", "scout", "--store", "semantic", "TAP flies from Berlin to Porto twice a day.");
  gateway.soul("proposals", "add", "--from", "scout", "--store", "semantic", "The canal path is closed until May.");
  gateway.write("SOUL.md", `${gateway.file("SOUL.md")}\n- Say when you are not sure.\n`);
  gateway.soul("alerts");
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

describe("signing in", () => {
  it("works once by link, and leaves no code in the address", async () => {
    const { link } = JSON.parse(gateway.soul("open", "--print", "--json")) as { link: string };
    const first = await open(browser, gateway, link, { signedIn: false });
    await heading(first.page, "Aria").waitFor();
    expect(first.page.url()).not.toContain(link.split("#")[1]);
    const second = await open(browser, gateway, link, { signedIn: false });
    await second.page.getByRole("alert").waitFor();
    await second.page.getByLabel("Or paste your token").fill("soul_person_wrong");
    await second.page.getByRole("button", { name: "Sign in" }).click();
    await second.page.getByText("a token is needed").waitFor();
    await second.page.getByLabel("Or paste your token").fill(gateway.token);
    await second.page.getByRole("button", { name: "Sign in" }).click();
    await heading(second.page, "Aria").waitFor();
  });

  it("keeps the token out of every address and out of lasting storage", async () => {
    const { page } = await open(browser, gateway);
    await heading(page, "Aria").waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)).not.toContain("soul_person");
    expect(page.url()).not.toContain("soul_person");
  });
});

describe("memories", () => {
  it("are added, found, traced and taken back", async () => {
    const { page, errors } = await open(browser, gateway);
    await page.getByLabel("Something to remember").fill("The red kettle whistles in C sharp.");
    await page.getByRole("button", { name: "Remember" }).click();
    await page.getByText("Remembered.").waitFor();
    await page.getByRole("link", { name: /red kettle/ }).first().click();
    await page.getByRole("heading", { name: "Where it came from" }).waitFor();
    await page.getByText("How it fades").waitFor();
    // The change that wrote it can be taken back from here, and is shown first.
    await page.getByRole("button", { name: "Undo this…" }).click();
    await page.getByRole("dialog").getByRole("region", { name: "Changes" }).getByText("red kettle").first().waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Search" }).click();
    await page.getByLabel("Search memory").fill("which note does the kettle whistle?");
    const hit = page.getByRole("listitem").filter({ hasText: "red kettle" }).first();
    await hit.getByRole("button", { name: /why/ }).click();
    await page.getByRole("rowheader", { name: "Words in common" }).waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByLabel("Something to remember").fill("The blue kettle is silent.");
    await page.getByRole("button", { name: "Remember" }).click();
    await page.getByText("Remembered.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^Undone/).waitFor();
    const found = (await gateway.get(`/api/workspace/${gateway.agent}/memories?text=blue+kettle`)) as { total: number };
    expect(found.total).toBe(0);
    expect(errors).toEqual([]);
  });

  it("are filtered, pinned, forgotten and restored", async () => {
    const { page } = await open(browser, gateway, "/memories?store=episodic");
    await page.getByRole("searchbox", { name: "Filter by words" }).fill("peanuts");
    await page.getByRole("button", { name: /allergic to peanuts/ }).click();
    await page.getByRole("button", { name: "Pin", exact: true }).click();
    await page.getByRole("button", { name: "Unpin" }).waitFor();
    await page.getByRole("button", { name: "Unpin" }).click();
    await page.getByRole("button", { name: "Forget…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await page.getByText(/forgotten/).first().waitFor();
    await page.getByRole("button", { name: "Restore" }).first().click();
    await page.getByRole("button", { name: "Forget…" }).waitFor();
  });

  it("appear in another tab as they are made", async () => {
    const { page } = await open(browser, gateway, "/memories");
    await page.getByRole("button", { name: /allergic to peanuts/ }).first().waitFor();
    gateway.soul("remember", "The second tab sees this at once.");
    await page.getByRole("button", { name: /second tab sees this/ }).first().waitFor();
  });
});

describe("review", () => {
  it("approves, edits and rejects item by item from the keyboard", async () => {
    const { page, errors } = await open(browser, gateway, "/review");
    await page.getByText("Was this intended?").waitFor();
    await page.keyboard.press("a");
    await page.getByText("Noted: it was intended.").waitFor();
    await page.getByText("What would change").waitFor();
    await page.getByRole("region", { name: "Changes" }).first().waitFor();
    await page.locator(".cases li").nth(2).waitFor();
    const before = await page.locator(".cases li").count();
    expect(before).toBeGreaterThan(1);
    await page.keyboard.press("e");
    await page.getByLabel("What it should say").fill("Heron ships on 12 June, said Sam.");
    await page.getByRole("button", { name: "Approve as edited" }).click();
    await page.getByText(/^Learned:/).waitFor();
    const learned = (await gateway.get(`/api/workspace/${gateway.agent}/memories?text=said+Sam`)) as { total: number };
    expect(learned.total).toBeGreaterThan(0);
    // What was decided leaves the list; until then a key would decide it once more.
    await expect.poll(() => page.locator(".cases li").count(), { timeout: 120_000 }).toBe(before - 1);
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    // A key does nothing while the case before is still being written.
    await page.getByRole("button", { name: /^Reject/, disabled: false }).first().waitFor();
    await page.keyboard.press("r");
    await page.getByText(/^Rejected:/).waitFor();
    expect(errors).toEqual([]);
  });
});

describe("every page", () => {
  const pages = ["", "/chat", "/memories", "/search?q=heron", "/review", "/files/SOUL.md", "/history", "/context", "/graph", "/settings", "/settings/config", "/settings/models", "/settings/channels", "/settings/access", "/settings/connect"];

  it("has no serious finding of axe, in light, dark and on a phone", async () => {
    for (const options of [{}, { dark: true }, { width: 390, height: 844 }]) {
      const { page, errors, foreign } = await open(browser, gateway, "", options);
      for (const path of pages) {
        await page.goto(`/a/${encodeURIComponent(gateway.agent)}${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await settled(page);
        expect(await axe(page), path).toEqual([]);
        expect(errors, path).toEqual([]);
        expect(foreign, path).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      await page.context().close();
    }
  });

  it("comes with a policy that lets nothing in", async () => {
    const response = await fetch(`${gateway.url}/`);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  });

  it("is reached by the command palette", async () => {
    const { page } = await open(browser, gateway);
    await heading(page, "Aria").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Go to/ }).fill("revi");
    await page.keyboard.press("Enter");
    await heading(page, "Review").waitFor();
  });
});
