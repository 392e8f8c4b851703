import { expect } from 'vitest';
import type { Source } from '../../../src/sources/source.ts';
import { decideExitCode } from '../../../src/sync/write/report/report.ts';
import type { Failure } from '../../support/fake-github.ts';
import { releaseRow } from '../../support/rows.ts';
import { type ForgeSync, token } from './sync-forge.ts';

/** A source that never fails, with one release, which changes with each request to the forge. */
export function healthyBeside({ fake }: ForgeSync): Source {
  return {
    name: 'dataset past.json',
    read: async () => ({
      releases: [releaseRow('old', { title: `Read at ${fake.asked.length}` }) as never],
      ...{ milestones: [], unreadable: [], undated: new Set<string>(), notes: [], leftOut: 0 },
    }),
  };
}

/** Expects that a failing forge keeps its entries in a sync that another source changes. */
export async function keepsEntries(
  it: ForgeSync,
  how: { fail: Failure; words: RegExp },
): Promise<void> {
  it.fake.repository('acme/board', { releases: it.releases(1) });
  const sources = () => [it.source(), healthyBeside(it)];
  await it.run(sources());
  it.fake.fail = how.fail;
  const report = await it.run(sources());
  expect(report.sources).toMatchObject([{ failure: expect.stringMatching(how.words) }, {}]);
  const { total, removed, changed } = report.releases;
  expect([total, removed, decideExitCode(report, false)]).toEqual([2, [], 3]);
  expect(changed.length).toBe(1);
  expect(JSON.stringify(report)).not.toContain(token);
}
