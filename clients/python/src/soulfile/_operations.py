"""The operations of the gateway that this client covers.

Written from the OpenAPI document by `make clients-operations`; do not edit.
"""

from __future__ import annotations

from typing import NamedTuple


class Operation(NamedTuple):
    """How one operation is called."""

    method: str
    path: str
    query: tuple[str, ...]
    body: tuple[str, ...]


OPERATIONS: dict[str, Operation] = {
    "health": Operation(
        "GET",
        "/api/health",
        (),
        (),
    ),
    "ready": Operation(
        "GET",
        "/api/ready",
        (),
        (),
    ),
    "agents": Operation(
        "GET",
        "/api/agents",
        (),
        (),
    ),
    "remember": Operation(
        "POST",
        "/api/workspace/{agent_name}/remember",
        (),
        ("allow_secret", "date", "pin", "prune", "scope", "session_id", "source", "store", "tags", "text", "type"),
    ),
    "recall": Operation(
        "GET",
        "/api/workspace/{agent_name}/recall",
        ("query", "limit", "min_score", "store", "as_of", "known_at", "include_dormant", "include_archived", "why_not", "deadline_ms", "session", "room", "user", "as"),
        (),
    ),
    "memories": Operation(
        "GET",
        "/api/workspace/{agent_name}/memories",
        ("id", "store", "kind", "tag", "scope", "trust", "state", "pinned", "language", "path", "since", "until", "text", "offset", "limit"),
        (),
    ),
    "lines": Operation(
        "GET",
        "/api/workspace/{agent_name}/memory/lines",
        ("path", "from", "lines"),
        (),
    ),
    "used": Operation(
        "POST",
        "/api/workspace/{agent_name}/used",
        (),
        ("ids",),
    ),
    "context": Operation(
        "GET",
        "/api/workspace/{agent_name}/context",
        ("session", "room", "user", "as", "session_id"),
        (),
    ),
    "identity": Operation(
        "GET",
        "/api/workspace/{agent_name}/identity",
        (),
        (),
    ),
    "core": Operation(
        "GET",
        "/api/workspace/{agent_name}/core",
        (),
        (),
    ),
    "entity": Operation(
        "GET",
        "/api/workspace/{agent_name}/graph/entity",
        ("name",),
        (),
    ),
    "propose": Operation(
        "POST",
        "/api/workspace/{agent_name}/proposals",
        (),
        ("confidence", "content", "core_worthy", "entities", "store", "trigger"),
    ),
    "days": Operation(
        "GET",
        "/api/workspace/{agent_name}/memory/daily",
        (),
        (),
    ),
    "day": Operation(
        "GET",
        "/api/workspace/{agent_name}/memory/daily/{date}",
        (),
        (),
    ),
    "append_to_day": Operation(
        "POST",
        "/api/workspace/{agent_name}/memory/daily/{date}",
        (),
        ("session_id", "tags", "text", "time", "type"),
    ),
    "files": Operation(
        "GET",
        "/api/workspace/{agent_name}/files",
        (),
        (),
    ),
    "read_file": Operation(
        "GET",
        "/api/workspace/{agent_name}/file/{filename}",
        (),
        (),
    ),
    "write_file": Operation(
        "PUT",
        "/api/workspace/{agent_name}/file/{filename}",
        ("confirm",),
        ("content",),
    ),
    "delete_file": Operation(
        "DELETE",
        "/api/workspace/{agent_name}/file/{filename}",
        ("confirm",),
        (),
    ),
    "forget_candidates": Operation(
        "POST",
        "/api/workspace/{agent_name}/forget/candidates",
        (),
        ("include_archived", "query"),
    ),
    "forget": Operation(
        "POST",
        "/api/workspace/{agent_name}/forget",
        (),
        ("how", "ids"),
    ),
    "restore": Operation(
        "POST",
        "/api/workspace/{agent_name}/restore",
        (),
        ("ids",),
    ),
    "alerts": Operation(
        "GET",
        "/api/workspace/{agent_name}/alerts",
        (),
        (),
    ),
    "verify_receipt": Operation(
        "GET",
        "/api/workspace/{agent_name}/audit/receipt/{id}",
        (),
        (),
    ),
}
