import type { ReleaseListing } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { changedAt } from '../../site/base/newest.ts';
import { paths } from '../../site/base/urls.ts';
import { type CardView, cardView } from './card-view.ts';

// Takes the light rows of releases; gives the cards of the newest, and which have none.
// Never draws one, and never reads an entry.

/** The picture that stands for a release where it is shared. */
interface ReleaseCard {
  /** Below the base; another one for whatever else it shows, as others keep it by its address. */
  path: string;
  /** Digest of all that it shows, and of how it is drawn. */
  key: string;
  shown: CardView;
}

export interface ReleaseCards {
  /** By the release's id. */
  cards: ReadonlyMap<string, ReleaseCard>;
  /** Titles of releases that would have one, if any face had their letters. */
  undrawn: string[];
}

/** The newest that have one: what is shared is young, and a card costs as much as fifty pages. */
const mostCards = 200;

/** To be raised with every change of how a card looks: those that are drawn already are kept. */
export const cardVersion = 2;

/** @param digestOf a JSON value: lower-case hex, 32 digits */
export function releaseCards(
  releases: readonly ReleaseListing[],
  site: SiteContext,
  digestOf: (value: unknown) => string,
): ReleaseCards {
  const cards = new Map<string, ReleaseCard>();
  const undrawn: string[] = [];
  for (const release of newestCards(releases)) {
    const shown = cardView(release, site);
    if (!shown) {
      undrawn.push(release.title);
      continue;
    }
    const key = digestOf([cardVersion, shown]);
    const path = paths.card(release.slug, key.slice(0, addressDigits));
    cards.set(release.id, { path, key, shown });
  }
  return { cards, undrawn };
}

const addressDigits = 8;

/** By release or last change, whichever is later; ties by id. */
function newestCards(releases: readonly ReleaseListing[]): ReleaseListing[] {
  const dated = releases.map((release) => ({ release, at: changedAt(release) }));
  dated.sort((a, b) => {
    if (a.at !== b.at) return a.at < b.at ? 1 : -1;
    return a.release.id < b.release.id ? -1 : 1;
  });
  return dated.slice(0, mostCards).map(({ release }) => release);
}
