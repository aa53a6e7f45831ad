// The approval lock: nothing is decided without the passphrase, whoever holds the token.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";

const gateway = new Gateway();
let browser: Browser;

beforeAll(async () => {
  gateway.setUpLocked("correct horse battery");
  gateway.soulAt("2026-03-16T09:00:00Z", "remember", "Alice leads project Heron.");
  gateway.soulAt("2026-03-17T09:00:00Z", "remember", "We decided to ship Heron on 12 June.");
  gateway.soulAt("2026-03-18T09:00:00Z", "remember", "We decided to use PostgreSQL for Heron.");
  gateway.soul("reflect");
  gateway.soul("proposals", "add", "--from", "scout", "--store", "semantic", "TAP flies from Berlin to Porto twice a day.");
  gateway.soul("proposals", "add", "--from", "scout", "--store", "semantic", "The canal path is closed until May.");
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

it("asks for the passphrase, then approves one item and rejects another", async () => {
  const { page } = await open(browser, gateway, "/review");
  const cases = page.locator(".cases li");
  await cases.nth(2).waitFor();
  const before = await cases.count();
  expect(before).toBeGreaterThan(1);
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByText(/needs the passphrase/).first().waitFor();
  await page.getByLabel("Passphrase").fill("wrong horse battery");
  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByText(/not the passphrase|wrong/i).first().waitFor();
  await page.getByLabel("Passphrase").fill("correct horse battery");
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect.poll(() => page.getByLabel("Passphrase").count()).toBe(0);
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByText(/^Learned:/).waitFor();
  await expect.poll(() => cases.count()).toBe(before - 1);
  await page.getByRole("button", { name: /^Reject/ }).click();
  await page.getByText(/^Rejected:/).waitFor();
});

it("guards the configuration, too", async () => {
  await expect(gateway.post("/config", { key: "user.name", value: "Eve" })).rejects.toThrow(/passphrase/);
  expect(gateway.soul("config", "get", "user.name")).not.toContain("Eve");
});
