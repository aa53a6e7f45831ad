// One hook per thing that is read. Everything of an agent lies under ["agent", id], so that a change refreshes it all.
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { api, value, valueWithTag } from "./client";
import type { paths } from "./types";

type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? NonNullable<Q> : never;

export type MemoryFilter = Omit<Query<"/api/workspace/{agent_name}/memories">, "offset" | "limit">;
export type RecallQuery = Query<"/api/workspace/{agent_name}/recall">;
export type AuditFilter = Query<"/api/workspace/{agent_name}/audit">;
export type ContextChoice = Query<"/api/workspace/{agent_name}/context">;

function of(agent: string, ...rest: unknown[]) {
  return ["agent", agent, ...rest];
}

function path(agent: string) {
  return { path: { agent_name: agent } };
}

export function useAgents() {
  return useQuery({ queryKey: ["agents"], queryFn: () => value(api.GET("/api/agents")) });
}

export function useHealth() {
  return useQuery({ queryKey: ["health"], queryFn: () => value(api.GET("/api/health")) });
}

export function useIdentity(agent: string) {
  return useQuery({
    queryKey: of(agent, "identity"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/identity", { params: path(agent) })),
  });
}

export function useDecayStatus(agent: string) {
  return useQuery({
    queryKey: of(agent, "decay"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/decay", { params: path(agent) })),
  });
}

export function useDecayOf(agent: string, id: string) {
  return useQuery({
    queryKey: of(agent, "decay", id),
    queryFn: () =>
      value(api.GET("/api/workspace/{agent_name}/decay/explain", { params: { ...path(agent), query: { id } } })),
  });
}

export function useAlerts(agent: string) {
  return useQuery({
    queryKey: of(agent, "alerts"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/alerts", { params: path(agent) })),
  });
}

export function useProposals(agent: string) {
  return useQuery({
    queryKey: of(agent, "proposals"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/proposals", { params: path(agent) })),
  });
}

export function useReflectStatus(agent: string) {
  return useQuery({
    queryKey: of(agent, "reflections"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/reflections", { params: path(agent) })),
  });
}

/** The reflection that waits, or null. */
export function usePendingReflection(agent: string) {
  return useQuery({
    queryKey: of(agent, "reflections", "pending"),
    queryFn: async () => {
      const status = await value(api.GET("/api/workspace/{agent_name}/reflections", { params: path(agent) }));
      if (!status.pending) return null;
      return value(api.GET("/api/workspace/{agent_name}/reflections/pending", { params: path(agent) }));
    },
  });
}

export function useReflectHistory(agent: string) {
  return useQuery({
    queryKey: of(agent, "reflections", "history"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/reflections/history", { params: path(agent) })),
  });
}

export function useLock(agent: string) {
  return useQuery({
    queryKey: of(agent, "lock"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/lock", { params: path(agent) })),
  });
}

export function useDoctor(agent: string) {
  return useQuery({
    queryKey: of(agent, "doctor"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/doctor", { params: path(agent) })),
  });
}

export function useIndexStatus(agent: string) {
  return useQuery({
    queryKey: of(agent, "index"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/index", { params: path(agent) })),
  });
}

/** How many memories are read at once. */
export const PAGE = 200;
/** How many the home page reads: enough for a day, and the counts of all come with them. */
export const NEWEST = 60;

/** The newest memories that match, once. */
export function listMemories(agent: string, filter: MemoryFilter, limit: number, offset = 0) {
  return value(api.GET("/api/workspace/{agent_name}/memories", { params: { ...path(agent), query: { ...filter, offset, limit } } }));
}

function memoryPage(agent: string, filter: MemoryFilter, offset: number, limit: number) {
  return { queryKey: of(agent, "memories", filter, offset, limit), queryFn: () => listMemories(agent, filter, limit, offset) };
}

/** The newest memories that match, how many there are in all, and how many of each day. */
export function useMemories(agent: string, filter: MemoryFilter, limit = PAGE) {
  return useQuery({ ...memoryPage(agent, filter, 0, limit), placeholderData: keepPreviousData });
}

/** Pages of the same list, by number: those in view, wherever that is. Page 0 is what `useMemories` reads. */
export function useMemoryPages(agent: string, filter: MemoryFilter, pages: number[]) {
  return useQueries({
    queries: pages.map((page) => ({ ...memoryPage(agent, filter, page * PAGE, PAGE), placeholderData: keepPreviousData })),
    combine: (found) => new Map(found.flatMap(({ data }) => (data ? [[data.offset / PAGE, data.memories] as const] : []))),
  });
}

/** One memory, with the scores where its state changes; null when there is none with this id. */
export function useMemory(agent: string, id: string) {
  return useQuery({
    queryKey: of(agent, "memory", id),
    queryFn: async () => {
      const query = { id, limit: 1, offset: 0 };
      const page = await value(api.GET("/api/workspace/{agent_name}/memories", { params: { ...path(agent), query } }));
      const [memory] = page.memories;
      return memory ? { ...memory, thresholds: page.thresholds } : null;
    },
  });
}

export function useArchived(agent: string) {
  return useQuery({
    queryKey: of(agent, "archived"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/archived", { params: path(agent) })),
  });
}

export function useWhy(agent: string, about: string) {
  return useQuery({
    queryKey: of(agent, "why", about),
    queryFn: () =>
      value(api.GET("/api/workspace/{agent_name}/audit/why", { params: { ...path(agent), query: { about } } })),
  });
}

export function useRecall(agent: string, query: RecallQuery, enabled: boolean) {
  return useQuery({
    queryKey: of(agent, "recall", query),
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      value(api.GET("/api/workspace/{agent_name}/recall", { params: { ...path(agent), query }, signal })),
  });
}

export function useAudit(agent: string, query: AuditFilter) {
  return useQuery({
    queryKey: of(agent, "audit", query),
    placeholderData: keepPreviousData,
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/audit", { params: { ...path(agent), query } })),
  });
}

export function useAuditEntry(agent: string, id: string) {
  return useQuery({
    queryKey: of(agent, "audit", "entry", id),
    queryFn: () =>
      value(
        api.GET("/api/workspace/{agent_name}/audit/entry/{id}", { params: { path: { agent_name: agent, id } } }),
      ),
  });
}

export function useFiles(agent: string) {
  return useQuery({
    queryKey: of(agent, "files"),
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/files", { params: path(agent) })),
  });
}

export function useFile(agent: string, filename: string) {
  return useQuery({
    queryKey: of(agent, "file", filename),
    queryFn: () =>
      valueWithTag(
        api.GET("/api/workspace/{agent_name}/file/{filename}", { params: { path: { agent_name: agent, filename } } }),
      ),
  });
}

export function useBlame(agent: string, filename: string) {
  return useQuery({
    queryKey: of(agent, "blame", filename),
    queryFn: () =>
      value(
        api.GET("/api/workspace/{agent_name}/audit/blame", { params: { ...path(agent), query: { path: filename } } }),
      ),
  });
}

export function useContextReport(agent: string, query: ContextChoice = {}) {
  return useQuery({
    queryKey: of(agent, "context-report", query),
    queryFn: () =>
      value(api.GET("/api/workspace/{agent_name}/context-report", { params: { ...path(agent), query } })),
  });
}

export function useContext(agent: string, query: ContextChoice, enabled: boolean) {
  return useQuery({
    queryKey: of(agent, "context", query),
    enabled,
    placeholderData: keepPreviousData,
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/context", { params: { ...path(agent), query } })),
  });
}

export function useContextReceipts(agent: string) {
  return useQuery({
    queryKey: of(agent, "context-receipts"),
    queryFn: () =>
      value(
        api.GET("/api/workspace/{agent_name}/context-receipts", { params: { ...path(agent), query: { limit: 20 } } }),
      ),
  });
}

export function useGraph(agent: string, around: string | undefined, hops: number) {
  return useQuery({
    queryKey: of(agent, "graph", around ?? "", hops),
    placeholderData: keepPreviousData,
    queryFn: () =>
      value(api.GET("/api/workspace/{agent_name}/graph", { params: { ...path(agent), query: { around, hops } } })),
  });
}

export function useEntity(agent: string, name: string) {
  return useQuery({
    queryKey: of(agent, "entity", name),
    queryFn: () =>
      value(api.GET("/api/workspace/{agent_name}/graph/entity", { params: { ...path(agent), query: { name } } })),
  });
}

/** What a new workspace would get for a file. */
export function defaultFile(agent: string, filename: string) {
  return value(
    api.GET("/api/workspace/{agent_name}/file-default/{filename}", { params: { path: { agent_name: agent, filename } } }),
  );
}

/** Memories that words fit, for choosing one. */
export function useMatching(agent: string, text: string) {
  return useQuery({
    queryKey: of(agent, "memories", "matching", text),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { text, limit: 8, offset: 0 };
      const [kept, gone] = await Promise.all([
        value(api.GET("/api/workspace/{agent_name}/memories", { params: { ...path(agent), query } })),
        value(api.GET("/api/workspace/{agent_name}/memories", { params: { ...path(agent), query: { ...query, state: "archived" } } })),
      ]);
      return [...new Map([...kept.memories, ...gone.memories].map((memory) => [memory.id, memory])).values()].slice(0, 8);
    },
  });
}
