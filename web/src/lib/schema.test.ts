import { expect, it } from "vitest";
import { fieldsOf, valueAt } from "./schema";

const SCHEMA = {
  type: "object",
  properties: {
    user: { $ref: "#/$defs/User", description: "The person." },
    provider: { type: "object", additionalProperties: {}, description: "Servers." },
    search: { $ref: "#/$defs/Search" },
  },
  $defs: {
    User: { type: "object", properties: { name: { type: ["string", "null"], description: "How to address you." }, tags: { type: "array", items: { type: "string" } } } },
    Search: {
      type: "object",
      properties: {
        on: { type: "boolean" },
        most: { type: "integer", minimum: 1, maximum: 50 },
        how: { $ref: "#/$defs/How", description: "Which." },
        key: { anyOf: [{ $ref: "#/$defs/Secret" }, { type: "null" }] },
      },
    },
    How: { oneOf: [{ const: "auto", type: "string" }, { const: "none", type: "string" }] },
    Secret: { type: "string" },
  },
};

it("makes a field of every value, whatever it is nested in", () => {
  const fields = fieldsOf(SCHEMA);
  expect(fields.map((field) => [field.path, field.kind])).toEqual([
    ["user.name", "text"],
    ["user.tags", "list"],
    ["provider", "json"],
    ["search.on", "boolean"],
    ["search.most", "number"],
    ["search.how", "choice"],
    ["search.key", "secret"],
  ]);
  expect(fields[0]).toMatchObject({ nullable: true, description: "How to address you." });
  expect(fields[4]).toMatchObject({ integer: true, min: 1, max: 50 });
  expect(fields[5]).toMatchObject({ choices: ["auto", "none"], description: "Which." });
});

it("finds a value by its path", () => {
  expect(valueAt({ a: { b: [1] } }, "a.b")).toEqual([1]);
  expect(valueAt({ a: 1 }, "a.b")).toBeUndefined();
});
