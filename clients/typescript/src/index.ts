// Client of Soulfile: lasting identity and accountable memory for AI agents.

export { Soul } from "./client.js";
export type { RecallOptions, RememberOptions, SoulSettings } from "./client.js";
export { SoulError } from "./errors.js";
export type { Hit, Recalled, Remembered, RememberedEntry, StoredFile } from "./types.js";
