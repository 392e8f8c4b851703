// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/client/api-error.ts';
import { createApi, identity } from '../../src/client/endpoints.ts';
import { type ListPage, TooLarge, UnreadableRow, walk } from '../../src/client/walk.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { rows } from './moving-list.ts';
import { startClient } from './start-client.ts';

const max = 1000;
const error = new ApiError({ method: 'GET', url: 'x', attempts: 1, tooLarge: true }, 'big', '');

/** A list that refuses an answer whose rows weigh more than `max` in total. */
function heavyList(count: number, weight: (index: number) => number) {
  const asked: number[] = [];
  const page: ListPage<unknown> = async (offset, limit) => {
    if (offset > 1000 || limit > 100 || limit < 1) throw new Error('out of the API’s bounds');
    asked.push(limit);
    const got = rows(count).slice(offset, offset + limit);
    const sum = got.reduce((total, _row, index) => total + weight(offset + index), 0);
    return sum > max ? new TooLarge(error) : got;
  };
  return { page, asked };
}

test('halves a page that is too large, without losing rows', async () => {
  const { page, asked } = heavyList(250, () => 30);
  expect(await walk(page)).toEqual({ state: 'complete', rows: rows(250) });
  expect(asked.slice(0, 4)).toEqual([100, 50, 25, 25]);
});

test('asks for full pages again after a heavy one', async () => {
  const { page, asked } = heavyList(600, (index) => (index < 10 ? 200 : 1));
  expect(await walk(page)).toEqual({ state: 'complete', rows: rows(600) });
  expect(asked.slice(0, asked.length / 2).slice(-5)).toEqual([100, 100, 100, 100, 100]);
});

test('leaves out a single row that is too large, and says why', async () => {
  const { page } = heavyList(120, (index) => (index === 50 ? max + 1 : 1));
  const { state, rows: got } = await walk(page);
  expect(state).toBe('complete');
  expect(got).toHaveLength(120);
  expect(got[50]).toEqual(new UnreadableRow(error));
  expect(got.toSpliced(50, 1)).toEqual(rows(120).toSpliced(50, 1));
});

test('gives up a list that is too large at every page size', async () => {
  const { page, asked } = heavyList(1000, () => max + 1);
  await expect(walk(page)).rejects.toBe(error);
  expect(asked.length).toBeLessThan(100);
});

test.each([1099, 1100, 5000])(
  'does not call a window complete if it had to read its last page in parts: %i rows',
  async (count) => {
    const { page } = heavyList(count, (index) => (index < 1000 ? 1 : 20));
    const { state, rows: got } = await walk(page);
    expect({ state, rows: got.length }).toEqual({ state: 'full', rows: 1050 });
  },
);

test('reads every row that fits into an answer, whatever the weights', async () => {
  const weights = fc.array(fc.integer({ min: 1, max }), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(weights, async (weight) => {
      const { page } = heavyList(weight.length, (index) => weight[index] ?? 0);
      expect(await walk(page)).toEqual({ state: 'complete', rows: rows(weight.length) });
    }),
    { numRuns: fuzzRuns(10, 400) },
  );
});

test('reads a list whose first page exceeds the limit of an answer', async () => {
  const body = 'x'.repeat(150 * 1024);
  await using it = await startClient((_path, turn) => {
    const query = new URL(it.server.asked[turn]?.path ?? '', 'http://api').searchParams;
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const all = rows(80).map((row) => ({ ...row, body }));
    return Response.json(all.slice(offset, offset + limit));
  });
  const { rows: got } = await createApi(it.client).list('releases', {}, identity);
  expect(got.map((row) => (row as { id: string }).id)).toEqual(rows(80).map(({ id }) => id));
});
