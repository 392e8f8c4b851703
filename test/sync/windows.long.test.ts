import { describe, expect, test } from 'vitest';
import { type Row, releaseRow } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const project = (id: string) => ({ id, name: `Project ${id}`, slug: id });
const label = (id: string) => ({ id, name: `Label ${id}`, slug: id, color: '#2563eb' });
const many = (count: number, over: (n: number) => Record<string, unknown>): Row[] =>
  Array.from({ length: count }, (_, n) => releaseRow(`r-${n}`, { body: null, ...over(n) }));
const one = project('one');

/** The result of a dry run; writing thousands of files would test nothing more. */
async function reach(releases: Row[], over: { projects?: Row[]; filters?: boolean } = {}) {
  await using it = await startSync({ releases, projects: [one], ...over });
  const { total, full } = (await it.run({ dryRun: true })).releases;
  return { total, full };
}

describe('a list that fits into its window', () => {
  test('of 1,099 releases is complete', async () => {
    const releases = many(1099, () => ({ project: one }));
    expect(await reach(releases)).toEqual({ total: 1099, full: [] });
  });
});

describe('one project without labels', () => {
  test.each([1100, 1101])('of %i releases may be incomplete', async (count) => {
    const releases = many(count, () => ({ project: one }));
    expect(await reach(releases)).toEqual({
      total: 1100,
      full: ['releases of project “Project one” without labels'],
    });
  });
});

describe('one project with labels', () => {
  test('of 1,101 releases is read by label', async () => {
    const releases = many(1101, (n) => ({ project: one, labels: [label(`l-${n % 6}`)] }));
    expect(await reach(releases)).toEqual({ total: 1101, full: [] });
  });

  test('reports a label that has too many releases as well', async () => {
    const releases = many(1240, (n) => ({
      project: one,
      labels: [label(n % 10 ? 'big' : 'small')],
    }));
    const { total, full } = await reach(releases);
    expect(total).toBe(1100 + 124);
    expect(full).toEqual(['releases of project “Project one” with label “Label big”']);
  });
});

test('ten projects of 120 releases each are read one after the other', async () => {
  const projects = Array.from({ length: 10 }, (_, n) => project(`p-${n}`));
  const releases = many(1200, (n) => ({ project: projects[n % 10] }));
  expect(await reach(releases, { projects })).toEqual({ total: 1200, full: [] });
});

test('releases without a project are read by label', async () => {
  const releases = many(1150, (n) =>
    n < 1101 ? { project: one, labels: [] } : { project: null, labels: [label('loose')] },
  );
  // The newest thousand releases have a project. One without a project tells the sync to look for
  // more.
  releases.unshift(releaseRow('first', { project: null, labels: [label('loose')] }));
  const { total, full } = await reach(releases);
  expect(total).toBe(1100 + 50);
  expect(full).toEqual(['releases of project “Project one” without labels']);
});

test('reports a filter that the API ignores, and does not rely on it', async () => {
  const releases = many(1110, (n) => ({ project: project(`p-${n % 2}`) }));
  const { total, full } = await reach(releases, { filters: false });
  expect(total).toBe(1100);
  expect(full).toEqual(['releases beyond the first 1,100, because the API ignores project_id']);
});

test('reports projects beyond their window, and takes their names from releases', async () => {
  const projects = Array.from({ length: 1200 }, (_, n) => project(`p-${n}`));
  await using it = await startSync({
    releases: [releaseRow('a', { project: projects[1150] })],
    projects,
  });
  const report = await it.run();
  expect(report.warnings).toEqual([expect.stringContaining('list of projects')]);
  expect((await it.content()).projects).toEqual([project('p-1150')]);
});

test.each([7, ''])(
  'requests other projects and labels even if one of them has the id %j',
  async (id) => {
    const odd = { id, name: 'Odd' };
    const releases = many(1110, (n) => ({
      project: n === 0 ? odd : one,
      labels: [...(n === 1 ? [odd] : []), label(`l-${n % 2}`)],
    }));
    expect(await reach(releases)).toEqual({ total: 1110, full: [] });
  },
);
