import { beforeEach, describe, expect, test } from 'vitest';
import type { IssueRoadmap } from '../../../src/config/sources-file.ts';
import { decideExitCode } from '../../../src/sync/write/report/report.ts';
import { stampsIn } from '../../support/files-in.ts';
import { gitHubLabel, type IssueRow } from '../../support/forge-rows.ts';
import { type ForgeSync, startForgejoSync, startGitHubSync } from './sync-forge.ts';

let it: ForgeSync;
const statuses = { 'in progress': 'IN_PROGRESS', later: 'BACKLOG' } as const;
const roadmap = (over: Partial<IssueRoadmap> = {}): IssueRoadmap => ({
  ...{ issues: 'Roadmap', statuses, authors: [] },
  ...over,
});
const run = (over: Partial<IssueRoadmap> = {}, options: Parameters<ForgeSync['run']>[1] = {}) =>
  it.run([it.source({ roadmap: roadmap(over) })], { allowMassDelete: true, ...options });
/** The same on another day. */
const runOn = (day: string) => {
  const now = new Date(`${day}T09:00:00.000Z`);
  const clock = { now: () => now, sleep: async () => {} };
  return it.run([it.source({ roadmap: roadmap() }, { clock })], { now });
};
const board = (...issues: IssueRow[]) =>
  it.fake.repository('acme/board', { releases: it.releases(1), issues });
const entries = async () =>
  [...(await it.content()).milestones.values()].toSorted((a, b) => (a.title < b.title ? -1 : 1));
const titles = async () => (await entries()).map(({ title }) => title);
const labelled = (...names: string[]) => ({
  labels: ['roadmap', ...names].map((name) => gitHubLabel(name, 'd73a4a')),
});
const votes = (count: number) => ({ reactions: { total_count: count + 3, '+1': count, heart: 3 } });

