import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import { contributorKind } from '../../../src/service/resources/kinds/parts.ts';
import { removeUnusedUploads } from '../../../src/service/resources/uploads/uploads.ts';
import { hastyClock } from '../../client/start-client.ts';
import { eventually } from '../../support/eventually.ts';
import { onSample } from '../resources/kinds/on-sample.ts';
import { ada, milestone, release, sample } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { filesOf, upload } from '../upload.ts';

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
const hour = 60 * 60_000;

async function pathOf(service: Running): Promise<string> {
  return (await upload(service, pdf)).body.path;
}

async function isThere(service: Running, path: string): Promise<boolean> {
  const { status } = await fetch(service.url + path);
  return status === 200;
}

/** Removes what is due, as the service does every hour. */
async function removeDue({ db, clock }: Running): Promise<void> {
  while (await removeUnusedUploads(db, clock.now()));
}

async function pass(service: Running, hours: number): Promise<void> {
  service.clock.advance(hours * hour);
  await removeDue(service);
}

type World = Awaited<ReturnType<typeof onSample>>;
const attachment = (url: string) => {
  const content = { title: 'a', url, size: 1, type: 'application/pdf' };
  return { id: 'a', type: 'FILE', content };
};

/** Where a file can be used: how to use it there, and how to end this. */
const places: Record<string, (it: World, path: string | undefined) => Promise<unknown>> = {
  'the body of a release': (it, path) =>
    it.send('PATCH', '/v1/releases/draft', { body: path ? `See ${it.url}${path}` : '' }),
  'the hero of a release': (it, path) =>
    it.send('PATCH', '/v1/releases/draft', {
      hero: path ? { type: 'image', url: it.url + path } : null,
    }),
  'an attachment of a release': (it, path) =>
    it.send('PATCH', '/v1/releases/draft', { attachments: path ? [attachment(path)] : [] }),
  'a change of a release': (it, path) =>
    it.send('PATCH', '/v1/releases/draft', {
      changes: path ? [{ changeId: 'fixed', content: `<a href='${path}'>a</a>` }] : [],
    }),
  'the body of a milestone': (it, path) =>
    it.edit(milestoneKind, 'first', { body: path ? `<img src=${path} alt="">` : '' }),
  'an attachment of a milestone': (it, path) =>
    it.edit(milestoneKind, 'first', { attachments: path ? [`${path} Plan`] : [] }),
  'the avatar of a contributor': (it, path) =>
    it.edit(contributorKind, 'c-ada', { avatar_url: path ? `${it.url}${path}` : null }),
  'the body of an imported release': (it, path) =>
    importDataSet(
      it.db,
      { ...sample(), releases: [release('tie-a', { body: path ? `<img src="${path}">` : '' })] },
      [],
      { source: 'a data set', clock: { ...hastyClock(), now: it.clock.now }, replace: true },
    ),
};

test.each(Object.entries(places))(
  'a file that %s no longer uses is removed 24 hours later',
  async (_where, use) => {
    await using it = await onSample();
    const [path, other] = [await pathOf(it), await pathOf(it)];
    await use(it, path);
    await pass(it, 100);
    expect([await isThere(it, path), await isThere(it, other)]).toEqual([true, false]);
    await use(it, undefined);
    await pass(it, 23);
    expect(await isThere(it, path)).toBe(true);
    await pass(it, 2);
    expect(await isThere(it, path)).toBe(false);
  },
);

test('a file that an update took out of a draft does not stay public when the draft is deleted', async () => {
  await using service = await startService({ maxFileBytes: pdf.length });
  const path = await pathOf(service);
  const draft = { title: 'New', slug: 'new', status: 'DRAFT', body: `<a href="${path}">a</a>` };
  const { id } = (await service.send('POST', '/v1/releases', draft)).body;
  await service.send('PATCH', `/v1/releases/${id}`, { body: '' });
  await service.send('DELETE', `/v1/releases/${id}`);
  expect((await upload(service, pdf)).status).toBe(413);
  service.clock.advance(25 * hour);
  await eventually(() => {
    service.clock.advance(1000);
    return isThere(service, path);
  }).toBe(false);
  expect((await upload(service, pdf)).status).toBe(201);
});

