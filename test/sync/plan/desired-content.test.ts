import { expect, test } from 'vitest';
import { usedAssets } from '../../../src/sync/plan/desired-content.ts';
import { releaseEntry } from '../../support/entries.ts';

// As arguments of one call, so many are more than the stack holds.
test('finds the pictures of more changes than a function takes arguments', () => {
  const one = releaseEntry('a', {
    changes: Array.from({ length: 1_000 }, () => ({ type: null, html: '' })),
  });
  const last = releaseEntry('b', { changes: [{ type: null, html: pictureOf('b.png') }] });
  const releases = [...Array.from({ length: 700 }, () => one), last];
  expect(usedAssets(releases)).toEqual(new Set(['b.png']));
});

function pictureOf(file: string): string {
  return `<img src="waymark-asset:${file}" alt="">`;
}
