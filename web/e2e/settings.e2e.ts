// What a person sets: the configuration, models, tokens, connections, languages.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, open, settled } from "./browser";
import { Gateway } from "./gateway";
import { ScriptedModel } from "./model";

const gateway = new Gateway();
const model = new ScriptedModel();
let browser: Browser;

beforeAll(async () => {
  gateway.setUp();
  gateway.soul("remember", "Alice leads project Heron.");
  await model.start();
  await gateway.start();
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await gateway.stop();
  await model.stop();
});

it("changes a value of the configuration, refuses a wrong one, and takes it back", async () => {
  const { page, errors } = await open(browser, gateway, "/settings/config");
  await page.getByLabel("Find a setting").fill("traversalDepth");
  const depth = page.getByLabel("memory.graph.traversalDepth");
  await depth.fill("3");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("memory.graph.traversalDepth is saved.").waitFor();
  expect(gateway.soul("config", "get", "memory.graph.traversalDepth").trim()).toBe("3");
  await page.getByRole("button", { name: "Use the default" }).click();
  await expect.poll(() => gateway.soul("config", "get", "memory.graph.traversalDepth").trim()).toBe("2");
  await page.getByLabel("Find a setting").fill("approvals");
  await page.getByLabel("approvals.terminal").selectOption("false");
  await page.getByText(/on a terminal or in an editor/).waitFor();
  expect(gateway.soul("config", "get", "approvals.terminal").trim()).toBe("true");
  expect(errors).toEqual([]);
});

it("tests a model, lists tokens and revokes one, and shows what connecting would write", async () => {
  gateway.soul("config", "set", "provider.scripted", `{ api: "openai-chat", baseUrl: "${model.url}" }`);
  gateway.soul("config", "set", "models.primary", "scripted/small");
  model.words = "ready";
  const { page } = await open(browser, gateway, "/settings/models");
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText(/Answered in .* ready/).waitFor();
  gateway.soul("serve", "token", "create", "--for", gateway.agent, "--session", "group", "--room", "dev");
  await page.getByRole("link", { name: "Access" }).click();
  const token = page.getByRole("listitem").filter({ hasText: "#dev" });
  await token.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await token.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The token is revoked.").waitFor();
  await expect.poll(() => page.getByText("#dev").count()).toBe(0);
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByText("Claude Code").click();
  await page.getByRole("region", { name: "Changes" }).first().waitFor();
});

it("says where the agent is reached, and asks a messenger who we are", async () => {
  const { page, errors } = await open(browser, gateway, "/settings/channels");
  await page.getByText("No messenger is set up").waitFor();
  gateway.soul("config", "set", "channels.telegram", `{ token: "1:abc", baseUrl: "${model.url}", owners: ["42"] }`);
  gateway.soul("config", "set", "channels.webhook", '{ secret: "a-secret-of-some-length" }');
  await page.reload();
  const telegram = page.getByRole("listitem").filter({ hasText: "telegram" });
  await telegram.getByText("Set up").waitFor();
  await page.getByRole("listitem").filter({ hasText: "webhook" }).getByText("Needs you").waitFor();
  await page.getByRole("button", { name: "Ask them who we are" }).click();
  // What answers there is no Telegram, and it is said.
  await telegram.getByText("Needs you").waitFor();
  expect(await page.getByText("a-secret-of-some-length").count()).toBe(0);
  expect(errors).toEqual([]);
});

describe("languages", () => {
  const HOME: Record<string, string> = { zh: "首页", de: "Start", es: "Inicio", fr: "Accueil", ja: "ホーム" };

  it("are switched on the settings page and hold for every page", async () => {
    for (const [code, word] of Object.entries(HOME)) {
      const { page, errors } = await open(browser, gateway, "/settings");
      await page.getByLabel("Language").selectOption(code);
      await page.getByRole("link", { name: word, exact: true }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(code);
      for (const place of ["", "/chat", "/memories", "/search", "/review", "/files", "/history", "/context", "/graph", "/settings/config"]) {
        await page.goto(`/a/${encodeURIComponent(gateway.agent)}${place}`);
        await settled(page);
        await page.getByRole("link", { name: word, exact: true }).first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide, `${code} ${place}`).toBeLessThanOrEqual(0);
      }
      expect(errors, code).toEqual([]);
      await page.context().close();
    }
  });
});
