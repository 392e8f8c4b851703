import { expect, test } from 'vitest';
import { labelOf, projectOf } from '../../../../src/sources/past-rows.ts';
import type { Source } from '../../../../src/sources/source.ts';
import { filesIn } from '../../../support/files-in.ts';
import { milestoneRow, releaseRow, speed, web } from '../../../support/rows.ts';
import { memorySource, type SyncedSources, startSources } from './start-sources.ts';

const bare = { id: 'l-bare', name: 'Bare' };
const quick = { id: 'l-quick', name: 'Quick ', slug: 'fast', color: '#7c3aed' };

test.each([
  ['a project', { project: projectOf('Board') }],
  ['a project with its slug', { project: web }],
  ['a label', { labels: [labelOf('C++')] }],
  ['a label with a colour', { labels: [speed] }],
  ['a label without a slug', { labels: [bare] }],
  ['labels with equal slugs', { labels: [labelOf('C#'), labelOf('C'), { ...bare, slug: 'c' }] }],
  [
    'a name in two forms',
    { labels: [{ ...bare, name: 'bare' }], project: { ...web, name: 'WEB' } },
  ],
  ['a project without a slug', { project: { id: 'p', name: 'Docs' } }],
])('a second sync prepares nothing and writes nothing: %s', async (_, refs) => {
  await using it = await startSources();
  const other = { project: projectOf('Other'), labels: [labelOf('Other')] };
  const sources = [
    memorySource('one', {
      releases: [releaseRow('r-1', refs), releaseRow('r-2', other)],
      milestones: [milestoneRow('m-1', refs)],
    }),
    memorySource('two', { releases: [releaseRow('r-3', refs), releaseRow('r-4')] }),
  ];
  await expectNothing(it, sources);
});

test('a second sync prepares nothing if rows and the API have labels of one name', async () => {
  const project = { id: 'p-api', name: 'Board' };
  await using it = await startSources({
    projects: [project],
    releases: [releaseRow('r-api', { labels: [quick], project })],
  });
  const labels = [labelOf('quick'), labelOf('Other')];
  const releases = [releaseRow('r-1', { labels, project: projectOf('board') })];
  await expectNothing(it, ['api', memorySource('one', { releases })]);
  const { labels: table } = await it.content();
  expect(table.map(({ id, slug }) => [id, slug])).toEqual([
    [labelOf('Other').id, 'other'],
    ['l-quick', 'fast'],
  ]);
});

test('a name in other upper and lower case is new to readers, and keeps its id and slug', async () => {
  await using it = await startSources();
  const withLabel = (name: string) =>
    memorySource('one', { releases: [releaseRow('r-1', { labels: [labelOf(name)] })] });
  await it.sync([withLabel('IOS')]);
  const [before] = (await it.content()).labels;
  await expectNothing(it, [withLabel('iOS')]);
  expect((await it.content()).labels).toEqual([{ ...before, name: 'iOS' }]);
});

/** Syncs twice, and expects that the second sync prepares and writes nothing. */
async function expectNothing(it: SyncedSources, sources: readonly (Source | 'api')[]) {
  await it.sync(sources);
  const before = await filesIn(it.folder);
  const prepared: number[] = [];
  const report = await it.sync(sources, {
    onProgress: (stage, _done, total) => stage === 'preparing' && prepared.push(total),
  });
  expect(await filesIn(it.folder)).toEqual(before);
  expect(report.files).toEqual({ written: 0, removed: 0 });
  expect(prepared).toEqual([]);
}

test('labels keep their slugs, with a hash or without, if their source has other ones now', async () => {
  await using it = await startSources();
  const withLabels = (slugs: [string, string]) => {
    const labels = ['C', 'C#'].map((name, n) => ({ ...labelOf(name), slug: slugs[n] ?? '' }));
    return memorySource('one', { releases: [releaseRow('r-1', { labels })] });
  };
  await it.sync([withLabels(['c', 'c'])]);
  const { labels } = await it.content();
  await it.sync([withLabels(['c-plain', 'c-sharp'])]);
  expect((await it.content()).labels).toEqual(labels);
});
