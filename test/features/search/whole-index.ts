import MiniSearch from 'minisearch';
import { searchDocuments } from '../../../src/features/search/documents.ts';
import { findIn, type SearchQuery } from '../../../src/features/search/find.ts';
import { indexOptions } from '../../../src/features/search/index-format.ts';
import { phrases } from '../../../src/features/search/phrases.ts';
import { foldedText, words } from '../../../src/features/search/words.ts';
import type { ReleaseEntry } from '../../../src/model/content/content.ts';
import { yearOf } from '../../../src/site/base/dates.ts';
import { newestFirst } from '../../../src/site/releases/timeline.ts';
import { siteContext } from '../../site/site.ts';
import type { FoundOfYear } from './written-search.ts';

/** What MiniSearch finds with all places of each year at hand. */
export function foundInWhole(
  entries: readonly ReleaseEntry[],
  asked: SearchQuery & { year?: string | undefined },
  near: boolean,
): FoundOfYear[] {
  const site = siteContext();
  const years = Map.groupBy(newestFirst(entries), (one) => yearOf(one.released_at, site));
  return [...years].flatMap(([year, releases]) => {
    if (asked.year && asked.year !== year) return [];
    const found = foundInYear(releases, asked, near);
    return found.length > 0 ? [{ year, count: found.length, releases: found }] : [];
  });
}

function foundInYear(releases: ReleaseEntry[], asked: SearchQuery, near: boolean) {
  const { workspace, projects, labels } = siteContext();
  const places = releases.flatMap((entry, release) =>
    searchDocuments(entry, workspace.change_types).map((document, place) => ({
      ...document,
      release,
      place,
      // What results show of a release's title is without its version.
      shown: document.kind === 'release' ? entry.title : document.title,
    })),
  );
  const admits = ({ release = -1, type }: { release?: number; type?: string | undefined }) => {
    const entry = releases[release];
    const own = entry?.labels.map((id) => labels.get(id)?.slug);
    return (
      (!asked.type || type === asked.type) &&
      (!asked.project || projects.get(entry?.project ?? '')?.slug === asked.project) &&
      (!asked.label || own?.includes(asked.label) === true)
    );
  };
  return findIn(wholeIndex(places), asked.text, {
    near,
    admits,
    areTogether: (hits) =>
      near ||
      phrases(asked.text).every((phrase) =>
        hits.some(({ id }) => {
          const { shown = '', text = '' } = places[Number(id)] ?? {};
          return [shown, text].some((one) => foldedText(one).includes(phrase));
        }),
      ),
  }).map(({ release, hits, found }) => ({
    title: releases[release]?.title ?? '',
    places: hits.map(({ place }) => place),
    words: [...found].sort(),
  }));
}

/** With exact averages: adding places one by one, MiniSearch rounds a little each time. */
function wholeIndex(places: readonly { title: string; text: string }[]): MiniSearch {
  const index = new MiniSearch({ ...indexOptions, storeFields: ['release', 'place', 'type'] });
  index.addAll(places.map((place, id) => ({ id, ...place })));
  const sum = (field: 'title' | 'text') =>
    places.reduce((all, place) => all + new Set(words(place[field])).size, 0);
  const plain = index.toJSON();
  return MiniSearch.loadJS(
    {
      ...plain,
      averageFieldLength: [sum('title') / places.length, sum('text') / places.length],
      index: plain.index.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    },
    indexOptions,
  );
}
