import type { ReleaseEntry } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { withoutAnchors } from '../base/html/anchors.ts';
import { allChangesTitle, deepenHeadings } from '../base/html/body.ts';
import { escapeText } from '../base/html/escape-html.ts';
import { placePictures } from '../base/html/pictures.ts';
import { markReferences } from '../base/html/references.ts';
import { shortenBody, shortenChanges } from '../base/html/shorten.ts';
import { displayName } from '../base/release-name.ts';
import { type ChangesView, type ReleaseView, releaseView } from './release-view.ts';

/** A release on a page with several releases. */
export interface ListedRelease extends ReleaseView {
  /** Whether something is left out, so that the release's own page shows more. */
  isCut: boolean;
  /** What the link to its own page leads to. */
  readOn: string;
}

const maxListed = { labels: 8, contributors: 8, attachments: 4 } as const;

/**
 * A release for a page with several releases: shortened if it is long, with headings below the h2
 * of its title.
 */
export function listedRelease(entry: ReleaseEntry, site: SiteContext): ListedRelease {
  const view = releaseView(entry, site);
  const listed = (html: string) => {
    const placed = placePictures(html, entry, site);
    return markReferences(deepenHeadings(withoutAnchors(placed, view.href)));
  };
  const { title } = displayName(entry, site);
  const [opening = '', rest] = view.html.split(allChangesTitle(site.strings), 2);
  const body = shortenBody(opening);
  const changes = rest === undefined ? firstChanges(view.changes, body) : [];
  const visible = {
    changes: changes.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, html: listed(item.html) })),
    })),
    labels: view.labels.slice(0, maxListed.labels),
    contributors: view.contributors.slice(0, maxListed.contributors),
    attachments: view.attachments.slice(0, maxListed.attachments),
  };
  const [first, whole] = [changes, view.changes].map(([group]) => group?.items[0]?.html);
  const isCut = body !== view.html || first !== whole || countParts(visible) < countParts(view);
  // A body that is a single long table or paragraph cannot be shortened, so the description
  // replaces it.
  const html = listed(body) || paragraph(view.description);
  const isWholeText = rest !== undefined && body === opening;
  const readOn = isWholeText ? site.strings.allChanges : site.strings.readOn;
  // Only the release's own page leads to a picture that was not copied.
  const hero = view.hero?.type === 'link' ? undefined : view.hero;
  return { ...view, ...visible, hero, title, html, isCut, readOn };
}

/** The first changes of a release, grouped by type. @param body the shortened body above them */
function firstChanges(groups: readonly ChangesView[], body: string): ChangesView[] {
  const kept = shortenChanges(
    groups.flatMap((group) => group.items),
    body,
  );
  return groups
    .map((group) => ({ ...group, items: kept.splice(0, group.items.length) }))
    .filter(({ items }) => items.length > 0);
}

function countParts(view: Pick<ReleaseView, 'changes' | keyof typeof maxListed>): number {
  const { changes, labels, contributors, attachments } = view;
  const items = changes.flatMap((group) => group.items);
  return items.length + labels.length + contributors.length + attachments.length;
}

function paragraph(text: string): string {
  return text && `<p>${escapeText(text)}</p>`;
}
