// Writes src/api/types.ts from a gateway's OpenAPI document: node scripts/types.mjs FILE|URL [OUTPUT]
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

export async function typesOf(document) {
  const ast = await openapiTS(document, { defaultNonNullable: false });
  return `// Made from the gateway's OpenAPI document by scripts/types.mjs. Do not edit.\n${astToString(ast)}`;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const [source, output = new URL("../src/api/types.ts", import.meta.url)] = process.argv.slice(2);
  const text = source.startsWith("http") ? await (await fetch(source)).text() : await readFile(source, "utf8");
  await writeFile(output, await typesOf(JSON.parse(text)));
}
