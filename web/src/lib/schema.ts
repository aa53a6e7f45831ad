// A form out of a JSON Schema: every value that is no object becomes one field.

export type Kind = "boolean" | "number" | "text" | "choice" | "list" | "json" | "secret";

export interface Field {
  /** The key, with dots between its parts. */
  path: string;
  kind: Kind;
  description: string;
  nullable: boolean;
  choices: string[];
  integer: boolean;
  min?: number;
  max?: number;
}

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  description?: string;
  minimum?: number;
  maximum?: number;
}

function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split("/").pop();
  const found = name ? root.$defs?.[name] : undefined;
  // What stands beside a reference is about this place, and wins.
  return found ? { ...found, ...schema, $ref: undefined } : schema;
}

function typesOf(schema: Schema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function choicesOf(schema: Schema): string[] {
  const words = schema.enum ?? (schema.oneOf ?? []).flatMap((one) => (one.const !== undefined ? [one.const] : (one.enum ?? [])));
  return words.filter((word): word is string => typeof word === "string");
}

function fieldOf(path: string, schema: Schema, root: Schema, secret: boolean): Field {
  const types = typesOf(schema);
  const choices = choicesOf(schema);
  const plain = types.filter((type) => type !== "null");
  const items = schema.items ? resolve(schema.items, root) : undefined;
  const kind: Kind = secret
    ? "secret"
    : choices.length > 0
      ? "choice"
      : plain[0] === "boolean"
        ? "boolean"
        : plain[0] === "integer" || plain[0] === "number"
          ? "number"
          : plain[0] === "string"
            ? "text"
            : plain[0] === "array" && items && typesOf(items)[0] === "string"
              ? "list"
              : "json";
  return {
    path, kind, choices,
    description: schema.description ?? "",
    nullable: types.includes("null"),
    integer: plain[0] === "integer",
    min: schema.minimum,
    max: schema.maximum,
  };
}

/** The fields of a schema, in its order. */
export function fieldsOf(whole: unknown): Field[] {
  const root = whole as Schema;
  const out: Field[] = [];
  const walk = (path: string, given: Schema) => {
    let schema = resolve(given, root);
    let secret = given.$ref?.endsWith("/Secret") ?? false;
    const other = (schema.anyOf ?? []).filter((one) => one.type !== "null");
    if (other.length === 1 && other[0]) {
      secret ||= other[0].$ref?.endsWith("/Secret") ?? false;
      schema = { ...resolve(other[0], root), description: schema.description };
      const types = typesOf(schema);
      if (!types.includes("object")) schema = { ...schema, type: [...types, "null"] };
    }
    if (schema.properties && !secret) {
      for (const [name, inner] of Object.entries(schema.properties)) walk(path ? `${path}.${name}` : name, inner);
    } else {
      out.push(fieldOf(path, schema, root, secret));
    }
  };
  walk("", root);
  return out;
}

/** The value at a dotted path. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (at && typeof at === "object" ? (at as Record<string, unknown>)[key] : undefined), values);
}
