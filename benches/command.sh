#!/usr/bin/env bash
# Times the command's cold start, each call a process of its own, beside `true` (what a process costs here).
set -euo pipefail
soul=$(realpath "${1:?usage: command.sh SOUL}")
rounds=${2:-101}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export SOULFILE_HOME=$home
"$soul" setup --yes >/dev/null
for day in 1 2 3 4 5; do "$soul" remember "Project Heron's build number $day runs on PostgreSQL" >/dev/null; done

# Median and 99th of `rounds` runs, in milliseconds, with microsecond clocks of the shell itself.
median() {
  local label=$1; shift
  local begin end
  for ((round = 0; round < rounds; round++)); do
    begin=$EPOCHREALTIME; "$@" >/dev/null; end=$EPOCHREALTIME
    echo $(( ${end/./} - ${begin/./} ))
  done | sort -n | awk -v label="$label" '{ t[NR] = $1 } END {
    printf "%-24s p50 %7.2f ms   p99 %7.2f ms\n", label, t[int((NR + 1) / 2)] / 1000, t[int(NR * 0.99)] / 1000 }'
}
median "true" /bin/true
median "soul --version" "$soul" --version
median "soul context" "$soul" context
median "soul recall" "$soul" recall "what does Heron run on"
printf '%-24s %s MB\n' "binary" "$(awk -v n="$(stat -c %s "$soul")" 'BEGIN { printf "%.2f", n / 1e6 }')"
