import MiniSearch from 'minisearch';
import { searchFiles } from '../src/features/search/search-files.ts';
import { releasePage } from '../src/features/search/search-page.ts';
import { words } from '../src/features/search/words.ts';
import type { ReleaseEntry } from '../src/model/content/content.ts';
import { createCacheKeys } from '../src/site/base/cache-key.ts';
import type { SiteContext } from '../src/site/base/context.ts';
import { yearOf } from '../src/site/base/dates.ts';
import { measure, type Row } from './support/measure.ts';
import { sourcesOf } from './support/sources.ts';

/** Measures the search index of a content folder against one MiniSearch index for each year. */
export async function benchSearch(contentDir: string, rounds: number): Promise<Row> {
  const sources = await sourcesOf(contentDir);
  const { site, releases, milestones } = sources;
  const keys = createCacheKeys(site, {
    releases: releases.map((one) => ({ ...one, digest: '' })),
    milestones: milestones.map((one) => ({ ...one, digest: '' })),
  });
  const years = [...Map.groupBy(releases, (one) => yearOf(one, site)).values()];
  return measure(
    {
      work: `search index of ${releases.length} releases in ${years.length} years`,
      baseline: 'MiniSearch: index and serialise the same places',
      prepare: async () => {},
      runWork: async () => {
        for (const file of searchFiles({ ...sources, keys, releaseLog: undefined }))
          await file.write();
      },
      readyBaseline: async () => async () => {
        for (const year of years) miniSearchIndex(year, site);
      },
    },
    rounds,
  );
}

function miniSearchIndex(releases: readonly ReleaseEntry[], site: SiteContext): string {
  const index = new MiniSearch({
    fields: ['heading', 'text'],
    storeFields: ['anchor', 'text'],
    tokenize: words,
    processTerm: (word) => word,
  });
  const places = releases.flatMap((entry) => releasePage(entry, site).places);
  index.addAll(places.map((place, id) => ({ id, ...place })));
  return JSON.stringify(index);
}
