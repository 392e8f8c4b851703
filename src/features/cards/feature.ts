import { unchanging } from '../../site/shell/head/headers.ts';
import { shareSize } from '../../site/shell/head/page-image.ts';
import type { Feature } from '../feature.ts';
import { noteOfSkipped } from './note-of-skipped.ts';
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
  headers: () => [{ path: 'cards/:file', headers: unchanging }],
  notes: ({ skipped }) => (skipped.length > 0 ? [noteOfSkipped(skipped)] : []),
};
