#!/usr/bin/env bash
# A guided tour on a workspace of its own, then a seeded demo to look at, all offline: tour.sh BINARY DIRECTORY
# On a terminal it ends with the sign-in link of the running web app and an open chat; else it says how to open it.
set -euo pipefail
soul=$(realpath "$1")
rm -rf "$2" && mkdir -p "$2"
demo=$(realpath "$2")
scripts=$(dirname "$(realpath "$0")")
export SOULFILE_HOME="$demo/tour/home" GIT_PAGER=cat
work="$demo/tour/aria"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
try() { printf '\033[2m$ soul %s\033[0m\n' "$*"; "$soul" "$@"; }

# The tour also runs without a terminal, where nothing is decided unless a person has said so beforehand.
mkdir -p "$SOULFILE_HOME" && echo '{ approvals: { terminal: false } }' >"$SOULFILE_HOME/soulfile.json5"

say "1. A workspace is a directory of Markdown. Setting one up asks nothing here."
try setup --workspace "$work" --yes --user-name Sam --timezone Europe/Berlin --agent-name Aria
cd "$work"

say "2. Tell it something. It is routed, written, committed, and answered with a receipt."
try remember "Remember that I always prefer dark-mode screenshots."
try remember "Alice leads project Heron."
try recall "how should screenshots look?"

say "3. What a session would receive, file by file."
try context --report

say "4. A person edits who the agent is, in any editor. It is noticed, attributed, and told."
printf '\n- Say when you are not sure.\n' >> SOUL.md
try alerts

say "5. Who wrote what?"
try audit blame SOUL.md | tail -4

say "6. Undo it. The undo is a change like any other, and can be undone."
try rollback --last --yes

say "7. It was looked at; the alerts are settled. The trail is whole."
try alerts ack all
try audit verify
try audit log -n 5

say "8. A group sees the persona and the rules, and nothing private."
try context --session group --room dev --report | head -12

say "9. Talk to it. No model is connected: it remembers, and answers from memory with its sources."
printf '\033[2m$ soul chat\033[0m\n'
printf '%s\n' "My name is Sam and I'm working on a Rust project called tundra." \
  "What project am I working on?" "who is Alice?" "what is my dentist's number?" | "$soul" chat --echo

say "10. Three months of a life: two agents, a room, a reflection that waits, a changed file. This takes a moment."
"$scripts/demo.sh" "$soul" "$demo/life"
export SOULFILE_HOME="$demo/life/home"
cd "$demo/life/aria"
try reflect status
try recall "who leads project Heron?"

# The gateway runs as long as the chat is open, on a free port of this machine only.
gateway="" link=""
cleanup() { [ -z "$gateway" ] || { kill "$gateway" && wait "$gateway"; } 2>/dev/null || true; }
trap cleanup EXIT
if [ -t 0 ] && [ -t 1 ]; then
  "$soul" serve --port 0 >"$demo/gateway.log" 2>&1 &
  gateway=$!
  for _ in $(seq 100); do
    kill -0 "$gateway" 2>/dev/null || break
    grep -q '^Serving on ' "$demo/gateway.log" && link=$("$soul" open --print) && break
    sleep 0.1
  done
  [ -n "$link" ] || { echo "The gateway did not start:"; cat "$demo/gateway.log"; }
fi

cat <<TXT

The demo is in $demo/life. Three things to try next:
  SOULFILE_HOME=$SOULFILE_HOME $soul open     the web app, signed in
  git -C $demo/life/aria log                  every change is a commit
  $soul setup --workspace ~/my-agent          make one of your own, then: $soul chat
TXT

if [ -n "$link" ]; then
  say "Open this in a browser; it signs you in once, within five minutes:"
  echo "$link"
  say "The chat is open beside it. /help shows what it does, /quit leaves and stops the web app."
  "$soul" chat
fi
