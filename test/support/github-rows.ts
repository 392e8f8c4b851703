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

export type GitHubMilestoneRow = Record<string, unknown> & { number: number; state: string };

/** A milestone with all fields of the schema. */
export function gitHubMilestone(
  number: number,
  over: Record<string, unknown> = {},
): GitHubMilestoneRow {
  const at = new Date(Date.UTC(2025, 9, 1) + number * 3_600_000).toISOString().replace('.000', '');
  const page = `https://github.example/acme/board/milestone/${number}`;
  return {
    url: `https://api.github.example/repos/acme/board/milestones/${number}`,
    html_url: page,
    labels_url: `https://api.github.example/repos/acme/board/milestones/${number}/labels`,
    id: 5000 + number,
    node_id: `MI_${number}`,
    number,
    state: 'open',
    title: `Milestone ${number}`,
    description: `Text of milestone ${number}.`,
    creator: {
      ...{ id: 77, login: 'creator-of-it', node_id: 'U_77', type: 'User', site_admin: false },
      avatar_url: 'https://avatars.example/77',
    },
    open_issues: 3,
    closed_issues: 0,
    created_at: at,
    updated_at: at,
    closed_at: null,
    due_on: null,
    ...over,
  };
}

/** Milestones with the numbers 1 to `count`. */
export function gitHubMilestones(count: number): GitHubMilestoneRow[] {
  return Array.from({ length: count }, (_, n) => gitHubMilestone(n + 1));
}

/** Releases with the ids 1 to `count`. */
export function gitHubReleases(count: number): GitHubReleaseRow[] {
  return Array.from({ length: count }, (_, n) => gitHubRelease(n + 1));
}
