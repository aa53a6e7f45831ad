#!/usr/bin/env bash
# Starts the gateway over a stub of a model's server and lets the official clients talk to /v1: streams, tools, errors,
# and whether the model saw the soul and memory kept what was told. Packages come from PyPI and npm once.
set -euo pipefail
soul=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
packages=${CLIENTS_DIR:-$here/../../target/clients}
mkdir -p "$packages"
packages=$(cd "$packages" && pwd)
[ -x "$packages/venv/bin/python" ] || python3 -m venv "$packages/venv"
"$packages/venv/bin/python" -c 'import openai, anthropic, langchain_core, llama_index.core, mem0' 2> /dev/null \
  || "$packages/venv/bin/pip" install -q --disable-pip-version-check openai anthropic langchain-core llama-index-core mem0ai
for package in ai @ai-sdk/openai @ai-sdk/openai-compatible @ai-sdk/anthropic zod @anthropic-ai/claude-code; do
  [ -d "$packages/node_modules/$package" ] || npm install --silent --no-audit --no-fund --prefix "$packages" "$package"
done

home=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
: > "$home/model.log"
python3 "$here/../hosts/model.py" "$port" "$home/model.log" 2> "$home/model.err" &
model=$!
gateway= mem0=
trap 'kill $model $gateway $mem0 2> /dev/null || true; wait; rm -rf "$home"' EXIT
export HOME=$home
unset SOULFILE_HOME CLAUDE_CONFIG_DIR
"$soul" setup --yes --user-name Sam > /dev/null
"$soul" remember "I prefer oolong tea in the morning" > /dev/null
for setting in \
  "provider.stub.baseUrl=\"http://127.0.0.1:$port/v1\"" "provider.stub.api=\"openai-chat\"" \
  "provider.full.baseUrl=\"http://127.0.0.1:$port/v1\"" "provider.full.api=\"openai-responses\"" \
  "provider.anthropic.baseUrl=\"http://127.0.0.1:$port\"" "provider.anthropic.apiKey=\"none\""; do
  "$soul" config set "${setting%%=*}" "${setting#*=}" > /dev/null
done
"$soul" serve --port 0 --json > "$home/serve.json" 2> "$home/serve.err" &
gateway=$!
for _ in $(seq 100); do [ -s "$home/serve.json" ] && break; sleep 0.1; done
export BASE=$(python3 -c 'import json, sys; print(json.loads(open(sys.argv[1]).readline())["url"])' "$home/serve.json")
export TOKEN=$("$soul" serve token show) LOG=$home/model.log
unset ANTHROPIC_API_KEY OPENAI_API_KEY

"$packages/venv/bin/python" "$here/python_sdks.py"
cp "$here/vercel.mjs" "$packages/vercel.mjs"
node "$packages/vercel.mjs"

root=$(cd "$here/../.." && pwd)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/clients/python/src "$packages/venv/bin/python" "$here/adapters.py"
export DIST=$packages/soulfile
"$root/web/node_modules/.bin/tsc" -p "$root/clients/typescript" --outDir "$DIST"
echo '{ "type": "module" }' > "$DIST/package.json"
cp "$here/adapters.mjs" "$packages/adapters.mjs"
node "$packages/adapters.mjs"

: > "$LOG"
mkdir -p "$home/project"
(cd "$home/project" && ANTHROPIC_BASE_URL=$BASE ANTHROPIC_AUTH_TOKEN=$TOKEN ANTHROPIC_MODEL=main/anthropic/claude-test \
  ANTHROPIC_SMALL_FAST_MODEL=main/anthropic/claude-small CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 \
  timeout 120 "$packages/node_modules/.bin/claude" -p "My favourite mountain is Pico." < /dev/null > "$home/claude.out" 2>&1) \
  || { tail -5 "$home/claude.out"; exit 1; }
grep -q "Hello from the stub" "$home/claude.out"
grep -q "Core Truths" "$LOG"
for _ in $(seq 50); do "$soul" log | grep -q Pico && break; sleep 0.1; done
"$soul" log | grep -q Pico
[ "$("$soul" log | grep -c Pico)" = 1 ]
echo "ok     Claude Code $("$packages/node_modules/.bin/claude" --version)"


# Mem0 itself beside this memory: embeddings by the gateway, vectors in a folder, no other host.
mem0_port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
mem0_url=http://127.0.0.1:$mem0_port
mkdir "$home/mem0"
"$packages/venv/bin/python" "$here/mem0_server.py" "$mem0_port" "$home/mem0" > "$home/mem0.out" 2> "$home/mem0.err" &
mem0=$!
for _ in $(seq 300); do grep -q ready "$home/mem0.out" && break; sleep 0.1; done
grep -q ready "$home/mem0.out" || { tail -5 "$home/mem0.err"; exit 1; }
post() { python3 -c 'import sys, urllib.request as u; print(u.urlopen(u.Request(sys.argv[1], sys.argv[2].encode())).read().decode())' "$@"; }
post "$mem0_url/memories" '{"messages":[{"role":"user","content":"I keep bees behind the barn"}],"user_id":"sam","infer":false}' > /dev/null
"$soul" config set memory.mem0Search "{ enabled: true, storeEnabled: true, baseUrl: \"$mem0_url\", userId: \"sam\" }" > /dev/null
"$soul" recall "where are the bees" --json | grep -q '"beside": "mem0"'
"$soul" remember "The ladder leans against the north wall." > "$home/told.out"
! grep -q "did not take it" "$home/told.out"
post "$mem0_url/search" '{"query":"ladder","user_id":"sam","filters":{"user_id":"sam"},"top_k":5}' | grep -q "north wall"
# Taken over: from the running server without what was told from here, and from the file its history lies in.
"$soul" import --mem0 --dry-run > "$home/mem0.import"
grep -q "1 taken, 0 waiting, 1 skipped" "$home/mem0.import"
"$soul" import "$home/mem0/history.db" > "$home/mem0.import"
grep -q "taken .*history.db#" "$home/mem0.import"
"$soul" recall "where are the bees" --json | grep -q "import:history.db"
echo "ok     mem0ai $("$packages/venv/bin/python" -c 'import importlib.metadata as m; print(m.version("mem0ai"))')"

"$here/own.sh" "$soul"
