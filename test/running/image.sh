#!/usr/bin/env bash
# Builds the image with buildah on a Debian of its own, with this machine's npm and the Node of
# node_modules, and runs what is in it as user 10001 on a root that cannot be written.
set -euo pipefail
cd "$(dirname "$0")/../.."

for tool in buildah debootstrap unshare; do
  if ! command -v "$tool" > /dev/null; then
    echo "$tool is not here. Run this as root on a Debian, after: apt-get install buildah debootstrap" >&2
    exit 2
  fi
done
node=node_modules/node/bin/node
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
folder=$(mktemp -d)
in_store() {
  buildah --storage-driver vfs --root "$folder/store" --runroot "$folder/run" "$@"
}
clean_up() {
  in_store rm --all > /dev/null || true
  rm -rf "$folder"
}
trap clean_up EXIT
export BUILDAH_ISOLATION=chroot

base="$folder/base"
debootstrap --variant=minbase --include=ca-certificates bookworm "$base" > "$folder/debootstrap.log"
install -D "$node" "$base/usr/local/bin/node"
mkdir -p "$base/usr/local/lib/node_modules" "$base/usr/local/etc"
cp -r "$npm" "$base/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
# The way to the registry that this machine has.
cp /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/ca-certificates.crt"
printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' "$(npm config get registry)" \
  > "$base/usr/local/etc/npmrc"

container=$(in_store from scratch)
in_store copy --quiet "$container" "$base" / > /dev/null
in_store config --env PATH=/usr/local/bin:/usr/bin:/bin "$container"
in_store commit --quiet --rm "$container" waymark-base > /dev/null
rm -rf "$base"

in_store build --quiet --build-arg BASE=localhost/waymark-base --tag waymark . > /dev/null
container=$(in_store from localhost/waymark)
image=$(in_store mount "$container")
user=$(in_store inspect --format '{{.OCIv1.Config.User}}' localhost/waymark)
echo "The image takes $(du -sm "$image" | cut -f1) MB, and runs as $user."
unshare --mount --pid --fork --kill-child bash test/running/run-image.sh "$image" "$user" "$folder"
