import { expect, test, vi } from 'vitest';
import { importDataSet } from '../../src/service/data-set/import.ts';
import { addHook } from '../../src/service/events/hooks.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import {
  publishRelease,
  unscheduleRelease,
} from '../../src/service/resources/releases/publish-release.ts';
import { readRelease } from '../../src/service/resources/releases/releases.ts';
import { createScheduler } from '../../src/service/scheduler.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startReceiver } from '../support/receiver.ts';
import { countOf } from './count.ts';
import { sample } from './sample.ts';
import { type Running, startService } from './start.ts';
import { migratedStore } from './store.ts';

vi.setConfig({ testTimeout: 30_000 });

const second = 1000;
const day = 24 * 60 * 60 * second;

function schedule(service: Running, id: string, inMs: number) {
  const scheduled_at = new Date(service.clock.now().getTime() + inMs).toISOString();
  return service.send('POST', `/v1/releases/${id}/publish`, { status: 'SCHEDULED', scheduled_at });
}

const statusOf = async (service: Running, id: string) =>
  (await service.get(`/v1/releases/${id}`)).body.status;

const becomes = (service: Running, id: string, status: string) =>
  eventually(() => statusOf(service, id)).toBe(status);

/** The names of the events that were emitted for a release. */
async function events({ db }: Running, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('name')
    .where('release_id', '=', id)
    .orderBy('created_at')
    .execute();
  return rows.map(({ name }) => name);
}

test('publishes a release at its time, and not earlier', async () => {
  await using service = await startService();
  await schedule(service, 'draft', 5 * second);
  service.clock.advance(4999);
  expect(await statusOf(service, 'draft')).toBe('SCHEDULED');
  service.clock.advance(1);
  await becomes(service, 'draft', 'RELEASED');
  const { body } = await service.get('/v1/releases/draft');
  expect(body.released_at).toBe('2026-03-01T09:00:05.000Z');
  expect(body).not.toHaveProperty('scheduled_at');
});

test('never sleeps longer than a second, so that a distant time does not overflow a timer', async () => {
  const clock = manualClock();
  const sleeps: number[] = [];
  const watched = {
    ...clock,
    sleep: (ms: number, signal?: AbortSignal) => {
      sleeps.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  await using service = await startService({ clock: watched });
  await schedule(service, 'draft', 40 * day);
  expect(await statusOf(service, 'draft')).toBe('SCHEDULED');
  expect(Math.max(...sleeps)).toBeLessThanOrEqual(second);
  clock.advance(40 * day);
  await becomes(service, 'draft', 'RELEASED');
});

test('publishes after a restart what became due meanwhile', async () => {
  await using store = await migratedStore();
  const clock = manualClock();
  {
    await using service = await startService({ store, clock });
    await schedule(service, 'draft', 60 * second);
  }
  clock.advance(day);
  const empty = { ...sample(), releases: [] };
  await using service = await startService({ store, clock, data: empty });
  await becomes(service, 'draft', 'RELEASED');
  expect(await events(service, 'draft')).toEqual(['release.scheduled', 'release.published']);
});

test('publishes a release only once, even if two services use the database', async () => {
  await using store = await migratedStore();
  const clock = manualClock();
  const empty = { ...sample(), releases: [] };
  await using one = await startService({ store, clock });
  await using two = await startService({ store, clock, data: empty });
  await schedule(one, 'draft', second);
  clock.advance(second);
  await becomes(two, 'draft', 'RELEASED');
  clock.advance(second);
  clock.advance(second);
  expect(await events(one, 'draft')).toEqual(['release.scheduled', 'release.published']);
});

test('publishes many due releases once each, even if three services use the database', async () => {
  await using store = await migratedStore();
  const clock = manualClock();
  const releases = due(20);
  await using one = await startService({ store, clock, data: { ...sample(), releases } });
  const empty = { ...sample(), releases: [] };
  await using _two = await startService({ store, clock, data: empty });
  await using _three = await startService({ store, clock, data: empty });
  // A service that was not the first to publish checks again a moment later.
  await eventually(() => {
    clock.advance(second);
    return countOf(one.db, 'event');
  }).toBe(20);
  clock.advance(second);
  const told = await one.db.selectFrom('event').select('release_id').distinct().execute();
  expect(told).toHaveLength(20);
});

test('tells hooks about the published release', async () => {
  await using receiver = await startReceiver(204);
  await using service = await startService({ origin: 'https://api.example.com' });
  await addHook(service.db, { url: receiver.url, events: ['release.published'] }, new Date());
  await service.send('PATCH', '/v1/releases/draft', {
    hero: { type: 'image', url: `${service.url}/files/hero.png` },
  });
  await schedule(service, 'draft', second);
  service.clock.advance(second);
  const { type, data } = JSON.parse((await receiver.until(1)).body);
  expect({ type, id: data.id, status: data.status }).toEqual({
    type: 'release.published',
    id: 'draft',
    status: 'RELEASED',
  });
  expect(data.hero.url).toBe('https://api.example.com/files/hero.png');
});

test('does not publish a release that was rescheduled for later', async () => {
  await using service = await startService();
  await schedule(service, 'draft', 5 * second);
  await schedule(service, 'draft', day);
  await schedule(service, 'timed', 5 * second);
  service.clock.advance(5 * second);
  await becomes(service, 'timed', 'RELEASED');
  expect(await statusOf(service, 'draft')).toBe('SCHEDULED');
});

test('ignores a release that was published early or deleted', async () => {
  await using service = await startService();
  for (const id of ['draft', 'timed']) await schedule(service, id, 5 * second);
  await service.send('POST', '/v1/releases/draft/publish');
  await service.send('DELETE', '/v1/releases/timed');
  const early = (await service.get('/v1/releases/draft')).body;
  await service.send('POST', '/v1/releases', { title: 'Mark', slug: 'mark', status: 'DRAFT' });
  const [mark] = (await service.get('/v1/releases?slug=mark')).body;
  await schedule(service, mark.id, 5 * second);
  service.clock.advance(5 * second);
  await becomes(service, mark.id, 'RELEASED');
  expect((await service.get('/v1/releases/draft')).body).toEqual(early);
  expect((await service.get('/v1/releases/timed')).status).toBe(404);
});

test('publishes a release with the changes of a last-moment update', async () => {
  await using service = await startService();
  await schedule(service, 'draft', 5 * second);
  await service.send('PATCH', '/v1/releases/draft', { title: 'At last' });
  service.clock.advance(5 * second);
  await becomes(service, 'draft', 'RELEASED');
  expect((await service.get('/v1/releases/draft')).body.title).toBe('At last');
});

/** Releases that are all due in five seconds. */
function due(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    ...structuredClone(sample().releases.find(({ id }) => id === 'timed')),
    id: `r${n}`,
    slug: `r${n}`,
    scheduled_at: '2026-03-01T09:00:05.000Z',
  })) as ReturnType<typeof sample>['releases'];
}

