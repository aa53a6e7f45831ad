"""The client: one method per operation, one request each."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, List, Mapping, Optional, Sequence, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

from ._operations import OPERATIONS
from .errors import SoulError
from .types import Recalled, Remembered, StoredFile


class Soul:
    """An agent's soul and memory, behind a gateway (`soul serve`).

    What a token may see and do is fixed when it is made; nothing here widens it.
    """

    def __init__(self, url: str, token: str, agent: str = "main", timeout: float = 30.0) -> None:
        self.url = url.rstrip("/")
        self.agent = agent
        self.timeout = timeout
        self._token = token
        # A gateway on this machine is never asked through a proxy.
        local = self.url.split("://", 1)[-1].startswith(("127.0.0.1", "localhost", "[::1]"))
        self._opener = build_opener(ProxyHandler({})) if local else build_opener()

    @classmethod
    def local(cls, agent: str = "main", home: Optional[str] = None, timeout: float = 30.0) -> Soul:
        """The gateway that runs on this machine for this user, with the person's token."""
        state = Path(home or os.environ.get("SOULFILE_HOME") or Path.home() / ".soulfile") / "state" / ".gateway"
        try:
            url = (state / "address").read_text().strip()
            token = (state / "person.token").read_text().strip()
        except OSError as error:
            raise SoulError(0, "unavailable", f"no gateway runs here ({error}); `soul serve` starts one") from error
        return cls(url, token, agent, timeout)

    def __repr__(self) -> str:
        return f"Soul({self.url!r}, agent={self.agent!r})"

    # The gateway

    def health(self) -> Any:
        """Says that the gateway is up."""
        return self._call("health")

    def ready(self) -> Any:
        """Says that the gateway can open its agents; raises a SoulError of status 503 where it cannot."""
        return self._call("ready")

    def agents(self) -> Any:
        """Lists the agents the token reaches."""
        return self._call("agents")

    # Memory

    def remember(
        self,
        text: str,
        *,
        date: Optional[str] = None,
        type: Optional[str] = None,
        store: Optional[str] = None,
        tags: Optional[Sequence[str]] = None,
        scope: Optional[str] = None,
        source: Optional[str] = None,
        session_id: Optional[str] = None,
        pin: Optional[bool] = None,
    ) -> Remembered:
        """Remembers something. When this returns, it is durable. `date` is for what was said earlier."""
        body = dict(
            text=text, date=date, type=type, store=store, tags=_list(tags), scope=scope, source=source,
            session_id=session_id, pin=pin,
        )  # fmt: skip
        return cast(Remembered, self._call("remember", body=body))

    def recall(
        self,
        query: str,
        *,
        limit: Optional[int] = None,
        min_score: Optional[float] = None,
        store: Optional[str] = None,
        as_of: Optional[str] = None,
        known_at: Optional[str] = None,
        deadline_ms: Optional[int] = None,
    ) -> Recalled:
        """Finds what is remembered, with where it stands and how sure it is."""
        asked = dict(
            query=query, limit=limit, min_score=min_score, store=store, as_of=as_of, known_at=known_at,
            deadline_ms=deadline_ms,
        )  # fmt: skip
        return cast(Recalled, self._call("recall", query=asked))

    def memories(
        self, *, store: Optional[str] = None, text: Optional[str] = None, offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> Any:  # fmt: skip
        """Lists memories with their states, newest first."""
        return self._call("memories", query=dict(store=store, text=text, offset=offset, limit=limit))

    def lines(self, path: str, *, first: Optional[int] = None, lines: Optional[int] = None) -> Any:
        """Reads lines of a file, as far as the session sees them."""
        return self._call("lines", query={"path": path, "from": first, "lines": lines})

    def used(self, ids: Sequence[str]) -> Any:
        """Counts memories as used: they fade more slowly."""
        return self._call("used", body=dict(ids=_list(ids)))

    def propose(self, content: str, *, store: Optional[str] = None, trigger: Optional[str] = None) -> Any:
        """Proposes a memory; a person decides. `trigger` says what brought it up."""
        return self._call("propose", body=dict(content=content, store=store, trigger=trigger))

    def forget_candidates(self, query: str) -> Any:
        """Finds what may be meant, and changes nothing."""
        return self._call("forget_candidates", body=dict(query=query))

    def forget(self, ids: Sequence[str]) -> Any:
        """Forgets exactly these memories: they are archived, and can be restored. A person's act."""
        return self._call("forget", body=dict(ids=_list(ids)))

    def restore(self, ids: Sequence[str]) -> Any:
        """Brings back what was archived; a person's act."""
        return self._call("restore", body=dict(ids=_list(ids)))

    def core(self) -> Any:
        """Shows core memory with its budgets."""
        return self._call("core")

    def entity(self, name: str) -> Any:
        """Shows everything known about an entity."""
        return self._call("entity", query=dict(name=name))

    # Sessions

    def context(self, *, session: Optional[str] = None, room: Optional[str] = None, user: Optional[str] = None) -> Any:
        """Shows exactly what a session receives; a person chooses whose eyes to look through."""
        return self._call("context", query=dict(session=session, room=room, user=user))

    def identity(self) -> Any:
        """Shows the agent's name and avatar, and which source won."""
        return self._call("identity")

    # Days and files

    def days(self) -> Any:
        """Lists the daily logs, newest first."""
        return self._call("days")

    def day(self, date: str) -> Any:
        """Reads one day's log."""
        return self._call("day", path=dict(date=date))

    def append_to_day(
        self, date: str, text: str, *, time: Optional[str] = None, type: Optional[str] = None,
        tags: Optional[Sequence[str]] = None,
    ) -> Remembered:  # fmt: skip
        """Adds an entry to the end of a day's log, word for word."""
        body = dict(text=text, time=time, type=type, tags=_list(tags))
        return cast(Remembered, self._call("append_to_day", path=dict(date=date), body=body))

    def files(self) -> Any:
        """Lists the files of the workspace."""
        return self._call("files")

    def read_file(self, filename: str) -> StoredFile:
        """Reads a file; `hash` is what a write has to name."""
        return cast(StoredFile, self._call("read_file", path=dict(filename=filename)))

    def write_file(self, filename: str, content: str, *, known: Optional[str] = None, confirm: bool = False) -> Any:
        """Writes a file, if it still has the hash `known`; a new file without one."""
        guard = {"If-None-Match": "*"} if known is None else {"If-Match": f'"{known}"'}
        query = dict(confirm=True if confirm else None)
        return self._call("write_file", path=dict(filename=filename), query=query, body=dict(content=content), headers=guard)

    def delete_file(self, filename: str, *, known: str, confirm: bool = False) -> Any:
        """Deletes a file, if it still has the hash `known`; `confirm` has to be true."""
        query = dict(confirm=True if confirm else None)
        return self._call("delete_file", path=dict(filename=filename), query=query, headers={"If-Match": f'"{known}"'})

    # The trail

    def alerts(self) -> Any:
        """Lists changes of critical files nobody acknowledged."""
        return self._call("alerts")

    def verify_receipt(self, id: str) -> Any:
        """Verifies one receipt."""
        return self._call("verify_receipt", path=dict(id=id))

    def _call(
        self,
        name: str,
        *,
        path: Mapping[str, str] = {},
        query: Mapping[str, Any] = {},
        body: Optional[Mapping[str, Any]] = None,
        headers: Mapping[str, str] = {},
    ) -> Any:
        operation = OPERATIONS[name]
        given = {key: value for key, value in query.items() if value is not None}
        sent = None if body is None else {key: value for key, value in body.items() if value is not None}
        unknown = [*(given.keys() - set(operation.query)), *((sent or {}).keys() - set(operation.body))]
        if unknown:
            raise TypeError(f"{name} takes no {', '.join(sorted(unknown))}")
        place = operation.path.replace("{agent_name}", quote(self.agent, safe=""))
        for key, value in path.items():
            place = place.replace("{" + key + "}", quote(value, safe=""))
        if given:
            place += "?" + urlencode({key: _text(value) for key, value in given.items()})
        request = Request(self.url + place, method=operation.method, headers=dict(headers))
        request.add_header("Authorization", f"Bearer {self._token}")
        if sent is not None:
            request.data = json.dumps(sent).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                return json.loads(answer.read())
        except HTTPError as refused:
            raise _error(refused.code, refused.read()) from None
        except URLError as error:
            raise SoulError(0, "unavailable", f"no gateway answers at {self.url}: {error.reason}") from None


def _list(values: Optional[Sequence[str]]) -> Optional[List[str]]:
    return None if values is None else list(values)


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _error(status: int, body: bytes) -> SoulError:
    try:
        told = json.loads(body)["error"]
        return SoulError(status, told["kind"], told["message"], told.get("hint"), told.get("current"))
    except (ValueError, KeyError, TypeError):
        return SoulError(status, "internal", f"the gateway answered {status}")
