// The middleware of the TypeScript client with the AI SDK as npm has it, against a real gateway.
import { generateText, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const load = (file) => import(pathToFileURL(`${process.env.DIST}/${file}`).href);
const { Soul } = await load("index.js");
const { soulMemory } = await load("ai-sdk.js");
const soul = new Soul({ url: process.env.BASE, token: process.env.TOKEN });
await soul.remember("The greenhouse thermometer hangs by the door.");
const scripted = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: "text", text: "By the door." }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
});
const model = wrapLanguageModel({ model: scripted, middleware: soulMemory(soul) });
const { text } = await generateText({ model, system: "Be brief.", prompt: "Where does the greenhouse thermometer hang?" });
assert.equal(text, "By the door.");
const [system, said] = scripted.doGenerateCalls[0].prompt;
assert.equal(system.content, "Be brief.");
assert.match(said.content[0].text, /From memory[\s\S]*by the door/);
assert.match(said.content[1].text, /greenhouse/);
console.log(`ok     ai ${createRequire(import.meta.url)("ai/package.json").version}, memory as a middleware`);
