// The client against a real gateway: BASE and TOKEN name it, DIST the built client (scripts/clients/own.sh starts one).
import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";

const load = (file) => import(pathToFileURL(`${process.env.DIST}/${file}`).href);
const { Soul, SoulError } = await load("index.js");
const { operations } = await load("operations.js");
const { soulMemory } = await load("ai-sdk.js");
const soul = new Soul({ url: process.env.BASE, token: process.env.TOKEN });
const refused = async (promise, status, kind) => {
  const error = await promise.then(() => assert.fail("not refused"), (error) => error);
  assert.ok(error instanceof SoulError, String(error));
  assert.deepEqual([error.status, error.kind], [status, kind]);
  return error;
};

test("what is remembered is found and proved", async () => {
  const kept = await soul.remember("Ilse repairs the pipe organ on Tuesdays.", { tags: ["music"], date: "2026-01-16" });
  assert.equal(kept.entries[0].path, "memory/episodes/2026-01-16.md");
  assert.equal((await soul.verify_receipt(kept.receipt.id)).ok, true);
  const { hits } = await soul.recall("who repairs the pipe organ", { limit: 3 });
  assert.match(hits[0].text, /Ilse/);
  assert.equal((await soul.used([hits[0].id])).noted, 1);
  assert.match((await soul.lines(hits[0].path)).text, /Ilse/);
});

test("a day grows and files are guarded", async () => {
  await soul.append_to_day("2026-01-11", "The venue was booked.", { time: "18:30", type: "decision" });
  assert.match(JSON.stringify((await soul.day("2026-01-11")).entries), /The venue was booked/);
  await soul.write_file("bank/coffee.md", "# Coffee\n");
  const read = await soul.read_file("bank/coffee.md");
  await soul.write_file("bank/coffee.md", "# Coffee\nfilter\n", { known: read.hash });
  const error = await refused(soul.write_file("bank/coffee.md", "# Tea\n", { known: read.hash }), 409, "conflict");
  const now = await soul.read_file("bank/coffee.md");
  assert.equal(error.current, now.hash);
  assert.equal((await refused(soul.delete_file("bank/coffee.md", { known: now.hash }), 400, "invalid")).hint, "confirm_removal");
  await soul.delete_file("bank/coffee.md", { known: now.hash, confirm: true });
  assert.ok(!(await soul.files()).some((file) => file.filename === "bank/coffee.md"));
});

test("everything else answers", async () => {
  for (const name of ["health", "ready", "agents", "core", "identity", "alerts", "context", "memories", "days"]) {
    assert.notEqual(await soul[name](), undefined, name);
  }
  await refused(soul.entity("nobody-at-all"), 404, "not_found");
  for (const name of Object.keys(operations)) assert.equal(typeof soul[name], "function", name);
});

test("refusals and mistakes are told apart", async () => {
  await refused(new Soul({ url: process.env.BASE, token: "wrong" }).core(), 401, "unauthenticated");
  await refused(new Soul({ url: "http://127.0.0.1:9", token: "none" }).health(), 0, "unavailable");
  await assert.rejects(soul.recall("x", { nothing: 1 }), TypeError);
  assert.ok(!JSON.stringify(soul).includes(process.env.TOKEN));
});

test("the middleware quotes what is remembered and keeps what is said", async () => {
  await soul.remember("The spare key lies under the red pot.");
  const said = { role: "user", content: [{ type: "text", text: "Where is the spare key?" }] };
  const { prompt } = await soulMemory(soul).transformParams({ params: { prompt: [{ role: "system", content: "Be brief." }, said] } });
  assert.match(prompt[1].content[0].text, /quoted data[\s\S]*red pot/);
  assert.deepEqual([prompt[0], prompt[1].content[1]], [{ role: "system", content: "Be brief." }, said.content[0]]);
});