test('publishes many releases that are due at the same time', async () => {
  const releases = due(60);
  await using service = await startService({ data: { ...sample(), releases } });
  service.clock.advance(5 * second);
  await eventually(() => countOf(service.db, 'event')).toBe(60);
});

test('a release that cannot be published blocks no other, and is retried once a minute', async () => {
  const clock = manualClock();
  await using store = await migratedStore();
  await using database = await openDatabase(store.location);
  const [row] = sample().releases;
  if (!row) throw new Error('the sample has a release');
  const scheduled_at = new Date(clock.now().getTime() - day).toISOString();
  const bad = Array.from({ length: 60 }, (_, n) => `bad-${n}`);
  const releases = [...bad, 'good'].map((id, n) => {
    const at = n < bad.length ? scheduled_at : clock.now().toISOString();
    return { ...row, id, slug: id, status: 'SCHEDULED', scheduled_at: at } as const;
  });
  await importDataSet(database.db, { ...sample(), releases }, []);
  const failed: string[] = [];
  await using _scheduler = createScheduler({
    db: database.db,
    clock,
    random: () => 0,
    show: (release) => {
      if (release.id === 'good') return release;
      failed.push(release.id);
      throw new Error('it cannot be shown');
    },
    onPublished: () => {},
    onError: () => {},
  });
  await eventually(async () => (await readRelease(database.db, 'good'))?.status).toBe('RELEASED');
  for (let seconds = 0; seconds < 59; seconds += 1) {
    clock.advance(second);
    await new Promise(setImmediate);
  }
  expect(failed.toSorted()).toEqual(bad.toSorted());
  // The scheduler may be checking just now, with the earlier time.
  await eventually(() => {
    clock.advance(second / 10);
    return failed.length;
  }).toBe(2 * bad.length);
});

test('publishes what another process schedules, and not what it unschedules', async () => {
  await using service = await startService();
  await using elsewhere = await openDatabase(service.location);
  const now = service.clock.now();
  const scheduled_at = new Date(now.getTime() + 5 * second).toISOString();
  await schedule(service, 'draft', 5 * second);
  expect(await statusOf(service, 'draft')).toBe('SCHEDULED');
  expect(await unscheduleRelease(elsewhere.db, 'draft', now)).toBe(true);
  expect(await unscheduleRelease(elsewhere.db, 'draft', now)).toBe(false);
  const { body } = await service.get('/v1/releases/draft');
  expect(body).toMatchObject({ status: 'DRAFT', released_at: null, updated_at: now.toISOString() });
  expect(body).not.toHaveProperty('scheduled_at');
  const move = { scheduled_at };
  const { body: other } = await service.send('POST', '/v1/releases', {
    title: 'Other',
    slug: 'other',
    status: 'DRAFT',
  });
  await publishRelease(elsewhere.db, other.id, { move, now, show: (release) => release });
  service.clock.advance(5 * second);
  await becomes(service, other.id, 'RELEASED');
  expect(await statusOf(service, 'draft')).toBe('DRAFT');
  expect(await events(service, 'draft')).toEqual(['release.scheduled']);
});
