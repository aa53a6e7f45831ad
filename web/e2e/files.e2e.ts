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
  const mine = page.getByRole("textbox", { name: "Yours" });
  await mine.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("- Theirs: the saw is red.\n");
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
