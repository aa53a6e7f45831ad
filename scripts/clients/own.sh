#!/usr/bin/env bash
# Holds the Python and the TypeScript client of this repository against a real gateway. Without a network.
# usage: own.sh SOUL
set -euo pipefail
soul=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
home=$(mktemp -d)
gateway=
trap '[ -z "$gateway" ] || { kill "$gateway" 2> /dev/null || true; wait "$gateway" || true; }; rm -rf "$home"' EXIT
export HOME=$home GIT_CONFIG_GLOBAL=/dev/null
unset SOULFILE_HOME SOULFILE_PROFILE
cd "$home"
"$soul" setup --yes --user-name Sam > /dev/null
"$soul" serve --port 0 --json > "$home/serve.json" 2> "$home/serve.err" &
gateway=$!
for _ in $(seq 200); do [ -s "$home/serve.json" ] && break; sleep 0.05; done
BASE=$(sed -E 's/.*"url":"([^"]*)".*/\1/' "$home/serve.json")
TOKEN=$("$soul" serve token show)
export BASE TOKEN
if command -v python3 > /dev/null; then
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/clients/python/src python3 "$root/clients/python/tests/test_client.py" -q
else
  echo "python3 is not here: its client was not tried"
fi
export DIST=$home/dist
echo '{ "type": "module" }' > "$home/package.json"
"$root/web/node_modules/.bin/tsc" -p "$root/clients/typescript" --outDir "$DIST"
node --test "$root/clients/typescript/tests/client.test.mjs" > "$home/node.out" 2>&1 || { cat "$home/node.out"; exit 1; }
grep -E '^# (pass|fail)' "$home/node.out"
