import { expect, test } from 'vitest';
import { milestoneRow, type Row, reduced, releaseRow, speed, speedEntry } from '../support/rows.ts';
import { runSync, startSync } from './run-sync.ts';

const byId = (paths: string[]) => paths.filter((path) => path.split('/').length > 3).sort();
const script = () => ({
  releases: [releaseRow('a', { labels: [speed] }), releaseRow('b')],
  milestones: [milestoneRow('m')],
  listed: reduced,
});

test('completes reduced rows of a list from their records', async () => {
  await using it = await startSync(script());
  await it.run();
  expect(byId(it.api.askedFor())).toEqual(['/v1/milestones/m', '/v1/releases/a', '/v1/releases/b']);
  expect((await it.content()).releases.get('a')).toMatchObject({
    body: '<p>Body of a</p>',
    labels: [speed.id],
  });
});

test('requests records while the rest of their list is still loading', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => releaseRow(`r-${n}`));
  const asked = Promise.withResolvers<void>();
  const laterPage = JSON.stringify(rows.slice(100).map(reduced));
  const untilAsked = new ReadableStream({
    pull: async (body) => {
      await asked.promise;
      body.enqueue(new TextEncoder().encode(laterPage));
      body.close();
    },
  });
  const headers = { 'content-type': 'application/json' };
  let held: Response | undefined = new Response(untilAsked, { headers });
  await using it = await startSync({
    releases: rows,
    listed: reduced,
    intercept: (path, query) => {
      if (path.startsWith('/v1/releases/')) asked.resolve();
      if (path !== '/v1/releases' || query.get('offset') !== '100') return undefined;
      const answer = held;
      held = undefined;
      return answer;
    },
  });
  expect((await it.run()).releases.added).toHaveLength(150);
});

test('does not request a record again if its row has not changed', async () => {
  await using it = await startSync(script());
  await it.run();
  it.api.askedFor();
  await it.run();
  expect(byId(it.api.askedFor())).toEqual([]);
});

test('requests only the record whose row changed', async () => {
  await using it = await startSync(script());
  await it.run();
  it.api.askedFor();
  it.script.releases[1] = releaseRow('b', { updated_at: '2026-02-01T00:00:00.000Z', body: 'new' });
  await it.run();
  expect(byId(it.api.askedFor())).toEqual(['/v1/releases/b']);
  expect((await it.content()).releases.get('b')?.body).toBe('new');
});

test('requests every record again in a full sync', async () => {
  await using it = await startSync(script());
  await it.run();
  it.api.askedFor();
  await it.run({ full: true });
  expect(byId(it.api.askedFor())).toHaveLength(3);
});

test('requests every record again if the API moved to another address', async () => {
  await using first = await startSync(script());
  await using second = await startSync(script());
  await first.run();
  await runSync(second.api.url, first.folder);
  expect(byId(second.api.askedFor())).toHaveLength(3);
});

test('requests no record if rows are complete', async () => {
  await using it = await startSync({ ...script(), listed: (row) => row });
  await it.run();
  expect(byId(it.api.askedFor())).toEqual([]);
});

test('completes a row whose labels have no slugs', async () => {
  const short = ({ id, name, color }: typeof speed) => ({ id, name, color });
  await using it = await startSync({
    releases: [releaseRow('a', { labels: [speed] })],
    listed: (row) => ({ ...row, labels: [short(speed)] }),
  });
  await it.run();
  expect((await it.content()).labels).toEqual([speedEntry]);
});

test('believes the record if it says private and its row says public', async () => {
  await using it = await startSync({
    releases: [releaseRow('a', { is_public: false }), releaseRow('b')],
    listed: (row) => reduced({ ...releaseRow('x'), ...row, is_public: true }),
    filters: false,
  });
  expect((await it.run()).releases.added).toEqual(['b']);
});

test('prepares everything again if the change types of the workspace change', async () => {
  const changes = [{ id: 'c', change_id: 't-new', content: 'x' }];
  await using it = await startSync({ ...script(), releases: [releaseRow('a', { changes })] });
  await it.run();
  it.script.workspace = {
    ...it.script.workspace,
    release_change_types: [{ id: 't-new', title: 'Fresh', color: '#16a34a' }],
  };
  await it.run();
  expect((await it.content()).releases.get('a')?.changes).toEqual([
    { id: 'c', type: 'fresh', html: 'x' },
  ]);
});

const without = (row: Row, field: string): Row => {
  const { [field]: _, ...rest } = row;
  return rest as Row;
};

test.each(
  Object.keys(releaseRow('a')).filter((field) => !['id', 'title', 'created_at'].includes(field)),
)('requests the record of a release if its row lacks %s', async (field) => {
  await using it = await startSync({
    releases: [releaseRow('a')],
    listed: (row) => without(row, field),
  });
  await it.run();
  expect(byId(it.api.askedFor())).toEqual(['/v1/releases/a']);
});

test.each(Object.keys(milestoneRow('m')).filter((field) => !['id', 'title'].includes(field)))(
  'requests the record of a milestone if its row lacks %s',
  async (field) => {
    await using it = await startSync({
      milestones: [milestoneRow('m')],
      listed: (row) => without(row, field),
    });
    await it.run();
    expect(byId(it.api.askedFor())).toEqual(['/v1/milestones/m']);
  },
);
