/**
 * The version of a tarball. Unless the commit has the tag of a release, it names the commit and, if
 * files differ from it, their tree: npm takes two tarballs with one version for the same files, and
 * installs the older from its cache.
 * @param version of package.json
 */
export function tarballVersion(
  version: string,
  { commit, tree, tags }: { commit: string; tree: string | undefined; tags: readonly string[] },
): string {
  if (tree === undefined && tags.includes(`v${version}`)) return version;
  const digests = [commit, ...(tree === undefined ? [] : [tree])].map(shorten);
  return [`${version}-dev`, ...digests].join('.');
}

/** SemVer forbids numbers that begin with 0 between dots (2.0.0, 9). */
function shorten(digest: string): string {
  const short = digest.slice(0, 10);
  return /^0\d+$/.test(short) ? digest : short;
}
