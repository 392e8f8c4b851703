import { expect, test } from 'vitest';
import { releaseRow, releaseRows } from '../support/rows.ts';
import { huge } from './huge-answer.ts';
import { type Synced, startSync } from './run-sync.ts';

/** Makes every answer with this row larger than the client reads. */
function makeHuge({ script }: Synced, id: string): void {
  script.answers.set(`/v1/releases/${id}`, huge);
  script.intercept = (path, query) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const page = script.releases.slice(offset, offset + limit);
    return path === '/v1/releases' && page.some((row) => row.id === id) ? huge() : undefined;
  };
}

test('leaves out only a release that is too large for any answer, from a list of complete rows', async () => {
  await using it = await startSync({ releases: releaseRows(3) });
  await it.run();
  it.script.releases = [releaseRow('new'), releaseRow('huge'), ...releaseRows(2)];
  makeHuge(it, 'huge');
  const report = await it.run();
  expect(report.releases).toMatchObject({ added: ['new'], removed: ['r-2'] });
  expect(report.quarantined).toMatchObject([
    { id: null, why: expect.stringContaining('the answer is too large') },
  ]);
});

test('reports a release that grew too large as kept, and not also as left out', async () => {
  await using it = await startSync({ releases: releaseRows(2) });
  await it.run();
  it.script.releases = [releaseRow('r-1', { title: 'Grown' }), ...releaseRows(1)];
  makeHuge(it, 'r-1');
  const report = await it.run();
  expect(report).toMatchObject({ releases: { total: 2 }, quarantined: [] });
  expect(report.warnings).toEqual([
    expect.stringMatching(/^Release “Title of r-1”: left unchanged: .* the answer is too large/),
  ]);
});
