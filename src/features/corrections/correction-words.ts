import type { SiteContext } from '../../site/base/context.ts';
import { dateView } from '../../site/base/dates.ts';
import { fullName } from '../../site/base/release-name.ts';
import type { Strings } from '../../site/base/strings/shape.ts';
import { paths } from '../../site/base/urls.ts';
import type { ShownChange, ShownCorrection } from './corrections.ts';

/** A correction as readers see it in a list. */
export type CorrectionView = ReturnType<typeof correctionView>;

export function correctionView(correction: ShownCorrection, site: SiteContext) {
  const { release, at } = correction;
  return {
    title: fullName(release, site),
    href: site.urls.href(paths.release(release.slug)),
    date: dateView({ at }, site),
    words: correctionWords(correction, site),
  };
}

/** Returns each release's corrections in words, newest first, by release id. */
export function correctionsInWords(
  shown: readonly ShownCorrection[],
  site: SiteContext,
): (id: string) => string[] {
  const byRelease = Map.groupBy(shown, ({ release }) => release.id);
  const inWords = (one: ShownCorrection) => {
    const { date, words } = correctionView(one, site);
    return site.strings.corrections.correctedOn(date.text, words);
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
