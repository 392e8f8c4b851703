import type { ReleaseListing } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { changedAt } from '../../site/base/newest.ts';
import { paths } from '../../site/base/urls.ts';
import { type CardView, cardView } from './card-view.ts';

// Plans the cards of the newest releases from their listings. `release-card.ts` draws the cards.

/** The share picture of a release. */
interface ReleaseCard {
  /**
   * Path below the site's base path. It changes with the picture, because other sites cache
   * pictures by URL, unless messages about releases may have the picture: these cannot change.
   */
  path: string;
  /** Digest of the card's content and `cardVersion`. */
  key: string;
  shown: CardView;
}

export type ReleaseCards = ReturnType<typeof releaseCards>;

/**
 * Limited because readers mostly share new releases, and drawing a card takes as long as rendering
 * fifty pages.
 */
const maxCards = 200;

/**
 * Increase this number whenever the appearance of cards changes, so that cached cards are drawn
 * again.
 */
export const cardVersion = 3;

/** @param digestOf returns the digest of a JSON value: 32 digits of lower-case hex */
export function releaseCards(
  releases: readonly ReleaseListing[],
  site: SiteContext,
  digestOf: (value: unknown) => string,
) {
  // Share pictures by release id, and titles of releases of which no font has all letters.
  const isStable = site.config.show.releaseMark;
  const cards = new Map<string, ReleaseCard>();
  const skipped: string[] = [];
  for (const release of newestCards(releases)) {
    const shown = cardView(release, site);
    if (!shown) {
      skipped.push(release.title);
      continue;
    }
    const key = digestOf([cardVersion, shown]);
    const name = isStable ? release.slug : `${release.slug}.${key.slice(0, addressDigits)}`;
    cards.set(release.id, { path: paths.card(name), key, shown });
  }
  return { cards, skipped };
}

const addressDigits = 8;

/** The releases whose time of release or last change is latest. Equal times are sorted by id. */
function newestCards(releases: readonly ReleaseListing[]): ReleaseListing[] {
  const dated = releases.map((release) => ({ release, at: changedAt(release) }));
  dated.sort((a, b) => {
    if (a.at !== b.at) return a.at < b.at ? 1 : -1;
    return a.release.id < b.release.id ? -1 : 1;
  });
  return dated.slice(0, maxCards).map(({ release }) => release);
}
