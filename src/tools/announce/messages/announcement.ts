import type { ReleaseEntry } from '../../../model/content/content.ts';
import { type Correction, changeKey } from '../../../model/content/release-log.ts';
import type { SiteContext } from '../../../site/base/context.ts';
import { textOfHtml } from '../../../site/base/html/sections.ts';
import { fullName } from '../../../site/base/release-name.ts';
import { kindedChanges } from '../../../site/base/upgrade-kinds.ts';
import { paths } from '../../../site/base/urls.ts';

/** What a message says about a release, as plain texts. */
export interface Announcement {
  id: string;
  title: string;
  version: string | null;
  project: string | undefined;
  url: string;
  lead: string;
  /** Changes that need action, and others; at most `maxItems` in all. */
  action: string[];
  others: string[];
  /** Number of further changes. */
  more: number;
  /** Address of a picture. */
  picture?: string | undefined;
}

const maxItems = 5;

/** @param correction if given, only the changes that it added and that need action are announced */
export function announcementOf(
  entry: ReleaseEntry,
  site: SiteContext,
  correction?: Correction,
): Announcement {
  const added = correction?.parts.flatMap((part) =>
    part.kind === 'added' && part.action ? part.key : [],
  );
  const all = added
    ? entry.changes
        .filter((change) => added.includes(changeKey(change)))
        .map(({ html }) => ({ kind: 'action', html }))
    : kindedChanges(entry, site);
  const texts = all.map(({ kind, html }) => ({
    isAction: kind === 'action',
    text: textOfHtml(html),
  }));
  const first = texts
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => Number(b.isAction) - Number(a.isAction))
    .slice(0, maxItems);
  return {
    id: entry.id,
    title: fullName(entry, site),
    version: entry.version,
    project: site.projects.get(entry.project ?? '')?.name,
    url: site.urls.absolute(paths.release(entry.slug)),
    lead: correction ? '' : (entry.summary ?? entry.excerpt),
    action: first.flatMap(({ isAction, text }) => (isAction ? text : [])),
    others: first.flatMap(({ isAction, text }) => (isAction ? [] : text)),
    more: all.length - first.length,
  };
}
