import type { Feature } from '../feature.ts';
import { digestDocuments, digestSubscription } from './digest-feeds.ts';
import { type Digest, digestsOf } from './digests.ts';

/** Feeds of all releases and of each project, with one item for each past week. */
export const digests: Feature<readonly Digest[]> = {
  name: 'digests',
  isOn: ({ show }) => show.digests,
  plan: digestsOf,
  documents: (core, all) => digestDocuments(all, core),
  feeds: ({ site }, all) => {
    const { title, text } = site.strings.digests;
    return [{ title, text, feeds: all.map((one) => digestSubscription(one, site)) }];
  },
};
