import { expect, test } from 'vitest';
import { projectOf } from '../../../../src/sources/past-rows.ts';
import { releaseRow } from '../../../support/rows.ts';
import { memorySource, startSources } from './start-sources.ts';

const day = (n: number) => `2026-01-${n}T00:00:00.000Z`;
const today = '2026-03-01T09:00:00.000Z';

test('releases of an added source or project are first seen on their own dates', async () => {
  await using it = await startSources();
  const row = (id: string, project: string, at: number) =>
    releaseRow(id, { project: projectOf(project), released_at: day(at) });
  const board = memorySource('board', { releases: [row('b-1', 'Board', 10)] });
  await it.sync([board]);
  board.releases.push(row('b-2', 'Board', 11));
  const app = memorySource('app', { releases: [row('a-1', 'App', 12), row('a-2', 'App', 13)] });
  await it.sync([board, app]);
  app.releases.push(row('a-3', 'App', 14), row('k-1', 'Kit', 15));
  await it.sync([board, app]);
  expect((await it.content()).releaseLog?.first_seen).toEqual({
    ...{ 'a-1': day(12), 'a-2': day(13), 'a-3': today },
    ...{ 'b-1': day(10), 'b-2': today, 'k-1': day(15) },
  });
});
