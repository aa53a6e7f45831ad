"""Serves a model on a free port of 127.0.0.1 until its input ends: serve.py DIR CONTEXT. Prints the address."""

import pathlib
import sys

folder, context = pathlib.Path(sys.argv[1]), int(sys.argv[2])
sys.path.insert(0, str(folder / "lib"))

import xllamacpp  # noqa: E402

params = xllamacpp.CommonParams()
params.model.path = str(folder / "model.gguf")
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = context
params.n_parallel = 1
params.cpuparams.n_threads = 2
params.warmup = False
params.use_jinja = True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
