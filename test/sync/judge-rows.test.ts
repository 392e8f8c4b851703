import { expect, test } from 'vitest';
import { ReleaseRow } from '../../src/model/rows.ts';
import { judgeRows } from '../../src/sync/judge-rows.ts';
import { releaseRow } from './rows.ts';

const judge = (...rows: unknown[]) => judgeRows('releases', rows, ReleaseRow);

test('lets one bad row sink none of the others', () => {
  const { good, bad } = judge(releaseRow('a'), releaseRow('b', { title: 7 }), releaseRow('c'));
  expect(good.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(bad).toMatchObject([{ collection: 'releases', id: 'b', isPrivate: false }]);
});

test('says which field is wrong, and why', () => {
  const { bad } = judge(
    releaseRow('a', { labels: [{ id: 'l', name: null }], released_at: 'soon' }),
  );
  expect(bad[0]?.why).toMatch(/^labels\[0\]\.name: .+; released_at: .+$/);
});

test.each([null, 7, 'row', [], {}, { id: 7 }])('puts %j aside as a row without an id', (row) => {
  expect(judge(row)).toMatchObject({ good: [], bad: [{ id: null }] });
});

test.each(['', '.', '..'])('puts a row with the id %j aside', (id) => {
  expect(judge(releaseRow(id)).bad).toHaveLength(1);
});

test.each(['', ' ', '\u00a0\t\n', '\u200b\u00ad', '\u3164', '\u0000\ud800'])(
  'puts a row aside of whose title %j nothing can be seen, and says so',
  (title) => {
    expect(judge(releaseRow('a', { title })).bad[0]?.why).toMatch(/^title: .*nothing to see/);
  },
);

test.each(['0', '.', '🧭', 'ﷺ', '\ue000', '\u202eevil'])('takes %j for a title', (title) => {
  expect(judge(releaseRow('a', { title })).bad).toEqual([]);
});

test.each([{ is_public: false }, { status: 'DRAFT' }, { status: 'SCHEDULED' }])(
  'sees that a bad row with %j is private',
  (over) => {
    expect(judge(releaseRow('a', { title: 7, ...over })).bad[0]?.isPrivate).toBe(true);
  },
);

test('lets rows pass that leave out all but id and title', () => {
  expect(judge({ id: 'a', title: 'A' }).good).toEqual([{ id: 'a', title: 'A' }]);
});

test('takes a row with fields that it does not know, and drops these', () => {
  expect(judge(releaseRow('a', { reactions: 7 }))).toEqual(judge(releaseRow('a')));
});
