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
  /** Language of the release's page (BCP 47). */
  language?: string;
}

/** The part of a site's context that announcements need. */
export type Site = Pick<SiteContext, 'config' | 'strings' | 'workspace' | 'projects' | 'urls'>;

const maxItems = 5;

/** @param correction if given, only the changes that it added and that need action are announced */
export function announcementOf(
  entry: ReleaseEntry,
  site: Site,
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
  const texts = (isAction: boolean) =>
    all
      .filter(({ kind }) => (kind === 'action') === isAction)
      .map(({ html }) => textOfHtml(html))
      .filter((text) => text !== '');
  const action = texts(true);
  const others = texts(false);
  return {
    id: entry.id,
    title: fullName(entry, site),
    version: entry.version,
    project: site.projects.get(entry.project ?? '')?.name,
    url: site.urls.absolute(paths.release(entry.slug)),
    lead: correction ? '' : (entry.summary ?? entry.excerpt),
    action: action.slice(0, maxItems),
    others: others.slice(0, Math.max(maxItems - action.length, 0)),
    more: Math.max(action.length + others.length - maxItems, 0),
  };
}
