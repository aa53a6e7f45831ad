// The parts of answers that most programs read. Answers hold more; the OpenAPI document says what.

/** An entry that was written, or found to be there already. */
export interface RememberedEntry {
  id: string;
  store: string;
  path: string;
  lines: number[];
  summary: string;
  new: boolean;
}

/** What was remembered, with proof of the write. */
export interface Remembered {
  receipt: { id: string; commit: string };
  entries: RememberedEntry[];
  proposals?: number[];
  warnings?: string[];
}

/** One result of a search. */
export interface Hit {
  id: string | null;
  path: string;
  citation: string;
  store: string;
  date: string | null;
  snippet: string;
  text: string;
  score: number;
  trust: string;
  newer?: string;
}

/** What a search found, and how sure it is. */
export interface Recalled {
  hits: Hit[];
  nearest?: Hit[];
  confidence: string;
  remark?: string;
  revision: string | null;
  notes: string[];
}

/** A file with its content, and the hash that a write has to name. */
export interface StoredFile {
  filename: string;
  content: string;
  hash: string;
  size_bytes: number;
  writable: boolean;
}
