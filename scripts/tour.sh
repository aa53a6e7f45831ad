#!/usr/bin/env bash
# A guided tour on a demo workspace, offline: tour.sh BINARY DIRECTORY
# On a terminal it ends in a running gateway and an open chat; else it shows a conversation and ends.
set -euo pipefail
soul=$(realpath "$1")
rm -rf "$2" && mkdir -p "$2"
demo=$(realpath "$2")
export SOULFILE_HOME="$demo/home" GIT_PAGER=cat
work="$demo/aria"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
try() { printf '\033[2m$ soul %s\033[0m\n' "$*"; "$soul" "$@"; }

# The tour also runs without a terminal, where nothing is decided unless a person has said so beforehand.
mkdir -p "$demo/home" && echo '{ approvals: { terminal: false } }' >"$demo/home/soulfile.json5"

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

# The gateway runs as long as the chat is open, on a free port of this machine only.
gateway="" url=""
cleanup() { [ -z "$gateway" ] || { kill "$gateway" && wait "$gateway"; } 2>/dev/null || true; }
trap cleanup EXIT
if [ -t 0 ] && [ -t 1 ] && "$soul" serve --help >/dev/null 2>&1; then
  "$soul" serve --port 0 >"$demo/gateway.log" 2>&1 &
  gateway=$!
  for _ in $(seq 100); do
    url=$(grep -oE 'http://(127\.0\.0\.1|localhost|\[::1\]):[0-9]+[^[:space:]]*' "$demo/gateway.log" | head -1 || true)
    [ -n "$url" ] || kill -0 "$gateway" 2>/dev/null || break
    [ -z "$url" ] || break
    sleep 0.1
  done
  [ -n "$url" ] || { echo "The gateway did not start:"; cat "$demo/gateway.log"; }
fi

cat <<TXT

The demo workspace is $work.${url:+ The gateway runs at $url while you chat.} Three things to try next:
  say "remember that …", leave with /quit, come back with:  cd $work && SOULFILE_HOME=$SOULFILE_HOME $soul chat
  git -C $work log                                              every change is a commit
  $soul setup --workspace ~/my-agent                            make one of your own, then: $soul chat
TXT

if [ -t 0 ] && [ -t 1 ]; then
  say "The chat is open. /help shows what it does, /quit leaves."
  "$soul" chat
fi
