// Writes src/api/types.ts from src/api/openapi.json; with --check it only compares.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const api = new URL("../src/api/", import.meta.url);
const document = JSON.parse(await readFile(new URL("openapi.json", api), "utf8"));
const made = astToString(await openapiTS(document, { defaultNonNullable: false }));
const text = `// Made from openapi.json by scripts/types.mjs. Do not edit.\n${made}`;
const file = new URL("types.ts", api);
if (!process.argv.includes("--check")) {
  await writeFile(file, text);
} else if ((await readFile(file, "utf8")) !== text) {
  console.error("src/api/types.ts is out of date: make web-types");
  process.exit(1);
}
