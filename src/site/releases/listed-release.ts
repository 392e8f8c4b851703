import type { ReleaseEntry } from '../../model/content/content.ts';
import type { SiteContext } from '../base/context.ts';
import { withoutAnchors } from '../base/html/anchors.ts';
import { deepenHeadings } from '../base/html/body.ts';
import { escapeText } from '../base/html/escape-html.ts';
import { markReferences } from '../base/html/references.ts';
import { shortenBody, shortenChanges } from '../base/html/shorten.ts';
import { type ChangesView, type ReleaseView, releaseView } from './release-view.ts';

/** A release on a page that lists several. */
export interface ListedRelease extends ReleaseView {
  /** There is more of it on its own page. */
  isCut: boolean;
}

/** What an entry in a list shows of what comes in numbers, at most. */
const most = { labels: 8, contributors: 8, attachments: 4 } as const;

/** A release as a list shows it: a long one by its beginning, its headings below an h2 of its own. */
export function listedRelease(entry: ReleaseEntry, site: SiteContext): ListedRelease {
  const view = releaseView(entry, site);
  const listed = (html: string) => markReferences(deepenHeadings(withoutAnchors(html, view.href)));
  const body = shortenBody(view.html);
  const changes = firstChanges(view.changes);
  const shown = {
    changes: changes.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, html: listed(item.html) })),
    })),
    labels: view.labels.slice(0, most.labels),
    contributors: view.contributors.slice(0, most.contributors),
    attachments: view.attachments.slice(0, most.attachments),
  };
  const isCut = body !== view.html || counted(shown) < counted(view);
  // Of a body that is all one long table or text, a summary says more than none of it.
  return { ...view, ...shown, html: listed(body) || paragraph(view.description), isCut };
}

/** The first of a release's changes, under their types. */
function firstChanges(groups: readonly ChangesView[]): ChangesView[] {
  const kept = new Set(shortenChanges(groups.flatMap(({ items }) => items)));
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => kept.has(item)) }))
    .filter(({ items }) => items.length > 0);
}

function counted(view: Pick<ReleaseView, 'changes' | keyof typeof most>): number {
  const { changes, labels, contributors, attachments } = view;
  const items = changes.flatMap((group) => group.items);
  return items.length + labels.length + contributors.length + attachments.length;
}

function paragraph(text: string): string {
  return text && `<p>${escapeText(text)}</p>`;
}
