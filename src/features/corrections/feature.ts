import { latest } from '../../site/base/newest.ts';
import { paths } from '../../site/base/urls.ts';
import type { Feature } from '../feature.ts';
import {
  correctionDocuments,
  correctionSubscription,
  joiningCorrections,
} from './correction-feed.ts';
import { type ShownCorrection, shownCorrections } from './corrections.ts';

// Other files that use this feature: `src/pages/_places/ReleaseFoot.astro` (`ReleaseCorrections`)
// and `src/pages/_places/release-corrections.ts`.

/**
 * Shows corrections of published releases on the releases' pages, at `/corrections/` and in feeds.
 * Its plan contains the visible corrections, newest first. Without corrections, the site is the
 * same as with the feature turned off.
 */
export const corrections: Feature<readonly ShownCorrection[]> = {
  name: 'corrections',
  isOn: ({ show }) => show.corrections,
  routes: ['corrections/[...index].astro'],
  plan: shownCorrections,
  documents: (core, shown) => (shown.length > 0 ? correctionDocuments(shown, core) : []),
  feedItems: (core, shown) => joiningCorrections(shown, core),
  feeds: ({ site }, shown) => {
    if (shown.length === 0) return [];
    const { title, feedText } = site.strings.corrections;
    return [{ title, text: feedText, feeds: [correctionSubscription(site)] }];
  },
  sitePages: (_core, shown) =>
    shown.length > 0
      ? [{ path: paths.corrections(), lastModified: latest(shown.map(({ at }) => at)) }]
      : [],
};
