import type { ReleaseListing } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { changedAt } from '../../site/base/newest.ts';
import { paths } from '../../site/base/urls.ts';
import { type CardView, cardView } from './card-view.ts';

// Plans the cards of the newest releases from their listings. Drawing is left to `release-card.ts`.

/** The share picture of a release. */
interface ReleaseCard {
  /** Below the base path; changes with the picture, as other sites cache it by URL. */
  path: string;
  /** Digest of the values shown and of `cardVersion`. */
  key: string;
  shown: CardView;
}

export interface ReleaseCards {
  /** By the release's id. */
  cards: ReadonlyMap<string, ReleaseCard>;
  /** Titles of releases without a card, as no font has their letters. */
  skipped: string[];
}

/** Mostly new releases are shared, and a card takes as long as fifty pages. */
const maxCards = 200;

/** Raise it with every change of a card's looks: drawn cards are cached. */
export const cardVersion = 2;

/** @param digestOf digest of a JSON value: 32 digits of lower-case hex */
export function releaseCards(
  releases: readonly ReleaseListing[],
  site: SiteContext,
  digestOf: (value: unknown) => string,
): ReleaseCards {
  const cards = new Map<string, ReleaseCard>();
  const skipped: string[] = [];
  for (const release of newestCards(releases)) {
    const shown = cardView(release, site);
    if (!shown) {
      skipped.push(release.title);
      continue;
    }
    const key = digestOf([cardVersion, shown]);
    const path = paths.card(release.slug, key.slice(0, addressDigits));
    cards.set(release.id, { path, key, shown });
  }
  return { cards, skipped };
}

const addressDigits = 8;

/** By release or last change, whichever is later; ties by id. */
function newestCards(releases: readonly ReleaseListing[]): ReleaseListing[] {
  const dated = releases.map((release) => ({ release, at: changedAt(release) }));
  dated.sort((a, b) => {
    if (a.at !== b.at) return a.at < b.at ? 1 : -1;
    return a.release.id < b.release.id ? -1 : 1;
  });
  return dated.slice(0, maxCards).map(({ release }) => release);
}
