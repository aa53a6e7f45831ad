// Editing files beside others, and taking changes back.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";

const gateway = new Gateway();
let browser: Browser;

beforeAll(async () => {
  gateway.setUp();
  gateway.soul("remember", "Alice leads project Heron.");
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

it("a save never writes over what somebody else saved meanwhile", async () => {
  const { page, errors } = await open(browser, gateway, "/files/TOOLS.md");
  const editor = page.getByRole("textbox", { name: "The chosen file" });
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n- Mine: the drill is blue.");
  gateway.write("TOOLS.md", `- Theirs: the saw is red.\n${gateway.file("TOOLS.md")}`);
  gateway.soul("audit", "log", "-n", "1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The file changed since you opened it").waitFor();
  expect(gateway.file("TOOLS.md")).not.toContain("drill");
  // Different places: nothing has to be decided.
  await page.getByText("Already in: 1 change saved meanwhile, 1 of yours.").waitFor();
  await page.getByRole("textbox", { name: "The result" }).getByText("the saw is red").waitFor();
  await page.getByRole("button", { name: "Save this version" }).click();
  await page.getByText("TOOLS.md is saved.").waitFor();
  const saved = gateway.file("TOOLS.md");
  expect(saved).toContain("the saw is red");
  expect(saved).toContain("the drill is blue");
  expect(errors).toEqual([]);
});

it("a change is undone from the history with a preview, and the trail stays whole", async () => {
  const { page } = await open(browser, gateway, "/history?text=Alice");
  await page.getByRole("button", { name: /Alice leads project Heron/ }).first().click();
  await page.getByRole("region", { name: "Changes" }).first().waitFor();
  await page.getByRole("button", { name: "Undo this…" }).click();
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText(/^Undone/).waitFor();
  const found = (await gateway.get(`/api/workspace/${gateway.agent}/memories?text=leads+project`)) as { total: number };
  expect(found.total).toBe(0);
  await page.getByRole("button", { name: "Verify the trail" }).click();
  await page.getByText(/^Whole/).waitFor();
});

it("two kinds of session are shown side by side, and a group sees nothing private", async () => {
  const { page } = await open(browser, gateway, "/context");
  await page.locator(".section-name", { hasText: "MEMORY.md" }).waitFor();
  await page.getByRole("button", { name: "Compare two" }).click();
  const group = page.getByRole("region", { name: /In a group/ });
  await group.getByLabel("Room").fill("dev");
  await group.locator(".section-name", { hasText: "SOUL.md" }).waitFor();
  expect(await group.locator(".section-name", { hasText: "MEMORY.md" }).count()).toBe(0);
});

it("two tabs that edit one file end with both versions in it", async () => {
  const tabs = await Promise.all([open(browser, gateway, "/files/USER.md"), open(browser, gateway, "/files/USER.md")]);
  const [first, second] = tabs.map(({ page }) => page);
  for (const [page, line] of [[first, "- First: likes figs."], [second, "- Second: likes pears."]] as const) {
    await page?.getByRole("textbox", { name: "The chosen file" }).click();
    await page?.keyboard.press("Control+End");
    await page?.keyboard.type(`\n${line}`);
  }
  await first?.getByRole("button", { name: "Save" }).click();
  await first?.getByText("USER.md is saved.").waitFor();
  await second?.getByText("It was saved elsewhere meanwhile.").waitFor();
  await second?.getByRole("button", { name: "Save" }).click();
  await second?.getByText("The file changed since you opened it").waitFor();
  // Both wrote at the end: three versions of the place stand side by side, and nothing is saved before it is decided.
  const clash = second?.getByRole("region", { name: "Changed by both, 1" });
  for (const [name, words] of [["Saved meanwhile", "figs"], ["Yours", "pears"]] as const) {
    await clash?.getByRole("figure", { name }).getByText(words).waitFor();
  }
  const save = second?.getByRole("button", { name: "Save this version" });
  expect(await save?.isDisabled()).toBe(true);
  await clash?.getByRole("button", { name: "Keep both" }).click();
  await second?.getByRole("textbox", { name: "The result" }).click();
  await second?.keyboard.press("Control+End");
  await second?.keyboard.type("\n- Third: likes plums.");
  // While this was decided, it changed once more.
  gateway.write("USER.md", `- Fourth: likes quinces.\n${gateway.file("USER.md")}`);
  gateway.soul("audit", "log", "-n", "1");
  await save?.click();
  await second?.getByText("Already in: 1 change saved meanwhile, 1 of yours.").waitFor();
  await save?.click();
  await second?.getByText("USER.md is saved.").waitFor();
  expect(gateway.file("USER.md")).toMatch(/^- Fourth[^]*figs[^]*pears[^]*plums/);
  for (const { errors } of tabs) expect(errors).toEqual([]);
});

it("a file says who wrote each line, goes back to a version and to the text it began with, and warns before it is full", async () => {
  const seeded = gateway.file("HEARTBEAT.md");
  const { page, errors } = await open(browser, gateway, "/files/HEARTBEAT.md");
  const editor = page.getByRole("textbox", { name: "The chosen file" });
  const type = async (text: string) => {
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(text);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("HEARTBEAT.md is saved.").last().waitFor();
  };
  await type("\n- Water the fig.\n");
  await page.getByRole("button", { name: "Who wrote it" }).click();
  const blame = page.getByRole("region", { name: "Who wrote each line" });
  await blame.getByText("- Water the fig.").waitFor();
  await blame.getByRole("link", { name: /^You/ }).first().waitFor();
  await page.getByRole("button", { name: "Versions" }).click();
  await page.locator(".versions summary").last().click();
  await page.getByRole("button", { name: "Restore this version…" }).last().click();
  await page.getByRole("dialog").getByText("HEARTBEAT.md").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText(/^Undone/).waitFor();
  expect(gateway.file("HEARTBEAT.md")).toBe(seeded);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await type("\n- Something else.\n");
  await page.getByRole("button", { name: "Default text" }).click();
  await page.getByText("This is what a new workspace gets.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => gateway.file("HEARTBEAT.md")).toBe(seeded);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("- A long line.\n".repeat(900));
  await page.getByText(/8\d % full/).waitFor();
  expect(errors).toEqual([]);
});

it("search says what was known and true when, and why something is not there", async () => {
  gateway.soulAt("2026-02-01T09:00:00Z", "remember", "The regatta is in Kiel.");
  gateway.soulAt("2026-02-02T09:00:00Z", "remember", "The old mast lies in the barn.");
  const { page, errors } = await open(browser, gateway, "/search?q=regatta");
  const hits = page.locator(".hits .hit");
  await hits.filter({ hasText: "Kiel" }).first().waitFor();
  await page.getByLabel("Known by").fill("2026-01-15");
  await expect.poll(() => hits.filter({ hasText: "Kiel" }).count()).toBe(0);
  expect(page.url()).toContain("known-at=2026-01-15");
  await page.getByLabel("Known by").fill("");
  await page.getByLabel("True on").fill("2026-03-01");
  await hits.filter({ hasText: "Kiel" }).first().waitFor();
  await page.getByText("Why is something else not here?").click();
  await page.getByLabel("Words of the memory you expected").fill("old mast");
  await page.locator(".why-not").getByRole("button", { name: /old mast/ }).first().click();
  await page.locator(".why-not-answer p").waitFor();
  expect((await page.locator(".why-not-answer p").textContent())?.length).toBeGreaterThan(10);
  expect(errors).toEqual([]);
});

it("past contexts are kept with what each session saw, and history is filtered by channel", async () => {
  gateway.soul("context", "--session", "main", "--session-id", "s-kept");
  const { page } = await open(browser, gateway, "/context");
  const receipts = page.getByRole("region", { name: "What recent sessions saw" });
  await receipts.locator("summary").first().click();
  await receipts.getByRole("link", { name: "SOUL.md" }).first().waitFor();
  await page.goto(`/a/${encodeURIComponent(gateway.agent)}/history?channel=cli`);
  await page.locator(".cases .memory-row").first().waitFor();
  await page.goto(`/a/${encodeURIComponent(gateway.agent)}/history?channel=telegram`);
  await page.getByText("No change matches").waitFor();
});
