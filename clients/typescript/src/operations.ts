// The operations of the gateway that this client covers.
// Written from the OpenAPI document by `make clients-operations`; do not edit.

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
}

export const operations = {
  health: {
    method: "GET",
    path: "/api/health",
    query: [],
    body: [],
  },
  ready: {
    method: "GET",
    path: "/api/ready",
    query: [],
    body: [],
  },
  agents: {
    method: "GET",
    path: "/api/agents",
    query: [],
    body: [],
  },
  remember: {
    method: "POST",
    path: "/api/workspace/{agent_name}/remember",
    query: [],
    body: ["allow_secret", "date", "pin", "prune", "scope", "session_id", "source", "store", "tags", "text", "type"],
  },
  recall: {
    method: "GET",
    path: "/api/workspace/{agent_name}/recall",
    query: ["query", "limit", "min_score", "store", "as_of", "known_at", "include_dormant", "include_archived", "why_not", "deadline_ms", "session", "room", "user", "as"],
    body: [],
  },
  memories: {
    method: "GET",
    path: "/api/workspace/{agent_name}/memories",
    query: ["id", "store", "kind", "tag", "scope", "trust", "state", "pinned", "language", "path", "since", "until", "text", "offset", "limit"],
    body: [],
  },
  lines: {
    method: "GET",
    path: "/api/workspace/{agent_name}/memory/lines",
    query: ["path", "from", "lines"],
    body: [],
  },
  used: {
    method: "POST",
    path: "/api/workspace/{agent_name}/used",
    query: [],
    body: ["ids"],
  },
  context: {
    method: "GET",
    path: "/api/workspace/{agent_name}/context",
    query: ["session", "room", "user", "as", "session_id"],
    body: [],
  },
  identity: {
    method: "GET",
    path: "/api/workspace/{agent_name}/identity",
    query: [],
    body: [],
  },
  core: {
    method: "GET",
    path: "/api/workspace/{agent_name}/core",
    query: [],
    body: [],
  },
  entity: {
    method: "GET",
    path: "/api/workspace/{agent_name}/graph/entity",
    query: ["name"],
    body: [],
  },
  propose: {
    method: "POST",
    path: "/api/workspace/{agent_name}/proposals",
    query: [],
    body: ["confidence", "content", "core_worthy", "entities", "store", "trigger"],
  },
  days: {
    method: "GET",
    path: "/api/workspace/{agent_name}/memory/daily",
    query: [],
    body: [],
  },
  day: {
    method: "GET",
    path: "/api/workspace/{agent_name}/memory/daily/{date}",
    query: [],
    body: [],
  },
  append_to_day: {
    method: "POST",
    path: "/api/workspace/{agent_name}/memory/daily/{date}",
    query: [],
    body: ["session_id", "tags", "text", "time", "type"],
  },
  files: {
    method: "GET",
    path: "/api/workspace/{agent_name}/files",
    query: [],
    body: [],
  },
  read_file: {
    method: "GET",
    path: "/api/workspace/{agent_name}/file/{filename}",
    query: [],
    body: [],
  },
  write_file: {
    method: "PUT",
    path: "/api/workspace/{agent_name}/file/{filename}",
    query: ["confirm"],
    body: ["content"],
  },
  delete_file: {
    method: "DELETE",
    path: "/api/workspace/{agent_name}/file/{filename}",
    query: ["confirm"],
    body: [],
  },
  forget_candidates: {
    method: "POST",
    path: "/api/workspace/{agent_name}/forget/candidates",
    query: [],
    body: ["include_archived", "query"],
  },
  forget: {
    method: "POST",
    path: "/api/workspace/{agent_name}/forget",
    query: [],
    body: ["how", "ids"],
  },
  restore: {
    method: "POST",
    path: "/api/workspace/{agent_name}/restore",
    query: [],
    body: ["ids"],
  },
  alerts: {
    method: "GET",
    path: "/api/workspace/{agent_name}/alerts",
    query: [],
    body: [],
  },
  verify_receipt: {
    method: "GET",
    path: "/api/workspace/{agent_name}/audit/receipt/{id}",
    query: [],
    body: [],
  },
} as const satisfies Record<string, Operation>;
