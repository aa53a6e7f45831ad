"""The official Python client against the real binary, with and without a handshake:
client.py stdio COMMAND ARGS… | client.py http URL TOKEN-FILE"""

import asyncio
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

TOOLS = ["memory_context", "memory_forget", "memory_get", "memory_propose", "memory_search", "memory_status", "memory_write"]


async def story(client):
    tools = (await client.list_tools()).tools
    assert sorted(tool.name for tool in tools) == TOOLS, tools
    assert all(tool.output_schema and tool.annotations.open_world_hint is False for tool in tools)

    async def call(name, **arguments):
        # The client checks what is answered against the tool's output schema.
        answer = await client.call_tool(name, arguments)
        assert not answer.is_error, answer
        return answer.structured_content

    written = await call("memory_write", content="My name is Alex and I work on a Rust project called tundra.")
    assert written["saved"], written
    found = await call("memory_search", query="What project am I working on?")
    best = found["results"][0]
    assert "tundra" in best["snippet"], found
    lines = await call("memory_get", path=best["path"], **{"from": best["startLine"]}, lines=5)
    assert "tundra" in lines["text"], lines
    assert "tundra" in (await call("memory_context"))["text"]
    assert (await call("memory_propose", content="Tundra ships in April.", confidence="low"))["proposal"] >= 1
    asked = await call("memory_forget", query="tundra")
    assert asked["candidates"] and not asked["forgotten"], asked
    assert (await call("memory_status"))["session"] == "main"
    wrong = await client.call_tool("memory_search", {"query": "x", "room": "dev"})
    assert wrong.is_error and "unknown field" in wrong.content[0].text, wrong
    listed = (await client.list_resources()).resources
    soul = next(resource for resource in listed if resource.name == "SOUL.md")
    assert (await client.read_resource(soul.uri)).contents[0].text
    assert (await client.list_resource_templates()).resource_templates
    prompts = (await client.list_prompts()).prompts
    for prompt in prompts:
        assert (await client.get_prompt(prompt.name)).messages
    print(f"  {client.protocol_version}: {len(tools)} tools, {len(listed)} resources, {len(prompts)} prompts: ok")


async def main(kind, *rest):
    for mode in ["legacy", "auto"]:
        if kind == "stdio":
            server = StdioServerParameters(command=rest[0], args=list(rest[1:]), env=dict(os.environ))
            async with Client(server, mode=mode) as client:
                await story(client)
        else:
            headers = {"Authorization": f"Bearer {open(rest[1]).read().strip()}"}
            async with create_mcp_http_client(headers=headers) as http:
                async with Client(streamable_http_client(rest[0], http_client=http), mode=mode) as client:
                    await story(client)


asyncio.run(main(*sys.argv[1:]))
