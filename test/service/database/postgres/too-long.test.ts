import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { importDataSet } from '../../../../src/service/data-set/import.ts';
import { noise } from '../../../support/postgres/noise.ts';
import { testDatabase } from '../../../support/postgres/test-database.ts';
import { milestone, sample } from '../../sample.ts';
import { startService } from '../../start.ts';

const room = /ids, slugs, statuses, addresses and tokens .* 2600 bytes/;

async function startOnPostgres() {
  const lifetimes = new AsyncDisposableStack();
  const { url } = lifetimes.use(await testDatabase());
  const service = lifetimes.use(
    await startService({ store: { location: { engine: 'postgres', url } } }),
  );
  return { ...service, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => new Error('it was kept'),
    (error: Error) => error,
  );

// PostgreSQL refuses larger texts with another error.
test.each([3000, 9000])('refuses an indexed text of %i bytes', async (bytes) => {
  await using service = await startOnPostgres();
  const id = noise(bytes);
  const writing = service.db.insertInto('project').values({ id, name: 'P', slug: 'p' });
  const refusal = await refusalOf(writing.execute());
  expect(refusal).toMatchObject({ name: 'SettingsError', exitCode: 2 });
  expect(refusal.message).toMatch(room);
  expect(inspect(refusal, { depth: null, showHidden: true })).not.toContain(id.slice(0, 20));
});

test('an import names the row whose text is too long, and works once the text is shortened', async () => {
  await using service = await startOnPostgres();
  const status = noise(9000);
  const named = (status: string) => ({
    ...sample(),
    milestones: [milestone('first'), milestone('long', { status })],
  });
  const refusal = await refusalOf(importDataSet(service.db, named(status), []));
  expect(refusal).toMatchObject({ name: 'SettingsError', exitCode: 2 });
  expect(refusal.message).toMatch(/^long in the data set's milestones cannot be stored\./);
  expect(refusal.message).toMatch(room);
  expect(refusal.message).not.toContain(status.slice(0, 20));
  await importDataSet(service.db, named('Planned'), []);
  expect((await service.get('/v1/milestones/long')).body).toMatchObject({ status: 'Planned' });
});

test('answers 400 to a request that links to an id too long for the link table', async () => {
  await using service = await startOnPostgres();
  // The index of labels has just room for this id alone, but not together with a release id.
  const id = noise(2690);
  await service.db
    .insertInto('label')
    .values({ id, name: 'L', slug: 'l', color: '#000' })
    .execute();
  const draft = { title: 'Linked', slug: 'linked', status: 'DRAFT', label_ids: [id] };
  const { status, body } = await service.send('POST', '/v1/releases', draft);
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: expect.stringMatching(room) },
  });
  expect((await service.get('/v1/releases?slug=linked')).body).toEqual([]);
});
