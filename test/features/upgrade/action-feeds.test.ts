import { expect, test } from 'vitest';
import { actionItem } from '../../../src/features/upgrade/action-feeds.ts';
import { allDocuments, documentKey, feedsOfFeatures } from '../../../src/pages/_all-documents.ts';
import { createUrls } from '../../../src/site/base/urls.ts';
import { releaseItem } from '../../../src/site/releases/feeds/release-item.ts';
import { readers } from '../../site/feeds/readers.ts';
import { coreOf, documentsOf, type Given } from '../../site/feeds/sources.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { attacks } from '../../sync/prepare/html/attacks.ts';
import {
  action,
  day,
  expectValid,
  itemsOf,
  preparedBodies,
  release,
  writtenActions,
} from './action-releases.ts';

const breaking = {
  type: null,
  html: '<strong>Breaking:</strong> the <code>a</code> option is gone',
};
const releases = [
  release('quiet', 1, { changes: [{ type: 'new', html: 'A button' }] }),
  release('loud', 2, {
    version: '2.0.0',
    updated_at: day(9),
    changes: [{ type: 'new', html: 'Another button' }, breaking],
  }),
  release('early', 3, { is_pre_release: true, changes: [breaking] }),
  release('listed', 4, {
    groups: [
      {
        headings: ['Breaking changes'],
        anchor: 'n-breaking',
        items: [{ html: 'Read <a href="#n-how">how</a> <img src="waymark-asset:a.png" alt="">' }],
      },
    ],
  }),
  release('alone', 5, { project: null, changes: [breaking] }),
];

const idsIn = (items: { id: string }[]) => items.map(({ id }) => id.split('/').at(-2));

test('has a feed of changes that need action for each project, and one for no project', async () => {
  const written = await writtenActions({ releases });
  expect([...written.keys()]).toEqual(
    ['web', '-'].flatMap((list) =>
      ['rss.xml', 'atom.xml', 'feed.json'].map((name) => `upgrade/${list}/${name}`),
    ),
  );
  expect(idsIn(itemsOf(written))).toEqual(['listed', 'loud']);
  expect(idsIn(itemsOf(written, 'upgrade/-/'))).toEqual(['alone']);
  const [listed, loud] = itemsOf(written);
  expect(loud).toMatchObject({
    title: 'Needs action: Title of loud',
    url: expect.stringMatching(/^https:\/\/example\.com\/notes\/releases\/loud\/#change-/),
    summary: 'Breaking: the a option is gone',
    content_html: `<ul><li>${breaking.html}</li></ul>`,
    date_published: day(2),
    date_modified: day(9),
    tags: ['Web'],
  });
  expect(listed.content_html).toBe(
    '<ul><li>Read <a href="https://example.com/notes/releases/listed/#n-how">how</a> <img src="https://example.com/notes/assets/a.png" alt=""></li></ul>',
  );
});

test('every feed reader finds its items in every format', async () => {
  const written = await writtenActions({ releases });
  for (const [format, file] of Object.entries({
    rss: 'rss.xml',
    atom: 'atom.xml',
    json: 'feed.json',
  }))
    for (const [name, read] of Object.entries(readers[format as keyof typeof readers])) {
      const items = await read(written.get(`upgrade/web/${file}`) ?? '');
      expect(
        items.map(({ title }) => title),
        name,
      ).toEqual(['Needs action: Title of listed', 'Needs action: Title of loud']);
    }
});

test('an item’s id survives renaming and a new URL, and differs from its release’s id', () => {
  const [loud] = releases.filter(({ id }) => id === 'loud');
  if (!loud) throw new Error('no such release');
  const moved = siteContext({ urls: createUrls('https://other.example', '/') });
  const item = actionItem(loud, siteContext());
  expect(actionItem({ ...loud, slug: 'renamed', title: 'Renamed' }, moved)?.id).toBe(item?.id);
  expect(item?.id).not.toBe(releaseItem(loud, siteContext()).id);
});

test('is valid with hostile texts, and when it is empty', async () => {
  await expectValid(await preparedBodies(attacks), 'en');
});

test('writes the same bytes for any order of the releases', async () => {
  const reversed = await writtenActions({ releases: releases.toReversed() });
  expect([...reversed]).toEqual([...(await writtenActions({ releases }))]);
});

test('reads each release once for three formats, and at most the newest two hundred', async () => {
  const read: string[] = [];
  const many = Array.from({ length: 300 }, (_, n) => release(`r-${n}`, n, { changes: [breaking] }));
  const written = await writtenActions({ releases: many, reading: (slug) => read.push(slug) });
  expect(itemsOf(written)).toHaveLength(50);
  expect(read).toHaveLength(200);
  expect(new Set(read).size).toBe(200);
});

test('is rendered again for a new release, but not for a renamed label', () => {
  const keysOf = (given: Given) => {
    const core = coreOf(given);
    return action(core).map((one) => documentKey(one, core.keys));
  };
  const renamed = siteContext({
    labels: new Map([['l-speed', { id: 'l-speed', slug: 'x', name: 'x', color: null }]]),
  });
  expect(keysOf({ releases, site: renamed })).toEqual(keysOf({ releases }));
  const more = [...releases, release('more', 6)];
  expect(keysOf({ releases: more })).not.toEqual(keysOf({ releases }));
});

test('is offered with the upgrade planner, and missing without it', () => {
  const off = siteWith({ show: { upgrade: false } });
  const paths = [...documentsOf({ releases, site: off }, allDocuments).keys()];
  expect(paths.filter((path) => path.startsWith('upgrade/'))).toEqual([]);
  expect(feedsOfFeatures(coreOf({ releases, site: off }))).toEqual([]);
  const [group] = feedsOfFeatures(coreOf({ releases }));
  expect(group?.title).toBe('Only what needs action');
  expect(group?.feeds.map(({ name, page }) => [name, page])).toEqual([
    ['Web', 'upgrade/web/'],
    ['No project', 'upgrade/-/'],
  ]);
});
