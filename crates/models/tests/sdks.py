"""Holds the test server's streams against the providers' own clients: what they accept is what they send.

Run by `make test-sdks`; needs the packages openai, anthropic, google-genai and ollama.
"""

import json
import sys

import anthropic
import ollama
import openai
from google import genai
from google.genai import types

BASE = sys.argv[1]
WANT = {"text": "Hello, 世界!", "name": "memory_search", "arguments": {"query": "ferry", "top_k": 3}}


def check(who, text, name, arguments, tokens):
    got = {"text": text, "name": name, "arguments": arguments}
    assert got == WANT, f"{who}: {got}"
    assert tokens == 23, f"{who}: {tokens} tokens"
    print(f"{who}: accepted")


def by_anthropic():
    client = anthropic.Anthropic(api_key="k", base_url=BASE)
    with client.messages.stream(model="m", max_tokens=99, messages=[{"role": "user", "content": "?"}]) as stream:
        message = stream.get_final_message()
    kinds = [block.type for block in message.content]
    assert kinds == ["thinking", "redacted_thinking", "text", "tool_use"], kinds
    call = message.content[3]
    check("anthropic " + anthropic.__version__, message.content[2].text, call.name, call.input,
          message.usage.output_tokens)


def by_openai_chat():
    client = openai.OpenAI(api_key="k", base_url=BASE + "/v1")
    tools = [{"type": "function", "function": {"name": "memory_search", "parameters": {"type": "object"}}}]
    with client.chat.completions.stream(
        model="m", messages=[{"role": "user", "content": "?"}], tools=tools, stream_options={"include_usage": True}
    ) as stream:
        done = stream.get_final_completion()
    message = done.choices[0].message
    call = message.tool_calls[0].function
    check("openai chat " + openai.__version__, message.content, call.name, json.loads(call.arguments),
          done.usage.completion_tokens)


def by_openai_responses():
    client = openai.OpenAI(api_key="k", base_url=BASE + "/v1")
    with client.responses.stream(model="m", input="?") as stream:
        done = stream.get_final_response()
    call = next(item for item in done.output if item.type == "function_call")
    check("openai responses " + openai.__version__, done.output_text, call.name, json.loads(call.arguments),
          done.usage.output_tokens)


def by_gemini():
    client = genai.Client(api_key="k", http_options=types.HttpOptions(base_url=BASE))
    text, call, tokens = "", None, 0
    for chunk in client.models.generate_content_stream(model="m", contents="?"):
        usage = chunk.usage_metadata
        tokens = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
        for part in chunk.candidates[0].content.parts:
            if part.function_call:
                call = part.function_call
            elif part.text and not part.thought:
                text += part.text
    check("google-genai", text, call.name, dict(call.args), tokens)


def by_ollama():
    text, call, tokens = "", None, 0
    for chunk in ollama.Client(host=BASE).chat(model="m", messages=[{"role": "user", "content": "?"}], stream=True):
        text += chunk.message.content or ""
        for one in chunk.message.tool_calls or []:
            call = one.function
        tokens = chunk.eval_count or tokens
    check("ollama", text, call.name, dict(call.arguments), tokens)


for one in (by_anthropic, by_openai_chat, by_openai_responses, by_gemini, by_ollama):
    one()
