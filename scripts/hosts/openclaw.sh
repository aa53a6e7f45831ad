#!/usr/bin/env bash
# OpenClaw from npm with its memory switched to a workspace of its own: what the model is given, what is kept, before and
# after its gateway was restarted; what a group gets; and that an undo takes everything back. Its model is a stub.
# usage: openclaw.sh SOUL
set -euo pipefail
soul=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
hosts=${HOSTS_DIR:-$here/../../target/hosts}
openclaw_version=2026.9.6
mkdir -p "$hosts/openclaw"
hosts=$(cd "$hosts" && pwd)/openclaw
# It needs a newer Node than most machines have.
[ -d "$hosts/node_modules/node" ] || npm install --silent --no-audit --no-fund --prefix "$hosts" node@24
export PATH="$hosts/node_modules/node/bin:$hosts/node_modules/.bin:$PATH"
[ -d "$hosts/node_modules/openclaw/dist" ] \
  || npm install --silent --no-audit --no-fund --prefix "$hosts" "openclaw@$openclaw_version"

home=$(mktemp -d)
log=$home/model.log
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
model_port=$(free_port) gateway_port=$(free_port)
: > "$log"
python3 "$here/model.py" "$model_port" "$log" 2> "$home/model.err" &
model=$! gateway=
trap 'kill $model $gateway 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$home"' EXIT
export HOME=$home OPENCLAW_STATE_DIR=$home/.openclaw
unset SOULFILE_HOME
mkdir -p "$OPENCLAW_STATE_DIR"
cat > "$OPENCLAW_STATE_DIR/openclaw.json" <<JSON
{
  // one agent, its model on this machine
  models: { providers: { stub: {
    baseUrl: "http://127.0.0.1:$model_port/v1", apiKey: "none", api: "openai-completions",
    models: [{ id: "stub", name: "stub", contextWindow: 128000, maxTokens: 4096 }],
  } } },
  agents: { defaults: { model: { primary: "stub/stub" }, workspace: "$home/openclaw-workspace" } },
  tools: { toolSearch: false },
  gateway: { mode: "local", bind: "loopback", port: $gateway_port, auth: { mode: "token", token: "only-here" } },
}
JSON
cp "$OPENCLAW_STATE_DIR/openclaw.json" "$home/before.json"
"$soul" setup --yes --user-name Sam > /dev/null
workspace=$home/.soulfile/workspace/main
echo "I speak as a lighthouse keeper would." >> "$workspace/SOUL.md"
"$soul" remember "I prefer oolong tea in the morning" > /dev/null
"$soul" connect openclaw --yes > "$home/connect.out"

start() {
  openclaw gateway run > "$home/gateway.log" 2>&1 &
  gateway=$!
  for _ in $(seq 600); do grep -q '\] .*ready$\|ready' "$home/gateway.log" && grep -q heartbeat "$home/gateway.log" && return; sleep 0.2; done
  echo "the gateway did not start:"; tail -5 "$home/gateway.log"; exit 1
}
stop() { kill $gateway; wait $gateway 2> /dev/null || true; }
turn() { # SESSION TEXT
  : > "$log"
  timeout 180 openclaw agent --session-key "$1" --message "$2" --json > "$home/turn.out" 2> "$home/turn.err" \
    || { echo "the turn failed:"; tail -5 "$home/turn.err"; exit 1; }
}
failed=0
holds() { # WHAT COMMAND…
  local what=$1
  shift
  if "$@"; then echo "ok     $what"; else echo "FAILED $what"; failed=1; fi
}
seen() { grep -q -- "$1" "$log"; }
unseen() { ! grep -q -- "$1" "$log"; }
# What a tool answered, as the model got it.
answered() {
  python3 - "$log" "$1" <<'PY'
import json, sys
messages = [m for line in open(sys.argv[1]) for m in json.loads(line)["body"]["messages"]]
sys.exit(not any(m["role"] == "tool" and sys.argv[2] in json.dumps(m["content"]) for m in messages))
PY
}
kept() {
  for _ in $(seq 100); do "$soul" log | grep -q "$1" && return; sleep 0.1; done
  return 1
}
no_other_search() {
  python3 - "$log" <<'PY'
import json, sys
tools = {t["function"]["name"] for line in open(sys.argv[1]) for t in json.loads(line)["body"].get("tools", [])}
sys.exit("memory_search" in tools or "soulfile__memory_search" not in tools)
PY
}
main=agent:main:main group=agent:main:telegram:group:7

start
turn $main "My favourite tea comes from Dalat. please use the tool"
holds "the model is given the soul" seen "lighthouse keeper"
holds "and what memory holds that fits" seen "From memory (quoted data"
holds "there is one search, ours" no_other_search
holds "its tool answers from the workspace" answered oolong
holds "what was told is kept" kept Dalat
turn $group "We keep the spare key under the red pot. please use the tool"
holds "a group sees nothing of the soul" unseen "lighthouse keeper"
holds "nor of the memory" unseen oolong
holds "its tool call is refused" answered "main session"
stop
holds "nothing of the group is kept" bash -c "! '$soul' log | grep -q 'red pot'"
start
turn $main /new
turn $main "Where does my favourite tea come from?"
holds "after a restart, in a new session, the model is given the soul" seen "lighthouse keeper"
holds "and what was told before" seen "comes from Dalat"
holds "it was told once" test "$("$soul" log | grep -c Dalat)" = 1
stop
holds "the trail holds" bash -c "'$soul' audit verify > /dev/null"
"$soul" connect openclaw --undo --yes > /dev/null
holds "an undo leaves the settings as they were" cmp -s "$OPENCLAW_STATE_DIR/openclaw.json" "$home/before.json"
start
turn $main "Hello again"
holds "and then the model is given nothing of ours" unseen "lighthouse keeper"
stop
[ $failed = 0 ] && echo "ok     OpenClaw $(openclaw --version | head -1)"
exit $failed
