#!/usr/bin/env bash
# The official test programs against the real binary, over both transports: test.sh BINARY FOLDER
# FOLDER gets what is installed and the workspace; nothing outside it is touched.
set -euo pipefail
soul=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2" && tools=$(realpath "$2")

node_version=22.23.3 conformance_version=0.1.16 inspector_version=2.12.0 python_version=2.3.0
want="node@$node_version conformance@$conformance_version inspector@$inspector_version mcp==$python_version"
if [ "$(cat "$tools/installed" 2>/dev/null)" != "$want" ]; then
  npm install --silent --no-audit --no-fund --prefix "$tools" "node@$node_version" \
    "@modelcontextprotocol/conformance@$conformance_version" "@modelcontextprotocol/inspector@$inspector_version" >&2
  [ -x "$tools/venv/bin/python" ] || python3 -m venv "$tools/venv"
  "$tools/venv/bin/pip" install --quiet "mcp==$python_version"
  echo "$want" > "$tools/installed"
fi
export PATH="$tools/node_modules/node/bin:$tools/node_modules/.bin:$PATH" NO_COLOR=1

work=$tools/work && rm -rf "$work" && mkdir -p "$work"
export HOME=$work
unset SOULFILE_HOME
children=() failed=0
stop() { for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done; }
trap stop EXIT
fail() { echo "  FAILED: $*"; failed=1; }

# A line a started program prints, once it is there.
line_of() {
  for _ in $(seq 300); do
    if grep -m1 -oE "$2" "$1" 2>/dev/null; then return; fi
    sleep 0.1
  done
  echo "nothing like $2 in $1" >&2 && cat "$1" >&2 && exit 1
}

"$soul" setup --workspace "$work/stdio" --yes --user-name Sam > /dev/null 2>&1
"$soul" config set agents.list '[{id: "aria", workspace: "'"$work/http"'"}]' > /dev/null 2>&1
"$soul" setup --agent aria --yes --user-name Sam > /dev/null 2>&1
over_stdio=("$soul" --workspace "$work/stdio" mcp)

"$soul" serve --port 0 > "$work/serve.log" 2>&1 &
children+=($!)
address=$(line_of "$work/serve.log" 'http://[0-9.:]+[0-9]')
url=$address/mcp/aria
token=$work/agent.token
"$soul" serve token show --for aria > "$token"

echo "== python client ($python_version) over stdio"
"$tools/venv/bin/python" "$here/client.py" stdio "${over_stdio[@]}" || fail "python over stdio"
echo "== python client over streamable HTTP"
"$tools/venv/bin/python" "$here/client.py" http "$url" "$token" || fail "python over HTTP"

inspect() {
  local name=$1 && shift
  local out && out=$(mcp-inspector --cli "$@" 2> "$work/inspector.err") || { fail "inspector: $name"; cat "$work/inspector.err"; return; }
  if [ -s "$work/inspector.err" ]; then fail "inspector: $name complains"; head -3 "$work/inspector.err"; return; fi
  echo "  $name: $(printf %s "$out" | wc -c) bytes: ok"
}
# An address and options of its own; a command takes none before --method.
over_http=("$url" --transport http --header "Authorization: Bearer $(cat "$token")")
for kind in stdio http; do
  echo "== inspector ($inspector_version) over $kind"
  if [ $kind = stdio ]; then target=("${over_stdio[@]}"); else target=("${over_http[@]}"); fi
  inspect "tools/list --strict" "${target[@]}" --method tools/list --strict
  for method in resources/list resources/templates/list prompts/list; do
    inspect "$method" "${target[@]}" --method "$method"
  done
  inspect "memory_search" "${target[@]}" --method tools/call --tool-name memory_search --tool-arg query=tundra
  inspect "memory_write" "${target[@]}" --method tools/call --tool-name memory_write --tool-arg "content=The inspector was here."
  inspect "prompt session_start" "${target[@]}" --method prompts/get --prompt-name session_start
done

# The other scenarios call tools, resources and prompts of a made-up server (test_image_content …), or
# try parts of the protocol that are not offered: logging, completion, sampling, elicitation, subscriptions,
# streams that are resumed.
scenarios=(server-initialize ping tools-list resources-list prompts-list)
conform() {
  local name=$1 door=$2
  if conformance server --url "$door" --scenario "$name" > "$work/conformance.log" 2>&1 \
    && grep -qE 'Passed: ([0-9]+)/\1, 0 failed, 0 warnings' "$work/conformance.log"; then
    echo "  $name: $(grep -oE 'Passed: .*' "$work/conformance.log")"
  else
    fail "conformance: $name" && tail -5 "$work/conformance.log"
  fi
}
bridge() { node "$here/bridge.mjs" "$@" > "$work/bridge-$1.log" 2>&1 & children+=($!); }
bridge stdio "${over_stdio[@]}"
bridge http "$url" "$token"
echo "== conformance ($conformance_version) over stdio"
for name in "${scenarios[@]}"; do conform "$name" "$(line_of "$work/bridge-stdio.log" 'http://.*')"; done
echo "== conformance over streamable HTTP"
for name in "${scenarios[@]}" dns-rebinding-protection; do conform "$name" "$(line_of "$work/bridge-http.log" 'http://.*')"; done

"$soul" --workspace "$work/stdio" audit verify > /dev/null 2>&1 || fail "the trail of the workspace"
"$soul" --agent aria audit verify > /dev/null 2>&1 || fail "the trail of the workspace"
[ $failed = 0 ] && echo "all passed"
exit $failed
