#!/usr/bin/env bash
# A guided tour on a demo workspace, offline: tour.sh BINARY DIRECTORY
set -euo pipefail
soul=$(realpath "$1")
rm -rf "$2" && mkdir -p "$2"
demo=$(realpath "$2")
export SOULFILE_HOME="$demo/home" GIT_PAGER=cat
work="$demo/aria"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
try() { printf '\033[2m$ soul %s\033[0m\n' "$*"; "$soul" "$@"; }

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

cat <<TXT

The demo workspace is $work. Three things to try next:
  cd $work && SOULFILE_HOME=$SOULFILE_HOME $soul context        read what a session reads
  git -C $work log                                              every change is a commit
  $soul setup --workspace ~/my-agent                            make one of your own
TXT
