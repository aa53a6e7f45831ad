#!/usr/bin/env bash
# Lets schemathesis attack a running gateway: no server error, nothing that is not in the OpenAPI document.
# usage: test-api.sh SOUL [MAX_EXAMPLES]
set -euo pipefail
soul=$(realpath "$1")
examples=${2:-40}
work=$(mktemp -d)
venv=$(realpath -m "${SCHEMATHESIS_VENV:-target/schemathesis}")
config=$(realpath "$(dirname "$0")/schemathesis.toml")
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
if [ ! -x "$venv/bin/schemathesis" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet "schemathesis==4.32.5"
fi
# What schemathesis remembers of a run stays out of the tree.
cd "$work"
export HOME=$work SOULFILE_HOME=$work/.soulfile GIT_CONFIG_GLOBAL=/dev/null
"$soul" setup --yes --user-name Sam >/dev/null
"$soul" config set gateway.failedTokensPerMinute 1000000000 >/dev/null
"$soul" remember "Ana works at Initech and plays the cello" >/dev/null
"$soul" serve --port 0 --json >"$work/said" 2>"$work/log" &
server=$!
for _ in $(seq 200); do [ -s "$work/said" ] && break; sleep 0.05; done
url=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["url"])' "$work/said")
failed=0
for who in person agent none; do
  case $who in
    person) token=$("$soul" serve token show) ;;
    agent) token=$("$soul" serve token show --for main) ;;
    none) token=none ;;
  esac
  echo "schemathesis with ${who}'s token"
  # The stream of events never ends; it has tests of its own.
  "$venv/bin/schemathesis" --config-file "$config" run "$url/api/openapi.json" \
    --header "Authorization: Bearer $token" --exclude-path-regex '/events$' --max-examples "$examples" \
    --workers 1 --seed 1 || failed=1
done
kill "$server"
wait "$server" || failed=1
grep -v '^soul: stopped' "$work/log" || true
exit $failed