describe('issues on GitHub', () => {
  beforeEach(async () => {
    it = await startGitHubSync();
    return () => it[Symbol.asyncDispose]();
  });

  test.each([
    [{}, 'PLANNED', 'Planned'],
    [labelled('In Progress'), 'IN_PROGRESS', 'In progress'],
    [labelled('later'), 'BACKLOG', 'Backlog'],
    [labelled('later', 'in progress'), 'IN_PROGRESS', 'In progress'],
    [{ state: 'closed', closed_at: '2026-02-01T10:00:00Z' }, 'COMPLETED', 'Completed'],
    [
      { state: 'closed', state_reason: 'completed', closed_at: '2026-02-01T10:00:00Z' },
      ...['COMPLETED', 'Completed'],
    ],
    [
      { state: 'closed', state_reason: 'not_planned', closed_at: '2026-02-01T10:00:00Z' },
      ...['CANCELED', 'Not planned'],
    ],
    [
      { ...labelled('later'), state: 'closed', closed_at: '2026-02-01T10:00:00Z' },
      ...['COMPLETED', 'Completed'],
    ],
  ] as const)('an issue with %j is %s', async (over, stage, status) => {
    board(it.issue(1, over));
    await run();
    expect(await entries()).toMatchObject([{ stage, status, title: 'Issue 1', number: null }]);
  });

  test('without statuses, an open issue is planned', async () => {
    board(it.issue(1, labelled('in progress')));
    await run({ statuses: {} });
    expect(await entries()).toMatchObject([{ stage: 'PLANNED' }]);
  });

  test('pull requests are left out, and so are issues closed more than a year ago', async () => {
    const pull_request = { url: 'https://api.github.example/pulls/2', merged_at: null };
    board(
      it.issue(1),
      it.issue(2, { pull_request, html_url: 'https://github.example/acme/board/pull/2' }),
      it.issue(3, { state: 'closed', closed_at: '2025-02-28T09:00:00Z' }),
    );
    await run();
    expect(await titles()).toEqual(['Issue 1']);
  });

  test('labels keep names and colours, the roadmap’s own aside', async () => {
    board(
      it.issue(1, {
        labels: [
          gitHubLabel('roadmap', '0e8a16'),
          gitHubLabel('Later', 'cccccc'),
          gitHubLabel('Good first issue', '7057ff'),
        ],
      }),
    );
    await run();
    const { labels } = await it.content();
    expect(labels).toMatchObject([{ name: 'Good first issue', slug: 'good-first-issue' }]);
    expect(JSON.stringify(labels[0]?.color)).toMatch(/#[0-9a-f]{6}/i);
    expect((await entries())[0]?.labels).toEqual([labels[0]?.id]);
  });

  test('the body is the text, with links as GitHub makes them', async () => {
    board(
      it.issue(1, { body: '**Fast**, see #12.\n\n<script>x</script>' }),
      it.issue(2, { body: null }),
    );
    await run();
    const [first, second] = await entries();
    expect(first?.body).toContain('<strong>Fast</strong>');
    expect(first?.body).toContain('href="https://github.example/acme/board/issues/12"');
    expect(first?.body).not.toContain('<script');
    expect(second?.body).toBe('');
  });

  const associations = ['OWNER', 'MEMBER', 'COLLABORATOR'];
  const others = ['CONTRIBUTOR', 'FIRST_TIMER', 'FIRST_TIME_CONTRIBUTOR', 'MANNEQUIN', 'NONE'];

  test('only issues of members are shown; the others are reported with number, reason and remedy', async () => {
    board(
      ...[...associations, ...others].map((author_association, n) =>
        it.issue(n + 1, { author_association, title: author_association }),
      ),
    );
    const report = await run();
    expect(await titles()).toEqual([...associations].sort());
    const text = report.sources?.[0]?.notes.join('\n') ?? '';
    for (const [n, association] of others.entries())
      expect(text).toContain(`#${n + 4} (${association})`);
    expect(text).toMatch(
      /left out 5 issues.*"authors: \[ada\]".*"authors: all".*membership is private/,
    );
    expect([decideExitCode(report, false), decideExitCode(report, true)]).toEqual([0, 3]);
  });

  test('many strangers make one line of the report', async () => {
    board(
      ...Array.from({ length: 300 }, (_, n) => it.issue(n + 1, { author_association: 'NONE' })),
    );
    const [, note = ''] = (await run()).sources?.[0]?.notes ?? [];
    expect(note).toContain('left out 300 issues');
    expect(note).toContain('and 280 more');
    expect(note.length).toBeLessThan(1000);
  });

  test.each([
    [['Ada'], ['Of ada']],
    [
      ['ada', 'bob'],
      ['Of ada', 'Of bob'],
    ],
    ['all' as const, ['Of ada', 'Of bob', 'Of nobody']],
  ])('with authors %j, the issues %j are shown', async (authors, shown) => {
    const from = (number: number, login: string | undefined) =>
      it.issue(number, {
        ...{ title: `Of ${login ?? 'nobody'}`, author_association: 'NONE' },
        user: login === undefined ? null : { login },
      });
    board(from(1, 'ada'), from(2, 'bob'), from(3, undefined));
    await run({ authors });
    expect(await titles()).toEqual(shown);
    await run();
    expect(await titles()).toEqual([]);
  });

  test('an issue that loses the label leaves, as GitHub shows for it alone', async () => {
    const [first, second] = board(it.issue(1), it.issue(2)).issues;
    await run();
    Object.assign(first ?? {}, { labels: [] });
    expect((await run()).milestones.removed).toHaveLength(1);
    expect(await titles()).toEqual(['Issue 2']);
    Object.assign(second ?? {}, { labels: [gitHubLabel('ROADMAP', 'ffffff')] });
    await run();
    expect(await titles()).toEqual(['Issue 2']);
  });

  test.each([
    ['another repository', 'https://github.example/acme/engine/issues/7', 7, []],
    [
      'another repository, under the same number',
      'https://github.example/acme/engine/issues/1',
      1,
      [],
    ],
  ])('an issue that was transferred to %s leaves', async (_what, html_url, number, left) => {
    const made = board(it.issue(1));
    await run();
    const to = it.fake.repository('acme/engine', { issues: [it.issue(number, { html_url })] });
    made.issues.length = 0;
    made.transferred.set(1, `/repositories/${to.id}/issues/${number}`);
    await run();
    expect(await titles()).toEqual(left);
  });

  test('an issue is not elsewhere if GitHub does not say where the repository is', async () => {
    const made = board(it.issue(1), it.issue(2));
    await run();
    const [hidden] = made.issues.splice(0, 1);
    it.fake.fail = (path) => {
      if (path.endsWith('/issues/1')) return Response.json(hidden);
      const { id, name } = made;
      return path === '/repos/acme/board' ? Response.json({ id, name, private: false }) : undefined;
    };
    await run();
    expect(await titles()).toEqual(['Issue 1', 'Issue 2']);
  });

  test('👍 is the number of votes, and changes it at most once a day', async () => {
    const [issue] = board(it.issue(1, votes(2)), it.issue(2)).issues;
    const counts = async () => (await entries()).map(({ upvote_count }) => upvote_count);
    const unchanged = { written: 0, removed: 0 };
    await runOn('2026-03-01');
    expect(await counts()).toEqual([2, 0]);
    Object.assign(issue ?? {}, votes(5));
    expect((await runOn('2026-03-01')).files).toEqual(unchanged);
    expect(await counts()).toEqual([2, 0]);
    await runOn('2026-03-02');
    expect(await counts()).toEqual([5, 0]);
    Object.assign(issue ?? {}, votes(1));
    expect((await runOn('2026-03-02')).files).toEqual(unchanged);
    // A day without a vote writes nothing.
    Object.assign(issue ?? {}, votes(5));
    const before = await stampsIn(it.folder);
    for (const day of ['2026-03-03', '2026-03-04'])
      expect((await runOn(day)).files).toEqual(unchanged);
    expect(await stampsIn(it.folder)).toEqual(before);
    Object.assign(issue ?? {}, votes(6));
    await runOn('2026-03-04');
    expect(await counts()).toEqual([6, 0]);
  });

  test('a comment of a stranger writes nothing', async () => {
    const [issue] = board(it.issue(1)).issues;
    await run();
    Object.assign(issue ?? {}, { comments: 7, updated_at: '2026-02-28T09:00:00Z' });
    expect((await run()).files).toEqual({ written: 0, removed: 0 });
  });

  test('moves are in the log of the roadmap', async () => {
    const [issue] = board(it.issue(1)).issues;
    await run();
    Object.assign(issue ?? {}, labelled('in progress'));
    await run();
    const closed_at = '2026-02-28T08:00:00Z';
    Object.assign(issue ?? {}, { state: 'closed', state_reason: 'not_planned', closed_at });
    await run();
    const { roadmapLog } = await it.content();
    expect(roadmapLog.map(({ from, to }) => [from?.stage, to.stage])).toEqual([
      ['PLANNED', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'CANCELED'],
    ]);
  });

  test('the roadmap of a private repository needs private: true', async () => {
    const made = board(it.issue(1));
    await run();
    made.private = true;
    await expect(run()).rejects.toThrow(/is private.*write "private: true"/);
    expect(await titles()).toEqual(['Issue 1']);
  });

  test('an entry links to its issue, if readers can open it', async () => {
    const made = board(it.issue(12, { html_url: 'https://github.example/acme/board/issues/12' }));
    await run();
    const link = { title: '#12', url: 'https://github.example/acme/board/issues/12' };
    expect(await entries()).toMatchObject([{ attachments: [link] }]);
    made.private = true;
    await it.run([it.source({ roadmap: roadmap(), private: true })]);
    expect(await entries()).toMatchObject([{ attachments: [] }]);
  });

  test('another kind of roadmap replaces the entries', async () => {
    board(it.issue(1)).milestones.push(it.milestone(1));
    await it.run([it.source({ roadmap: 'milestones' })]);
    expect(await titles()).toEqual(['Milestone 1']);
    await run();
    expect(await titles()).toEqual(['Issue 1']);
  });
});

test('on Forgejo, migrated issues are only shown with "authors: all"', async () => {
  it = await startForgejoSync();
  await using _ = it;
  board(it.issue(1), it.issue(2, { original_author: 'mallory', author_association: 'OWNER' }));
  const report = await run({ authors: ['ada'] });
  expect(await titles()).toEqual(['Issue 1']);
  expect(report.sources?.[0]?.notes[1]).toContain('#2 (migrated)');
  await run({ authors: 'all' });
  expect(await titles()).toEqual(['Issue 1', 'Issue 2']);
});

test('on Forgejo, which lists all issues for an unknown label, a note says so', async () => {
  it = await startForgejoSync();
  await using _ = it;
  const { issues } = board(it.issue(1, { labels: [] }));
  const asked: (string | null)[] = [];
  it.fake.fail = (path, _turn, { url = '' }) => {
    if (!path.endsWith('/issues')) return undefined;
    asked.push(new URL(url, it.fake.url).searchParams.get('type'));
    return Response.json(issues);
  };
  const report = await run();
  expect(report.sources?.[0]?.notes[1]).toContain('no issue has the label "Roadmap"');
  expect(asked).toEqual(['issues']);
});

test('a list with more pages than Waymark reads names the limit', async () => {
  it = await startForgejoSync();
  await using _ = it;
  board();
  const headers = { 'x-total-count': '1000' };
  it.fake.fail = (path) =>
    path.endsWith('/issues') ? Response.json([it.issue(1)], { headers }) : undefined;
  await expect(run()).rejects.toThrow('more than 200 pages, the limit');
});

test('on Forgejo, links to the next page are not followed, as they may name another host', async () => {
  it = await startForgejoSync();
  await using _ = it;
  board();
  const all = it.issues(2);
  it.fake.fail = (path, _turn, { url = '' }) => {
    if (!path.endsWith('/issues')) return undefined;
    const page = Number(new URL(url, it.fake.url).searchParams.get('page') ?? 1);
    const link = '<https://elsewhere.example/?page=2>; rel="next"';
    return Response.json(all.slice(page - 1, page), { headers: { 'x-total-count': '2', link } });
  };
  await run({ authors: 'all' });
  expect(await titles()).toEqual(['Issue 1', 'Issue 2']);
});

test('on Forgejo, which names no members, issues of listed authors are shown', async () => {
  it = await startForgejoSync();
  await using _ = it;
  board(it.issue(1), it.issue(2, { user: { login: 'bob' } }));
  const report = await run({ authors: ['ada'] });
  expect(await titles()).toEqual(['Issue 1']);
  expect(report.sources?.[0]?.notes[1]).toContain('#2 (unknown)');
});
