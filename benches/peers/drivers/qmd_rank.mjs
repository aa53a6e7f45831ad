// Ranks with QMD's library: bun qmd_rank.mjs CASES, a JSON list; one ranking a line.
import { readFileSync } from "node:fs";
import { createStore } from "@tobilu/qmd";

const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { case: name, folder, queries } of cases) {
  const config = { collections: { notes: { path: `${folder}/notes`, pattern: "**/*.md" } } };
  const store = await createStore({ dbPath: `${folder}/index.sqlite`, config });
  await store.update();
  for (const { id, text } of queries) {
    const hits = await store.searchLex(text, { limit: 10 });
    console.log(JSON.stringify({ case: name, id, answer: hits.map((hit) => JSON.stringify(hit)).join("\n") }));
  }
  await store.close?.();
}
process.exit(0);
