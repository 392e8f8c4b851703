import { describe, expect, test } from 'vitest';
import { notesBesideMedia, prepared } from './as-release.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { wrongsOf } from './wrongs-of.ts';

test('there are at least 150 hostile bodies', () => {
  expect(Object.values(hostileBodies).flat().length).toBeGreaterThanOrEqual(150);
});

describe.each(Object.entries(hostileBodies))('%s', (_, bodies) => {
  test.each(bodies)('keeps only what is allowed from %j', async (html) => {
    const { body, change, notes } = await prepared(html);
    expect(notesBesideMedia(notes)).toEqual([]);
    expect(wrongsOf(body)).toEqual([]);
    expect(wrongsOf(change)).toEqual([]);
  });
});
