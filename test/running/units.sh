#!/usr/bin/env bash
# What systemd itself says of the units: "verify" is to say nothing, "security" to rate each below 3.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v systemd-analyze > /dev/null; then
  echo 'systemd-analyze is not here. Run this on a machine with systemd 250 or newer.' >&2
  exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
units=()
for unit in docs/examples/systemd/*.service; do
  copy="$folder/${unit##*/}"
  # What a unit starts is looked for, and this checkout is what it starts.
  sed "s#/srv/waymark#$PWD#g" "$unit" > "$copy"
  units+=("$copy")
done

said=$(systemd-analyze verify --man=no "${units[@]}" 2>&1)
if [ -n "$said" ]; then
  printf '%s\n' "$said" >&2
  exit 1
fi
for unit in "${units[@]}"; do
  systemd-analyze security --no-pager --offline=true --threshold=29 "$unit" | tail -n 1
done
