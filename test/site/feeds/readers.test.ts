import { beforeAll, describe, expect, test } from 'vitest';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
import { type ReadItem, readers } from './readers.ts';
import { writtenOf } from './sources.ts';
import { checkJsonFeed, checkXml } from './validators.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 9, 30)).toISOString();
const asset = { file: 'abc.png', width: 8, height: 4, bytes: 4321 };
const releases: ReleaseEntry[] = [
  releaseEntry('first', { released_at: day(1), body: '<p>R&#x26;D &#x3C;3</p>' }),
  releaseEntry('second', { released_at: day(2), title: 'Grüße & Küsse – “ok”', project: 'p-web' }),
  releaseEntry('beta', { released_at: day(3), is_pre_release: true, labels: ['l-speed'] }),
  releaseEntry('third', {
    released_at: day(4),
    updated_at: day(9),
    labels: ['l-speed'],
    summary: 'In short',
    changes: [{ type: 'new', html: 'x' }],
    hero: { type: 'image', asset },
    contributors: [{ id: 'u', name: 'Ada', avatar: null }],
  }),
];
const milestones = [1, 2].map((n) =>
  milestoneEntry(`m-${n}`, { created_at: day(n), title: `Milestone ${n}` }),
);

/** The items that feed readers must see for releases with these slugs. */
const seen = (...slugs: string[]): ReadItem[] =>
  slugs.map((slug) => {
    const { title, released_at } = releases.find((one) => one.slug === slug) as ReleaseEntry;
    return { title, link: `https://example.com/notes/releases/${slug}/`, date: released_at };
  });

const expected: Record<string, ReadItem[]> = {
  '': seen('third', 'second', 'first'),
  'all/': seen('third', 'beta', 'second', 'first'),
  'projects/web/': seen('second'),
  'labels/speed/': seen('third'),
  'labels/speed/all/': seen('third', 'beta'),
  'types/new/': seen('third'),
  '2026/': seen('third', 'beta', 'second', 'first'),
  'pre-releases/': seen('beta'),
};

let written: Map<string, string>;
beforeAll(async () => {
  written = await writtenOf({ releases, milestones });
});
const textOf = (path: string) => written.get(path) ?? '';

test('there is a feed for every part of the site, and no other', () => {
  const found = [...written.keys()].filter((path) => path.endsWith('rss.xml'));
  expect(found).toEqual(
    [...Object.keys(expected), 'roadmap/', 'roadmap/view/changes/'].map(
      (folder) => `${folder}rss.xml`,
    ),
  );
});

describe.each(Object.entries(expected))('/%s', (folder, items) => {
  test('is valid in every format', () => {
    checkXml(textOf(`${folder}rss.xml`), 'rss');
    checkXml(textOf(`${folder}atom.xml`), 'atom');
    checkJsonFeed(textOf(`${folder}feed.json`));
  });

  test.each(Object.entries(readers.rss))('%s reads its items from RSS', async (_, read) => {
    expect(await read(textOf(`${folder}rss.xml`))).toEqual(items);
  });

  test.each(Object.entries(readers.atom))('%s reads its items from Atom', async (_, read) => {
    expect(await read(textOf(`${folder}atom.xml`))).toEqual(items);
  });

  test.each(Object.entries(readers.json))('%s reads its items from JSON Feed', async (_, read) => {
    expect(await read(textOf(`${folder}feed.json`))).toEqual(items);
  });
});

const roadmap: ReadItem[] = [2, 1].map((n) => ({
  title: `Planned: Milestone ${n}`,
  link: `https://example.com/notes/roadmap/m-${n}/`,
  date: day(n),
}));

test.each(Object.entries({ rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' }))(
  'every reader of %s gets the roadmap',
  async (format, file) => {
    const text = textOf(`roadmap/${file}`);
    if (format === 'json') checkJsonFeed(text);
    else checkXml(text, format as 'rss' | 'atom');
    for (const [name, read] of Object.entries(readers[format as keyof typeof readers]))
      expect(await read(text), name).toEqual(roadmap);
  },
);
