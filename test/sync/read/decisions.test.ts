import { expect, test } from 'vitest';
import { ApiError } from '../../../src/client/api-error.ts';
import { ApiRelease } from '../../../src/model/api/rows.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { classifyRow, type DecideContext } from '../../../src/sync/read/classify-row.ts';
import { decideById, decideListed } from '../../../src/sync/read/decide-entry.ts';
import {
  type Collected,
  collectDecisions,
  decideUnread,
} from '../../../src/sync/read/decisions.ts';
import type { Quarantined } from '../../../src/sync/read/parse/parse-rows.ts';
import { resources } from '../../../src/sync/read/resources.ts';
import { milestoneRow, releaseRow } from '../../support/rows.ts';

const one = { slug: 'a', source: 's' };
const known = new Map([['a', one]]);
const prepared = { entry: 'prepared' };

/** A context in which the API answers with this record or error. */
function answering(answer: unknown, kind: 'releases' | 'milestones' = 'releases') {
  const read: string[] = [];
  const context = {
    resource: resources[kind],
    ahead: {
      take: async () => {
        if (answer instanceof Error) throw answer;
        return { kind: 'found', value: answer };
      },
    },
    prepare: async () => prepared,
    ...{ known, inputs: [], full: false, now: new Date('2026-03-01'), timeZone: 'UTC' },
    freshness: { onRead: (key: string) => void read.push(key) },
    memory: { isDue: () => false },
    onUnreadable: () => {},
  };
  return { context: context as unknown as DecideContext<{ id: string }, ReleaseEntry>, read };
}

/** The entries that stay because their records cannot be used. */
function keptIn({ decisions }: Pick<Collected<unknown>, 'decisions'>) {
  return [...decisions.values()].flatMap((one) =>
    one.kind === 'kept' ? [{ id: one.id, why: one.why }] : [],
  );
}

const failed = (more: object = {}) =>
  new ApiError({ method: 'GET', url: '/a', attempts: 1, ...more }, 'no answer', 'Try again.');

test('an entry whose record cannot be read stays, and other errors end the sync', async () => {
  const kept = { kind: 'kept', id: 'a', isTooLarge: false };
  expect(await decideById('a', answering(failed()).context)).toMatchObject(kept);
  const tooLarge = answering(failed({ tooLarge: true })).context;
  expect(await decideById('a', tooLarge)).toMatchObject({ ...kept, isTooLarge: true });
  const bug = new TypeError('a bug');
  await expect(decideById('a', answering(bug).context)).rejects.toBe(bug);
});

test('a record that was read is known as read', async () => {
  const { context, read } = answering(releaseRow('a'));
  await decideById('a', context);
  expect(read).toEqual(['releases/a']);
});

test('a record is prepared only if its input changed', async () => {
  const { context } = answering(releaseRow('a'));
  const first = await decideById('a', context);
  if (first.kind !== 'fresh') throw new Error('the record is not public');
  expect(first.prepared).toBe(prepared);
  const same = new Map([['a', { slug: 'a', source: first.source }]]);
  expect(await decideById('a', { ...context, known: same })).toEqual({
    kind: 'fresh',
    id: 'a',
    source: first.source,
  });
});

test('a private milestone has no later day', async () => {
  const { context } = answering(milestoneRow('a', { is_public: false }), 'milestones');
  expect(await decideById('a', context)).toMatchObject({ kind: 'private', later: undefined });
});

test('a row that the gate refuses is private, and a row that the filter excludes has no day', async () => {
  const { context } = answering(releaseRow('a'));
  // A row without a field that lists may omit is read by id.
  const fields = resources.releases.detailFields.map((name) => [name, null]);
  const full = { ...Object.fromEntries(fields), ...releaseRow('a') };
  const decide = (over: object) => {
    const row = ApiRelease.parse({ ...full, ...over });
    return decideListed(classifyRow({ row, notes: [] }, context), context);
  };
  const day = { released_on: '2026-03-02' };
  const later = expect.stringContaining('2026-03-02');
  expect(await decide(day)).toEqual({ kind: 'private', id: 'a', later });
  const excluded = await decide({ ...day, is_public: false });
  expect(excluded).toMatchObject({ kind: 'private', id: 'a' });
  expect(excluded).not.toHaveProperty('later');
});

test('a known entry stays if its row cannot be used, unless the row says that it is private', () => {
  const bad = (id: string | null, isPrivate = false): Quarantined => {
    return { collection: 'releases', id, title: null, why: 'no date', isPrivate };
  };
  const collect = (...rows: Quarantined[]) => keptIn(collectDecisions([], known, rows));
  expect(collect(bad('a'))).toEqual([{ id: 'a', why: 'no date' }]);
  expect(collect(bad('a', true), bad('new'), bad(null))).toEqual([]);
  const decided = collectDecisions(
    [{ kind: 'bad', bad: bad('a') }],
    new Map([...known, ['null', one]]),
  );
  expect(keptIn(decided).map(({ id }) => id)).toEqual(['a']);
  expect(keptIn(collectDecisions([], new Map([['null', one]]), [bad(null)]))).toEqual([]);
});

test('only known entries can be missing, and only private rows have a later day', () => {
  const decided = collectDecisions(
    [
      { kind: 'missing', id: 'a' },
      { kind: 'missing', id: 'new' },
      { kind: 'private', id: 'later', later: '2026-03-02' },
      { kind: 'private', id: 'draft' },
      { kind: 'kept', id: 'b', why: 'no answer', isTooLarge: false },
    ],
    new Map([...known, ['b', one]]),
  );
  expect(decided.decisions.get('a')).toEqual({ kind: 'missing', id: 'a' });
  expect([...decided.decisions.keys()]).toEqual(['a', 'b']);
  expect(decided.later).toEqual(['2026-03-02']);
  expect(keptIn(decided)).toEqual([{ id: 'b', why: 'no answer' }]);
});

test('no decisions are complete', () => {
  expect(decideUnread()).toMatchObject({ settled: true, decisions: new Map() });
});
