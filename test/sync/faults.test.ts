import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createApi } from '../../src/client/endpoints.ts';
import { defaultTimeouts } from '../../src/client/pool.ts';
import { hastyClock } from '../client/start-client.ts';
import { filesIn } from '../support/files-in.ts';
import { releaseRow, releaseRows } from '../support/rows.ts';
import type { Script } from '../support/scripted-api.ts';
import { startServer } from '../support/scripted-server.ts';
import { startSync } from './run-sync.ts';

const json = (text: string) =>
  new Response(text, { headers: { 'content-type': 'application/json' } });

/** Fails this many requests for the page of releases at this offset. */
function failingPage(offset: number, times: number): NonNullable<Script['intercept']> {
  let left = times;
  return (path, query) => {
    if (path !== '/v1/releases' || query.get('offset') !== `${offset}` || left === 0)
      return undefined;
    left -= 1;
    return Response.json({ error: 'Sorry.' }, { status: 500 });
  };
}

test('a temporary server error on page 2 goes unnoticed', async () => {
  await using it = await startSync({ releases: releaseRows(110), intercept: failingPage(100, 2) });
  expect((await it.run()).releases.total).toBe(110);
});

test('a lasting server error on page 2 fails the sync and leaves the content unchanged', async () => {
  await using it = await startSync({ releases: releaseRows(110) });
  await it.run();
  const before = await filesIn(it.folder);
  it.script.releases.splice(0, 5);
  it.script.intercept = failingPage(100, 1000);
  await expect(it.run()).rejects.toThrow('status 500');
  expect(await filesIn(it.folder)).toEqual(before);
});

test.each([
  ['a list that is an object', () => Response.json({ releases: [] })],
  ['a web page with status 200', () => new Response('<!doctype html>')],
  ['JSON that was cut off', () => json('[{"id":"r-0","ti')],
  ['JSON 10,000 deep', () => json(`[{"id":"r-0","title":${'['.repeat(10_000)}`)],
])('%s fails the sync and leaves the content unchanged', async (_what, answer) => {
  await using it = await startSync({ releases: releaseRows(2) });
  await it.run();
  const before = await filesIn(it.folder);
  it.script.answers.set('/v1/releases', answer);
  await expect(it.run()).rejects.toThrow();
  expect(await filesIn(it.folder)).toEqual(before);
});

test('a list that is suddenly empty removes none of 20 entries', async () => {
  await using it = await startSync({ releases: releaseRows(20) });
  await it.run();
  const before = await filesIn(it.folder);
  it.script.releases = [];
  expect((await it.run()).releases).toMatchObject({ total: 20, removed: [] });
  expect(await filesIn(it.folder)).toEqual(before);
});

test('a list that never settles is reported, and removes nothing that exists by id', async () => {
  await using it = await startSync({ releases: releaseRows(110) });
  await it.run();
  let turn = 0;
  it.script.intercept = (path) => {
    if (path !== '/v1/releases') return undefined;
    turn += 1;
    it.script.unlisted = new Set([`r-${turn % 7}`, `r-${100 + (turn % 5)}`]);
    return undefined;
  };
  const report = await it.run();
  expect(report.releases).toMatchObject({ total: 110, removed: [], unsettled: true });
  expect(report.files).toEqual({ written: 0, removed: 0 });
});

test('rows with __proto__ keys or values nested 90 levels deep are read as usual', async () => {
  const deep = `${'['.repeat(90)}${']'.repeat(90)}`;
  const text = JSON.stringify(releaseRow('r-0')).replace(
    /^\{/,
    `{"__proto__":{"is_public":false,"polluted":true},"extra":${deep},`,
  );
  await using it = await startSync();
  it.script.intercept = (path, query) => {
    if (path === '/v1/releases') return json(query.get('offset') === '0' ? `[${text}]` : '[]');
    return undefined;
  };
  expect((await it.run()).releases.added).toEqual(['r-0']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('ids that are names of Object members are read as usual', async () => {
  const ids = ['constructor', 'toString'];
  await using it = await startSync({ releases: ids.map((id) => releaseRow(id, { slug: null })) });
  expect((await it.run()).releases.total).toBe(2);
  it.script.releases = [];
  expect((await it.run()).releases.withheld.sort()).toEqual(ids);
});

test('a response that arrives too slowly is aborted', async () => {
  await using server = await startServer(
    (_path, _turn, { socket }) =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(new TextEncoder().encode(' '));
            await new Promise((resolve) => setTimeout(resolve, 5));
            if (socket.destroyed) controller.close();
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
  );
  const timeouts = { ...defaultTimeouts, total: 100 };
  const options = { key: 'k', auth: 'bearer', clock: hastyClock(), random: () => 0 } as const;
  await using client = createClient({ baseUrl: server.url, timeouts, ...options });
  await expect(createApi(client).workspace()).rejects.toThrow(
    'no complete answer before the timeout',
  );
});
