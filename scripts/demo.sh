#!/usr/bin/env bash
# Seeds a demo home worth looking at: demo.sh BINARY DIRECTORY
# Three months of a made-up life, two agents, a room, a reflection that waits, proposals and an alert. Everything is told
# through the ordinary commands, each at its own time, so that history, decay and reflection are real.
set -euo pipefail
soul=$(realpath "$1")
life=$(dirname "$(realpath "$0")")/demo-life.tsv
mkdir -p "$2"
demo=$(realpath "$2")
export SOULFILE_HOME="$demo/home" GIT_PAGER=cat
mkdir -p "$SOULFILE_HOME"

cat >"$SOULFILE_HOME/soulfile.json5" <<JSON5
{
  user: { name: "Sam", timezone: "Europe/Berlin", language: "English" },
  agents: {
    list: [
      { id: "aria", workspace: "$demo/aria" },
      { id: "scout", workspace: "$demo/scout" },
    ],
  },
  // Seeding happens without a terminal; this is taken out at the end.
  approvals: { terminal: false },
}
JSON5

# A time so many days before today.
at() { date -u -d "$(date -u +%F) $1 days $2" +%FT%H:%M:00Z; }
quiet() { "$soul" "$@" >/dev/null 2>"$demo/seeding.log" || { echo "soul $*:" >&2; cat "$demo/seeding.log" >&2; exit 1; }; }

seed_agent() { # AGENT NAME EMOJI CREATURE VIBE
  SOULFILE_NOW=$(at -92 09:00) quiet setup --agent "$1" --yes --user-name Sam --timezone Europe/Berlin --agent-name "$2"
  sed -i -e "s/^- \*\*Emoji:\*\*.*/& $3/" -e "s/^- \*\*Creature:\*\*.*/& $4/" -e "s/^- \*\*Vibe:\*\*.*/& $5/" "$demo/$1/IDENTITY.md"
  SOULFILE_NOW=$(at -92 09:05) quiet --agent "$1" setup --done
  SOULFILE_NOW=$(at -92 09:06) quiet --agent "$1" alerts
  SOULFILE_NOW=$(at -92 09:07) quiet --agent "$1" alerts ack all
}
seed_agent aria Aria 🌿 "a heron at the water's edge" "warm, brief, exact"
seed_agent scout Scout 🔭 "a small fox with a notebook" "curious, sceptical"

# Oldest first; after each month what was learned is decided about, as a person would.
reflect_at() {
  SOULFILE_NOW=$(at "$1" 03:00) quiet --agent aria reflect
  SOULFILE_NOW=$(at "$1" 08:00) quiet --agent aria reflect approve --reject-rest
  SOULFILE_NOW=$(at "$1" 08:05) quiet --agent aria decay run
}
month=-60
while IFS=$'\t' read -r day time agent scope text; do
  if [ "$agent" = aria ] && [ "$month" -lt -29 ] && [ "$day" -gt "$month" ]; then
    reflect_at "$month"
    month=$((month + 30))
  fi
  SOULFILE_NOW=$(at "$day" "$time") quiet --agent "$agent" remember --scope "$scope" "$text"
done < <(sort -t $'\t' -k3,3 -k1,1n -k2,2 "$life")

SOULFILE_NOW=$(at -1 17:00) quiet --agent aria proposals add --from scout --store semantic --confidence high \
  --trigger "asked about the trip in September" "TAP flies from Berlin to Porto twice a day in summer."
SOULFILE_NOW=$(at -1 17:05) quiet --agent aria proposals add --from scout --store semantic --confidence low --trust web \
  --trigger "read on a forum" "Project Egret was cancelled."
SOULFILE_NOW=$(at 0 03:00) quiet --agent aria reflect

# The file goes back to what a person would have; then somebody edits who the agent is, in an editor.
quiet config unset approvals.terminal
printf '\n- Never mention the rent in front of guests.\n' >>"$demo/aria/SOUL.md"
quiet --agent aria alerts
rm -f "$demo/seeding.log"
