import { expect, test } from 'vitest';
import { cardView } from '../../src/features/cards/card-view.ts';
import { allDocuments } from '../../src/pages/_all-documents.ts';
import { fullName } from '../../src/site/base/release-name.ts';
import { coreOf, writtenOf } from '../site/feeds/sources.ts';
import { siteContext, siteWith } from '../site/site.ts';
import { releaseEntry } from '../support/entries.ts';

const names = ['Rollup', 'Vite'];
const projects = new Map(
  names.map((name) => [name, { id: name, slug: name.toLowerCase(), name }] as const),
);
const corrected = { id: 'c', type: 'new', html: 'Added later' };
const released = (id: string, title: string, version: string | null, project = 'Rollup') =>
  releaseEntry(id, { title, version, project, changes: [corrected] });
const releases = [
  released('a', 'v4.62.5', '4.62.5'),
  released('b', 'Rollup v4.62.4', '4.62.4'),
  released('c', 'Fewer chunks', '4.62.3'),
  released('d', 'vite@8.0.0', '8.0.0', 'Vite'),
];
const given = {
  releases,
  site: siteWith({ show: { digests: true } }, { projects }),
  releaseLog: {
    prepared: '',
    first_seen: {},
    corrections: releases.map(({ id }) => ({
      release: id,
      at: '2026-01-05T00:00:00.000Z',
      parts: [{ kind: 'version' as const }],
    })),
  },
  now: new Date('2026-01-20T00:00:00.000Z'),
};

// Data for programs, and for scripts that name releases themselves.
const rawData = /^(?:changelog|latest|filters)[^/]*\.json$|^changelog\//;

test('every document names releases with their project', async () => {
  const written = await writtenOf(given, allDocuments);
  const shown = [...written].filter(([path]) => !rawData.test(path) && !path.startsWith('schema/'));
  const bare = /\bv4\.62|vite@8|(?<!Rollup: )Fewer chunks/;
  const own = /^(?:upgrade|search)\/|\bdigest\//;
  const found = shown.flatMap(([path, text]) => {
    const [title] = bare.exec(text) ?? [];
    // The planner's lists have one project each, and digests have headings with projects.
    return title && !(own.test(path) && title === 'Fewer chunks') ? [`${path}: ${title}`] : [];
  });
  expect(found).toEqual([]);
  expect(written.get('corrections/atom.xml')).toContain('Vite 8.0.0: version changed');
  expect(written.get('subscribe/digest/feed.json')).toContain('Rollup 4.62.5 · Rollup 4.62.4');
  expect(written.get('news.json')).toContain('"title": "Rollup: Fewer chunks"');
  expect(written.get('upgrade/rollup.json')).toContain('"title":"4.62.4"');
});

test('a card has project and version once', () => {
  const { site } = coreOf(given);
  const [version, , prose] = coreOf(given).releases.map((one) => cardView(one, site));
  expect(version).toMatchObject({ title: { text: 'Rollup 4.62.5' }, project: undefined });
  expect(version?.version).toBeUndefined();
  expect(prose).toMatchObject({ title: { text: 'Fewer chunks' }, project: { text: 'Rollup' } });
});

test('a site with one project keeps titles', () => {
  expect(releases.map((one) => fullName(one, siteContext()))).toEqual(
    releases.map(({ title }) => title),
  );
});
