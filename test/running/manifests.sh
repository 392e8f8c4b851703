#!/usr/bin/env bash
# Whether Kubernetes' own tool takes the folders, and the compose specification's schema compose.yaml.
# The schema comes with Debian's docker-compose, which is unpacked into a folder and not installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

for tool in kubectl apt-get dpkg; do
  if ! command -v "$tool" > /dev/null; then
    echo "$tool is not here. Run this on a Debian with kubectl (package kubernetes-client)." >&2
    exit 2
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for example in kubernetes kubernetes-postgres; do
  kubectl kustomize "docs/examples/$example" > "$folder/$example.yaml"
  echo "kubectl kustomize $example: $(grep -c '^kind:' "$folder/$example.yaml") objects"
done
# What is to be gone from the service: its disk.
if grep -q '/srv/service' "$folder/kubernetes-postgres.yaml"; then
  echo "The service over PostgreSQL still has a disk." >&2
  exit 1
fi

(cd "$folder" && apt-get download -qq docker-compose 2> "$folder/apt.log") || {
  cat "$folder/apt.log" >&2
  echo 'Debian gave no docker-compose. "apt-get update" first.' >&2
  exit 2
}
dpkg -x "$folder"/docker-compose_*.deb "$folder"
schema=$(find "$folder" -name compose_spec.json)
node test/running/validate-compose.ts "$schema" compose.yaml
