import { changeKey } from '../../model/content/release-log.ts';
import { type SiteContext, type SiteFrame, siteTitle } from '../../site/base/context.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { escapeText, link } from '../../site/base/html/escape-html.ts';
import { paths } from '../../site/base/urls.ts';
import type { Document } from '../../site/feeds/document.ts';
import { type FeedItem, feedItem } from '../../site/feeds/feed.ts';
import { feedDocuments } from '../../site/feeds/feed-documents.ts';
import { type Subscription, subscription } from '../../site/feeds/subscription.ts';
import { tagUri } from '../../site/feeds/tag-uri.ts';
import { boundedHtml, standalone } from '../../site/releases/feeds/item-html.ts';
import { type JoiningItem, newestOf } from '../../site/releases/feeds/joining-items.ts';
import { releaseItem, withAbsoluteUrls } from '../../site/releases/feeds/release-item.ts';
import type { Core } from '../feature.ts';
import { correctionView, correctionWords } from './correction-words.ts';
import type { ShownCorrection } from './corrections.ts';

/** The id of the section with corrections on a release's page. */
export const correctionsAnchor = 'corrections';

type Sources = Pick<Core, 'site' | 'readRelease' | 'correctedChanges'>;

export function correctionSubscription(site: SiteFrame): Subscription {
  const folder = paths.corrections();
  const name = site.strings.corrections.title;
  return subscription({ name, title: `${siteTitle(site)}: ${name}`, page: folder, folder });
}

/** Feed documents of the newest corrections, in three formats. */
export function correctionDocuments(shown: readonly ShownCorrection[], core: Sources): Document[] {
  const { site } = core;
  const newest = newestOf(shown, ({ at }) => at, site.config.feedItems);
  const head = { kind: 'corrections', ...correctionSubscription(site) };
  const items = () => Promise.all(newest.map((one) => correctionItem(one, core)));
  const releases = newest.map(({ release }) => release);
  const aside = newest.map((one) => shownOf(one, site));
  return feedDocuments(head, items, { releases, aside }, site);
}

/**
 * Feed items for corrections that added changes requiring action from readers. Each item shows only
 * these changes.
 */
export function joiningCorrections(
  shown: readonly ShownCorrection[],
  core: Sources,
): JoiningItem[] {
  const byRelease = Map.groupBy(shown, ({ release }) => release.id);
  /**
   * Whether a release had no change of a type before a correction added one that needs action.
   * Changes that the same or later corrections added do not count.
   */
  const isNew = (release: string, type: string) => {
    const own = byRelease.get(release) ?? [];
    const isFirst = ({ added }: ShownCorrection) =>
      added.some((change) => change.needsAction && change.type === type);
    const added = own.slice(0, own.findLastIndex(isFirst) + 1).flatMap((one) => one.added);
    const keys = new Set(added.map(changeKey));
    const changes = core.correctedChanges.get(release)?.filter((change) => change.type === type);
    return changes?.every((change) => keys.has(changeKey(change))) === true;
  };
  /**
   * Whether an earlier correction turned the release into a pre-release or into a stable release.
   * If so, the release was stable at some earlier time.
   */
  const hadMark = ({ release, at }: ShownCorrection) =>
    byRelease
      .get(release.id)
      ?.some((one) => one.at < at && one.others.some(({ kind }) => kind === 'pre-release')) ===
    true;
  return shown.flatMap((one) => {
    const added = one.added.filter(({ needsAction }) => needsAction);
    if (added.length === 0) return [];
    const types = added.flatMap(({ type }) => type ?? []);
    return {
      release: one.release,
      types,
      newTypes: types.filter((type) => isNew(one.release.id, type)),
      wasPreRelease: one.wasPreRelease && !hadMark(one),
      at: one.at,
      shown: shownOf(one, core.site),
      make: () => correctionItem(one, core),
    };
  });
}

function shownOf(one: ShownCorrection, site: SiteContext): unknown {
  return [one.release.id, one.at, one.added, one.reworded, correctionWords(one, site)];
}

/**
 * The item's id consists of the release and the time. It is unique, because no two corrections of a
 * release have the same time.
 */
async function correctionItem(
  correction: ShownCorrection,
  { site, readRelease, correctedChanges }: Sources,
): Promise<FeedItem> {
  const { release, at } = correction;
  const { title, href, words, changes } = correctionView(
    correction,
    withAbsoluteUrls(site),
    correctedChanges,
  );
  const { categories, authors } = releaseItem(await readRelease(release.slug), site);
  const { absolute } = site.urls;
  const items = changes.map((change) => {
    const text = finishBody(change.html, absolute, site.strings);
    return `<li>${text} (${link(change.href, title)})</li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
  const html = standalone(`<p>${escapeText(words)}</p>${list}`, href);
  return feedItem({
    id: tagUri(site.workspace, 'releases', release.id, 'corrections', at),
    url: `${href}#${correctionsAnchor}`,
    title: `${title}: ${words}`,
    summary: words,
    html: boundedHtml(html, { href, description: words }, site.strings),
    published: at,
    categories,
    authors,
  });
}
