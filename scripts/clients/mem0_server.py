"""The real mem0ai behind the routes of Mem0's own server, /memories and /search. Nothing leaves this machine: vectors lie in
a folder, and embeddings come from the gateway's /v1/embeddings. usage: mem0_server.py PORT FOLDER"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = sys.argv[2]

from mem0 import Memory  # noqa: E402  (reads the environment when it is imported)

gateway = {"api_key": os.environ["TOKEN"], "openai_base_url": os.environ["BASE"] + "/v1"}
asked = Request(gateway["openai_base_url"] + "/embeddings", data=json.dumps({"model": "main", "input": "x"}).encode())
asked.add_header("Authorization", f"Bearer {gateway['api_key']}")
asked.add_header("Content-Type", "application/json")
width = len(json.load(urlopen(asked))["data"][0]["embedding"])
vectors = {"path": sys.argv[2] + "/qdrant", "embedding_model_dims": width, "on_disk": True}
memory = Memory.from_config({
    "embedder": {"provider": "openai", "config": {**gateway, "model": "main", "embedding_dims": width}},
    "llm": {"provider": "openai", "config": {**gateway, "model": "none"}},
    "vector_store": {"provider": "qdrant", "config": vectors},
    "history_db_path": sys.argv[2] + "/history.db",
})


class Routes(BaseHTTPRequestHandler):
    def do_GET(self):
        asked = urlsplit(self.path)
        given = parse_qs(asked.query)
        if asked.path != "/memories" or "user_id" not in given:
            return self.tell({"detail": "At least one identifier is required."}, 400)
        most = int(given.get("top_k", ["100"])[0])
        self.tell(memory.get_all(filters={"user_id": given["user_id"][0]}, top_k=most), 200)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            if self.path == "/memories":
                given = {key: body[key] for key in ("user_id", "metadata", "infer") if key in body}
                answer, status = memory.add(body["messages"], **given), 200
            elif self.path == "/search":
                answer, status = memory.search(body["query"], filters=body["filters"], top_k=body["top_k"]), 200
            else:
                answer, status = {"detail": "Not Found"}, 404
        except Exception as error:  # as the server does: the reason goes to the client
            answer, status = {"detail": str(error)}, 500
        self.tell(answer, status)

    def tell(self, answer, status):
        told = json.dumps(answer, default=str).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(sys.argv[1])), Routes)
print("ready", flush=True)
server.serve_forever()
