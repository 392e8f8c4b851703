import { expect, test } from 'vitest';
import { usedAssets } from '../../../src/model/content/used-assets.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';

test('finds the pictures of texts, changes, heroes and attachments', () => {
  const pictureOf = (file: string) => `<p><img src="waymark-asset:${file}" alt=""></p>`;
  const release = releaseEntry('a', {
    body: `${pictureOf('body.png')}<a href="waymark-asset:notes.pdf">Notes</a>`,
    changes: [{ type: null, html: pictureOf('change.png') }],
    hero: { type: 'image', asset: { file: 'hero.png', width: 8, height: 4, bytes: 70 } },
    attachments: [{ type: 'FILE', title: 'Data', asset: { file: 'data.csv', bytes: 9 } }],
    pictures: { 'body.png': [800] },
  });
  const milestone = milestoneEntry('m', { body: pictureOf('plan.png') });
  expect(usedAssets([release, milestone])).toEqual(
    new Set([
      ...['hero.png', 'data.csv', 'body.png', 'notes.pdf', 'change.png'],
      ...['body-800.webp', 'plan.png'],
    ]),
  );
});
