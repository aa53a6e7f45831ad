#!/usr/bin/env bash
# Times `soul recall` as a process of its own beside `soul --version`: what opening an index of so many entries costs.
# usage: cold-recall.sh ENTRIES SOUL [OTHER SOUL]...   Several binaries take turns, each on an index of its own.
set -euo pipefail
entries=${1:?usage: cold-recall.sh ENTRIES SOUL...}; shift
rounds=${ROUNDS:-41}
dir=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$dir"' EXIT

# Daily logs of 30 notes each, the same every time.
notes() {
  mkdir -p "$1"
  awk -v entries="$entries" -v out="$1" 'BEGIN {
    srand(7); split("river garden letter window market teacher bridge winter story doctor engine island mountain paper kitchen forest captain morning violin bicycle library station harbour lantern orchard painter ticket blanket compass journal museum pocket recipe shadow tunnel village whistle anchor basket candle", noun, " ")
    split("found lost painted carried visited repaired opened bought followed described cooked planted measured borrowed finished watched promised answered collected designed", verb, " ")
    for (n = 0; n < entries; n++) {
      if (n % 30 == 0) {
        if (file) close(file)
        day = int(n / 30); file = sprintf("%s/%04d-%02d-%02d.md", out, 1970 + int(day / 336), 1 + int(day % 336 / 28), 1 + day % 28)
        print "# notes\n" > file
      }
      text = "ref" n
      for (k = 0; k < 4 + int(rand() * 4); k++)
        text = text " the " noun[1 + int(rand() * 40)] " " verb[1 + int(rand() * 20)] " a " noun[1 + int(rand() * 40)] int(rand() * 3000) " near the " noun[1 + int(rand() * 40)]
      printf "## %02d:%02d | note\n%s\n\n", 8 + int(n % 30 / 6), n % 6 * 10, text > file
    }
  }'
}

questions=("what was painted near the river and the bridge" "violin lantern" "When did we repair the bicycle near the station?" "Where is the compass?")
number=0
for soul in "$@"; do
  number=$((number + 1))
  home=$dir/$number; export SOULFILE_HOME=$home
  [ -d "$home" ] && continue
  mkdir -p "$home"
  "$soul" setup --yes >/dev/null
  notes "$home/workspace/main/memory/episodes"
  begin=$EPOCHREALTIME
  "$soul" memory rebuild >/dev/null
  end=$EPOCHREALTIME
  echo "$soul: $entries entries indexed in $(( (${end/./} - ${begin/./}) / 1000 )) ms, $(du -sm "$home"/state 2>/dev/null | cut -f1) MB"
done

for ((round = 0; round < rounds; round++)); do
  number=0
  for soul in "$@"; do
    number=$((number + 1)); export SOULFILE_HOME=$dir/$number
    begin=$EPOCHREALTIME; "$soul" --version >/dev/null; end=$EPOCHREALTIME
    echo "$number version $(( ${end/./} - ${begin/./} ))"
    begin=$EPOCHREALTIME; "$soul" recall "${questions[round % ${#questions[@]}]}" >/dev/null 2>&1; end=$EPOCHREALTIME
    echo "$number recall $(( ${end/./} - ${begin/./} ))"
  done
done | sort -k1,1n -k2,2 -k3,3n | awk '{ t[$1, $2, ++count[$1, $2]] = $3; if ($1 > most) most = $1 } END {
  for (n = 1; n <= most; n++) {
    v = t[n, "version", int((count[n, "version"] + 1) / 2)] / 1000; r = t[n, "recall", int((count[n, "recall"] + 1) / 2)] / 1000
    printf "%d: --version %6.2f ms   recall %7.2f ms   over it %7.2f ms (p50 of %d)\n", n, v, r, r - v, count[n, "recall"] } }'
