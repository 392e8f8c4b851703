import type { ReleaseEntry } from '../../../model/content/content.ts';
import { type Correction, changeKey } from '../../../model/content/release-log.ts';
import type { SiteContext } from '../../../site/base/context.ts';
import { textOfHtml } from '../../../site/base/html/sections.ts';
import { fullName } from '../../../site/base/release-name.ts';
import { kindOfChange, textItems } from '../../../site/base/upgrade-kinds.ts';
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
  picture: string | undefined;
}

const maxItems = 5;

/**
 * @param correction if given, only the changes that it added and that need action are announced
 * @param picture address of the picture that the release's page has
 */
export function announcementOf(
  entry: ReleaseEntry,
  site: SiteContext,
  { correction, picture }: { correction?: Correction | undefined; picture?: string | undefined },
): Announcement {
  const types = new Map(site.workspace.change_types.map((type) => [type.slug, type]));
  const added = new Set(
    correction?.parts.flatMap((part) => (part.kind === 'added' && part.action ? part.key : [])),
  );
  const listed = entry.changes
    .filter((change) => !correction || added.has(changeKey(change)))
    .map(({ type, html }) => ({
      kind: correction ? ('action' as const) : kindOfChange(types.get(type ?? ''), html, site),
      html,
    }));
  const all = [...listed, ...(correction ? [] : textItems(entry, site))];
  const texts = (isAction: boolean) =>
    all.flatMap(({ kind, html }) =>
      (kind === 'action') === isAction ? textOfHtml(html) || [] : [],
    );
  const action = texts(true).slice(0, maxItems);
  const others = texts(false).slice(0, maxItems - action.length);
  const { project } = entry;
  return {
    id: entry.id,
    title: fullName(entry, site),
    version: entry.version,
    project: project === null ? undefined : site.projects.get(project)?.name,
    url: site.urls.absolute(paths.release(entry.slug)),
    lead: correction ? '' : (entry.summary ?? entry.excerpt),
    action,
    others,
    more: all.length - action.length - others.length,
    picture,
  };
}
