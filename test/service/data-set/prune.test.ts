import { expect, test } from 'vitest';
import { exportWithTime } from '../../../src/service/data-set/export.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { type PrunePlan, planPrune } from '../../../src/service/data-set/prune/plan-prune.ts';
import { prune } from '../../../src/service/data-set/prune/prune.ts';
import type { DataSet } from '../../../src/service/data-set/schema.ts';
import type { Db } from '../../../src/service/database/schema.ts';
import { addHook } from '../../../src/service/events/hooks.ts';
import { createKey } from '../../../src/service/keys/keys.ts';
import type { Kind } from '../../../src/service/resources/kinds/kind.ts';
import {
  createResource,
  removeResource,
  updateResource,
} from '../../../src/service/resources/kinds/manage.ts';
import { milestoneKind } from '../../../src/service/resources/kinds/milestones.ts';
import {
  contributorKind,
  labelKind,
  projectKind,
} from '../../../src/service/resources/kinds/parts.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { speed } from '../../support/rows.ts';
import { ada, release, safety, sample } from '../sample.ts';
import { type Running, startService } from '../start.ts';
import { filesOf, upload } from '../upload.ts';
import { exportDataSet, hold } from './held-export.ts';

/** Later than all times in the sample, and earlier than the start of a service's clock. */
const exported_at = '2026-02-01T00:00:00.000Z';
const guarded = { allowMassDelete: false, now: new Date('2026-03-01T09:00:00.000Z') };

/** The sample as a later export, without the given ids. */
function laterSet(without: readonly string[]): DataSet {
  const stays = ({ id }: { id: string }) => !without.includes(id);
  const { workspace, ...data } = sample();
  const left = Object.entries(data).map(([name, all]) => [
    name,
    (all as { id: string }[]).filter(stays),
  ]);
  return { workspace, ...Object.fromEntries(left), exported_at };
}

const idsOf = (plan: Map<string, { id: string }[]>) =>
  Object.fromEntries([...plan].map(([name, rows]) => [name, rows.map(({ id }) => id)]));

