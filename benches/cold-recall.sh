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

# Wall-clock and computing milliseconds of one command.
timed() {
  local TIMEFORMAT='%R %U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%.0f %.0f\n", $1 * 1000, ($2 + $3) * 1000 }'
}
for ((round = 0; round < rounds; round++)); do
  number=0
  for soul in "$@"; do
    number=$((number + 1)); export SOULFILE_HOME=$dir/$number
    echo "$number version $(timed "$soul" --version)"
    echo "$number recall $(timed "$soul" recall "${questions[round % ${#questions[@]}]}")"
  done
done | awk '
  function median(kind, n, what,    i, j, t, values) {
    for (i = 1; i <= count[n, kind]; i++) values[i] = time[n, kind, what, i]
    for (i = 2; i <= count[n, kind]; i++) for (j = i; j > 1 && values[j] < values[j - 1]; j--) { t = values[j]; values[j] = values[j - 1]; values[j - 1] = t }
    return values[int((count[n, kind] + 1) / 2)]
  }
  { at = ++count[$1, $2]; time[$1, $2, "wall", at] = $3; time[$1, $2, "computing", at] = $4; if ($1 > most) most = $1 }
  END { for (n = 1; n <= most; n++) for (k = 1; k <= 2; k++) {
    what = k == 1 ? "wall" : "computing"; v = median("version", n, what); r = median("recall", n, what)
    printf "%d %-9s --version %4d ms   recall %4d ms   over it %4d ms (p50 of %d)\n", n, what, v, r, r - v, count[n, "recall"] } }'
