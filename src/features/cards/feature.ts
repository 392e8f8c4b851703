import { printable } from '../../lib/text/printable.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { unchanging } from '../../site/shell/head/headers.ts';
import { shareSize } from '../../site/shell/head/page-image.ts';
import type { Feature } from '../feature.ts';
import { type ReleaseCards, releaseCards } from './release-cards.ts';

/** Share pictures of the newest releases. */
export const cards: Feature<ReleaseCards> = {
  name: 'cards',
  isOn: ({ show }) => show.cards,
  routes: ['cards/[card].jpg.ts'],
  plan: ({ releases, site, keys }) => releaseCards(releases, site, keys.shown),
  shareImage: ({ id }, { site }, plan) => {
    const card = plan.cards.get(id);
    if (!card) return undefined;
    const { title, project, version, date } = card.shown;
    const words = [title, project, version, date].flatMap((one) => one?.text ?? []);
    return { url: site.urls.absolute(card.path), ...shareSize, alt: words.join(' · ') };
  },
  headers: ({ show }) => (show.releaseMark ? [] : [{ path: 'cards/:file', headers: unchanging }]),
  notes: ({ skipped }) => (skipped.length > 0 ? [noteOfSkipped(skipped)] : []),
};

/** A message of one line about releases that got no card. @param titles at least one */
export function noteOfSkipped(titles: readonly string[]): string {
  const named = titles.slice(0, maxNamed).map((title) => `“${shorten(oneLine(title), 40)}”`);
  const more = titles.length - named.length;
  const names = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const subject = titles.length === 1 ? '1 release has' : `${titles.length} releases have`;
  const reason = 'because no font has all letters of the title';
  return printable(`${subject} no card, ${reason}: ${names}.`);
}

const maxNamed = 3;
