"""The adapters of the Python client with LangChain and LlamaIndex as PyPI has them, against a real gateway."""

import asyncio
import os

import langchain_core
import llama_index.core
from langchain_core.runnables import RunnableLambda
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory

from soulfile import Soul
from soulfile.langchain import SoulRetriever
from soulfile.llama_index import SoulMemoryBlock

soul = Soul(os.environ["BASE"], os.environ["TOKEN"])
soul.remember("The rowing boat is moored at jetty nine.")

retriever = SoulRetriever(soul, limit=3)
found = retriever.invoke("Where is the rowing boat?")
assert "jetty nine" in found[0].page_content and found[0].metadata["citation"], found
chain = retriever | RunnableLambda(lambda documents: documents[0].page_content)
assert "jetty nine" in chain.invoke("rowing boat")
print(f"ok     langchain-core {langchain_core.__version__}")


async def blocks() -> None:
    block = SoulMemoryBlock(soul)
    await block.aput([ChatMessage(role="user", content="My sister Mirela repairs violins in Cluj.")])
    assert any("Mirela" in hit["text"] for hit in soul.recall("who repairs violins")["hits"])
    memory = Memory.from_defaults(session_id="adapters", memory_blocks=[block])
    await memory.aput(ChatMessage(role="user", content="Who repairs violins?"))
    seen = "".join(str(message.content) for message in await memory.aget())
    assert "Mirela" in seen, seen


asyncio.run(blocks())
print(f"ok     llama-index-core {llama_index.core.__version__}")
