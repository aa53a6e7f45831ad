// Conversations. A line is answered by a stream that is read by hand, because EventSource can neither send a token nor a body.
import { api, ApiError, type Schemas, value } from "./client";
import { parseEvents } from "./events";
import { getToken, getUnlock } from "./session";

/** A quotation carries its kind beside what the schema refers to, which the generator leaves out. */
export type Reply = Extract<Schemas["Reply"], { kind: string }> | ({ kind: "recalled" } & Schemas["Quotation"]);
export type TurnEvent = Exclude<Schemas["TurnEvent"], { kind: "reply" }> | { kind: "reply"; data: Reply };
export type ChatExchange = Omit<Schemas["ChatExchange"], "replies"> & { replies: Reply[] };
export type ChatView = Omit<Schemas["ChatView"], "exchanges"> & { exchanges: ChatExchange[] };

export function listChats(agent: string) {
  return value(api.GET("/api/workspace/{agent_name}/chat", { params: { path: { agent_name: agent } } }));
}

export async function beginChat(agent: string, body: Schemas["NewChat"]): Promise<ChatView> {
  const begun = await value(api.POST("/api/workspace/{agent_name}/chat", { params: { path: { agent_name: agent } }, body }));
  return begun as ChatView;
}

function of(agent: string, session: string) {
  return { params: { path: { agent_name: agent, session } } };
}

export async function showChat(agent: string, session: string): Promise<ChatView> {
  return (await value(api.GET("/api/workspace/{agent_name}/chat/{session}", of(agent, session)))) as ChatView;
}

export function stopChat(agent: string, session: string) {
  return value(api.POST("/api/workspace/{agent_name}/chat/{session}/stop", of(agent, session)));
}

export function forgetChat(agent: string, session: string) {
  return value(api.DELETE("/api/workspace/{agent_name}/chat/{session}", of(agent, session)));
}

function headers(): Record<string, string> {
  const unlock = getUnlock();
  return {
    authorization: `Bearer ${getToken() ?? ""}`,
    "content-type": "application/json",
    accept: "text/event-stream",
    ...(unlock ? { "soul-unlock": unlock } : {}),
  };
}

/** Says a line; each event is handed over as it comes, and the promise ends with the answer. */
export async function say(agent: string, session: string, text: string, onEvent: (event: TurnEvent) => void): Promise<void> {
  const url = `/api/workspace/${encodeURIComponent(agent)}/chat/${encodeURIComponent(session)}/say`;
  const response = await fetch(url, { method: "POST", headers: headers(), body: JSON.stringify({ text }), cache: "no-store" });
  if (!response.ok || !response.body) {
    const told = (await response.json().catch(() => null)) as Schemas["Problem"] | null;
    throw new ApiError(response.status, told?.error.kind ?? "internal", told?.error.message ?? `status ${response.status}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { done, value: more } = await reader.read();
    if (done) return;
    const parsed = parseEvents(buffer + more);
    buffer = parsed.rest;
    for (const event of parsed.events) onEvent(JSON.parse(event.data) as TurnEvent);
  }
}
