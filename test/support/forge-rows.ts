export type ReleaseRow = Record<string, unknown> & {
  id: number;
  created_at: string;
  draft: boolean;
};

/** A release with all fields of GitHub’s schema. The higher the id, the later it was published. */
export function gitHubRelease(id: number, over: Record<string, unknown> = {}): ReleaseRow {
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

export type MilestoneRow = Record<string, unknown> & { id: number; state: string };

/** A milestone with all fields of GitHub’s schema. */
export function gitHubMilestone(number: number, over: Record<string, unknown> = {}): MilestoneRow {
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
export function gitHubMilestones(count: number): MilestoneRow[] {
  return Array.from({ length: count }, (_, n) => gitHubMilestone(n + 1));
}

/** Releases with the ids 1 to `count`. */
export function gitHubReleases(count: number): ReleaseRow[] {
  return Array.from({ length: count }, (_, n) => gitHubRelease(n + 1));
}

/** A release with all fields of the schema of Forgejo (API v1, "Release"). */
export function forgejoRelease(id: number, over: Record<string, unknown> = {}): ReleaseRow {
  const { created_at, tag_name, name, body } = gitHubRelease(id);
  const page = 'https://forgejo.example/acme/board';
  return {
    id,
    ...{ tag_name, target_commitish: 'main', name, body },
    url: `https://forgejo.example/api/v1/repos/acme/board/releases/${id}`,
    html_url: `${page}/releases/tag/${tag_name}`,
    tarball_url: `${page}/archive/${tag_name}.tar.gz`,
    zipball_url: `${page}/archive/${tag_name}.zip`,
    upload_url: `https://forgejo.example/api/v1/repos/acme/board/releases/${id}/assets`,
    hide_archive_links: false,
    draft: false,
    prerelease: false,
    created_at,
    published_at: created_at,
    author: forgejoUser('ada', 3),
    assets: [],
    archive_download_count: { zip: 0, tar_gz: 0 },
    ...over,
  };
}

/** A person with the fields of Forgejo's schema ("User"). */
export function forgejoUser(login: string, id: number) {
  return {
    id,
    ...{ login, login_name: '', source_id: 0, full_name: '', email: `${login}@noreply.example` },
    avatar_url: `https://avatars.example/${id}`,
    html_url: `https://forgejo.example/${login}`,
    ...{ language: '', is_admin: false, active: false, prohibit_login: false, restricted: false },
    ...{ location: '', pronouns: '', website: '', description: '', visibility: 'public' },
    ...{ followers_count: 0, following_count: 0, starred_repos_count: 0, username: login },
    ...{ last_login: '0001-01-01T00:00:00Z', created: '2020-01-01T00:00:00Z' },
  };
}

/** A milestone with all fields of the schema of Forgejo ("Milestone"). It has no number and no page. */
export function forgejoMilestone(id: number, over: Record<string, unknown> = {}): MilestoneRow {
  const { title, description, created_at } = gitHubMilestone(id);
  return {
    ...{ id, title, description, state: 'open', open_issues: 3, closed_issues: 0 },
    ...{ created_at, updated_at: created_at, closed_at: null, due_on: null },
    ...over,
  };
}

export type IssueRow = Record<string, unknown> & {
  id: number;
  number: number;
  state: string;
  created_at: string;
  labels: (Record<string, unknown> & { name: string; color: string })[];
};

/** An issue with the label `roadmap` and all fields of GitHub’s schema. */
export function gitHubIssue(number: number, over: Record<string, unknown> = {}): IssueRow {
  const at = new Date(Date.UTC(2025, 9, 1) + number * 3_600_000).toISOString().replace('.000', '');
  const api = `https://api.github.example/repos/acme/board`;
  return {
    ...{ url: `${api}/issues/${number}`, repository_url: api },
    html_url: `https://github.example/acme/board/issues/${number}`,
    ...{ id: 9000 + number, node_id: `I_${number}`, number },
    title: `Issue ${number}`,
    body: `Text of issue ${number}.`,
    user: { id: 3, login: 'ada', avatar_url: 'https://avatars.example/3', type: 'User' },
    author_association: 'MEMBER',
    labels: [gitHubLabel('roadmap', '0e8a16')],
    ...{ state: 'open', state_reason: null, locked: false, active_lock_reason: null },
    ...{ assignee: null, assignees: [], milestone: null, comments: 0 },
    ...{ created_at: at, updated_at: at, closed_at: null, closed_by: null },
    reactions: {
      url: `${api}/issues/${number}/reactions`,
      ...{ total_count: 0, '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0 },
      ...{ rocket: 0, eyes: 0 },
    },
    timeline_url: `${api}/issues/${number}/timeline`,
    performed_via_github_app: null,
    ...over,
  };
}

export function gitHubLabel(name: string, color: string) {
  const url = `https://api.github.example/repos/acme/board/labels/${name}`;
  return {
    id: name.length,
    node_id: `LA_${name}`,
    url,
    name,
    color,
    default: false,
    description: '',
  };
}

/** An issue with all fields of the schema of Forgejo ("Issue"): no reactions and no association. */
export function forgejoIssue(number: number, over: Record<string, unknown> = {}): IssueRow {
  const { title, body, created_at } = gitHubIssue(number);
  const page = 'https://forgejo.example/acme/board';
  return {
    ...{ id: 9000 + number, number, title, body, original_author: '', original_author_id: 0 },
    url: `https://forgejo.example/api/v1/repos/acme/board/issues/${number}`,
    html_url: `${page}/issues/${number}`,
    user: forgejoUser('ada', 3),
    labels: [
      { ...{ id: 1, name: 'roadmap', color: '0e8a16', description: '' }, is_archived: false },
    ],
    ...{ milestone: null, assignee: null, assignees: null, state: 'open', is_locked: false },
    ...{ comments: 0, created_at, updated_at: created_at, closed_at: null, due_date: null },
    ...{ pull_request: null, pin_order: 0, ref: '', assets: [] },
    repository: { id: 1000, name: 'board', owner: 'acme', full_name: 'acme/board' },
    ...over,
  };
}
