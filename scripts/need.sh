#!/usr/bin/env bash
# Makes sure that the named programs are there, installing them with the system's package manager
# where that is possible.
set -euo pipefail
declare -A package=([mkfs.ext4]=e2fsprogs [e2fsck]=e2fsprogs [losetup]=mount [mount]=mount [postgres]=postgresql)
# Installed by Python's own package manager.
declare -A wheel=([moto_server]=moto[server])
missing=()
for program in "$@"; do
  if [ -n "${wheel[$program]:-}" ]; then
    command -v "$program" >/dev/null || python3 -m pip install --quiet "${wheel[$program]}"
    continue
  fi
  # Debian keeps each version of the server in a folder of its own.
  PATH="$PATH:/usr/sbin:/sbin:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')" command -v "$program" >/dev/null || missing+=("${package[$program]:-$program}")
done
[ ${#missing[@]} -eq 0 ] && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
  echo "please install: ${missing[*]}" >&2
  exit 1
fi
