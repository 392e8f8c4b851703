import { expect, test } from 'vitest';
import { reduced, releaseRow, releaseRows } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const another = () => Response.json(releaseRow('r-1', { title: 'Not asked for' }));

test('leaves out a new release if the API returns another record for its id', async () => {
  await using it = await startSync({ releases: releaseRows(3), listed: reduced });
  await it.run();
  it.script.releases.push(releaseRow('new'));
  it.script.answers.set('/v1/releases/new', another);
  const { releases, quarantined } = await it.run();
  expect(releases).toMatchObject({ total: 3, added: [], changed: [] });
  const why = 'the API returned a record with another id';
  expect(quarantined).toMatchObject([{ id: 'new', title: 'Title of new', why }]);
});

test('keeps a release unchanged if the API returns another record for its id', async () => {
  await using it = await startSync({ releases: releaseRows(3), listed: reduced });
  await it.run();
  const before = (await it.content()).releases;
  it.script.releases[0] = releaseRow('r-0', { title: 'Edited' });
  it.script.answers.set('/v1/releases/r-0', another);
  const why = 'left unchanged: the API returned a record with another id';
  expect((await it.run()).warnings).toEqual([expect.stringContaining(why)]);
  expect((await it.content()).releases).toEqual(before);
});
