"""What the gateway refuses."""

from __future__ import annotations

from typing import Optional


class SoulError(Exception):
    """A refusal: what happened, and what a caller can do about it.

    `kind` is not_found, invalid, conflict, denied, unavailable, internal, unauthenticated, precondition_required or
    too_many; `hint` names what would help, where something does; `current` is the hash of the file as it is now, for a
    conflict. `status` is 0 where no gateway answered.
    """

    def __init__(
        self, status: int, kind: str, message: str, hint: Optional[str] = None, current: Optional[str] = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.hint = hint
        self.current = current
