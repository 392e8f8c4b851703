import { hash } from 'node:crypto';
import type { ReleaseEntry } from '../../model/content/content.ts';
import { upgradeGroups } from '../../model/content/upgrade-groups.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { dayOf } from '../../site/base/dates.ts';
import { withoutAnchors } from '../../site/base/html/anchors.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { link } from '../../site/base/html/escape-html.ts';
import { markReferences } from '../../site/base/html/references.ts';
import { displayName } from '../../site/base/release-name.ts';
import { fillIn } from '../../site/base/strings/fill-in.ts';
import { comparableText, kindOfChange, textItems } from '../../site/base/upgrade-kinds.ts';
import { paths } from '../../site/base/urls.ts';
import { isMajorVersion } from '../../site/base/versions.ts';
import { groupedChanges } from '../../site/releases/changes.ts';
import type { UpgradeChange, UpgradeRelease } from './upgrade-view.ts';

/** A change as the content has it, with its group. */
interface FoundChange extends Omit<UpgradeChange, 'href'> {
  anchor: string | undefined;
}

/**
 * A release with its changes sorted by group. Changes that need action are first.
 * @param found the result of `findChanges` for another form of the site's addresses
 */
export function upgradeRelease(
  entry: ReleaseEntry,
  site: SiteContext,
  found: readonly FoundChange[] = findChanges(entry, site),
): UpgradeRelease {
  const { slug, version } = entry;
  const href = site.urls.href(paths.release(slug));
  const lacksAction = isMajorVersion(entry) && found.every(({ group }) => group !== 'action');
  const isNoted = found.length === 0 || lacksAction;
  const finished = found.map(({ anchor, ...change }) => ({
    ...change,
    html: finishHtml(change.html, href, site),
    href: anchor ? `${href}#${anchor}` : href,
  }));
  const changes = [...(isNoted ? [notesToRead(entry, href, site)] : []), ...finished];
  return {
    slug,
    title: displayName(entry, site, false).title,
    version,
    day: dayOf(entry, site),
    href,
    changes: sortByGroup(changes),
  };
}

/** The listed changes of a release, and the items of its text. Sorting them by words takes long. */
export function findChanges(entry: ReleaseEntry, site: SiteContext): FoundChange[] {
  const types = new Map(site.workspace.change_types.map((type) => [type.slug, type]));
  const listed = groupedChanges(entry, site.workspace.change_types).flatMap(
    ({ type: slug, changes }) => {
      const type = types.get(slug ?? '');
      return changes.map(({ html, anchor }) => ({
        key: keyOf(slug, html),
        group: kindOfChange(type, html, site),
        type: type ? { slug: type.slug, title: type.title } : null,
        html,
        anchor,
      }));
    },
  );
  const ofText = textItems(entry, site).map(({ kind, html, anchor }) => {
    return { key: keyOf(null, html), group: kind, type: null, html, anchor };
  });
  return [...listed, ...ofText];
}

/**
 * A link to the page of a release. Shown if a release lists no changes, or if a major version
 * has none that needs action.
 */
function notesToRead(entry: ReleaseEntry, page: string, site: SiteContext): UpgradeChange {
  const text = fillIn(site.strings.upgrade.readNotes, {
    name: entry.version ?? displayName(entry, site, false).title,
  });
  return {
    key: keyOf('notes', entry.id),
    group: isMajorVersion(entry) ? 'action' : 'behaviour',
    type: null,
    html: link(page, text),
    href: page,
  };
}

function finishHtml(html: string, page: string, { urls, strings }: SiteContext): string {
  return markReferences(withoutAnchors(finishBody(html, urls.href, strings), page));
}

function sortByGroup(changes: readonly UpgradeChange[]): UpgradeChange[] {
  return upgradeGroups.flatMap((group) => changes.filter((change) => change.group === group));
}

/**
 * Digest of type and text. Ids cannot be used, because a change that is released in several
 * branches (such as 2.x and 3.x) has a different id in each.
 */
function keyOf(type: string | null, html: string): string {
  return hash('sha256', JSON.stringify([type, comparableText(html)])).slice(0, 12);
}
