import { expect, test } from 'vitest';
import { digest } from '../../src/lib/digest.ts';
import { sampleWorkspaceId } from '../../src/model/api/workspace.ts';
import { filesIn } from '../support/files-in.ts';
import { releaseRow, workspace } from '../support/rows.ts';
import { runSync, startSync } from './run-sync.ts';

const other = {
  workspace: { ...workspace, id: 'w-2', name: 'Other' },
  releases: [releaseRow('b')],
};

test('replaces the bundled sample without asking or the mass removal guard, and reports it', async () => {
  await using sample = await startSync({
    workspace: { ...workspace, id: sampleWorkspaceId },
    releases: [releaseRow('a')],
  });
  await using mine = await startSync(other);
  await sample.run();
  const reported = `another workspace’s content (${sampleWorkspaceId}): 1 release and 0 milestones.`;
  const plan = await runSync(mine.api.url, sample.folder, { dryRun: true });
  expect(plan.warnings).toEqual([`This would replace ${reported}`]);
  const report = await runSync(mine.api.url, sample.folder);
  expect(report.warnings).toEqual([`This replaced ${reported}`]);
  expect((await runSync(mine.api.url, sample.folder)).warnings).toEqual([]);
  const { releases, workspace: owner } = await sample.content();
  expect([...releases.keys()]).toEqual(['b']);
  expect(owner?.id).toBe('w-2');
});

test("leaves another workspace's content alone", async () => {
  await using first = await startSync({ releases: [releaseRow('a')] });
  await using second = await startSync(other);
  await first.run();
  const before = await filesIn(first.folder);
  await expect(runSync(second.api.url, first.folder)).rejects.toThrow('--replace');
  expect(await filesIn(first.folder)).toEqual(before);
});

test('replaces another workspace’s content completely if told to', async () => {
  await using first = await startSync({ releases: [releaseRow('a', { slug: 'news' })] });
  await using second = await startSync({
    ...other,
    releases: [releaseRow('b', { slug: 'news' })],
  });
  await first.run();
  await runSync(second.api.url, first.folder, { replace: true });
  expect(Object.keys(await filesIn(first.folder))).toContain('releases/news.json');
  expect([...(await first.content()).releases.keys()]).toEqual(['b']);
});

test('keeps the slug of an entry when another entry asks for it later', async () => {
  const holder = releaseRow('a', { slug: 'news', released_at: '2026-02-01T00:00:00.000Z' });
  await using it = await startSync({ releases: [holder] });
  await it.run();
  it.script.releases = [
    releaseRow('b', { slug: 'news', released_at: '2026-01-01T00:00:00.000Z' }),
    holder,
  ];
  await it.run();
  const { releases } = await it.content();
  expect(releases.get('a')?.slug).toBe('news');
  expect(releases.get('b')?.slug).toMatch(/^news-[0-9a-f]{8}$/);
});

test('moves the file of an entry whose slug changed', async () => {
  await using it = await startSync({ releases: [releaseRow('a', { slug: 'old' })] });
  await it.run();
  it.script.releases = [releaseRow('a', { slug: 'new' })];
  expect((await it.run()).releases).toMatchObject({ added: [], moved: ['new'], removed: [] });
  expect(await filesIn(it.folder)).toHaveProperty('releases/new.json');
  expect(await filesIn(it.folder)).not.toHaveProperty('releases/old.json');
});

test('writes no file outside its folder, whatever the slug is', async () => {
  await using it = await startSync({ releases: [releaseRow('a', { slug: '../../etc/passwd' })] });
  await it.run();
  const paths = Object.keys(await filesIn(`${it.folder}/..`));
  expect(paths).toEqual(
    expect.arrayContaining([expect.stringMatching(/^content\/releases\/etc-passwd-\w{8}\.json$/)]),
  );
  expect(paths.filter((path) => !path.startsWith('content/'))).toEqual([
    '.content.lock',
    'content-cache.json',
  ]);
});

test('writes no file outside its folder, whatever the id is, even if its slugs are taken', async () => {
  const id = '../../../evil';
  const taken = ['news', `news-${digest(id, 8)}`, `news-${digest(id)}`];
  await using it = await startSync({
    releases: [
      ...taken.map((slug, n) => releaseRow(`r-${n}`, { slug })),
      releaseRow(id, { slug: 'news', released_at: '2026-02-01T00:00:00.000Z' }),
    ],
  });
  await it.run();
  const paths = Object.keys(await filesIn(`${it.folder}/..`));
  expect(paths.filter((path) => path.startsWith('content/releases/'))).toHaveLength(4);
  expect(paths.filter((path) => !path.startsWith('content/'))).toEqual([
    '.content.lock',
    'content-cache.json',
  ]);
});
