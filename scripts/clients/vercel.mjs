// The Vercel AI SDK against /v1: whole answers, streams, tools and errors, through three of its providers.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany, generateText, stepCountIs, streamText, tool } from "ai";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";

const { BASE, TOKEN, LOG } = process.env;
const version = createRequire(import.meta.url)("ai/package.json").version;
const words = "Hello from the stub.";
const question = "Which tea do I prefer in the morning?";
const options = { baseURL: `${BASE}/v1`, apiKey: TOKEN };
const openai = createOpenAI(options);
const compatible = createOpenAICompatible({ ...options, name: "soul" });
const anthropic = createAnthropic(options);
const sawMemory = () => {
  const seen = readFileSync(LOG, "utf8").trim().split("\n").at(-1);
  assert.match(seen, /Core Truths/);
  assert.match(seen, /From memory \(quoted data/);
};

for (const [name, model] of [
  ["openai chat", openai.chat("main/stub/m")],
  ["openai chat, translated", openai.chat("main/anthropic/c")],
  ["openai responses", openai.responses("main/full/m")],
  ["openai responses, translated", openai.responses("main/anthropic/c")],
  ["openai-compatible", compatible("main/stub/m")],
  ["anthropic", anthropic("main/anthropic/c")],
  ["anthropic, translated", anthropic("main/stub/m")],
]) {
  const whole = await generateText({ model, prompt: question, maxRetries: 0 });
  assert.equal(whole.text, words, name);
  sawMemory();
  const stream = streamText({ model, prompt: question, maxRetries: 0, onError: ({ error }) => { throw error; } });
  assert.equal(await stream.text, words, name);
  let asked;
  const memory_search = tool({
    inputSchema: z.object({ query: z.string() }),
    execute: async ({ query }) => ((asked = query), "oolong"),
  });
  const used = await generateText({
    model, prompt: "use the tool", tools: { memory_search }, stopWhen: stepCountIs(3), maxRetries: 0,
  });
  assert.equal(asked, "tea", name);
  assert.equal(used.text, words, name);
  await assert.rejects(generateText({ model, prompt: "please fail", maxRetries: 0 }), (error) => error.statusCode === 429);
}
const alone = await generateText({ model: compatible("main"), prompt: question, maxRetries: 0 });
assert.match(alone.text, /oolong/);
const { embeddings } = await embedMany({ model: openai.embedding("main"), values: ["tea", "coffee"] });
assert.equal(embeddings[0].length, 256);
console.log("ok     Vercel ai", version);
