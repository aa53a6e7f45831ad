// Pictures of the app on the seeded demo: pictures.mjs BINARY OUT [all]
// Seeds a demo of its own, so that the pictures are the same but for their dates. With `all`, every page in light, dark and on a
// phone, to be looked at; without, the ones in README and guide.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const [soul, out, all] = [resolve(process.argv[2]), resolve(process.argv[3]), process.argv[4] === "all"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const AGENT = "aria";

const first = (selector) => async (page) => page.locator(selector).first().click();
const PAGES = {
  home: [""],
  chat: ["/chat", async (page) => {
    for (const line of ["Who leads project Heron?", "Forget that Momo reached her weight."]) {
      await page.getByLabel("Your message").fill(line);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Send" }).waitFor();
    }
  }],
  memories: ["/memories"],
  memory: ["/memories?text=PostgreSQL", first(".scroller .memory-row")],
  search: ["/search?q=when+do+we+ship+Heron", first(".hit .score")],
  review: ["/review", async (page) => page.keyboard.press("j")],
  files: ["/files/SOUL.md", async (page) => page.getByRole("button", { name: "Preview" }).click()],
  blame: ["/files/SOUL.md", async (page) => page.getByRole("button", { name: "Who wrote it" }).click()],
  history: ["/history?text=remembered", first(".cases .memory-row")],
  context: ["/context", async (page) => {
    await page.getByRole("button", { name: "Compare two" }).click();
    await page.getByLabel("Room").fill("dev");
  }],
  graph: ["/graph?entity=project--heron", async (page) => page.locator('.graph-canvas[aria-busy="false"]').waitFor()],
  palette: ["", async (page) => {
    await page.keyboard.press("Control+k");
    await page.locator(".palette input").fill("heron");
  }],
  settings: ["/settings"],
  config: ["/settings/config"],
  models: ["/settings/models"],
  channels: ["/settings/channels"],
  access: ["/settings/access"],
  connect: ["/settings/connect", first(".connectors summary")],
};
const LOOKS = {
  light: { viewport: { width: 1200, height: 760 } },
  dark: { viewport: { width: 1200, height: 760 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 760 }, deviceScaleFactor: 1 },
};
const CHOSEN = [["home", "light"], ["review", "light"], ["memory", "light"], ["search", "light"], ["graph", "light"], ["chat", "light"], ["context", "light"], ["history", "dark"], ["home", "phone"], ["review", "phone"]];

const dir = mkdtempSync(join(tmpdir(), "soul-pictures-"));
const home = join(dir, "home");
const env = { ...process.env, SOULFILE_HOME: home };
mkdirSync(out, { recursive: true });
execFileSync(resolve(import.meta.dirname, "../../scripts/demo.sh"), [soul, dir], { stdio: "inherit" });
const gateway = spawn(soul, ["serve", "--port", "0", "--json"], { cwd: join(dir, AGENT), env, stdio: ["ignore", "pipe", "ignore"] });
try {
  const told = JSON.parse(await new Promise((done, failed) => {
    gateway.stdout.once("data", (data) => done(data.toString()));
    gateway.once("exit", (code) => failed(new Error(`the gateway ended with ${code}`)));
  }));
  const token = readFileSync(told.token_file, "utf8").trim();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  const wanted = all ? Object.keys(PAGES).flatMap((name) => Object.keys(LOOKS).map((look) => [name, look])) : CHOSEN;
  for (const [name, look] of wanted) {
    const context = await browser.newContext({ ...LOOKS[look], locale: "en-GB", timezoneId: "Europe/Berlin", reducedMotion: "reduce" });
    await context.addInitScript((text) => sessionStorage.setItem("soul.token", text), token);
    const page = await context.newPage();
    const [path, act] = PAGES[name];
    await page.goto(`${told.url}/a/${AGENT}${path}`);
    await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector(".loading"));
    await page.waitForTimeout(400);
    await act?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(out, look === "light" ? `${name}.png` : `${name}-${look}.png`) });
    await context.close();
  }
  await browser.close();
} finally {
  gateway.kill("SIGTERM");
  rmSync(dir, { recursive: true, force: true });
}
