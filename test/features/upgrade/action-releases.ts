import { expect } from 'vitest';
import type { Core } from '../../../src/features/feature.ts';
import { actionDocuments } from '../../../src/features/upgrade/action-feeds.ts';
import { upgradeLists } from '../../../src/features/upgrade/upgrade-lists.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { addressesIn, runnableIn } from '../../site/feeds/html.ts';
import { type Given, writtenOf } from '../../site/feeds/sources.ts';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { prepared } from '../../sync/prepare/html/as-release.ts';

export const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

export const release = (id: string, n: number, over = {}) =>
  releaseEntry(id, { released_at: day(n), project: 'p-web', ...over });

export const action = (core: Core) => actionDocuments(upgradeLists(core.releases, core.site), core);

/** The documents of changes that need action, by path. */
export const writtenActions = (given: Given) => writtenOf(given, action);

export const itemsOf = (written: Map<string, string>, folder = 'upgrade/web/') =>
  JSON.parse(written.get(`${folder}feed.json`) ?? '').items;

/** Texts of a release as a sync prepares them. */
export async function preparedBodies(texts: readonly string[]): Promise<string[]> {
  const made = await Promise.all(texts.map((text) => prepared(text, '')));
  return made.map(({ body }) => body);
}

/** Expects valid feeds, in which nothing runs, of changes with this HTML, and without a change. */
export async function expectValid(
  bodies: readonly string[],
  language: Parameters<typeof stringsFor>[0],
): Promise<void> {
  const site = siteWith(
    { locale: language, name: '<b>&amp;]]>' },
    { strings: stringsFor(language) },
  );
  site.projects = new Map([['p-web', { id: 'p-web', slug: 'web', name: ']]>\u0007<b>&' }]]);
  const hostile = bodies.map((html, n) =>
    release(`h-${n}`, n, {
      title: `]]>\u0000<script>${n}`,
      groups: [{ headings: ['Breaking changes'], items: [{ html }] }],
    }),
  );
  const written = await writtenActions({ releases: [...hostile, release('none', 1)], site });
  expect(itemsOf(written).length).toBeGreaterThan(20);
  const empty = await writtenActions({ releases: [release('none', 1)], site });
  expect(itemsOf(empty)).toEqual([]);
  for (const [path, text] of [...written, ...empty])
    if (path.endsWith('.json')) checkJsonFeed(text);
    else checkXml(text, path.endsWith('rss.xml') ? 'rss' : 'atom');
  for (const { content_html } of itemsOf(written)) {
    expect(runnableIn(content_html)).toEqual([]);
    expect(addressesIn(content_html).filter((one) => !URL.canParse(one))).toEqual([]);
  }
}
