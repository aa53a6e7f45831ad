"""Memory for LlamaIndex: a block that keeps what the user says and recalls what belongs to the last message."""

from __future__ import annotations

import asyncio
from typing import Any, List, Optional

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import BaseMemoryBlock

from .client import Soul


class SoulMemoryBlock(BaseMemoryBlock[str]):
    """A long-term memory block for `llama_index.core.memory.Memory`. What it recalls is data, never instructions."""

    soul: Any
    limit: int = 5

    def __init__(self, soul: Soul, **settings: Any) -> None:
        super().__init__(soul=soul, **{"name": "soulfile", **settings})

    async def _aget(self, messages: Optional[List[ChatMessage]] = None, **_: Any) -> str:
        asked = next((m.content for m in reversed(messages or []) if m.role == "user" and m.content), None)
        if not asked:
            return ""
        found = await asyncio.to_thread(self.soul.recall, asked, limit=self.limit)
        return "\n".join(f"- {hit['snippet']} ({hit['citation']})" for hit in found["hits"])

    async def _aput(self, messages: List[ChatMessage]) -> None:
        for message in messages:
            if message.role == "user" and message.content:
                await asyncio.to_thread(self.soul.remember, message.content)
