#!/usr/bin/env bash
# run-image.sh IMAGE USER FOLDER: the image's programs, as Docker would start them with a read-only
# root. In a mount namespace of its own: image.sh starts it.
set -euo pipefail
image=$1 user=$2 folder=$3

mount --bind "$image" "$image"
mount --rbind /dev "$image/dev"
mount -t proc proc "$image/proc"
mount -t tmpfs tmpfs "$image/tmp"
for volume in waymark/.cache srv/changelog srv/service; do
  # As Docker makes a named volume: what the image has there, and whose it is.
  mkdir -p "$folder/volumes/$volume"
  cp -a "$image/$volume/." "$folder/volumes/$volume/"
  chown --reference="$image/$volume" "$folder/volumes/$volume"
  mount --bind "$folder/volumes/$volume" "$image/$volume"
done
mount -o remount,bind,ro "$image"

environment=(
  PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOME=/tmp
  CONTENT_DIR=/srv/changelog/content OUT_DIR=/srv/changelog/dist
  WEBHOOK_INBOX=/srv/changelog/webhook.db WEBHOOK_HOST=127.0.0.1 WEBHOOK_PORT=0
  API_KEY=key-of-the-image
)
# waymark ARGUMENT…: a program of the image.
waymark() {
  chroot --userspec="$user" "$image" env -i "${environment[@]}" \
    sh -c 'cd /waymark && exec node bin/waymark.cjs "$@"' waymark "$@"
}
fail() {
  echo "$1" >&2
  cat "$folder"/service.log "$folder"/receiver.log >&2 2> /dev/null || true
  exit 1
}
# until_logged FILE TEXT: waits for a line, a minute at most.
until_logged() {
  for _ in {1..300}; do
    if grep -q "$2" "$folder/$1"; then return; fi
    sleep 0.2
  done
  fail "$1 never said: $2"
}

chroot --userspec="$user" "$image" sh -c '[ "$(id -u)" != 0 ] && ! touch /waymark/mine 2> /dev/null' \
  || fail 'The root can be written, or the user is root.'

database=(--database /srv/service/waymark.db)
waymark service --port 0 "${database[@]}" --import scripts/sample/workspace.json > "$folder/service.log" 2>&1 &
until_logged service.log 'The API answers'
environment+=("API_BASE_URL=$(grep -o 'http://[0-9.:]*' "$folder/service.log" | head -n 1)" WEBHOOK_PORT=0)
waymark sync
before=$(ls "$image/waymark/.cache/renderers")
waymark build --publish
[ "$(ls "$image/waymark/.cache/renderers")" = "$before" ] || fail 'The build compiled a renderer of its own.'
[ -s "$image/srv/changelog/dist/index.html" ] || fail 'There is no home page.'

secret="whsec_$(head -c 24 /dev/urandom | base64)"
environment+=("WEBHOOK_SECRET=$secret")
waymark webhook > "$folder/receiver.log" 2>&1 &
until_logged receiver.log 'Waiting for events'
until_logged receiver.log '"synced"'
waymark doctor || fail 'The doctor finds something to mend.'
echo 'Service, sync, build, receiver and doctor ran on a root that cannot be written.'