const titles = async (db: Db) =>
  (await db.selectFrom('release').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Carries out a plan without its pauses. */
const doPrune = (db: Db, plan: PrunePlan) =>
  prune(db, plan, { ...manualClock(), sleep: async () => {} });

async function planFor({ db }: Running, without: readonly string[]): Promise<PrunePlan> {
  return planPrune(db, laterSet(without), guarded);
}

/**
 * Starts a service whose projects, labels and contributors changed at the given time. Null stands
 * for rows written before that time was recorded.
 */
async function startWithParts(changed_at: string | null): Promise<Running> {
  const service = await startService();
  for (const table of ['project', 'label', 'contributor'] as const)
    await service.db.updateTable(table).set({ changed_at }).execute();
  return service;
}

const startWithOldParts = () => startWithParts('2026-01-31T00:00:00.000Z');

test('removes what the data set lacks, and what nothing refers to afterwards', async () => {
  await using service = await startWithOldParts();
  const before = await exportDataSet(service.db);
  const plan = await planFor(service, ['hidden', 'first', 'p-api']);
  expect(idsOf(plan.removed)).toEqual({
    releases: ['hidden'],
    milestones: ['first'],
    projects: ['p-api'],
    labels: [],
    contributors: [],
  });
  expect(await exportDataSet(service.db)).toEqual(before);
  const counts = await doPrune(service.db, plan);
  expect(Object.fromEntries(counts)).toEqual({ releases: 1, milestones: 1, projects: 1 });
  const { data } = await exportDataSet(service.db);
  const gone = (name: 'releases' | 'milestones' | 'projects') =>
    before.data[name].filter((row) => !data[name].some(({ id }) => id === row.id));
  expect(gone('releases').map(({ id }) => id)).toEqual(['hidden']);
  expect(gone('milestones').map(({ id }) => id)).toEqual(['first']);
  expect(gone('projects').map(({ id }) => id)).toEqual(['p-api']);
  const { releases, milestones, projects, ...rest } = before.data;
  expect(data).toMatchObject(rest);
});

test('an import that prunes makes a workspace equal to another one', async () => {
  await using service = await startWithOldParts();
  await using other = await startService();
  await other.db.deleteFrom('release').where('id', 'in', ['oldest', 'tie-a']).execute();
  const changed = { title: 'Else', updated_at: exported_at };
  await other.db.updateTable('release').set(changed).where('id', '=', 'draft').execute();
  const { data, files } = await exportWithTime(
    other.db,
    { ...manualClock(), sleep: async () => {} },
    hold,
  );
  const plan = await planPrune(service.db, data, guarded);
  await importDataSet(service.db, data, files);
  await doPrune(service.db, plan);
  expect((await exportDataSet(service.db)).data).toEqual((await exportDataSet(other.db)).data);
  expect((await exportDataSet(service.db)).data.releases).toHaveLength(4);
});

test('keeps keys, hooks, subscribers, their lists and incoming webhooks', async () => {
  await using service = await startWithOldParts();
  const { db } = service;
  await createKey(db, { name: 'CI' }, new Date(0));
  await addHook(db, { url: 'https://example.com/', events: ['release.published'] }, new Date(0));
  const kinds = ['api_key', 'hook', 'subscriber', 'subscriber_list', 'incoming_webhook'] as const;
  const read = () => Promise.all(kinds.map((kind) => db.selectFrom(kind).selectAll().execute()));
  const before = await read();
  expect(before.every((rows) => rows.length > 0)).toBe(true);
  const { workspace } = sample();
  const bare = { ...laterSet([]), workspace };
  const empty = Object.fromEntries(Object.keys(bare).map((name) => [name, []]));
  const data = { ...bare, ...empty, workspace, exported_at } as DataSet;
  const plan = await planPrune(db, data, { ...guarded, allowMassDelete: true });
  await doPrune(db, plan);
  expect(await read()).toEqual(before);
  expect(await titles(db)).toEqual([]);
  expect(await db.selectFrom('milestone').select('id').execute()).toEqual([]);
});

test('keeps what was created or changed after the export, and what it refers to', async () => {
  await using service = await startWithOldParts();
  await service.send('POST', '/v1/releases', { title: 'New', slug: 'new', status: 'DRAFT' });
  await service.send('PATCH', '/v1/releases/hidden', { title: 'Changed' });
  const without = ['hidden', 'tie-a', 'first', 'third', 'p-api'];
  const plan = await planFor(service, without);
  expect(plan.newer.get('releases')).toBe(2);
  expect(idsOf(plan.removed)).toMatchObject({ releases: ['tie-a'], projects: [] });
  await doPrune(service.db, plan);
  expect(await titles(service.db)).toHaveLength(6);
  expect((await service.get('/v1/projects')).body).toHaveLength(2);
});

test('keeps the label of a release that is newer than the export, although the data set lacks it', async () => {
  await using service = await startWithOldParts();
  await service.send('PATCH', '/v1/releases/hidden', { title: 'Changed' });
  const data = laterSet(['l-speed']);
  for (const entry of data.releases) entry.labels = [];
  const plan = await planPrune(service.db, data, guarded);
  expect(idsOf(plan.removed)).toMatchObject({ releases: [], labels: [] });
});

test('keeps what changed after the plan was made', async () => {
  await using service = await startWithOldParts();
  const plan = await planFor(service, ['hidden', 'tie-a', 'first', 'p-api']);
  expect(idsOf(plan.removed)).toMatchObject({ releases: ['hidden', 'tie-a'], projects: ['p-api'] });
  await service.send('PATCH', '/v1/releases/hidden', { title: 'Changed' });
  expect(await doPrune(service.db, plan)).toEqual(
    new Map([
      ['releases', 1],
      ['milestones', 1],
      ['projects', 0],
    ]),
  );
  expect(await titles(service.db)).toContain('hidden');
  expect(await titles(service.db)).not.toContain('tie-a');
});

test('removes a label that nothing carries any more once the data set is imported', async () => {
  await using service = await startWithOldParts();
  const data = laterSet(['l-safety']);
  for (const entry of [...data.releases, ...data.milestones])
    entry.labels = entry.labels.filter(({ id }) => id !== safety.id);
  const plan = await planPrune(service.db, data, guarded);
  expect(idsOf(plan.removed)).toMatchObject({ releases: [], labels: [safety.id] });
  await importDataSet(service.db, data, []);
  await doPrune(service.db, plan);
  expect((await exportDataSet(service.db)).data.labels.map(({ id }) => id)).toEqual(['l-speed']);
});

test('removes an unused contributor known to be older than the export, and keeps others', async () => {
  const bob = async (changed_at: string | null) => {
    await using service = await startWithParts(changed_at);
    const plan = await planFor(service, ['c-bob']);
    return [idsOf(plan.removed).contributors, plan.newer.get('contributors')];
  };
  expect(await bob('2026-01-31T00:00:00.000Z')).toEqual([['c-bob'], 0]);
  expect(await bob(exported_at)).toEqual([[], 1]);
  expect(await bob(null)).toEqual([[], 0]);
});

test.each([
  ['project', projectKind, 'p-new', { name: 'New', slug: 'new' }],
  ['label', labelKind, 'l-new', { name: 'New', slug: 'new', color: '#000000' }],
  ['contributor', contributorKind, 'c-new', { name: 'New' }],
] as const)(
  'a %s that was added or changed after the export stays, whether in use or not',
  async (table, kind, id, given) => {
    await using service = await startWithOldParts();
    const { db, clock } = service;
    // biome-ignore lint/suspicious/noExplicitAny: three kinds, each with what is given of its own
    const any = kind as unknown as Kind<{ id: string }, any>;
    const [old = ''] = (await any.list(db)).map((one) => one.id);
    await createResource(db, any, { id, given, clock });
    const plan = () => planPrune(db, laterSet([old]), { ...guarded, allowMassDelete: true });
    expect(idsOf((await plan()).removed)[`${table}s`]).toEqual([]);
    await removeResource(db, any, { id: old, removal: { moveTo: id }, now: clock.now() });
    const after = await plan();
    expect(idsOf(after.removed)[`${table}s`]).toEqual([]);
    expect(after.newer.get(`${table}s`)).toBe(1);
    await doPrune(db, after);
    expect((await any.list(db)).map((one) => one.id)).toContain(id);
  },
);

test('keeps a label that was renamed or imported after the export', async () => {
  await using service = await startWithOldParts();
  const { db, clock } = service;
  const data = laterSet([speed.id, safety.id, 'l-imported']);
  for (const entry of [...data.releases, ...data.milestones]) entry.labels = [];
  const plan = async () => {
    const { removed, newer } = await planPrune(db, data, { ...guarded, allowMassDelete: true });
    return [idsOf(removed).labels, newer.get('labels')];
  };
  expect(await plan()).toEqual([[safety.id, speed.id], 0]);
  await updateResource(db, labelKind, { id: speed.id, given: { name: 'Quick' }, clock });
  expect(await plan()).toEqual([[safety.id], 1]);
  const imported = { id: 'l-imported', name: 'I', slug: 'i', color: '#000000' };
  const again = { ...sample(), releases: [], milestones: [], labels: [imported, safety] };
  await importDataSet(db, again, [], { source: 'x', clock });
  // The label that this import left unchanged does not count as newer.
  expect(await plan()).toEqual([[safety.id], 2]);
});

test('withholds removals that look like an accident, and keeps what the rows refer to', async () => {
  await using service = await startWithOldParts();
  const data = laterSet(['oldest', 'draft', 'hidden', 'tie-a', 'tie-b', 'timed', ada.id]);
  const plan = await planPrune(service.db, data, guarded);
  expect(plan.withheld.get('releases')).toHaveLength(6);
  expect(plan.removed.get('releases')).toBeUndefined();
  expect(idsOf(plan.removed)).toMatchObject({ contributors: [] });
  const all = await planPrune(service.db, data, { ...guarded, allowMassDelete: true });
  expect(all.removed.get('releases')).toHaveLength(6);
  expect(idsOf(all.removed)).toMatchObject({ contributors: [ada.id] });
});

test('removes a release’s files and events with it', async () => {
  const hero = { type: 'image', url: '/files/hero.png' } as const;
  const file = { name: 'hero.png', type: 'image/png', bytes: new Uint8Array([1]) };
  const data = { ...sample(), releases: [release('r', { hero }), release('s')] };
  await using service = await startService({ data, files: [file] });
  await service.db
    .insertInto('event')
    .values({
      id: 'e',
      name: 'release.published',
      release_id: 'r',
      payload: '{}',
      created_at: exported_at,
    })
    .execute();
  const left = { ...data, releases: [release('s')], exported_at };
  await doPrune(service.db, await planPrune(service.db, left, guarded));
  expect(await titles(service.db)).toEqual(['s']);
  expect((await service.get('/files/hero.png')).status).toBe(404);
  expect(await service.db.selectFrom('event').select('id').execute()).toEqual([]);
});

test('removes uploads with the last reference, and keeps an upload that was never used', async () => {
  await using service = await startService();
  const { db, clock } = service;
  const path = async () => (await upload(service, 'Words')).body.path as string;
  const [inBody, attached, shared, waiting] = [
    await path(),
    await path(),
    await path(),
    await path(),
  ];
  const body = `<a href="${service.url}${inBody}">a</a><img src="${shared}">`;
  expect((await service.send('PATCH', '/v1/releases/hidden', { body })).status).toBe(200);
  await service.send('PATCH', '/v1/releases/draft', { body: `<img src="${shared}">` });
  const given = { attachments: [attached] };
  await updateResource(db, milestoneKind, { id: 'first', given, clock });
  await db.updateTable('release').set({ updated_at: exported_at }).execute();
  await db.updateTable('milestone').set({ updated_at: exported_at }).execute();
  const later = new Date(Date.parse(exported_at) + 1).toISOString();
  const data = { ...laterSet(['hidden', 'first']), exported_at: later };
  const plan = await planPrune(db, data, guarded);
  expect(idsOf(plan.removed)).toMatchObject({ releases: ['hidden'], milestones: ['first'] });
  await doPrune(db, plan);
  expect((await filesOf(service)).map((name) => `/files/${name}`)).toEqual(
    [shared, waiting].sort(),
  );
});

test('refuses a data set without the time of its export', async () => {
  await using service = await startWithOldParts();
  const planned = planPrune(service.db, sample(), guarded);
  await expect(planned).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/does not say when.*--prune.*export/s),
  });
});

test('refuses a data set from the future', async () => {
  await using service = await startWithOldParts();
  for (const exported_at of ['9999-12-31T00:00:00.000Z', '2026-03-01T09:00:00.001Z']) {
    const planned = planPrune(service.db, { ...laterSet([]), exported_at }, guarded);
    await expect(planned).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`${exported_at}, is in the future`),
    });
  }
  const exported_at = guarded.now.toISOString();
  const plan = await planPrune(service.db, { ...laterSet([]), exported_at }, guarded);
  expect(plan.exported_at).toBe(exported_at);
});
