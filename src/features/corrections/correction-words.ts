import { shorten } from '../../lib/text/text.ts';
import { changeKey } from '../../model/content/release-log.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { dateView } from '../../site/base/dates.ts';
import { escapeText, link } from '../../site/base/html/escape-html.ts';
import { markReferences } from '../../site/base/html/references.ts';
import { textOfHtml } from '../../site/base/html/sections.ts';
import { fullName } from '../../site/base/release-name.ts';
import type { Strings } from '../../site/base/strings/shape.ts';
import { paths } from '../../site/base/urls.ts';
import { anchorsOf } from '../../site/releases/changes.ts';
import type { Core } from '../feature.ts';
import type { ShownChange, ShownCorrection } from './corrections.ts';

/** Maximum length of a change's text on the list of corrections, in characters. */
const maxText = 200;

/** A correction as readers see it in a list. */
export type CorrectionView = ReturnType<typeof correctionView>;

/** @param correctedChanges all changes of the releases, for the anchors of changes */
export function correctionView(
  correction: ShownCorrection,
  site: SiteContext,
  correctedChanges: Core['correctedChanges'],
) {
  const { release, at, added, reworded } = correction;
  const href = site.urls.href(paths.release(release.slug));
  const all = correctedChanges.get(release.id) ?? [];
  const anchors = new Map(Array.from(anchorsOf(all), ([one, anchor]) => [changeKey(one), anchor]));
  return {
    title: fullName(release, site),
    href,
    // Added and reworded changes with their current texts. Removed texts stay removed.
    changes: [...added, ...reworded].map((change) => ({
      html: change.html,
      text: shorten(textOfHtml(markReferences(change.html)), maxText),
      href: `${href}#${anchors.get(changeKey(change)) ?? ''}`,
    })),
    date: dateView({ at }, site),
    words: correctionWords(correction, site),
  };
}

/**
 * Returns each release's corrections as HTML, newest first, by release id. Each has a sentence, and
 * links to the changes that were added or reworded.
 */
export function correctionsInWords(
  shown: readonly ShownCorrection[],
  site: SiteContext,
  correctedChanges: Core['correctedChanges'],
): (id: string) => string[] {
  const byRelease = Map.groupBy(shown, ({ release }) => release.id);
  const inWords = (one: ShownCorrection) => {
    const { date, words, changes } = correctionView(one, site, correctedChanges);
    const sentence = site.strings.corrections.correctedOn(date.text, words);
    // A change such as a picture has no text.
    const links = changes
      .filter(({ text }) => text !== '')
      .map(({ href, text }) => `<bdi>${link(href, text)}</bdi>`);
    return [escapeText(sentence), ...links].join('<br>');
  };
  return (id) => byRelease.get(id)?.map(inWords) ?? [];
}

/** Returns a text such as "one change added (Security) and version changed". */
export function correctionWords(
  { added, others }: Pick<ShownCorrection, 'added' | 'others'>,
  site: SiteContext,
): string {
  const words = site.strings.corrections;
  const texts = [
    ...(added.length > 0 ? [addedWords(added, site)] : []),
    ...others.map((part) =>
      'count' in part ? words[part.kind](part.count) : otherWords(part.kind, words),
    ),
  ];
  return new Intl.ListFormat(site.config.locale, { type: 'conjunction' }).format(texts);
}

function otherWords(
  kind: 'version' | 'date' | 'pre-release',
  { version, date, preRelease }: Strings['corrections'],
): string {
  return { version, date, 'pre-release': preRelease }[kind];
}

function addedWords(added: readonly ShownChange[], { workspace, strings }: SiteContext): string {
  const slugs = new Set(added.map(({ type }) => type));
  const types = workspace.change_types.filter(({ slug }) => slugs.has(slug));
  const words = strings.corrections.added(added.length);
  if (types.length === 0) return words;
  return strings.corrections.addedOf(words, types.map(({ title }) => title).join(', '));
}
