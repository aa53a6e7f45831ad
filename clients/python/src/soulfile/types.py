"""The parts of answers that most programs read. Answers hold more; the OpenAPI document says what."""

from __future__ import annotations

from typing import Any, List, Optional, TypedDict


class RememberedEntry(TypedDict):
    """An entry that was written, or found to be there already."""

    id: str
    store: str
    path: str
    lines: List[int]
    summary: str
    new: bool


class Remembered(TypedDict, total=False):
    """What was remembered, with proof of the write."""

    receipt: Any
    entries: List[RememberedEntry]
    proposals: List[int]
    warnings: List[str]


class Hit(TypedDict, total=False):
    """One result of a search."""

    id: Optional[str]
    path: str
    citation: str
    store: str
    date: Optional[str]
    snippet: str
    text: str
    score: float
    trust: str
    newer: str


class Recalled(TypedDict, total=False):
    """What a search found, and how sure it is."""

    hits: List[Hit]
    nearest: List[Hit]
    confidence: str
    remark: str
    revision: Optional[str]
    notes: List[str]


class StoredFile(TypedDict, total=False):
    """A file with its content, and the hash that a write has to name."""

    filename: str
    content: str
    hash: str
    size_bytes: int
    writable: bool
