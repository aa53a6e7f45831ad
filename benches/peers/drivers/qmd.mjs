// Times QMD's library: node qmd.mjs FOLDER QUERIES, one JSON line.
import { readFileSync, writeFileSync } from "node:fs";
import { createStore } from "@tobilu/qmd";

const [, , folder, asked] = process.argv;
const queries = readFileSync(asked, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const config = { collections: { notes: { path: `${folder}/notes`, pattern: "**/*.md" } } };
const store = await createStore({ dbPath: `${folder}/index.sqlite`, config });
const ms = async (work) => {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
};
const percentiles = (times) => {
  times.sort((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((share) => times[Math.round((times.length - 1) * share)]);
};
const [build] = await ms(() => store.update());
let found = 0;
const times = [];
for (const { query, file } of queries) {
  const [time, results] = await ms(() => store.searchLex(query, { limit: 5 }));
  times.push(time);
  found += results.some((hit) => JSON.stringify(hit).includes(file.replace(".md", ""))) ? 1 : 0;
}
const resident = process.memoryUsage().rss / 1048576;
const finds = [];
for (let n = 0; n < 5; n++) {
  writeFileSync(`${folder}/notes/marker${n}.md`, `# Marker\n\nThe marker${n} was left under the stone.\n`);
  const [time, results] = await ms(async () => {
    await store.update();
    return store.searchLex(`marker${n}`, { limit: 5 });
  });
  if (results.length === 0) throw new Error("written and not found");
  finds.push(time);
}
console.log(JSON.stringify({ seconds: build / 1e3, search: percentiles(times), find: percentiles(finds)[0], resident, hit: found / queries.length }));
process.exit(0);
