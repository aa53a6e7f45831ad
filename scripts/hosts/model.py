"""A model that is not one: answers Anthropic's, OpenAI's and Google's streams with fixed words, and keeps every request.

python3 model.py PORT LOG: each request is one line of JSON in LOG. Where the request offers a tool whose name holds
`memory_search` and a person says "use the tool", it is called once, with the query "tea". "please fail" is refused.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, LOG = int(sys.argv[1]), sys.argv[2]
WORDS = "Hello from the stub."


def last_text(body):
    return json.dumps(body.get("messages") or body.get("input") or body.get("contents") or "")


def tool_of(body):
    """The name of our search among the tools, and the group it is in."""
    found = []
    for tool in body.get("tools") or []:
        found.append((tool.get("name") or (tool.get("function") or {}).get("name"), None))
        found += [(t.get("name"), None) for t in tool.get("functionDeclarations") or []]
        found += [(t.get("name"), tool.get("name")) for t in tool.get("tools") or []]
    return next(((name, group) for name, group in found if name and "memory_search" in name), (None, None))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def log_message(self, *args):
        pass

    def events(self, events, named=False):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for event in events:
            if named:
                self.wfile.write(f"event: {event['type']}\n".encode())
            self.wfile.write(f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n".encode())

    def whole(self, value):
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self):
        error = {"type": "rate_limit_error", "message": "slow down", "code": "rate_limit_exceeded", "param": None}
        data = json.dumps({"type": "error", "error": error}).encode()
        self.send_response(429)
        for name, value in (("content-type", "application/json"), ("content-length", str(len(data))), ("retry-after", "7")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_HEAD(self):
        self.whole({})

    def do_GET(self):
        self.whole({"object": "list", "data": [{"id": "stub", "object": "model"}], "models": []})

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.loads(raw or b"{}")
        with open(LOG, "a") as log:
            log.write(json.dumps({"path": self.path, "headers": dict(self.headers), "body": body}) + "\n")
        text, (tool, group) = last_text(body), tool_of(body)
        call = tool and "use the tool" in text and "tool_result" not in text and "function_call" not in text and "functionResponse" not in text and '"role": "tool"' not in text
        path = self.path.split("?")[0]
        if "please fail" in text:
            return self.refuse()
        if path.endswith("count_tokens"):
            self.whole({"input_tokens": 10})
        elif "generateContent" in path or "GenerateContent" in path:
            self.say_google(call and tool, "stream" in path)
        elif path.endswith("/messages"):
            self.say_anthropic(body, call and tool)
        elif path.endswith("/responses"):
            self.say_responses(body, call and tool, group)
        elif path.endswith("/chat/completions"):
            self.say_chat(body, call and tool)
        else:
            self.whole({})

    def say_anthropic(self, body, tool):
        usage = {"input_tokens": 5, "output_tokens": 5}
        block = {"type": "tool_use", "id": "t1", "name": tool, "input": {"query": "tea"}} if tool else {"type": "text", "text": WORDS}
        message = {"id": "m1", "type": "message", "role": "assistant", "model": body.get("model"), "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        reason = "tool_use" if tool else "end_turn"
        if not body.get("stream"):
            return self.whole(message | {"content": [block], "stop_reason": reason})
        if tool:
            begin, delta = block | {"input": {}}, {"type": "input_json_delta", "partial_json": '{"query":"tea"}'}
        else:
            begin, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": WORDS}
        self.events([
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": begin},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage},
            {"type": "message_stop"},
        ], named=True)

    def say_responses(self, body, tool, group):
        if tool:
            item = {"type": "function_call", "id": "f1", "call_id": "c1", "name": tool, "arguments": '{"query":"tea"}', "status": "completed"} | ({"namespace": group} if group else {})
        else:
            item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": WORDS, "annotations": []}]}
        usage = {"input_tokens": 5, "output_tokens": 5, "total_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        done = {"id": "r1", "object": "response", "created_at": 1, "status": "completed", "model": body.get("model"), "output": [item], "usage": usage, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
        if not body.get("stream"):
            return self.whole(done)
        begun = done | {"status": "in_progress", "output": [], "usage": None}
        self.events([
            {"type": "response.created", "response": begun, "sequence_number": 0},
            {"type": "response.output_item.added", "output_index": 0, "item": item, "sequence_number": 1},
            *([] if tool else [{"type": "response.output_text.delta", "item_id": "m1", "output_index": 0, "content_index": 0, "delta": WORDS, "logprobs": [], "sequence_number": 2}]),
            {"type": "response.output_item.done", "output_index": 0, "item": item, "sequence_number": 3},
            {"type": "response.completed", "response": done, "sequence_number": 4},
        ], named=True)

    def say_chat(self, body, tool):
        call = [{"index": 0, "id": "c1", "type": "function", "function": {"name": tool, "arguments": '{"query":"tea"}'}}]
        reason = "tool_calls" if tool else "stop"
        base = {"id": "x1", "created": 1, "model": body.get("model")}
        usage = {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10}
        if not body.get("stream"):
            said = {"role": "assistant", "content": None, "tool_calls": call} if tool else {"role": "assistant", "content": WORDS}
            return self.whole(base | {"object": "chat.completion", "choices": [{"index": 0, "message": said, "finish_reason": reason}], "usage": usage})
        delta = {"role": "assistant", "tool_calls": call} if tool else {"role": "assistant", "content": WORDS}
        chunk = base | {"object": "chat.completion.chunk"}
        self.events([
            chunk | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            chunk | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage},
            "[DONE]",
        ])

    def say_google(self, tool, stream):
        part = {"functionCall": {"name": tool, "args": {"query": "tea"}}} if tool else {"text": WORDS}
        answer = {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}], "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10}}
        self.events([answer]) if stream else self.whole(answer)


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
