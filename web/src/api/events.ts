// Changes of a workspace as they happen. EventSource cannot send a token, so the stream is read by hand.
import { getToken } from "./session";

export interface ChangeEvent {
  type: string;
  id: string;
  data: string;
}

/** Splits what came so far into whole events and the rest. */
export function parseEvents(buffer: string): { events: ChangeEvent[]; rest: string } {
  const blocks = buffer.split(/\r?\n\r?\n/);
  const rest = blocks.pop() ?? "";
  const events: ChangeEvent[] = [];
  for (const block of blocks) {
    const event: ChangeEvent = { type: "message", id: "", data: "" };
    const data: string[] = [];
    for (const line of block.split(/\r?\n/)) {
      const at = line.indexOf(":");
      const field = at < 0 ? line : line.slice(0, at);
      const text = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "");
      if (field === "event") event.type = text;
      if (field === "id") event.id = text;
      if (field === "data") data.push(text);
    }
    event.data = data.join("\n");
    if (data.length > 0 || event.id) events.push(event);
  }
  return { events, rest };
}

interface Handlers {
  onEvent: (event: ChangeEvent) => void;
  onState: (connected: boolean) => void;
}

/** Listens until aborted, and resumes where it was after a break. */
export async function listen(agent: string, signal: AbortSignal, handlers: Handlers): Promise<void> {
  let last = "";
  let wait = 500;
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = { authorization: `Bearer ${getToken() ?? ""}`, accept: "text/event-stream" };
      if (last) headers["last-event-id"] = last;
      const url = `/api/workspace/${encodeURIComponent(agent)}/events`;
      const response = await fetch(url, { headers, signal, cache: "no-store" });
      if (response.status === 401 || response.status === 403 || response.status === 404) return;
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      handlers.onState(true);
      wait = 500;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let buffer = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const parsed = parseEvents(buffer + value);
        buffer = parsed.rest;
        for (const event of parsed.events) {
          if (event.id) last = event.id;
          handlers.onEvent(event);
        }
      }
    } catch {
      if (signal.aborted) return;
    }
    handlers.onState(false);
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, 10_000);
  }
}
