// Says what the first page costs, and fails above the limit: everything index.html names, and what that imports at once.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 250 * 1024;
const dist = new URL("../dist/", import.meta.url);
const html = readFileSync(new URL("index.html", dist), "utf8");
const wanted = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((found) => found[1]);
const seen = new Set();
let total = gzipSync(html).length;
for (let file = wanted.pop(); file; file = wanted.pop()) {
  if (seen.has(file)) continue;
  seen.add(file);
  const bytes = readFileSync(new URL(file, dist));
  total += gzipSync(bytes).length;
  for (const found of bytes.toString().matchAll(/(?:^|[;}])import(?:[^"'()]*?from)?["']\.\/([^"']+)["']/g)) wanted.push(`assets/${found[1]}`);
}
const all = readdirSync(new URL("assets/", dist)).reduce((sum, name) => sum + gzipSync(readFileSync(new URL(`assets/${name}`, dist))).length, 0);
console.log(`first page ${(total / 1024).toFixed(1)} KB gzip, everything ${(all / 1024).toFixed(1)} KB`);
if (total > LIMIT) {
  console.error(`the first page is over ${LIMIT / 1024} KB`);
  process.exit(1);
}
