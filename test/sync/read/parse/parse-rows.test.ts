import { expect, test } from 'vitest';
import { parseRow } from '../../../../src/sync/read/parse/parse-rows.ts';
import { resources } from '../../../../src/sync/read/resources.ts';
import { releaseRow } from '../../../support/rows.ts';

function judge(...rows: unknown[]) {
  const parsed = rows.map((row) => parseRow(resources.releases, row));
  return {
    good: parsed.flatMap(({ good }) => good ?? []),
    bad: parsed.flatMap(({ bad }) => bad ?? []),
  };
}

test('keeps the other rows if one is invalid', () => {
  const { good, bad } = judge(releaseRow('a'), releaseRow('b', { title: 7 }), releaseRow('c'));
  expect(good.map(({ row }) => row.id)).toEqual(['a', 'c']);
  expect(bad).toMatchObject([{ collection: 'releases', id: 'b', title: null, isPrivate: false }]);
});

test('says which field makes a row invalid, and why', () => {
  const { bad } = judge(releaseRow('a', { labels: [{ id: 7 }], title: 7, released_at: 'soon' }));
  expect(bad[0]?.why).toMatch(/^title: .+; released_at: .+$/);
  expect(bad[0]?.why).not.toContain('labels');
});

test('drops the smallest invalid part of a row, and says what is wrong with it', () => {
  const labels = [{ id: 'l', name: 'L', slug: 7 }, null];
  const { good } = judge(releaseRow('a', { labels, updated_at: 'soon', hero: { type: 'image' } }));
  const row = { labels: [{ id: 'l', name: 'L', slug: null }], updated_at: null, hero: null };
  expect(good).toMatchObject([{ row }]);
  expect(good[0]?.notes).toEqual([
    expect.stringMatching(
      /^left out invalid parts \(labels\[0\]\.slug: .+; labels\[1\]: .+; updated_at: .+; hero\.url: .+\)$/,
    ),
  ]);
});

test('reads a date without a time as midnight UTC, and names the field', () => {
  const [one] = judge(releaseRow('a', { released_at: '2024-06-01', updated_at: null })).good;
  expect(one).toMatchObject({
    row: { released_at: '2024-06-01T00:00:00.000Z', updated_at: null },
    notes: ['used midnight UTC for dates without a time (released_at)'],
  });
});

test.each(['2024-02-30', '0000-01-01', '2024-6-1', '2024-06', ' 2024-06-01'])(
  'rejects %j as a date',
  (released_at) => {
    expect(judge(releaseRow('a', { released_at })).bad[0]?.why).toMatch(/^released_at: /);
  },
);

test('reports only the first of many invalid list items', () => {
  const labels = Array.from({ length: 1000 }, () => ({ id: 7 }));
  const [one] = judge(releaseRow('a', { labels })).good;
  expect(one?.row.labels).toEqual([]);
  expect(one?.notes).toEqual([expect.stringMatching(/^([^;]+; ){5}and 995 more\)$/)]);
});

test.each([null, 7, 'row', [], {}, { id: 7 }])('rejects %j as a row without an id', (row) => {
  expect(judge(row)).toMatchObject({ good: [], bad: [{ id: null, title: null }] });
});

test.each(['', '.', '..', '__proto__', 'half \ud83d'])('rejects a row with the id %j', (id) => {
  expect(judge(releaseRow(id)).bad).toHaveLength(1);
});

test.each(['', ' ', '\u00a0\t\n', '\u200b\u00ad', '\u3164', '\u0000\ud800'])(
  'rejects a row whose title %j has no visible characters, and says so',
  (title) => {
    expect(judge(releaseRow('a', { title })).bad[0]?.why).toMatch(
      /^title: .*no visible characters/,
    );
  },
);

test.each(['0', '.', '🧭', 'ﷺ', '\ue000', '\u202eevil'])('accepts %j as a title', (title) => {
  expect(judge(releaseRow('a', { title })).bad).toEqual([]);
});

test.each([{ is_public: false }, { status: 'DRAFT' }, { status: 'SCHEDULED' }])(
  'recognises an invalid row with %j as private',
  (over) => {
    expect(judge(releaseRow('a', { title: 7, ...over })).bad[0]?.isPrivate).toBe(true);
  },
);

test('accepts rows with only an id and a title', () => {
  expect(judge({ id: 'a', title: 'A' }).good).toEqual([
    { row: { id: 'a', title: 'A' }, notes: [] },
  ]);
});

test('accepts a row with unknown fields, and drops them', () => {
  expect(judge(releaseRow('a', { reactions: 7 }))).toEqual(judge(releaseRow('a')));
});
