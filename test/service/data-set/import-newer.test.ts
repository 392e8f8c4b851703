import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { type ImportPlan, planImport } from '../../../src/service/data-set/plan.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { nameWorkspace, readWorkspace } from '../../../src/service/resources/workspace.ts';
import { eventually } from '../../support/eventually.ts';
import { publish } from '../events/hooks.ts';
import { release, sample } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { migratedStore } from '../store.ts';
import { exportDataSet } from './held-export.ts';

const replacing = { source: 'a data set', clock: systemClock, replace: true };
const files = [{ name: 'hero.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]) }];

/**
 * For each kind that has a time of change: a change made after the data set was written, and a read
 * of the changed item.
 */
const changes: [
  string,
  (service: Running) => Promise<unknown>,
  (service: Running) => Promise<unknown>,
][] = [
  [
    'a release',
    (service) => service.send('PATCH', '/v1/releases/oldest', { title: 'Newer', label_ids: [] }),
    async ({ db }) => (await exportDataSet(db)).data.releases.find(({ id }) => id === 'oldest'),
  ],
  [
    'a subscriber',
    (service) =>
      service.call('/incoming/token-for-subscribers-1', {
        method: 'POST',
        body: JSON.stringify({ email: 'one@example.com', list_ids: ['s-alerts'] }),
      }),
    async ({ db }) => (await exportDataSet(db)).data.subscribers.find(({ id }) => id === 'u-1'),
  ],
  [
    'a subscriber list',
    (service) => service.send('PATCH', '/v1/subscriber-lists/s-news', { name: 'Newer' }),
    async ({ db }) =>
      (await exportDataSet(db)).data.subscriber_lists.find(({ id }) => id === 's-news'),
  ],
  [
    'an incoming webhook',
    (service) => service.send('PATCH', '/v1/incoming-webhooks/i-s', { isEnabled: false }),
    async ({ db }) =>
      (await exportDataSet(db)).data.incoming_webhooks.find(({ id }) => id === 'i-s'),
  ],
];

describe.each(changes)('%s that is newer than in the data set', (_what, change, read) => {
  test('is kept by an import with its links', async () => {
    await using service = await startService();
    await change(service);
    const newer = await read(service);
    await importDataSet(service.db, sample(), []);
    expect(await read(service)).toEqual(newer);
  });

  test('is overwritten with `replace`', async () => {
    await using service = await startService();
    const older = await read(service);
    await change(service);
    expect(await read(service)).not.toEqual(older);
    await importDataSet(service.db, sample(), [], replacing);
    expect(await read(service)).toEqual(older);
  });
});

test('a release that is newer in the data set is updated', async () => {
  await using service = await startService();
  const { body } = await service.send('PATCH', '/v1/releases/oldest', { title: 'Here' });
  const updated_at = new Date(Date.parse(body.updated_at) + 1).toISOString();
  const data = { ...sample(), releases: [release('oldest', { title: 'There', updated_at })] };
  await importDataSet(service.db, data, []);
  expect((await service.get('/v1/releases/oldest')).body.title).toBe('There');
});

test('a release that went live before an import stays live, and has one event', async () => {
  const past = '2026-02-01T00:00:00.000Z';
  const releases = [
    release('draft', { status: 'DRAFT', released_at: null }),
    release('past', { status: 'SCHEDULED', released_at: null, scheduled_at: past }),
  ];
  const data = { ...sample(), releases };
  await using service = await startService({ data });
  await publish(service, 'draft');
  service.clock.advance(1000);
  await importDataSet(service.db, data, []);
  service.clock.advance(60_000);
  const statuses = async () =>
    (await service.get('/v1/releases')).body.map(({ status }: { status: string }) => status);
  await eventually(statuses).toEqual(['RELEASED', 'RELEASED']);
  const stored = service.db.selectFrom('event').select('release_id').orderBy('release_id');
  const events = await stored.execute();
  expect(events.map(({ release_id }) => release_id)).toEqual(['draft', 'past']);
});

test('an import keeps the time of a webhook’s last call', async () => {
  await using service = await startService();
  await service.call('/incoming/token-for-subscribers-1', {
    method: 'POST',
    body: JSON.stringify({ email: 'new@example.com' }),
  });
  await importDataSet(service.db, sample(), [], replacing);
  const { body } = await service.get('/v1/incoming-webhooks/i-s');
  expect(body.lastTriggeredAt).toBe(service.clock.now().toISOString());
});

describe('an import plan', () => {
  const options = { files, replace: false };
  const reported = (plan: ImportPlan) =>
    Object.fromEntries(
      [...plan.counts].map(([name, counts]) => [
        name,
        Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      ]),
    );

  test('counts everything as new for an empty or missing database', async () => {
    await using store = await migratedStore();
    await using database = await openDatabase(store.location);
    const plan = await planImport(database.db, sample(), options);
    expect(reported(plan)).toEqual({
      workspace: { new: 1 },
      projects: { new: 2 },
      labels: { new: 2 },
      contributors: { new: 2 },
      'subscriber lists': { new: 2 },
      releases: { new: 6 },
      milestones: { new: 3 },
      subscribers: { new: 3 },
      'incoming webhooks': { new: 3 },
      files: { new: 1 },
    });
    expect(await planImport(undefined, sample(), options)).toEqual(plan);
  });

  test('counts everything as the same after the import', async () => {
    await using service = await startService({ files });
    const plan = await planImport(service.db, sample(), options);
    const kinds = new Set(Object.values(reported(plan)).flatMap(Object.keys));
    expect([...kinds]).toEqual(['same']);
  });

  test('counts what is kept and overwritten, and lists releases that are no longer live', async () => {
    await using service = await startService({ files });
    await publish(service, 'draft');
    await service.send('PATCH', '/v1/releases/hidden', { title: 'Newer' });
    const data = sample();
    data.labels = data.labels.map((label) => ({ ...label, color: '#000000' }));
    for (const entry of [...data.releases, ...data.milestones])
      entry.labels = entry.labels.map((label) => ({ ...label, color: '#000000' }));
    const plan = await planImport(service.db, data, options);
    expect(reported(plan)).toMatchObject({
      labels: { changed: 2 },
      releases: { same: 4, kept: 2 },
      milestones: { same: 3 },
    });
    expect(plan.takenBack).toEqual([]);
    const replaced = await planImport(service.db, data, { ...options, replace: true });
    expect(reported(replaced)).toMatchObject({ releases: { same: 4, changed: 2 } });
    expect(replaced.takenBack).toEqual(['Title of draft']);
  });

  test('refuses the data set of another workspace', async () => {
    await using service = await startService();
    const other = sample();
    other.workspace.id = 'w-2';
    await expect(planImport(service.db, other, options)).rejects.toThrow(/has one workspace/);
  });
});

describe('a workspace that was named on the service', () => {
  const named = { name: 'Mine', url: 'https://mine.example' };

  test('keeps its name and URL at an import, and takes its types from the data set', async () => {
    await using service = await startService();
    await nameWorkspace(service.db, named, new Date());
    const data = sample();
    data.workspace.release_change_types = [];
    await importDataSet(service.db, data, []);
    expect((await service.get('/v1/workspace')).body).toEqual({ ...data.workspace, ...named });
    await importDataSet(service.db, data, [], replacing);
    expect((await service.get('/v1/workspace')).body).toEqual(data.workspace);
    await importDataSet(service.db, sample(), []);
    expect((await service.get('/v1/workspace')).body).toEqual(sample().workspace);
  });

  test('becomes the imported workspace if it was empty', async () => {
    await using store = await migratedStore();
    await using database = await openDatabase(store.location);
    await nameWorkspace(database.db, { name: 'Mine' }, new Date());
    await importDataSet(database.db, sample(), []);
    expect(await readWorkspace(database.db)).toMatchObject({
      id: 'w-1',
      name: 'Mine',
      slug: 'sample',
      url: sample().workspace.url,
    });
  });

  test('is not replaced by another workspace if it has content', async () => {
    await using store = await migratedStore();
    await using database = await openDatabase(store.location);
    await nameWorkspace(database.db, named, new Date());
    await database.db.insertInto('project').values({ id: 'p', name: 'P', slug: 'p' }).execute();
    await expect(importDataSet(database.db, sample(), [])).rejects.toThrow(/has one workspace/);
  });
});
