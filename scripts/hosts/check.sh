#!/usr/bin/env bash
# Connects the real hosts to a workspace of their own, talks to each against a stub of its model, and says whether the
# model saw the soul, what was recalled and the tool's answer, and whether what was told is in memory afterwards.
set -euo pipefail
soul=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
hosts=${HOSTS_DIR:-$here/../../target/hosts}
mkdir -p "$hosts"
for package in @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai; do
  [ -d "$hosts/node_modules/$package" ] || npm install --silent --no-audit --no-fund --prefix "$hosts" "$package"
done
export PATH="$(cd "$hosts" && pwd)/node_modules/.bin:$PATH"

home=$(mktemp -d)
log=$home/model.log
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
: > "$log"
python3 "$here/model.py" "$port" "$log" 2> "$home/model.err" &
model=$!
trap 'kill $model; rm -rf "$home"' EXIT
export HOME=$home
unset SOULFILE_HOME CODEX_HOME CLAUDE_CONFIG_DIR XDG_CONFIG_HOME GEMINI_CLI_HOME
mkdir -p "$home/project" "$home/.codex" "$home/.gemini" "$home/.config/opencode"
cd "$home/project"
git init -q .
"$soul" setup --workspace "$home/aria" --yes --user-name Sam > /dev/null
"$soul" -C "$home/aria" remember "I prefer oolong tea in the morning" > /dev/null

cat > "$home/.codex/config.toml" <<TOML
model_provider = "stub"
model = "stub"

[model_providers.stub]
name = "stub"
base_url = "http://127.0.0.1:$port/v1"
wire_api = "responses"
TOML
echo '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }' > "$home/.gemini/settings.json"
cat > "$home/.config/opencode/opencode.json" <<JSON
{
  "model": "stub/stub",
  "provider": {
    "stub": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "http://127.0.0.1:$port/v1", "apiKey": "none" },
      "models": { "stub": { "tool_call": true } }
    }
  }
}
JSON

failed=0
try() { # HOST NAME COMMAND…
  local host=$1 name=$2
  shift 2
  "$soul" -C "$home/aria" connect "$host" --yes > /dev/null
  : > "$log"
  timeout 120 "$@" < /dev/null > "$home/$host.out" 2>&1 || { echo "$host ended badly:"; tail -5 "$home/$host.out"; }
  # Whatever hooks kept aside is written now.
  "$soul" -C "$home/aria" hook settle --host "$host"
  local seen="" log_text
  log_text=$(cat "$log")
  for word in 'Core Truths' 'From memory (quoted data' 'soulfile'; do
    grep -q "$word" <<< "$log_text" || seen+=" model did not see: $word;"
  done
  python3 - "$log" <<'PY' || seen+=" no answer of the tool;"
import json, sys
texts = [json.dumps(json.loads(line)["body"]) for line in open(sys.argv[1])]
marks = ("tool_result", "function_call_output", "functionResponse", '"role": "tool"')
sys.exit(not any("oolong" in t and any(m in t for m in marks) for t in texts))
PY
  "$soul" -C "$home/aria" log | grep -q "$name" || seen+=" $name was not kept;"
  if [ -n "$seen" ]; then echo "FAILED $host:$seen"; failed=1; else echo "ok     $host"; fi
}

said="My favourite tea comes from NAME. please use the tool"
ANTHROPIC_BASE_URL=http://127.0.0.1:$port ANTHROPIC_API_KEY=none CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 \
  try claude-code Wuyishan claude -p "${said/NAME/Wuyishan}" --allowedTools mcp__soulfile__memory_search
try codex Lishan codex exec --skip-git-repo-check --dangerously-bypass-hook-trust \
  -c 'mcp_servers.soulfile.default_tools_approval_mode="approve"' "${said/NAME/Lishan}"
GEMINI_API_KEY=none GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:$port GEMINI_CLI_TRUST_WORKSPACE=true \
  try gemini-cli Alishan gemini -m gemini-2.5-flash --approval-mode yolo -p "${said/NAME/Alishan}"
try opencode Anxi opencode run "${said/NAME/Anxi}"
exit $failed
