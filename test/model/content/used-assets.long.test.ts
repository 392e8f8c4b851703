import { expect, test } from 'vitest';
import { usedAssets } from '../../../src/model/content/used-assets.ts';
import { releaseEntry } from '../../support/entries.ts';

// Passing this many values as arguments of one call would overflow the stack.
test('finds the pictures of more changes than a function can take as arguments', () => {
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
