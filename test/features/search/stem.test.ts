import { expect, test } from 'vitest';
import { stem } from '../../../src/features/search/stem.ts';

test.each([
  ['join', 'joins', 'joined', 'joining'],
  ['remove', 'removes', 'removed', 'removing'],
  ['drop', 'drops', 'dropped', 'dropping'],
  ['dependency', 'dependencies'],
  ['query', 'queries', 'queried', 'querying'],
  ['class', 'classes'],
  ['cache', 'caches', 'cached', 'caching'],
])('%s and its other forms have one stem', (...forms) => {
  const stems = new Set(forms.map(stem));
  expect(stems.size).toBe(1);
  for (const form of forms) expect(form.startsWith([...stems][0] as string)).toBe(true);
});

test.each(['string', 'speed', 'status', 'this', 'use', 'v1s', '18.3', 'größes', '検索'])(
  'leaves %s as it is',
  (word) => expect(stem(word)).toBe(word),
);
