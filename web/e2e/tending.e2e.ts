// Tending a memory: several forgotten at once, entities brought together, everything back to a time.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, open } from "./browser";
import { Gateway } from "./gateway";

const gateway = new Gateway();
let browser: Browser;

beforeAll(async () => {
  gateway.setUp();
  gateway.soulAt("2026-03-02T09:00:00Z", "remember", "Alice leads project Heron.");
  gateway.soulAt("2026-03-09T09:00:00Z", "remember", "Alicia works with Bruno on project Egret.");
  for (let number = 1; number <= 7; number++) {
    gateway.soulAt(`2026-03-1${number}T09:00:00Z`, "remember", "--store", "episodic", `The parcel number ${number} arrived at the gate.`);
  }
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
});

async function total(query: string): Promise<number> {
  return ((await gateway.get(`/api/workspace/${gateway.agent}/memories?${query}`)) as { total: number }).total;
}

it("several memories are forgotten after one more look, and brought back together", async () => {
  const before = await total("text=parcel");
  const { page, errors } = await open(browser, gateway, "/memories?text=parcel");
  await page.getByRole("button", { name: "Choose several" }).click();
  await page.getByRole("checkbox").first().waitFor();
  const boxes = await page.getByRole("checkbox", { name: /parcel/ }).all();
  for (const box of boxes.slice(0, 6)) await box.check();
  await page.getByRole("button", { name: "Forget…" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Archive" }).isDisabled()).toBe(true);
  await dialog.getByLabel(/I have looked at all 6/).check();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await page.getByText("They are forgotten.").waitFor();
  expect(await total("text=parcel")).toBe(before - 6);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect.poll(() => total("text=parcel")).toBe(before);
  await page.getByRole("button", { name: "Choose several" }).click();
  for (const box of (await page.getByRole("checkbox", { name: /parcel/ }).all()).slice(0, 2)) await box.check();
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await page.getByText("2 memories pinned.").waitFor();
  expect(await total("text=parcel&pinned=true")).toBe(2);
  expect(errors).toEqual([]);
});

it("a memory is put in other words: the new ones are found, the old ones are archived and come back", async () => {
  gateway.soulAt("2026-03-19T09:00:00Z", "remember", "--store", "episodic", "The ferry to Hiddensee leaves at nine.");
  const { page, errors } = await open(browser, gateway, "/memories?text=ferry");
  await page.getByRole("button", { name: /leaves at nine/ }).click();
  await page.getByRole("button", { name: "Word it anew…" }).click();
  const field = page.getByRole("textbox", { name: "Word it anew…" });
  expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await field.fill("The ferry to Hiddensee leaves at half past nine.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Remembered in the new words").waitFor();
  expect(await total("text=half+past+nine")).toBeGreaterThan(0);
  expect(await total("text=leaves+at+nine")).toBe(0);
  expect(await total("text=leaves+at+nine&state=archived")).toBe(1);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect.poll(() => total("text=leaves+at+nine")).toBe(1);
  expect(errors).toEqual([]);
});

it("the graph goes back in time, and two entities are merged with a preview and taken apart again", async () => {
  const { page, errors } = await open(browser, gateway, "/graph");
  const list = page.getByRole("region", { name: "Entities" });
  await list.getByRole("button", { name: /Alicia/ }).waitFor();
  const slider = page.getByLabel("Known until");
  await slider.fill("0");
  await expect.poll(() => list.getByRole("button", { name: /Alicia/ }).count()).toBe(0);
  await slider.fill("1");
  await list.getByRole("button", { name: /Alicia/ }).click();
  await page.getByRole("button", { name: "Same as…" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("button", { name: "Merge" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Goes into").selectOption({ label: "Alice (person)" });
  await dialog.getByText(/Alice takes over/).waitFor();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await page.getByText("Alicia is merged.").waitFor();
  await expect.poll(() => list.locator(".entities").getByRole("button", { name: /Alicia/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^Undone/).waitFor();
  await list.getByRole("button", { name: /Alicia/ }).waitFor();
  expect(errors).toEqual([]);
});

it("everything goes back to a time with a preview, and that is undone, too", async () => {
  const before = await total("text=parcel");
  const { page } = await open(browser, gateway, "/history?text=number 4");
  await page.getByRole("button", { name: /remembered .*number 4/ }).first().click();
  await page.getByRole("button", { name: "Everything back to then…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").first().waitFor();
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText(/^Undone/).waitFor();
  expect(await total("text=parcel")).toBeLessThan(before);
  // What follows from it, such as the graph's index, may have been committed since.
  const entries = (await gateway.get(`/api/workspace/${gateway.agent}/audit?limit=10`)) as { commit: string; message?: { action: string } }[];
  const undone = entries.find((entry) => entry.message?.action === "REVERT");
  await page.goto(`/a/${encodeURIComponent(gateway.agent)}/history/${undone?.commit.slice(0, 12)}`);
  await page.getByRole("button", { name: "Undo this…" }).click();
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => total("text=parcel")).toBe(before);
});
