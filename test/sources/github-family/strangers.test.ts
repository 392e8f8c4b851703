import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { forgejoUser, gitHubLabel } from '../../support/forge-rows.ts';
import { forges } from './sync-forge.ts';

// Strangers may comment and react, and be named by other fields. With default settings, only these
// fields of a release or a milestone reach the site: somebody who may write to the repository wrote
// them.

const ofReleases = [
  ...['tag_name', 'name', 'body'],
  ...['author.login', 'assets.0.browser_download_url'],
];
const ofMilestones = ['title', 'description'];

/** The fields of both schemas that the forges fill beside those of the fakes' rows. */
const person = (name: string) => ({
  ...forgejoUser(name, 1),
  ...{ login: name, id: 1, node_id: name, avatar_url: name, gravatar_id: name, url: name },
  ...{ html_url: name, followers_url: name, events_url: name, type: name, user_view_type: name },
  ...{ name, email: name, starred_at: name, site_admin: false },
});
const others = (name: string) => ({
  ...{ discussion_url: name, mentions_count: 7, body_html: name, body_text: name },
  reactions: { url: name, total_count: 7, '+1': 7, laugh: 7 },
  mentions: [person(name)],
  comments: [{ body: name, user: person(name) }],
  creator: person(name),
  assignees: [person(name)],
  closed_by: person(name),
  labels: [{ name, color: 'ff0000', description: name }],
});

test.each(forges)(
  '$name: of all fields of the schema, only those that a member wrote reach the content',
  async ({ name, start }) => {
    await using it = await start();
    const ofAsset = name === 'GitHub' ? 'label' : 'name';
    const file = {
      ...asset(),
      ...(name === 'GitHub' ? {} : { label: undefined, uuid: '', type: '' }),
    };
    const release = { ...it.release(1), author: person(''), ...others(''), assets: [file] };
    const milestone = { ...it.milestone(1), ...others('') };
    const marks = new Map<string, string>();
    it.fake.repository('acme/board', {
      releases: [mark(release, 'release', marks)],
      milestones: [mark(milestone, 'milestone', marks)],
    });
    await it.run([it.source({ roadmap: 'milestones' })]);
    const text = Object.values(await filesIn(it.folder)).join('\n');
    const seen = [...marks].flatMap(([path, value]) => (text.includes(value) ? path : []));
    expect(seen.sort()).toEqual(
      [
        ...[...ofReleases, `assets.0.${ofAsset}`].map((path) => `release.${path}`),
        ...ofMilestones.map((path) => `milestone.${path}`),
      ].sort(),
    );
    expect(marks.size).toBeGreaterThan(120);
  },
);

test.each(forges)(
  '$name: of all fields of issues, only those of a member’s issue reach the content',
  async ({ name, start }) => {
    await using it = await start();
    const marks = new Map<string, string>();
    const issue = (number: number, path: string, login: string, own: Record<string, unknown>) => {
      const labels = [gitHubLabel('', 'ff0000')];
      const row = {
        ...it.issue(number),
        ...others(''),
        labels,
        user: person(''),
        assets: [asset()],
      };
      const marked = mark(row, path, marks);
      return {
        ...{ ...marked, ...own, state_reason: null, user: { ...marked.user, login } },
        labels: [gitHubLabel('roadmap', 'ff0000'), ...marked.labels],
      };
    };
    // Forgejo names no members, but the authors of migrated issues.
    const from = (author_association: string, original_author = '') =>
      name === 'GitHub' ? { author_association } : { original_author };
    it.fake.repository('acme/board', {
      releases: it.releases(1),
      issues: [
        issue(1, 'member', 'ada', from('MEMBER')),
        issue(2, 'stranger', 'bob', from('NONE')),
        issue(3, 'helper', name === 'GitHub' ? 'eve' : 'ada', from('CONTRIBUTOR', 'eve')),
      ],
    });
    const authors = name === 'GitHub' ? [] : ['ada'];
    const roadmap = { issues: 'roadmap', statuses: {}, authors };
    const report = await it.run([it.source({ roadmap })]);
    const text = `${Object.values(await filesIn(it.folder)).join('\n')}${JSON.stringify(report)}`;
    const seen = [...marks].flatMap(([path, value]) => (text.includes(value) ? path : []));
    expect(seen.sort()).toEqual(
      ['title', 'body', 'html_url', 'labels.0.name'].map((field) => `member.${field}`).sort(),
    );
    expect((await it.content()).milestones.size).toBe(1);
  },
);

/** Replaces every text by one of its own, except those that have a form. */
function mark<T>(value: T, path: string, marks: Map<string, string>): T {
  if (Array.isArray(value)) return value.map((one, n) => mark(one, `${path}.${n}`, marks)) as T;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, mark(one, `${path}.${key}`, marks)]),
    ) as T;
  if (typeof value !== 'string' || /\.(?:state|[a-z]+_at)$/.test(path)) return value;
  const word = `mark${marks.size}x`;
  marks.set(path, word);
  return (/_url$|\.url$/.test(path) ? `https://elsewhere.example/${word}` : word) as T;
}

function asset() {
  return {
    ...{ url: '', browser_download_url: '', id: 1, node_id: '', name: '', label: '' },
    ...{ state: 'uploaded', content_type: '', size: 1, digest: '', download_count: 1 },
    ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
    uploader: person(''),
  };
}
