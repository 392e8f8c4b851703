import { expect, test } from 'vitest';
import { countRests, restOfTexts, resultText } from '../../../src/features/search/result-text.ts';
import { releasePage } from '../../../src/features/search/search-page.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const site = siteContext();

test('limits the stored texts of a release', () => {
  const body = Array.from({ length: 500 }, () => `<h2>${'head '.repeat(99)}</h2><p>text</p>`);
  const html = 'word '.repeat(99);
  const changes = Array.from({ length: 500 }, () => ({ type: 'new', html }));
  for (const some of [{ body: body.join('') }, { body: 'word '.repeat(50_000) }, { changes }]) {
    const page = releasePage(releaseEntry('a', some), site);
    expect(JSON.stringify(resultText(page)).length).toBeLessThan(40_000);
    const rests = countRests(Buffer.byteLength(JSON.stringify(some)));
    expect(rests).toBe(12);
    for (let file = 0; file < rests; file += 1)
      expect(restOfTexts(page, rests, file).join('').length).toBeLessThan(8000);
  }
});
