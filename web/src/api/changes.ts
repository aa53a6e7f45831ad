// One function per thing that is changed.
import { api, type Schemas, value, valueWithTag } from "./client";

function of(agent: string) {
  return { path: { agent_name: agent } };
}

export function remember(agent: string, text: string) {
  return value(api.POST("/api/workspace/{agent_name}/remember", { params: of(agent), body: { text } }));
}

/** Remembers a memory in other words and archives the old ones; false where the new ones wait for a decision first. */
export async function reword(agent: string, { memory, text }: { memory: Schemas["ListedMemory"]; text: string }): Promise<boolean> {
  const body = { text, scope: memory.scope, tags: memory.tags ?? [] };
  const made = await value(api.POST("/api/workspace/{agent_name}/remember", { params: of(agent), body }));
  if (!made.entries.some((entry) => entry.new && entry.id !== memory.id)) return false;
  await forget(agent, { ids: [memory.id], how: "archive" });
  return true;
}

export function pin(agent: string, { id, pinned }: { id: string; pinned: boolean }) {
  const body = { id };
  return pinned
    ? value(api.POST("/api/workspace/{agent_name}/pin", { params: of(agent), body }))
    : value(api.POST("/api/workspace/{agent_name}/unpin", { params: of(agent), body }));
}

/** Pins several, one after the other; what is kept for good is pinned already. */
export async function pinAll(agent: string, memories: Schemas["ListedMemory"][]): Promise<number> {
  const loose = memories.filter((memory) => memory.store !== "vault" && !memory.pinned);
  for (const memory of loose) await pin(agent, { id: memory.id, pinned: true });
  return loose.length;
}

export function forget(agent: string, { ids, how }: { ids: string[]; how: Schemas["ForgetConfirmed"]["how"] }) {
  return value(api.POST("/api/workspace/{agent_name}/forget", { params: of(agent), body: { ids, how } }));
}

export function restore(agent: string, ids: string[]) {
  return value(api.POST("/api/workspace/{agent_name}/restore", { params: of(agent), body: { ids } }));
}

export function editCore(agent: string, body: Schemas["CoreEditRequest"]) {
  return value(api.POST("/api/workspace/{agent_name}/core", { params: of(agent), body }));
}

export function acknowledge(agent: string, id: string) {
  return value(
    api.POST("/api/workspace/{agent_name}/alerts/{id}/acknowledge", { params: { path: { agent_name: agent, id } } }),
  );
}

export function planUndo(agent: string, body: Schemas["UndoRequest"]) {
  return value(api.POST("/api/workspace/{agent_name}/rollback/plan", { params: of(agent), body }));
}

export function undo(agent: string, body: Schemas["UndoRequest"]) {
  return value(api.POST("/api/workspace/{agent_name}/rollback", { params: of(agent), body }));
}

export function draftReflection(agent: string, refresh: boolean) {
  return value(api.POST("/api/workspace/{agent_name}/reflections", { params: of(agent), body: { refresh } }));
}

type Approving = Schemas["ReflectionApproval"];

export function previewApproval(agent: string, body: Approving) {
  return value(api.POST("/api/workspace/{agent_name}/reflections/pending/preview", { params: of(agent), body }));
}

export function approve(agent: string, body: Approving) {
  return value(api.POST("/api/workspace/{agent_name}/reflections/pending/approve", { params: of(agent), body }));
}

export function reject(agent: string, body: Schemas["ReflectionRejection"]) {
  return value(api.POST("/api/workspace/{agent_name}/reflections/pending/reject", { params: of(agent), body }));
}

function ofProposal(agent: string, number: number) {
  return { path: { agent_name: agent, number } };
}

export function previewProposal(agent: string, number: number, text?: string) {
  return value(
    api.GET("/api/workspace/{agent_name}/proposals/{number}/preview", { params: { ...ofProposal(agent, number), query: { text } } }),
  );
}

export function acceptProposal(agent: string, { number, ...body }: Schemas["ProposalAcceptance"] & { number: number }) {
  return value(
    api.POST("/api/workspace/{agent_name}/proposals/{number}/commit", { params: ofProposal(agent, number), body }),
  );
}

export function rejectProposal(agent: string, { number, ...body }: Schemas["ProposalRejection"] & { number: number }) {
  return value(
    api.POST("/api/workspace/{agent_name}/proposals/{number}/reject", { params: ofProposal(agent, number), body }),
  );
}

export interface Saving {
  filename: string;
  content: string;
  /** The ETag of what was read; none for a new file. */
  etag: string | null;
  confirm: boolean;
}

export function saveFile(agent: string, { filename, content, etag, confirm }: Saving) {
  const headers: Record<string, string> = etag ? { "if-match": etag } : { "if-none-match": "*" };
  return valueWithTag(
    api.PUT("/api/workspace/{agent_name}/file/{filename}", {
      params: { path: { agent_name: agent, filename }, query: { confirm } },
      body: { content },
      headers,
    }),
  );
}

export function verifyTrail(agent: string) {
  return value(api.GET("/api/workspace/{agent_name}/audit/verify", { params: of(agent) }));
}

export function verifyReceipt(agent: string, id: string) {
  return value(api.GET("/api/workspace/{agent_name}/audit/receipt/{id}", { params: { path: { agent_name: agent, id } } }));
}

export function mergeEntities(agent: string, body: Schemas["MergeRequest"]) {
  return value(api.POST("/api/workspace/{agent_name}/graph/merge", { params: of(agent), body }));
}

export function splitEntity(agent: string, name: string) {
  return value(api.POST("/api/workspace/{agent_name}/graph/split", { params: of(agent), body: { name } }));
}