test('a file stays as long as anything uses it, and 24 hours longer', async () => {
  await using it = await onSample();
  const path = await pathOf(it);
  const body = `<img src="${path}">`;
  for (const id of ['draft', 'tie-a']) await it.send('PATCH', `/v1/releases/${id}`, { body });
  await it.send('PATCH', '/v1/releases/draft', { body: '' });
  await pass(it, 23);
  await it.send('PATCH', '/v1/releases/tie-a', { body: '' });
  await pass(it, 23);
  expect(await isThere(it, path)).toBe(true);
  await it.send('PATCH', '/v1/releases/draft', { body });
  await pass(it, 100);
  expect(await isThere(it, path)).toBe(true);
});

test('a file at the end of a text is in use', async () => {
  const file = { name: 'end.pdf', type: 'application/pdf', bytes: new Uint8Array(pdf) };
  const data = {
    ...sample(),
    releases: [
      release('ends', { body: 'See https://api.example.com/files/end.pdf', hero: null }),
      release('gone', { body: '<a href="/files/end.pdf">a</a>' }),
    ],
  };
  await using service = await startService({ data, files: [file] });
  await service.send('DELETE', '/v1/releases/gone');
  await pass(service, 100);
  expect(await filesOf(service)).toEqual(['end.pdf']);
});

test('a file that was imported but is not used is removed, others are not', async () => {
  const names = ['ada.png', 'hero.png', 'notes.pdf', 'other.png', 'plan.png'];
  const bytes = new Uint8Array([1]);
  const data = {
    ...sample(),
    contributors: [{ ...ada, avatar_url: '/files/ada.png' }],
    releases: sample().releases.map((one) => ({ ...one, contributors: [] })),
    milestones: [milestone('m', { body: '<img src="https://cdn.example/files/plan.png">' })],
  };
  const files = names.map((name) => ({ name, type: 'image/png', bytes }));
  await using service = await startService({ data, files });
  // The import had the time of the computer's clock.
  await pass(service, 0);
  await pass(service, 25);
  expect(await filesOf(service)).toEqual(names.filter((name) => name !== 'other.png'));
});

test('unused files of earlier versions are removed a day after the update, and used ones stay', async () => {
  await using store = await migratedStore();
  const bytes = new Uint8Array([1]);
  const files = ['hero.png', 'old.png'].map((name) => ({ name, type: 'image/png', bytes }));
  {
    await using database = await openDatabase(store.location);
    await importDataSet(database.db, sample(), files);
    await database.db.deleteFrom('unused_upload').execute();
    await sql`delete from kysely_migration where name >= '0013'`.execute(database.db);
    await sql`alter table release drop column released_on`.execute(database.db);
    await sql`alter table milestone drop column started_on`.execute(database.db);
    await sql`alter table milestone drop column ended_on`.execute(database.db);
    await sql`alter table release drop column channels`.execute(database.db);
    await sql`alter table api_key drop column created_by`.execute(database.db);
    await sql`alter table api_key drop column last_used_on`.execute(database.db);
    for (const table of ['activity', 'desk_markdown', 'desk_session', 'desk_link', 'desk_user'])
      await database.db.schema.dropTable(table).execute();
  }
  await using database = await openDatabase(store.location);
  const { db } = database;
  await removeUnusedUploads(db, new Date(Date.now() + 23 * hour));
  expect(await filesOf({ db })).toHaveLength(2);
  await removeUnusedUploads(db, new Date(Date.now() + 25 * hour));
  expect(await filesOf({ db })).toEqual(['hero.png']);
});

test('a clock that was set back does not keep an unused file for longer', async () => {
  await using service = await startService();
  await pathOf(service);
  service.clock.advance(-1000 * hour);
  await pass(service, 0);
  await pass(service, 25);
  expect(await filesOf(service)).toEqual([]);
});
