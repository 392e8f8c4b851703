import { expect, test } from 'vitest';
import { walk } from '../../src/client/walk.ts';
import { listOf, rows } from './moving-list.ts';

test.each([0, 1, 99, 100, 101, 1000, 1001, 1099])('reads all of %i rows, in order', async (n) => {
  expect(await walk(listOf(rows(n)).page)).toEqual({ state: 'complete', rows: rows(n) });
});

test.each([1100, 1101, 5000])(
  'reads the reachable part of %i rows and calls the list full',
  async (n) => {
    expect(await walk(listOf(rows(n)).page)).toEqual({ state: 'full', rows: rows(1100) });
  },
);

test('reads an empty list with two requests', async () => {
  const list = listOf([]);
  await walk(list.page);
  expect(list.reads()).toBe(2);
});

test('loses no row when one is deleted between two reads', async () => {
  const list = listOf(rows(250), (all, read) => {
    if (read === 1) all.shift();
  });
  expect(await walk(list.page)).toEqual({ state: 'complete', rows: rows(249, 1) });
});

test('returns no row twice when one is added between two reads', async () => {
  const list = listOf(rows(250), (all, read) => {
    if (read === 1) all.unshift({ id: 'new' });
  });
  expect(await walk(list.page)).toEqual({
    state: 'complete',
    rows: [{ id: 'new' }, ...rows(250)],
  });
});

test('loses no row when one moves to the top between two reads', async () => {
  const list = listOf(rows(250), (all, read) => {
    if (read === 1) all.unshift(...all.splice(150, 1));
  });
  const { state, rows: got } = await walk(list.page);
  expect(state).toBe('complete');
  expect(got.length).toBe(250);
  expect(got).toEqual(expect.arrayContaining(rows(250)));
});

test('returns rows in the final order of the list', async () => {
  const list = listOf(rows(150), (all, read) => {
    if (read === 0) all.reverse();
  });
  expect((await walk(list.page)).rows).toEqual(rows(150).reverse());
});

test('returns the newest version of a row', async () => {
  let turn = 0;
  const page = async (offset: number) => (offset === 0 ? [{ id: 'a', turn: turn++ }] : []);
  expect((await walk(page)).rows).toEqual([{ id: 'a', turn: 1 }]);
});

test('continues after a short page in the middle', async () => {
  const all = rows(260);
  const page = async (offset: number, limit: number) =>
    all.slice(offset, offset + (offset === 100 ? 7 : limit));
  expect(await walk(page)).toEqual({ state: 'complete', rows: all });
});

test('continues when the API returns fewer rows per page than requested', async () => {
  const all = rows(95);
  const page = async (offset: number) => all.slice(offset, offset + 10);
  expect(await walk(page)).toEqual({ state: 'complete', rows: all });
});

test('calls a list full if the last reachable page is as long as the others', async () => {
  const all = rows(2000);
  const page = async (offset: number) => all.slice(offset, offset + 30);
  const { state, rows: got } = await walk(page);
  expect(state).toBe('full');
  expect(got).toEqual(rows(1030));
});

test('ends even if the API ignores the offset', async () => {
  const page = async () => rows(3);
  expect((await walk(page)).state).toBe('full');
});

test('returns all rows that it saw if the list keeps changing', async () => {
  const list = listOf(rows(5), (all, read) => {
    all.unshift({ id: `new-${read}` });
  });
  const { state, rows: got } = await walk(list.page);
  expect(state).toBe('unsettled');
  expect(got).toEqual(expect.arrayContaining([...rows(5), { id: 'new-0' }, { id: 'new-10' }]));
  expect(new Set(got.map((row) => (row as { id: string }).id)).size).toBe(got.length);
});

test('gives up after six passes over a list that keeps changing', async () => {
  const list = listOf([], (all, read) => {
    all[0] = { id: `only-${read}` };
  });
  await walk(list.page);
  expect(list.reads()).toBe(12);
});

test('keeps all rows without an id', async () => {
  const all = [{ title: 'a' }, { title: 'b' }, null, 7];
  const page = async (offset: number) => all.slice(offset);
  expect(await walk(page)).toEqual({ state: 'complete', rows: all });
});
