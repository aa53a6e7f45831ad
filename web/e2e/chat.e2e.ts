// Talking with the agent: from memory alone, and with a model that speaks.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";
import { ScriptedModel } from "./model";

const gateway = new Gateway();
const model = new ScriptedModel();
let browser: Browser;

beforeAll(async () => {
  gateway.setUp();
  gateway.soul("setup", "--done");
  gateway.soulAt("2026-03-17T09:00:00Z", "remember", "We decided to ship Heron on 12 June.");
  gateway.soulAt("2026-03-18T09:00:00Z", "remember", "We decided to use PostgreSQL for Heron.");
  gateway.soul("reflect");
  await model.start();
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
  await model.stop();
});

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your message").fill(text);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send" }).waitFor();
}

it("remembers, answers with citations that open the memory, and is there after a reload", async () => {
  const { page, errors, foreign } = await open(browser, gateway, "/chat");
  const log = page.getByRole("log");
  await say(page, "Remember that Alice leads project Heron.");
  await log.getByRole("link", { name: /^m-/ }).first().waitFor();
  expect(page.url()).toMatch(/\/chat\/chat-/);
  await say(page, "Who leads project Heron?");
  await log.locator(".recalled", { hasText: "Alice" }).first().waitFor();
  await log.locator("button.citation").first().click();
  await page.getByRole("dialog").getByRole("heading", { name: "Where it came from" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.reload();
  await log.getByText("Who leads project Heron?").waitFor();
  await page.getByRole("link", { name: /Remember that Alice/ }).waitFor();
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});

it("forgets by a dialogue that is answered with a button, and the conversation forgets with it", async () => {
  const { page } = await open(browser, gateway, "/chat");
  await say(page, "Remember that the side door opens with marzipan.");
  await say(page, "Forget that the side door opens with marzipan.");
  await page.getByRole("log").getByRole("button", { name: "Yes" }).click();
  await page.getByRole("button", { name: "Send" }).waitFor();
  await expect.poll(() => page.getByRole("log").getByText("Remember that the side door").count()).toBe(0);
  const found = (await gateway.get(`/api/workspace/${gateway.agent}/memories?text=marzipan`)) as { total: number };
  expect(found.total).toBe(0);
});

it("decides about what waits without leaving the conversation, and by a key only what is open", async () => {
  const { page } = await open(browser, gateway, "/chat");
  const summary = page.locator(".chat-approvals summary");
  const waiting = await summary.innerText();
  await summary.focus();
  await page.keyboard.press("a");
  await page.keyboard.press("r");
  await summary.click();
  await page.locator(".chat-approvals").getByRole("button", { name: /^Approve/ }).waitFor();
  expect(await summary.innerText()).toBe(waiting);
  await page.locator(".chat-approvals").getByRole("button", { name: /^Approve/ }).click();
  await page.getByText(/^Learned:/).waitFor();
});

it("removes a conversation and keeps what was told", async () => {
  const { page } = await open(browser, gateway, "/chat");
  await say(page, "Remember that the roof is green.");
  await page.getByRole("button", { name: /Remove the conversation “Remember that the roof/ }).click();
  await expect.poll(() => page.getByRole("link", { name: /Remember that the roof/ }).count()).toBe(0);
  const kept = (await gateway.get(`/api/workspace/${gateway.agent}/memories?text=roof`)) as { total: number };
  expect(kept.total).toBeGreaterThan(0);
});

it("shows a model's words as they come, lets nothing of them run, and stops", async () => {
  gateway.soul("config", "set", "provider.scripted", `{ api: "openai-chat", baseUrl: "${model.url}" }`);
  gateway.soul("config", "set", "models.primary", "scripted/small");
  model.words = "Good **morning**, Sam. <img src=x onerror=window.__xss=1> ![i](https://evil.example/i.png) [x](javascript:window.__xss=1)";
  const { page, errors, foreign } = await open(browser, gateway, "/chat");
  await say(page, "Good morning, how are you today?");
  await page.getByRole("log").locator("strong", { hasText: "morning" }).waitFor();
  await page.getByText("scripted/small").first().waitFor();
  expect(await page.locator("[role=log] img, [role=log] a[href^=javascript]").count()).toBe(0);
  expect(await page.evaluate(() => "__xss" in window)).toBe(false);
  model.words = "It goes on and on and on and on and on and on and on";
  model.silentAfter = 2;
  await page.getByLabel("Your message").fill("Tell me a story about the sea.");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("It goes on").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/stopped; what came is kept/).waitFor();
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
});
