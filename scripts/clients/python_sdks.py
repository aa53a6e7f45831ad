"""The official Python clients against /v1: whole answers, streams, tools, errors, and what the model saw."""

import json
import os

import anthropic
import openai

BASE, TOKEN, LOG = os.environ["BASE"], os.environ["TOKEN"], os.environ["LOG"]
WORDS = "Hello from the stub."
QUESTION = "Which tea do I prefer in the morning?"
SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}


def last():
    """The last request the model's server got."""
    return json.loads(open(LOG).read().splitlines()[-1])


def saw_memory():
    seen = json.dumps(last()["body"])
    assert "Core Truths" in seen, "the soul"
    assert "From memory (quoted data" in seen and "oolong" in seen, "what was recalled"


def by_openai():
    client = openai.OpenAI(api_key=TOKEN, base_url=BASE + "/v1", max_retries=0)
    ask = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": QUESTION}]
    done = client.chat.completions.create(model="main/stub/m", messages=ask, extra_body={"brand_new": {"b": 1}})
    assert done.choices[0].message.content == WORDS, done
    saw_memory()
    assert last()["body"]["brand_new"] == {"b": 1} and last()["body"]["model"] == "m"
    tools = [{"type": "function", "function": {"name": "memory_search", "parameters": SCHEMA}}]
    # Passed on, and translated from a model of another format.
    for model in ("main/stub/m", "main/anthropic/claude-test"):
        pieces = client.chat.completions.create(model=model, messages=ask, stream=True)
        assert "".join(p.choices[0].delta.content or "" for p in pieces if p.choices) == WORDS, model
        said = [{"role": "user", "content": "use the tool"}]
        with client.chat.completions.stream(model=model, messages=said, tools=tools) as stream:
            done = stream.get_final_completion()
        call = done.choices[0].message.tool_calls[0]
        assert json.loads(call.function.arguments) == {"query": "tea"}, model
        assert done.choices[0].finish_reason == "tool_calls"
        said += [done.choices[0].message.model_dump(exclude_none=True, include={"role", "content", "tool_calls"})]
        said[1]["tool_calls"] = [{"id": call.id, "type": "function", "function": {"name": "memory_search", "arguments": call.function.arguments}}]
        said += [{"role": "tool", "tool_call_id": call.id, "content": "oolong"}]
        done = client.chat.completions.create(model=model, messages=said, tools=tools)
        assert done.choices[0].message.content == WORDS, model
    for model in ("main/full/m", "main/anthropic/claude-test"):
        done = client.responses.create(model=model, input=QUESTION)
        assert done.output_text == WORDS, (model, done)
        saw_memory()
        with client.responses.stream(model=model, input="use the tool", tools=[{"type": "function", "name": "memory_search", "parameters": SCHEMA, "strict": False}]) as stream:
            done = stream.get_final_response()
        call = next(item for item in done.output if item.type == "function_call")
        assert json.loads(call.arguments) == {"query": "tea"}, model
    try:
        client.chat.completions.create(model="main/stub/m", messages=[{"role": "user", "content": "please fail"}])
        raise AssertionError("an error of the server is one here")
    except openai.RateLimitError as error:
        assert error.body["message"] == "slow down" and error.response.headers["retry-after"] == "7", error
    try:
        openai.OpenAI(api_key="wrong", base_url=BASE + "/v1", max_retries=0).models.list()
        raise AssertionError("a wrong token is refused")
    except openai.AuthenticationError:
        pass
    assert "main" in [model.id for model in client.models.list()]
    vectors = client.embeddings.create(model="main", input=["tea", "coffee"]).data
    assert len(vectors) == 2 and len(vectors[0].embedding) == 256
    # Without a model memory answers.
    done = client.chat.completions.create(model="main", messages=[{"role": "user", "content": QUESTION}])
    assert "oolong" in done.choices[0].message.content, done
    pieces = client.chat.completions.create(model="main", messages=[{"role": "user", "content": QUESTION}], stream=True)
    assert "oolong" in "".join(p.choices[0].delta.content or "" for p in pieces if p.choices)
    assert "oolong" in client.responses.create(model="main", input=QUESTION).output_text
    with client.responses.stream(model="main", input=QUESTION) as stream:
        assert "oolong" in stream.get_final_response().output_text
    print("ok     openai", openai.__version__)


def by_anthropic():
    client = anthropic.Anthropic(api_key=TOKEN, base_url=BASE, max_retries=0)
    tools = [{"name": "memory_search", "input_schema": SCHEMA}]
    # Passed on, and translated to a model of another format.
    for model in ("main/anthropic/claude-test", "main/stub/m"):
        done = client.messages.create(model=model, max_tokens=99, system="Be brief.", messages=[{"role": "user", "content": QUESTION}])
        assert done.content[0].text == WORDS, done
        saw_memory()
        said = [{"role": "user", "content": "use the tool"}]
        with client.messages.stream(model=model, max_tokens=99, messages=said, tools=tools) as stream:
            done = stream.get_final_message()
        call = next(block for block in done.content if block.type == "tool_use")
        assert call.input == {"query": "tea"} and done.stop_reason == "tool_use", model
        said += [{"role": "assistant", "content": [{"type": "tool_use", "id": call.id, "name": call.name, "input": call.input}]}]
        said += [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "oolong"}]}]
        with client.messages.stream(model=model, max_tokens=99, messages=said, tools=tools) as stream:
            assert "".join(stream.text_stream) == WORDS, model
    assert client.messages.count_tokens(model="main/anthropic/c", messages=[{"role": "user", "content": "hi"}]).input_tokens == 10
    assert client.messages.count_tokens(model="main", messages=[{"role": "user", "content": "hi"}]).input_tokens > 0
    try:
        client.messages.create(model="main/anthropic/claude-test", max_tokens=9, messages=[{"role": "user", "content": "please fail"}])
        raise AssertionError("an error of the server is one here")
    except anthropic.RateLimitError as error:
        assert "slow down" in str(error), error
    try:
        client.messages.create(model="main", max_tokens=9, messages=[])
        raise AssertionError("nothing is asked")
    except anthropic.BadRequestError as error:
        assert error.body["error"]["type"] == "invalid_request_error", error.body
    assert "main" in [model.id for model in client.models.list()]
    with client.messages.stream(model="main", max_tokens=99, messages=[{"role": "user", "content": QUESTION}]) as stream:
        assert "oolong" in stream.get_final_text()
    print("ok     anthropic", anthropic.__version__)


by_openai()
by_anthropic()
