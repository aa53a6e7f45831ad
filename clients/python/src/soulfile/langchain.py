"""Memory for LangChain: a retriever over what is remembered."""

from __future__ import annotations

from typing import Any, List

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from .client import Soul


class SoulRetriever(BaseRetriever):
    """Finds memories; each document says where it stands, when it was, and how far its source is trusted."""

    soul: Any
    limit: int = 5

    def __init__(self, soul: Soul, **settings: Any) -> None:
        super().__init__(soul=soul, **settings)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> List[Document]:
        kept = ("id", "citation", "date", "score", "store", "trust")
        hits = self.soul.recall(query, limit=self.limit)["hits"]
        return [Document(page_content=hit["text"], metadata={key: hit.get(key) for key in kept}) for hit in hits]
