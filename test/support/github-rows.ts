export type GitHubReleaseRow = Record<string, unknown> & {
  id: number;
  created_at: string;
  draft: boolean;
};

/** A release with all fields of the schema. The higher the id, the later it was published. */
export function gitHubRelease(id: number, over: Record<string, unknown> = {}): GitHubReleaseRow {
  const at = new Date(Date.UTC(2020, 0, 1) + id * 3_600_000).toISOString().replace('.000', '');
  const page = `https://github.example/releases/${id}`;
  return {
    id,
    node_id: `RE_${id}`,
    url: page,
    html_url: page,
    assets_url: `${page}/assets`,
    upload_url: `${page}/assets{?name,label}`,
    tarball_url: null,
    zipball_url: null,
    tag_name: `v1.${id}.0`,
    target_commitish: 'main',
    name: `Release ${id}`,
    body: `Notes of release ${id}.\n\n### Fixed\n\n- Crash ${id}\n`,
    draft: false,
    prerelease: false,
    immutable: false,
    created_at: at,
    published_at: at,
    updated_at: at,
    author: { id: 3, login: 'ada', avatar_url: 'https://avatars.example/3', type: 'User' },
    assets: [],
    ...over,
  };
}

/** Releases with the ids 1 to `count`. */
export function gitHubReleases(count: number): GitHubReleaseRow[] {
  return Array.from({ length: count }, (_, n) => gitHubRelease(n + 1));
}
